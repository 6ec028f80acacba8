"""The `role` axis of one-sided results: "Celtic won" of "Rangers beat Celtic".

Pure: views in, findings out. A claim that names only one side is held against a contest of two that the source tells
(`ties.py`); which of two named sides won is for `converses.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.periods import dated_apart
from adjudge.analysis.compare.sides import MARKS, Side, Tie, before, side
from adjudge.analysis.compare.ties import ties
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.converses import CONTESTS
from adjudge.analysis.text.spans import cut
from adjudge.verdict import Finding, Relation, Severity

_BEATEN = word_set("beaten defeated thrashed trounced outplayed")
_BE = word_set("is are was were been")
_OPPONENT = word_set("against to over by")
# The one contest alone: who lost a match may still have won the title, the cup or the series.
_AT_STAKE = word_set("- – the their his her a match game final semifinal semi-final derby contest race fight bout")
_AROUND = word_set("on in at after with again narrowly heavily comfortably easily")


@dataclass(frozen=True, slots=True)
class _Result:
    """Who is said to have won or lost, and the word that says so."""

    who: Side
    won: bool
    at: int


@dataclass(frozen=True, slots=True)
class _Told:
    """The claim's result beside the contest that a source sentence tells."""

    view: View
    claimed: _Result
    contest: Tie
    agrees: bool


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding: the side that the claim lets win lost, or the other way round."""
    found = _told(views)
    return [] if found is None or found.agrees else [_made(found)]


def settled(views: Sequence[View]) -> frozenset[int]:
    """The claim's "won" or "lost" that the source says of the other side in the other word."""
    found = _told(views)
    return frozenset({found.claimed.at}) if found is not None and found.agrees else frozenset()


def told_of_another(view: View, at: int, spot: int) -> bool:
    """Whether the claim's "lost" and the source's "won" are said of different sides: "Byrne lost", of "Fischer won"."""
    ours, theirs = view.claim.words, view.source.words
    if {ours[at].lower, theirs[spot].lower} != {"won", "lost"}:
        return False
    mine, other = side(ours, before(ours, at)), side(theirs, before(theirs, spot))
    return mine is not None and other is not None and mine.stems.isdisjoint(other.stems)


def _told(views: Sequence[View]) -> _Told | None:
    """The claim's result beside the first source sentence that tells of the contest."""
    claimed = next(_results(views[0].claim), None) if views else None
    if claimed is None:
        return None
    for view in views:
        contests = [] if dated_apart(view) else [tie for tie in ties(view.source) if _is_contest(tie)]
        told = {tie: won for tie in contests if (won := _won(claimed.who, tie)) is not None}
        if told:
            return _Told(view, claimed, next(iter(told)), agrees=claimed.won in told.values())
    return None


def _results(claim: Reading) -> Iterator[_Result]:
    words = claim.words
    for at, word in enumerate(words):
        passive = at > 0 and words[at - 1].lower in _BE
        if not (word.lower in _BEATEN if passive else word.lower in ("won", "lost")):
            continue
        if claim.negations or not _alone(claim, at):
            return
        who = side(words, before(words, at - 1 if passive else at))
        if who is not None:
            yield _Result(who, word.lower == "won", at)


def _alone(claim: Reading, verb: int) -> bool:
    """Whether nothing but the contest, its score, time or place follows: "won the toss" and "lost to City" are else."""
    rest = claim.words[verb + 1 :]
    if any(word.lower in _OPPONENT for word in rest):
        return False
    for word in rest:
        if word.lower in _AT_STAKE or word.text[0].isdigit():
            continue
        return word.lower in MARKS or word.lower in _AROUND
    return True


def _is_contest(tie: Tie) -> bool:
    return tie.word in CONTESTS or tie.word == "lose"


def _won(who: Side, tie: Tie) -> bool | None:
    """Whether this side won the contest; none if it is not surely one of the two."""
    winner, loser = (tie.second, tie.first) if tie.word == "lose" else (tie.first, tie.second)
    fits = [who.stems <= one.stems and one.head in who.stems for one in (winner, loser)]
    return fits[0] if fits[0] is not fits[1] else None


def _made(found: _Told) -> Finding:
    view, claimed, words = found.view, found.claimed, found.view.source.words
    ours = view.claim.words[claimed.at]
    said = cut(view.source.text, words[found.contest.at[0]].start, words[found.contest.at[-1]].end)
    other = "lost" if claimed.won else "won"
    return Finding(
        axis="role",
        relation=Relation.CONTRADICTED,
        claim_quote=view.claim.quote(cut(view.claim.text, ours.start, ours.end)),
        source_quote=view.source.quote(said),
        explanation=f"The claim says '{ours.text}'; by '{said.text}' the source says that this side {other}.",
        severity=Severity.HIGH,
    )
