"""The `date` axis: a claim's periods against the source's. A coarser period follows, a finer one does not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View, elsewhere, misplaced, passed_over
from adjudge.analysis.compare.axes.intended import meant_apart
from adjudge.analysis.facts.calendar import year_of
from adjudge.analysis.facts.dates import Bearing, Period, in_year
from adjudge.analysis.facts.periods import WHOLE
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.clauses import has_verb
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.spans import Span
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_ANY_YEAR = 2000
_ASIDES = frozenset({"after", "before", "nachdem", "bevor", "nach", "vor"})
_ANCHORED_OTHERWISE = ({Bearing.AS_OF, Bearing.BEFORE}, {Bearing.AS_OF, Bearing.AFTER})
"""A state of affairs at one time is told of another: "before 12 May" for "as of 11 May"."""
_ENDS = {Bearing.UNTIL, Bearing.SINCE}
_CUT = re.compile(r"[,;]\s|\s(?:and|but|while|before|und|aber|während|bevor)\s")
_BORN_OR_DIED = re.compile(r"\b(?:(?P<birth>born|geboren)|died|starb|gestorben)\b(?:(?!\b(?:and|und)\b)[^,;])*$")
_GEBOREN = re.compile(r"(?:\s+in\s+\w+)?\s+(?:(?P<birth>geboren)|gestorben)\b")
_LIFE = re.compile(r"(?P<name>[^()]*?)\s*(?:\(|-LRB-)(?:(?!reign|office)[^()])*")
_SMALL = re.compile(r"\b[a-z]\w*")
_PARTICLES = word_set("of the von van der den de du la le al bin ibn di da y and und")
_HALF_OPEN = {Bearing.BEFORE, Bearing.UNTIL, Bearing.BY, Bearing.AFTER, Bearing.SINCE}


@dataclass(frozen=True, slots=True)
class _Candidate:
    period: Period
    view: View
    relation: Relation


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """One finding for each period of the claim; `lowered` is the whole of the sources in lower case."""
    if not views:
        return []
    return [_finding(period, views, lowered) for period in views[0].claim.dates]


def relate(claim: Period, source: Period) -> Relation:
    """How the claim's period stands to the source's, taken that both date the same event."""
    if not claim.dated or not source.dated or claim.weekday is not None or source.weekday is not None:
        return _in_one_year(claim, source) or _by_parts(claim, source)
    if claim.bearing is source.bearing and claim.bearing in _ENDS and claim.anchor and source.anchor:
        return _days(claim.anchor, source.anchor)  # something that lasts has one end and one beginning
    ranges = claim.bearing is source.bearing is Bearing.RANGE
    if ranges and (claim.start == source.start) is not (claim.end == source.end):
        return Relation.CONTRADICTED  # likewise: the same beginning and another end, or the other way round
    if (at_one_end := _at_one_end(claim, source)) is not None:
        return at_one_end
    if source.bearing is Bearing.RANGE and claim.bearing is Bearing.IN and _an_end(claim, source):
        return Relation.COARSER
    relations = {_days(ours, theirs) for ours in _readings(claim) for theirs in _readings(source)}
    if Relation.COARSER in relations and {claim.bearing, source.bearing} in _ANCHORED_OTHERWISE:
        return Relation.ABSENT
    for relation in (Relation.SAME, Relation.COARSER, Relation.ABSENT):
        if relation in relations:
            return relation
    return Relation.CONTRADICTED


def _at_one_end(claim: Period, source: Period) -> Relation | None:
    """ "Until 2003" and "from 1994 to 2003" tell of one end; a range that only the claim gives does not follow."""
    bounded, ranged = (claim, source) if source.ends else (source, claim)
    if bounded.bearing not in _ENDS or not bounded.anchor or not ranged.ends:
        return None
    relation = _days(bounded.anchor, ranged.ends[0 if bounded.bearing is Bearing.SINCE else 1])
    if relation is Relation.CONTRADICTED:
        return relation
    return Relation.COARSER if relation is not Relation.ABSENT and bounded is claim else Relation.ABSENT


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
    known = _one_year(source) or _one_year(claim)
    if known is None and (claim.dated or source.dated):
        return None
    known = known or _ANY_YEAR
    ours, theirs = in_year(claim, known), in_year(source, known)
    relation = relate(ours, theirs) if ours and theirs else None
    adds_the_year = claim.dated and not source.dated
    return None if adds_the_year and relation is not Relation.CONTRADICTED else relation


def _one_year(period: Period) -> int | None:
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
    if any(ours is not None and theirs is not None and ours != theirs for ours, theirs in pairs):
        return Relation.CONTRADICTED
    if not any(ours is not None and theirs is not None for ours, theirs in pairs):
        return Relation.ABSENT
    if any(ours is not None and theirs is None for ours, theirs in pairs):
        return Relation.ABSENT
    return Relation.SAME if all((ours is None) == (theirs is None) for ours, theirs in pairs) else Relation.COARSER


def _told(source: Reading) -> tuple[Period, ...]:
    """The source's periods, with the years that it only lets one reckon ("two years later")."""
    return (*source.dates, *source.reckoned)


