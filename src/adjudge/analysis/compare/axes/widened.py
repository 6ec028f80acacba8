"""The `caveat` axis: the claim says of all what the source says of one kind: "all schools" of "primary schools".

Pure: views in, findings out. Nothing is said where the sources speak of all of them too, or name them without a kind.
"""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import Word
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5
_ALL = word_set("all every each alle jede jeder jedes jedem jeden sämtliche sämtlichen")
_ARTICLES = word_set("the der die das den dem of its their his her our")
_NO_KIND = word_set(
    """the a an this that these those its their his her our my your no some many most few several both other more such
    same of in for to by with from and or as on at all every each any only two three four five six seven eight nine ten
    der die das den dem des ein eine einen einem einer viele einige manche wenige mehrere beide andere mehr solche
    von für mit und oder als auf an in alle allen aller jede jeder jedes jeden jedem"""
)
_TIED = re.compile(r"[^\W_]+-$")
_SPELT = re.compile(r"[^\W\d_][\w-]+")


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding, from the sentence that answers the claim best."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    for at, word in enumerate(view.claim.words):
        if word.lower not in _ALL:
            continue
        noun = _noun(view.claim, at)
        kind = None if noun is None else _kind(view, view.claim.words[noun].stem)
        if noun is None or kind is None or _said_of_all(views, view.claim.words[noun].stem):
            continue
        ours = cut(view.claim.text, word.start, view.claim.words[noun].end)
        return [
            Finding(
                axis="caveat",
                relation=Relation.ABSENT,
                claim_quote=view.claim.quote(ours),
                source_quote=view.source.quote(kind),
                explanation=f"The claim says it of '{ours.text}'; the source only of '{kind.text}'.",
                severity=Severity.HIGH,
            )
        ]
    return []


def _noun(claim: Reading, at: int) -> int | None:
    """The noun that "all" is said of, where nothing else narrows it."""
    spot = at + 1
    while spot < len(claim.words) and claim.words[spot].lower in _ARTICLES:
        spot += 1
    if spot >= len(claim.words) or not claim.words[spot].content:
        return None
    following = claim.words[spot + 1].lower if spot + 1 < len(claim.words) else ""
    return None if following in ("of", "who", "that", "with", "in", "from", "aged") else spot


def _kind(view: View, noun: str) -> Span | None:
    """The source's noun with the word that makes a kind of it; None if it stands anywhere without one."""
    found = None
    for spot, word in enumerate(view.source.words):
        if word.stem != noun:
            continue
        if not spot or not _narrows(view, view.source.words[spot - 1]):
            return None
        found = found or cut(view.source.text, _start(view.source, spot - 1), word.end)
    return found


def _start(source: Reading, at: int) -> int:
    """Where the word begins, with what a hyphen ties to it: "full-time"."""
    whole = _TIED.search(source.text, 0, source.words[at].start)
    return whole.start() if whole else source.words[at].start


def _narrows(view: View, word: Word) -> bool:
    """Whether a word before the noun makes a kind of it that the claim does not name."""
    if word.lower in _NO_KIND or not _SPELT.fullmatch(word.text) or word.lower.endswith(("ing", "ly")):
        return False
    named = {one.stem for one in view.claim.words}
    return word.content and word.stem not in named


def _said_of_all(views: Sequence[View], noun: str) -> bool:
    return any(
        word.stem == noun and any(before.lower in _ALL for before in view.source.words[max(0, at - 3) : at])
        for view in views
        for at, word in enumerate(view.source.words)
    )
