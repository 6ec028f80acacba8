"""The `negation` axis, second part: a state of which the source says the contrary of the same thing.

"The shop is open on Sundays" of "It is closed on Sundays". Pure: views in, findings out. Each clause of the source is
read by itself, since one clause may tell of a state and the next of its end.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from adjudge.analysis.compare.align import View, view
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.clauses import clauses
from adjudge.analysis.text.lexicon.blocks import pattern, word_set
from adjudge.analysis.text.lexicon.states import STATES
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import Span
from adjudge.verdict import Finding, Quote, Relation, Severity

_FRAME = 0.75
_PRONOUNS = word_set("it he she they this er sie es")
_LEADS_AWAY = word_set(
    "of on in at by for with from to after before since until during over as and but or von in am im an bei mit nach"
)
_LEAVING_OPEN = r"""
    if|unless|would|could|(?-i:may)|might|should|whether|refus\w*|fail\w*|threat\w*|plan(?:s|ned)? to|want\w*|
    tr(?:y|ied|ies)|propos\w*|call(?:s|ed)? for|motion to|bid to|against|den(?:y|ied|ies)|urg\w*|demand\w*|avoid\w*|
    prevent\w*|nearly|almost|narrowly|block\w*|(?<!\w)not(?! (?:guilty|hurt|injured))|never|no|without|will|seek\w*|
    hop\w*|expected|likely|until|before|unlike|wenn|falls|wird|soll|nicht|kein\w*|könnte\w*|würde\w*
"""
_UNSURE = re.compile(rf"(?:\b(?:{pattern(_LEAVING_OPEN)})|n['’]t)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Clause:
    """The claim beside one clause of a source sentence; `known` are the claim words that it answers."""

    view: View
    whole: View
    start: int
    known: frozenset[int]

    def share_without(self, left_out: frozenset[int]) -> float:
        """How much of the rest of the claim the clause answers."""
        weights = {at: weight for at, weight in self.view.weights.items() if at not in left_out}
        total = sum(weights.values())
        return sum(weight for at, weight in weights.items() if at in self.known) / total if total else 0.0


@cache
def _families() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    compiled = [tuple(re.compile(rf"(?<![\w-])(?:{side})(?![\w-])", re.IGNORECASE) for side in pair) for pair in STATES]
    return tuple(pair for one, other in compiled for pair in ((one, other), (other, one)))


@cache
def _any_state() -> re.Pattern[str]:
    """Whether a text names a state at all: most do not."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(side for pair in STATES for side in pair)})(?![\w-])", re.IGNORECASE)


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding: the first state that a clause of the source gives the other way round."""
    if not views or not _any_state().search(views[0].claim.text) or _UNSURE.search(views[0].claim.text):
        return []
    for side, contrary in _families():
        ours = side.search(views[0].claim.text)
        if ours is None or contrary.search(views[0].claim.text):
            continue
        if any(contrary.search(one.source.text) for one in views):
            found = _clash(views, Span(*ours.span(), ours.group()), side, contrary)
            if found is not None:
                return [found]
    return []


def said_too(view: View, at: int, spot: int) -> bool:
    """Whether the source sentence has the claim's own state too, in other words: "closed since May, it reopened"."""
    ours, theirs = view.claim.words[at].text, view.source.words[spot].text
    return any(
        side.fullmatch(ours) and contrary.fullmatch(theirs) and side.search(view.source.text)
        for side, contrary in _families()
    )


def _clash(views: Sequence[View], ours: Span, side: re.Pattern[str], contrary: re.Pattern[str]) -> Finding | None:
    claim = views[0].claim
    own = claim.indexes(ours)
    told = [clause for one in views for clause in _clauses(one, views)]
    agreeing = max((one.share_without(own) for one in told if side.search(one.view.source.text)), default=0.0)
    for clause in told:
        text = clause.view.source.text
        theirs = contrary.search(text)
        if theirs is None or side.search(text) or _UNSURE.search(text):
            continue
        share = clause.share_without(own)
        spots = clause.view.source.indexes(Span(*theirs.span(), theirs.group()))
        if share >= _FRAME and share > agreeing and _of_the_same(clause, own, spots):
            return _made(claim.quote(ours), _quoted(clause, theirs.group()))
    return None