def dated_apart(view: View) -> bool:
    """Whether the two sentences speak of different times, at which different things can hold."""
    pairs = [(ours, theirs) for ours in view.claim.dates for theirs in view.source.dates]
    return bool(pairs) and all(relate(*pair) is Relation.CONTRADICTED for pair in pairs)


def _finding(claim: Period, views: Sequence[View], lowered: str) -> Finding:
    candidates = [
        _Candidate(source, view, relate(claim, source))
        for view in views
        for source in (_of_a_life(claim, one, view) for one in _told(view.source))
        if not _beside_the_end(claim, source, view)
    ]
    against = [one for one in candidates if one.relation is Relation.CONTRADICTED and _same_frame(claim, one)]
    for wanted in (Relation.SAME, Relation.COARSER):
        agreeing = [one for one in candidates if one.relation is wanted]
        best = max(agreeing, key=lambda one: (one.view.coverage, _attachment(claim, one)), default=None)
        if best is None or passed_over(claim.span, best.view, (one.view for one in against if not _taken(claim, one))):
            continue
        beside = [one for one in against if one.view is best.view and not _of_its_own(claim, best, one)]
        others = [one.period.span for one in beside]
        if not misplaced(best.view, claim.span, best.period.span, others, _said_of_each(best, others)):
            return _made(claim, best, views[0])
        return _made(claim, max(beside, key=lambda one: _attachment(claim, one)), views[0])
    against = [one for one in against if not _taken(claim, one)]
    if elsewhere(str(claim.year or claim.span.text), views, lowered):
        against = []
    open_ones = [one for one in candidates if one.relation is Relation.ABSENT and _shares_part(claim, one.period)]
    if against or open_ones:
        # The date that stands among the same words counts; between equals, what can be true comes first.
        nearest = max([*open_ones, *against], key=lambda one: _nearness(claim, one))
        return _made(claim, nearest, views[0])
    return Finding(
        axis="date",
        relation=Relation.ABSENT,
        claim_quote=views[0].claim.quote(claim.span),
        explanation=f"The claim says {claim.span.text}; the source does not date this.",
        severity=Severity.MEDIUM,
    )


def _said_of_each(best: _Candidate, others: Sequence[Span]) -> frozenset[int]:
    """The claim's words that stand before several weekdays and hold for each: "airs Sunday at 8 and Tuesday at 9"."""
    first = min((span.start for span in others), default=best.period.span.start)
    between = best.view.source.text[first : best.period.span.start]
    if best.period.weekday is None or not between or has_verb(between):
        return frozenset()
    return frozenset(at for at, spot in best.view.links.items() if best.view.source.words[spot].end <= first)


def _of_a_life(claim: Period, source: Period, view: View) -> Period:
    """The end of a life that the claim tells of: "born in 1894" of "Ann Hale (1894-1986) was ...", else the period."""
    told = _BORN_OR_DIED.search(view.claim.text[: claim.span.start])
    told = told or _GEBOREN.match(view.claim.text, claim.span.end)
    named = _LIFE.fullmatch(view.source.text[: source.span.start])
    if source.ends is None or told is None or named is None or set(_SMALL.findall(named["name"])) - _PARTICLES:
        return source
    return Period(source.span, *source.ends[0 if told["birth"] else 1])


def _taken(claim: Period, one: _Candidate) -> bool:
    """Whether another date of the claim follows from this one: "opened in 2003 but was sold in 2005" is not denied by a
    sentence that only tells of the opening in 2003."""
    others = [other for other in one.view.claim.dates if other is not claim and other.bearing not in _HALF_OPEN]
    return claim.dated and any(relate(other, one.period) in (Relation.SAME, Relation.COARSER) for other in others)


