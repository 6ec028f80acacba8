"""The `date` axis, second part: a claim's times of day against the source's. 19:30 is half past seven in the evening.

What opens at nine and closes at five has two times: a claim's time is told against one of the same event only.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View, misplaced
from adjudge.analysis.compare.axes.periods import dated_apart
from adjudge.analysis.facts.clock import DAY, HOUR, NEAR, Clock, Edge, Side, clocks
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_PHRASE = 5
_CUT = re.compile(
    r"[,;]\s|\s(?:and|but|while|before|after|when|und|aber|während|bevor|nachdem|als)\s(?!\d|noon|midnight|midday)"
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    time: Clock
    view: View
    relation: Relation


def findings(views: Sequence[View]) -> list[Finding]:
    """One finding for each time of day of the claim that the sources tell of."""
    if not views:
        return []
    found = (_finding(time, views) for time in clocks(views[0].claim.text))
    return [one for one in found if one is not None]


def relate(claim: Clock, source: Clock) -> Relation:
    """How the claim's time stands to the source's, taken that both tell of the same event."""
    if source.partner and not claim.partner and claim.edge is Edge.NONE:
        return _within(claim, source)
    if claim.readings & source.readings and claim.side is source.side:
        return Relation.SAME
    if claim.side is Side.AT and source.side is Side.AT:
        return Relation.COARSER if _rounded(claim, source) else Relation.CONTRADICTED
    relations = {
        _lapses(ours, (theirs[0] + turn, theirs[1] + turn))
        for ours in claim.minutes()
        for theirs in source.minutes()
        for turn in (-DAY, 0, DAY)
    }
    if Relation.COARSER in relations or (claim.readings & source.readings and claim.side is Side.AT):
        return Relation.ABSENT if source.side in (Side.BEFORE, Side.AFTER) else Relation.COARSER
    return Relation.ABSENT if Relation.ABSENT in relations else Relation.CONTRADICTED


def _within(claim: Clock, source: Clock) -> Relation:
    """A single time beside both ends of a range: one of the ends, between them, or outside."""
    if claim.readings & (source.readings | source.partner):
        return Relation.COARSER
    opens, closes = (
        (source.readings, source.partner) if source.edge is Edge.START else (source.partner, source.readings)
    )
    between = any(
        (time - start) % DAY <= (end - start) % DAY for time in claim.readings for start in opens for end in closes
    )
    return Relation.ABSENT if between or claim.side is not Side.AT else Relation.CONTRADICTED


def _rounded(claim: Clock, source: Clock) -> bool:
    """ "At nine" for "at 9:02": told to the quarter of an hour, of a time told to the minute."""
    pairs = [(ours, theirs) for ours in claim.readings for theirs in source.readings]
    return any(
        ours % 15 == 0 and theirs % 5 and min((ours - theirs) % DAY, (theirs - ours) % DAY) <= NEAR
        for ours, theirs in pairs
    )


def _lapses(ours: tuple[int, int], theirs: tuple[int, int]) -> Relation:
    if ours[1] < theirs[0] or theirs[1] < ours[0]:
        return Relation.CONTRADICTED
    return Relation.COARSER if ours[0] <= theirs[0] and theirs[1] <= ours[1] else Relation.ABSENT


def _finding(claim: Clock, views: Sequence[View]) -> Finding | None:
    candidates = [
        _Candidate(source, view, relate(claim, source))
        for view in views
        for source in clocks(view.source.text)
        if _of_one_edge(claim, source)
    ]
    agreeing = [one for one in candidates if one.relation in (Relation.SAME, Relation.COARSER)]
    against = [one for one in candidates if one.relation is Relation.CONTRADICTED and _of_one_event(claim, one)]
    if agreeing:
        best = max(
            agreeing, key=lambda one: (one.relation is Relation.SAME, one.view.coverage, _attachment(claim, one))
        )
        told = [other for other in clocks(views[0].claim.text) if other is not claim]
        beside = [one for one in against if one.view is best.view and not _told_too(one, told)]
        # With a day beside it, the day says which of two times is meant, wherever it stands.
        if not views[0].claim.dates and misplaced(
            best.view, claim.span, best.time.span, (one.time.span for one in beside)
        ):
            return _made(claim, max(beside, key=lambda one: _attachment(claim, one)), views[0])
        return _made(claim, best, views[0])
    if against:
        return _made(claim, max(against, key=lambda one: (one.view.coverage, _attachment(claim, one))), views[0])
    if hour := _bare_hour(claim, views):
        return hour
    return Finding(
        axis="date",
        relation=Relation.ABSENT,
        claim_quote=views[0].claim.quote(claim.span),
        explanation=f"The claim says {claim.span.text}; the source does not say so.",
        severity=Severity.MEDIUM,
    )


def _told_too(one: _Candidate, others: Sequence[Clock]) -> bool:
    """Whether the claim tells this time too, of something else."""
    return any(other.readings & one.time.readings for other in others)


def _bare_hour(claim: Clock, views: Sequence[View]) -> Finding | None:
    """ "At 7 pm" of "let's make it 7": a number alone that can be the hour."""
    for view in views:
        for number in view.source.quantities:
            if not number.unit and any(number.value in (time / HOUR, time / HOUR - 12) for time in claim.readings):
                return Finding(
                    axis="date",
                    relation=Relation.SAME,
                    claim_quote=views[0].claim.quote(claim.span),
                    source_quote=view.source.quote(number.span),
                    explanation=f"The claim says {claim.span.text}; the source says {number.surface}: the same hour.",
                    severity=Severity.LOW,
                )
    return None


def _of_one_edge(claim: Clock, source: Clock) -> bool:
    """Whether neither is a beginning where the other is an end, nor both are told by clocks of different places."""
    if claim.zone and claim.zone != source.zone:
        return False
    return Edge.NONE in (claim.edge, source.edge) or claim.edge is source.edge


def _of_one_event(claim: Clock, one: _Candidate) -> bool:
    """Whether both tell when the same thing happened: the claim's words by its time stand in the clause of the
    source's, the rest is the same, no side denies it, and it is not of another day."""
    view = one.view
    ours, theirs = view.claim.indexes(claim.span), view.source.indexes(one.time.span)
    bare = not set(view.claim.content) - ours - view.figures
    if (
        (view.frame_without(ours) < _FRAME and not bare)
        or any(view.denied(ours, theirs))
        or view.alternative(ours, theirs)
    ):
        return False
    return not dated_apart(view) and _by_the_same_words(view, ours, one.time)


