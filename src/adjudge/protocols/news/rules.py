"""The news checker's rules: weighed evidence in, label, confidence and contradictions out. No engine, no state.

    effect (label and bearing) -> `decided` (both sides? how many origins?) -> `criticised` (downwards only)

A label is not proof: what follows from a record is in `evidence/bearing.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudge.evidence.bearing import effect
from adjudge.evidence.records import Origin
from adjudge.questions.news import Advice, Bearing, Complexity, Criticism, NewsLabel
from adjudge.verdict import Stance

STANCES = {
    NewsLabel.SUPPORTED: Stance.SUPPORTED,
    NewsLabel.REFUTED: Stance.CONTRADICTED,
    NewsLabel.NEI: Stance.NOT_ENOUGH_INFO,
}
# The weight of one piece of evidence by its origin. Ordered, not fitted.
TRUST = {Origin.FEVER: 0.9, Origin.ISOT: 0.85, Origin.GIVEN: 0.85, Origin.DOCUMENTS: 0.8, Origin.WEB: 0.6}
UNDECIDED = 0.5
_HIGH_COMPLEXITY = 0.9
_MOST = 0.97
_AGAINST = 0.6
_OUTWEIGHED = 3


@dataclass(frozen=True, slots=True)
class WeighedEvidence:
    """A piece of evidence that has been weighed; `group` is the same for pieces of one origin."""

    id: str
    origin: Origin
    label: str
    bearing: Bearing
    group: int

    @property
    def effect(self) -> NewsLabel:
        """What follows for the claim; NEI if nothing does."""
        return effect(self.label, self.bearing)


@dataclass(frozen=True, slots=True)
class Decision:
    """A label, its confidence, and the evidence against it."""

    label: NewsLabel
    confidence: float
    origins: int
    contradictions: tuple[str, ...] = ()


def decided(pieces: Sequence[WeighedEvidence], complexity: Complexity) -> Decision:
    """The label that the evidence gives. Two sides make NEI, unless one has three times the origins of the other."""
    groups = {
        side: {piece.group for piece in pieces if piece.effect is side}
        for side in (NewsLabel.SUPPORTED, NewsLabel.REFUTED)
    }
    ranked = sorted(groups, key=lambda side: (-len(groups[side]), side is NewsLabel.SUPPORTED))
    first, second = ranked
    if not groups[first]:
        return Decision(NewsLabel.NEI, UNDECIDED, 0)
    contradictions = _contradictions(pieces)
    if groups[second] and len(groups[first]) < _OUTWEIGHED * len(groups[second]):
        both = groups[first] | groups[second]
        return Decision(NewsLabel.NEI, UNDECIDED, len(both), contradictions)
    counted = [piece for piece in pieces if piece.effect is first]
    confidence = _joint(counted) * (_HIGH_COMPLEXITY if complexity is Complexity.HIGH else 1.0)
    if groups[second]:
        confidence *= _AGAINST
    return Decision(first, round(min(_MOST, confidence), 4), len(groups[first]), contradictions)


def criticised(decision: Decision, criticism: Criticism) -> Decision:
    """The decision after the critic, who may choose NEI or lower the confidence, never raise it or change sides."""
    adjustment = min(0.0, criticism.confidence_adjustment)
    lowered = round(max(0.0, decision.confidence + adjustment), 4)
    if criticism.advice is Advice.NEI and decision.label is not NewsLabel.NEI:
        return replace(decision, label=NewsLabel.NEI, confidence=min(UNDECIDED, lowered))
    return replace(decision, confidence=lowered)


def allowed(word: str) -> NewsLabel | None:
    """The verdict named by a word, ignoring white space and case; None for a constraint violation."""
    try:
        return NewsLabel(word.strip().upper())
    except ValueError:
        return None


def _joint(pieces: Sequence[WeighedEvidence]) -> float:
    """The combined weight of pieces: each origin counts once, by its best piece."""
    best: dict[int, float] = {}
    for piece in pieces:
        best[piece.group] = max(best.get(piece.group, 0.0), TRUST[piece.origin])
    doubt = 1.0
    for trust in best.values():
        doubt *= 1.0 - trust
    return 1.0 - doubt


def _contradictions(pieces: Sequence[WeighedEvidence]) -> tuple[str, ...]:
    """Each piece that supports beside each that refutes, by their labels."""
    sides = {side: [piece for piece in pieces if piece.effect is side] for side in NewsLabel}
    found = [
        f"{_named(one)} against {_named(other)}"
        for one in sides[NewsLabel.SUPPORTED]
        for other in sides[NewsLabel.REFUTED]
    ]
    return tuple(dict.fromkeys(found))


def _named(piece: WeighedEvidence) -> str:
    word = piece.origin.value.removesuffix(" DB")
    return f"{word} {piece.label or piece.effect} ({piece.id})"