def _clauses(one: View, views: Sequence[View]) -> Iterator[_Clause]:
    """The clauses of the source sentence; a pronoun at the head of one answers what stands first in the claim."""
    for part in clauses(one.source.text):
        reading = Reading(one.source.document_id, Span(one.source.span.start, 0, part.text))
        beside = view(one.claim, reading, one.weights)
        opens = any(word.lower in _PRONOUNS for word in reading.words[:3])
        subject = dict.fromkeys(_subject(one, views), 0) if opens else {}
        beside = replace(beside, links={**subject, **_closely(beside)})
        yield _Clause(beside, one, part.span.start, frozenset(beside.links))


def _closely(beside: View) -> dict[int, int]:
    """The links without those to a member of the kind: what holds of Sundays need not hold of weekdays."""
    ours, theirs = beside.claim.words, beside.source.words
    return {
        at: spot for at, spot in beside.links.items() if sense(ours[at].stem, theirs[spot].stem) is not Sense.BROADER
    }


def _subject(one: View, views: Sequence[View]) -> list[int]:
    """The first content words of the claim that an earlier sentence of the same source names."""
    earlier = [
        other
        for other in views
        if other.source.document_id == one.source.document_id and other.source.span.start < one.source.span.start
    ]
    found: list[int] = []
    for at in one.claim.content[:3]:
        if (found and at != found[-1] + 1) or not any(at in other.links for other in earlier):
            break
        found.append(at)
    return found


def _of_the_same(clause: _Clause, ours: frozenset[int], theirs: frozenset[int]) -> bool:
    """Whether both states are said of one thing: the claim's object, or else its subject, stands by the source's."""
    theme = _object(clause.view.claim, ours)
    if theme is None:
        theme = max((at for at in clause.view.claim.content if at < min(ours)), default=None)
    spot = clause.view.links.get(theme) if theme is not None else None
    if spot is None or spot in theirs:
        return False
    words = clause.view.source.words
    if spot < min(theirs) and _belongs_to_another(clause.view, spot):
        return False
    between = range(spot + 1, min(theirs)) if spot < min(theirs) else range(max(theirs) + 1, spot)
    answered = frozenset(clause.view.links.values())
    return not any(words[at].content and at not in answered for at in between)


def _belongs_to_another(beside: View, spot: int) -> bool:
    """Whether the word only says more about an unknown one: "the rehearsal for the parade"."""
    words, answered = beside.source.words, frozenset(beside.links.values())
    before = [at for at in range(spot) if words[at].content or words[at].lower in _LEADS_AWAY]
    if len(before) < 2 or words[before[-1]].lower not in _LEADS_AWAY:
        return False
    return words[before[-2]].content and before[-2] not in answered


def _object(claim: Reading, ours: frozenset[int]) -> int | None:
    """The first noun behind the words, unless a preposition leads elsewhere."""
    for at in range(max(ours) + 1, len(claim.words)):
        word = claim.words[at]
        if word.lower in _LEADS_AWAY or not word.text[0].isalnum():
            return None
        if word.content:
            return None if _figure(claim, at) else at
    return None


def _figure(claim: Reading, at: int) -> bool:
    spans = [item.span for group in (claim.quantities, claim.dates) for item in group]
    return any(at in claim.indexes(span) for span in spans)


def _quoted(clause: _Clause, words: str) -> Quote:
    text = clause.whole.source.text
    start = max(0, text.find(words, clause.start))
    return clause.whole.source.quote(Span(start, start + len(words), words))


def _made(ours: Quote, theirs: Quote) -> Finding:
    return Finding(
        axis="negation",
        relation=Relation.CONTRADICTED,
        claim_quote=ours,
        source_quote=theirs,
        explanation=f"The claim says '{ours.text}', the source '{theirs.text}': both cannot be true.",
        severity=Severity.HIGH,
    )