def _by_the_same_words(view: View, ours: frozenset[int], time: Clock) -> bool:
    """Whether the content word nearest to the claim's time is answered in the clause in which the source's stands."""
    figures = view.figures
    content = [index for index in view.claim.content if index not in ours and index not in figures]
    if not content or not ours:
        return view.in_place(ours, view.source.indexes(time.span))
    before = [index for index in content if min(ours) - _PHRASE <= index < min(ours)]
    nearest = max(before) if before else min(content, key=lambda index: abs(index - max(ours)))
    spot = view.links.get(nearest)
    if spot is None:
        return False
    clause = _clause(view.source.text, time)
    return view.source.words[spot].start in clause


def _clause(text: str, time: Clock) -> range:
    """The stretch around a time between commas, "and", "before" and "after"."""
    cuts = [cut for cut in _CUT.finditer(text) if cut.end() <= time.span.start or cut.start() >= time.span.end]
    start = max((cut.end() for cut in cuts if cut.end() <= time.span.start), default=0)
    return range(start, min((cut.start() for cut in cuts if cut.start() >= time.span.end), default=len(text)))


def _attachment(claim: Clock, one: _Candidate) -> float:
    return one.view.attachment(one.view.claim.indexes(claim.span), one.view.source.indexes(one.time.span))


def _made(claim: Clock, one: _Candidate, view: View) -> Finding:
    both = f"The claim says {claim.span.text}; the source says {one.time.span.text}"
    endings = {
        Relation.SAME: ("the same time.", Severity.LOW),
        Relation.COARSER: ("the claim follows, and is less exact.", Severity.LOW),
        Relation.CONTRADICTED: ("both cannot be true.", Severity.HIGH),
    }
    ending, severity = endings[one.relation]
    return Finding(
        axis="date",
        relation=one.relation,
        claim_quote=view.claim.quote(claim.span),
        source_quote=one.view.source.quote(one.time.span),
        explanation=f"{both}: {ending}",
        severity=severity,
    )