def _of_its_own(claim: Period, agreeing: _Candidate, other: _Candidate) -> bool:
    """Whether the agreeing date's clause says more of the claim than the other's: "revenue in 2020 was $7 million" of
    "revenue was $5 million in 2019 and $7 million in 2020", whatever the order of words."""
    view, spans = agreeing.view, (agreeing.period.span, other.period.span)
    dated = view.source.indexes(spans[0]) | view.source.indexes(spans[1])
    verb, left_out = _first_verb(view), view.claim.indexes(claim.span)
    answers = [spot for index, spot in view.links.items() if index not in left_out and spot >= verb]
    words = [view.source.words[spot] for spot in answers if spot not in dated]
    clauses = [_clause(view.source.text, span) for span in spans]
    here, there = ({word.stem for word in words if word.start in clause} for clause in clauses)
    return len(here - there) > len(there - here)


def _clause(text: str, span: Span) -> range:
    """The stretch around a date between commas and "and"."""
    cuts = [cut for cut in _CUT.finditer(text) if cut.end() <= span.start or cut.start() >= span.end]
    start = max((cut.end() for cut in cuts if cut.end() <= span.start), default=0)
    return range(start, min((cut.start() for cut in cuts if cut.start() >= span.end), default=len(text)))


def _first_verb(view: View) -> int:
    """Where the source's first verb stands: its subject, before it, belongs to every clause."""
    text = view.source.text
    return next((at for at, word in enumerate(view.source.words) if has_verb(text[: word.end])), 0)


def _beside_the_end(claim: Period, source: Period, view: View) -> bool:
    """Whether a date stands beside the end that the claim tells of: the 1994 of "came in 1994 and led it until 2003"
    says nothing of "until 2008"."""
    if claim.bearing not in _ENDS or source.bearing is not Bearing.IN or claim.anchor is None:
        return False
    of_one_end = any(other.bearing is claim.bearing and other.anchor for other in view.source.dates)
    return of_one_end and all(_days(claim.anchor, days) is Relation.CONTRADICTED for days in _readings(source))


def _nearness(claim: Period, one: _Candidate) -> int:
    return one.view.locality(one.view.claim.indexes(claim.span), one.view.source.indexes(one.period.span))


def _attachment(claim: Period, one: _Candidate) -> float:
    return one.view.attachment(one.view.claim.indexes(claim.span), one.view.source.indexes(one.period.span))


def _shares_part(claim: Period, source: Period) -> bool:
    return (
        (claim.dated and source.dated)
        or claim.month == source.month is not None
        or claim.year == source.year is not None
    )


def _same_frame(claim: Period, one: _Candidate) -> bool:
    if Bearing.AS_OF in (claim.bearing, one.period.bearing):
        return False  # two states of affairs at two times can both be true
    if (one.period in one.view.source.reckoned and one.period.fuzzy) or one.view.source.unreckoned:
        return False  # the event may be the one whose year the source does not tell
    ours, theirs = one.view.claim.indexes(claim.span), one.view.source.indexes(one.period.span)
    if one.view.frame_without(ours) < _FRAME or _told_beside(one.view, theirs):
        return False
    if meant_apart(claim.span, one.period.span, one.view):
        return False
    return not any(one.view.denied(ours, theirs)) and not one.view.alternative(ours, theirs)


def _told_beside(view: View, theirs: frozenset[int]) -> bool:
    """Whether the claim tells what the source only mentions beside its dated event: "he died in 1960, two years after
    retiring" does not say when he retired."""
    turn = next(
        (at for at, word in enumerate(view.source.words) if word.lower in _ASIDES and at > max(theirs, default=0)), None
    )
    spots = list(view.links.values())
    return turn is not None and 2 * sum(1 for spot in spots if spot > turn) > len(spots)


def _made(claim: Period, one: _Candidate, view: View) -> Finding:
    both = f"The claim says {claim.span.text}; the source says {one.period.span.text}"
    endings = {
        Relation.SAME: "the same.",
        Relation.COARSER: "the claim follows, and is less exact.",
        Relation.CONTRADICTED: "both cannot be true.",
    }
    return Finding(
        axis="date",
        relation=one.relation,
        claim_quote=view.claim.quote(claim.span),
        source_quote=one.view.source.quote(one.period.span),
        explanation=f"{both}: {endings.get(one.relation, 'both can be true, the claim does not follow.')}",
        severity=Severity.HIGH
        if one.relation is Relation.CONTRADICTED
        else Severity.MEDIUM
        if one.relation is Relation.ABSENT
        else Severity.LOW,
    )
