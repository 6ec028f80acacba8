"""The `date` axis: each period of the claim against the source's. A coarser period follows, a finer one does not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.compare.align import SourceWords, View
from adjudge.analysis.compare.axes.value import made, value_finding
from adjudge.analysis.compare.placing import misplaced
from adjudge.analysis.facts.calendar import year_of
from adjudge.analysis.facts.dates import in_year
from adjudge.analysis.facts.periods import WHOLE, DateRelation, Period
from adjudge.verdict import Axis, Finding, Relation, Severity

_FRAME, _SURE_FRAME, _FAR_CLOSER = 0.6, 0.75, 3.0
_ANY_YEAR = 2000
_ANCHORED_OTHERWISE = ({DateRelation.AS_OF, DateRelation.BEFORE}, {DateRelation.AS_OF, DateRelation.AFTER})
"""A state at one time says nothing of another time: "before 12 May" for "as of 11 May"."""
_ENDS = {DateRelation.UNTIL, DateRelation.SINCE}
_HALF_OPEN = {DateRelation.BEFORE, DateRelation.UNTIL, DateRelation.BY, DateRelation.AFTER, DateRelation.SINCE}
_BORN_OR_DIED = re.compile(r"\b(?:(?P<birth>born|geboren)|died|starb|gestorben)\b(?!.* (?:and|und) )[^,;]*$", re.DOTALL)
_BEFORE = 40


@dataclass(frozen=True, slots=True)
class Dating:
    """A period of the sources beside one of the claim."""

    period: Period
    view: View
    relation: Relation


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:
    """One finding for each period of the claim."""
    return [_finding(period, views, sources) for period in views[0].claim.dates] if views else []


def relate(claim: Period, source: Period) -> Relation:
    """How the claim's period stands to the source's, provided both date the same event."""
    if not claim.dated or not source.dated or claim.weekday is not None or source.weekday is not None:
        return _in_one_year(claim, source) or _by_parts(claim, source)
    if claim.bearing is source.bearing and claim.bearing in _ENDS and claim.anchor and source.anchor:
        return _days(claim.anchor, source.anchor)  # something that lasts has one end and one beginning
    ranges = claim.bearing is source.bearing is DateRelation.RANGE
    if ranges and (claim.start == source.start) is not (claim.end == source.end):
        return Relation.CONTRADICTED  # likewise: the same beginning and another end, or the other way round
    if source.bearing is DateRelation.RANGE and claim.bearing is DateRelation.IN and _an_end(claim, source):
        return Relation.COARSER
    relations = {_days(ours, theirs) for ours in _readings(claim) for theirs in _readings(source)}
    if Relation.COARSER in relations and {claim.bearing, source.bearing} in _ANCHORED_OTHERWISE:
        return Relation.ABSENT
    for relation in (Relation.SAME, Relation.COARSER, Relation.ABSENT):
        if relation in relations:
            return relation
    return Relation.CONTRADICTED


def _an_end(claim: Period, source: Period) -> bool:
    """Whether the claim dates the beginning or the end of the source's range: "died in 1997" of "1960-1997"."""
    ends = [end for days in _readings(source) for end in days]
    return any(first <= end <= last for first, last in _readings(claim) for end in ends)


def _in_one_year(claim: Period, source: Period) -> Relation | None:
    """ "Before 3 April" and "1 April 2020" are taken to be of one year; a year that only the claim gives does not
    follow from that."""
    if claim.bearing is source.bearing and claim.part == source.part == WHOLE:
        return None
    if {claim.bearing, source.bearing} in _ANCHORED_OTHERWISE:
        return None
    known = one_year(source) or one_year(claim)
    if known is None and (claim.dated or source.dated):
        return None
    known = known or _ANY_YEAR
    ours, theirs = in_year(claim, known), in_year(source, known)
    relation = relate(ours, theirs) if ours and theirs else None
    adds_the_year = claim.dated and not source.dated
    return None if adds_the_year and relation is not Relation.CONTRADICTED else relation


def one_year(period: Period) -> int | None:
    """The year that a period names or lies in, if it is one: "from 3 May to 28 June 2022" is of 2022."""
    if period.year is not None or period.start is None or period.end is None:
        return period.year
    return year_of(period.start) if year_of(period.start) == year_of(period.end) else None


def _readings(period: Period) -> tuple[tuple[int, int], ...]:
    if period.readings:
        return period.readings
    return ((period.start, period.end),) if period.start is not None and period.end is not None else ()


def _days(ours: tuple[int, int], theirs: tuple[int, int]) -> Relation:
    if ours == theirs:
        return Relation.SAME
    if ours[1] < theirs[0] or theirs[1] < ours[0]:
        return Relation.CONTRADICTED
    return Relation.COARSER if ours[0] <= theirs[0] and theirs[1] <= ours[1] else Relation.ABSENT


