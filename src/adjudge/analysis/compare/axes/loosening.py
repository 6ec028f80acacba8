"""The `quantifier` axis, second part: words added or left out where a negation or quantifier turns their effect round.

"No dogs barked" follows from "no animals barked", not the other way; under "exactly two" neither follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.words import stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5
_ATTENDING = word_set("attend appear come present")
_LIGHT = frozenset(map(stem, word_set("become manage fail try start begin additional thereafter ever time case")))


@dataclass(frozen=True, slots=True)
class Loosening:
    """Findings, and the claim words that need no answer: they narrow what is denied."""

    findings: tuple[Finding, ...]
    excused: frozenset[int]


def loosening(views: Sequence[View]) -> Loosening:
    """What the turned scopes of the best sentence allow and forbid."""
    if not views or views[0].coverage < _FRAME or not _turned(views[0]):
        return Loosening((), frozenset())
    view = views[0]
    excused = frozenset(index for index in view.claim.content if index not in view.links and _way(view, index) == -1)
    finding = _too_wide(view) or _dropped(view)
    return Loosening((finding,) if finding else (), excused)


def _turned(view: View) -> bool:
    return min(view.claim.directions, default=1) < 1 and min(view.source.directions, default=1) < 1


def _way(view: View, index: int) -> int:
    """The direction at a claim word, if the source's scope around it is turned the same way; else upward."""
    near = [at for at in view.links if abs(at - index) <= 3]
    if any(view.source.directions[view.links[at]] == view.claim.directions[index] for at in near):
        return view.claim.directions[index]
    return 1


def _too_wide(view: View) -> Finding | None:
    """A broader word in a scope that only lets words be narrowed."""
    for index, at in view.links.items():
        if view.claim.directions[index] < 1 and view.source.directions[at] < 1:
            ours, theirs = view.claim.words[index], view.source.words[at]
            if sense(ours.stem, theirs.stem) is Sense.BROADER:
                return _made(view, index, at, f"'{ours.text}' is wider than the source's '{theirs.text}'")
    return None


def _dropped(view: View) -> Finding | None:
    """A source word left out between words that the claim keeps, in such a scope."""
    if _reworded(view):
        return None
    answers = {at: index for index, at in view.links.items()}
    answered = view.answered | missed(view)
    for at in view.source.content:
        if at in answered or view.source.directions[at] > 0 or not _narrows(view, at):
            continue
        beside = [answers[spot] for spot in (at + 1, at + 2, at - 1, at - 2) if spot in answers]
        kept = [index for index in beside if view.claim.directions[index] == view.source.directions[at]]
        if kept:
            return _made(view, kept[0], at, f"the source's '{view.source.words[at].text}' is left out")
    return None


def _reworded(view: View) -> bool:
    """Whether the claim has a word of its own in such a scope: it may stand for the one that seems to be left out."""
    return any(index not in view.links and view.claim.directions[index] < 1 for index in view.claim.content)


def _narrows(view: View, at: int) -> bool:
    """Whether a word says which things are meant: no number, which is compared elsewhere, no name, no aside in
    brackets, no verb that adds little to the next."""
    word, text = view.source.words[at], view.source.text
    opened = text.rfind("(", 0, word.start), text.rfind("[", 0, word.start)
    aside = any(start >= 0 and not {")", "]"} & set(text[start : word.start]) for start in opened)
    return word.text.islower() and word.text.isalpha() and not aside and word.stem not in _LIGHT


def missed(view: View) -> frozenset[int]:
    """The source's denied word for which the claim has "absent": "was absent from" is "did not attend"."""
    if not any(view.claim.words[negation.cue].lower == "absent" for negation in view.claim.negations):
        return frozenset()
    denied = (negation.target for negation in view.source.negations)
    return frozenset(at for at in denied if view.source.words[at].stem in _ATTENDING)


def _made(view: View, index: int, at: int, what: str) -> Finding:
    return Finding(
        axis="quantifier",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote_word(index),
        source_quote=view.source.quote_word(at),
        explanation=f"Under this negation or quantifier the claim says more than the source: {what}.",
        severity=Severity.MEDIUM,
    )