def _by_parts(claim: Period, source: Period) -> Relation:
    """Without a year on both sides, compare what both name: year, month, day, weekday."""
    if _HALF_OPEN & {claim.bearing, source.bearing} and claim.bearing is not source.bearing:
        return Relation.ABSENT
    pairs = [
        (claim.year, source.year),
        (claim.month, source.month),
        (claim.day, source.day),
        (claim.weekday, source.weekday),
    ]
    both = [(ours, theirs) for ours, theirs in pairs if ours is not None and theirs is not None]
    if any(ours != theirs for ours, theirs in both):
        return Relation.CONTRADICTED
    if not both or any(ours is not None and theirs is None for ours, theirs in pairs):
        return Relation.ABSENT
    return Relation.SAME if all((ours is None) == (theirs is None) for ours, theirs in pairs) else Relation.COARSER


@lru_cache(maxsize=64)
def dated_apart(view: View) -> bool:
    """Whether the two sentences speak of different times, at which different things can hold."""
    pairs = [(ours, theirs) for ours in view.claim.dates for theirs in view.source.dates]
    return bool(pairs) and all(relate(*pair) is Relation.CONTRADICTED for pair in pairs)


def _finding(claim: Period, views: Sequence[View], sources: SourceWords) -> Finding:
    candidates = [
        Dating(source, view, relate(claim, _of_a_life(claim, source, view)))
        for view in views
        for source in view.source.dates
    ]
    against = [one for one in candidates if one.relation is Relation.CONTRADICTED and _same_frame(claim, one)]
    for wanted in (Relation.SAME, Relation.COARSER):
        agreeing = [one for one in candidates if one.relation is wanted]
        best = max(agreeing, key=lambda one: (one.view.coverage, _attachment(claim, one)), default=None)
        if best is None:
            continue
        beside = [one for one in against if one.view is best.view]
        if misplaced(best.view, claim.span, best.period.span, [one.period.span for one in beside]):
            return _made(claim, max(beside, key=lambda one: _attachment(claim, one)), views[0])
        # The date of another event does not bear out the claim where a sentence dates the claim's own otherwise.
        enough = max(_SURE_FRAME, _FAR_CLOSER * _frame(claim, best)) if len(best.view.claim.dates) == 1 else 1.0
        closer = [one for one in against if _frame(claim, one) > enough]
        closest = max(closer, key=lambda one: (_frame(claim, one), _attachment(claim, one)), default=best)
        return _made(claim, closest, views[0])
    if sources.elsewhere(str(claim.year or claim.span.text), views):
        against = []
    open_ones = [one for one in candidates if one.relation is Relation.ABSENT and _shares_part(claim, one.period)]
    if against or open_ones:
        # The date among the same words counts; between equals, what can be true comes first.
        nearest = max([*open_ones, *against], key=lambda one: _attachment(claim, one))
        return _made(claim, nearest, views[0])
    text, quote = f"The source does not give the date '{claim.span.text}'.", views[0].claim.quote(claim.span)
    return made(Axis.DATE, Relation.ABSENT, quote, None, text, Severity.MEDIUM)


def _of_a_life(claim: Period, source: Period, view: View) -> Period:
    """The end of a life that the claim is about: "born in 1894" of "Ann Hale (1894-1986)"; else the period itself."""
    told = _BORN_OR_DIED.search(view.claim.text[max(0, claim.span.start - _BEFORE) : claim.span.start])
    bracketed = view.source.text[max(0, source.span.start - 1) : source.span.start] == "("
    if source.ends is None or told is None or not bracketed:
        return source
    return Period(source.span, *source.ends[0 if told["birth"] else 1])


def _frame(claim: Period, one: Dating) -> float:
    """How far the sentence says the same as the claim but for numbers and dates."""
    return one.view.frame_without(one.view.claim.indexes(claim.span))


def _attachment(claim: Period, one: Dating) -> float:
    return one.view.attachment(one.view.claim.indexes(claim.span), one.view.source.indexes(one.period.span))


def _shares_part(claim: Period, source: Period) -> bool:
    return (
        (claim.dated and source.dated)
        or claim.month == source.month is not None
        or claim.year == source.year is not None
        or claim.weekday == source.weekday is not None
    )


def _same_frame(claim: Period, one: Dating) -> bool:
    if DateRelation.AS_OF in (claim.bearing, one.period.bearing):
        return False  # two states of affairs at two times can both be true
    ours, theirs = one.view.claim.indexes(claim.span), one.view.source.indexes(one.period.span)
    if _frame(claim, one) < _FRAME or any(one.view.denied(ours, theirs)):
        return False
    return not one.view.alternative(ours, theirs)


def _made(claim: Period, one: Dating, view: View) -> Finding:
    source = one.view.source.quote(one.period.span)
    ours, theirs = claim.span.text, one.period.span.text
    return value_finding(Axis.DATE, one.relation, view.claim.quote(claim.span), source, ours=ours, theirs=theirs)
