"""The `quantity` axis: a claim's numbers against those source numbers that count the same thing.

Compatible numbers are looked for first; a contradiction needs the same unit, the same thing counted and the same frame.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isclose

from adjudge.analysis.compare.align import View, elsewhere, passed_over
from adjudge.analysis.compare.axes import moves, periods, shares
from adjudge.analysis.compare.axes.framing import same_frame
from adjudge.analysis.compare.axes.placing import (
    Candidate,
    attachment,
    closeness,
    counted,
    said_of_something_else,
    said_there,
)
from adjudge.analysis.compare.axes.reckonable import reckonable
from adjudge.analysis.compare.axes.unkept import BOUNDS, unkept
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.intervals import Interval, point
from adjudge.analysis.facts.numerals import last_digit
from adjudge.analysis.facts.quantities import O_CLOCK, OCCASIONS, Quantity
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.deeds import DEEDS
from adjudge.analysis.text.senses import Sense, person, sense
from adjudge.analysis.text.spans import cut
from adjudge.analysis.text.words import stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5
_OF_ONE_KIND = 0.8
_AND_MORE = re.compile(
    r"\W*(?P<head>[^\W\d_]+)\s+(?:and|und|&)\s+(?P<more>[^\W\d_]{3,}s|[A-ZÄÖÜ][^\W\d_]{3,}e[nr]?)"
    r"(?=\s*(?:[.,;:]|$)|\s+(?!of\b|and\b)[a-zäöü])"
)
_PHRASE = 5
_BESIDE = 24
_COUNTING = {"ordinal", "times", OCCASIONS, O_CLOCK}
_OF_WHOM = re.compile(r"(?:\s+[^\W\d_]+)?\s+(?:for|in|among|with|bei|für)\s+(?:the\s+|an?\s+)?(?P<who>[^\W\d_]+)")
_EXACTLY = re.compile(r"(?:exactly|precisely|genau)\b", re.IGNORECASE)
_TIME = frozenset({"second", "hour", "day", "month", "year"})
_TIME_IN_TIME = {("day", "year"): 1 / 365.25, ("year", "day"): 365.25}
_DIGITS_KNOWN = 200
"""A number of three digits or more is at least so many times half of what its last digit stands for."""
_BOUNDING = (*BOUNDS, Comparator.JUST_OVER, Comparator.NEARLY)
_SAME_WAY = {
    Comparator.MORE_THAN: (Comparator.MORE_THAN, Comparator.AT_LEAST),
    Comparator.LESS_THAN: (Comparator.LESS_THAN, Comparator.AT_MOST),
}


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """One finding for each quantity of the claim; `lowered` is the whole of the sources in lower case."""
    if not views:
        return []
    return [_finding(one, views, lowered) for one in shares.with_heads(views[0].claim) if one.unit != O_CLOCK]


def relate(claim: Quantity, source: Quantity) -> Relation:
    """How the claim's number stands to the source's, taken that both count the same."""
    ours, theirs = claim.interval, source.interval
    if claim.comparator in BOUNDS and source.comparator is Comparator.EXACT and not _finer(claim, source):
        theirs = point(source.value)
    if claim.comparator in BOUNDS and source.comparator is Comparator.ABOUT:
        theirs = _as_written(source)
    if ours == theirs or (claim.value == source.value and claim.comparator is source.comparator is Comparator.EXACT):
        return Relation.SAME
    if _EXACTLY.match(claim.surface) and source.comparator in _BOUNDING:
        return Relation.ABSENT if ours.meets(theirs) else Relation.CONTRADICTED
    if not ours.meets(theirs):
        return Relation.COARSER if _only_bound_dropped(claim, source) else Relation.CONTRADICTED
    if theirs.within(ours):
        return Relation.COARSER
    if _another_figure(claim, source):
        return Relation.CONTRADICTED
    if source.value == claim.value and claim.comparator is Comparator.EXACT:
        return Relation.COARSER
    if _rounded(claim, source):
        return Relation.COARSER
    return Relation.ABSENT


def _in_unit_of(claim: Quantity, source: Quantity) -> Quantity | None:
    """The source's number in the claim's unit; weeks and years are put in one another only for a bound, since how many
    days a year has is seldom meant exactly."""
    if claim.unit == source.unit:
        return source
    factor = _TIME_IN_TIME.get((source.unit, claim.unit))
    if factor is None or claim.comparator not in BOUNDS:
        return None
    return replace(source, unit=claim.unit, value=source.value * factor, interval=source.interval.scaled(factor))


def _as_written(source: Quantity) -> Interval:
    """ "Approximately 9,947" is rounded at most in its last digit: three digits and more are no rough figure."""
    reach = last_digit(source.value) / 2
    if abs(source.value) < _DIGITS_KNOWN * reach:
        return source.interval
    return Interval(source.value - reach, source.value + reach, high_open=True)


def _another_figure(claim: Quantity, source: Quantity) -> bool:
    """ "More than 150 million" for "over 110 million": whoever wrote that knew of less than 120 million.

    Where the two bounds look at each other ("under 120 million") nothing is said: both can be true.
    """
    if claim.comparator not in _SAME_WAY.get(source.comparator, ()):
        return False
    step = last_digit(source.value)
    beyond = claim.value - source.value if source.comparator is Comparator.MORE_THAN else source.value - claim.value
    return beyond > step or (claim.comparator is source.comparator and isclose(beyond, step))


def _finer(claim: Quantity, source: Quantity) -> bool:
    """Whether the claim's bound lies strictly inside the source's rounding band."""
    return claim.value != source.value and source.interval.low <= claim.value <= source.interval.high


def kinship(claim: Quantity, source: Quantity) -> float:
    """How surely the two count the same thing: 1 the same noun, 0.5 not told, 0 different."""
    if claim.unit != source.unit:
        return 0.0
    measured = claim.unit not in ("", "percent", "ordinal", "times", OCCASIONS)
    if not claim.head or not source.head:
        return 0.4 if claim.unit == "ordinal" and (claim.head or source.head) else 0.6
    ours, theirs = stem(claim.head), stem(source.head)
    relation = sense(ours, theirs)
    if relation in (Sense.SAME, Sense.SYNONYM):
        return 1.0
    if relation in (Sense.BROADER, Sense.NARROWER) or (person(ours) and person(theirs)):
        return 0.8
    return 0.5 if measured else 0.2


def _kinship(claim: Quantity, source: Quantity, view: View) -> float:
    """As `kinship`, where people are also counted by what they did: "12 people died" and "12 deaths"."""
    found = kinship(claim, source)
    if found >= _OF_ONE_KIND or claim.unit != source.unit or not claim.head or not source.head:
        return found
    counted_alike = source.head in _deeds(claim, view.claim) or claim.head in _deeds(source, view.source)
    return 1.0 if counted_alike else found


def _deeds(quantity: Quantity, reading: Reading) -> frozenset[str]:
    """The nouns that count what the counted people did; none if anything else is counted."""
    if not person(stem(quantity.head)):
        return frozenset()
    after = max(reading.indexes(quantity.span), default=-1) + 1
    near = (DEEDS.get(word.lower) for word in reading.words[after : after + _PHRASE])
    return next((nouns for nouns in near if nouns), frozenset())


def _only_bound_dropped(claim: Quantity, source: Quantity) -> bool:
    """ "645,000" for "more than 645,000": the same number, its bound left out."""
    return (
        claim.value == source.value
        and claim.comparator is Comparator.EXACT
        and source.comparator is not Comparator.EXACT
    )


def _rounded(claim: Quantity, source: Quantity) -> bool:
    """A written value that lies in the other's rounding band: "two thirds" and "66 %"."""
    exact = (Comparator.EXACT, Comparator.ABOUT)
    if claim.comparator not in exact or source.comparator not in exact:
        return False
    width = claim.interval.high - claim.interval.low
    return (
        claim.interval.low <= source.value <= claim.interval.high or width >= source.interval.high - source.interval.low
    )


def _finding(claim: Quantity, views: Sequence[View], lowered: str) -> Finding:
    if rest := shares.complement(claim, views):
        return rest
    candidates = [
        Candidate(source, view, relate(claim, source), _kinship(claim, source, view))
        for view in views
        for given in (*shares.with_heads(view.source), *shares.counted_out(view.source))
        if (source := _in_unit_of(claim, given)) and not moves.otherwise(claim, source, view)
    ]
    candidates += [
        Candidate(source, view, Relation.SAME, 1.0)
        for view in views
        for source in view.source.quantities
        if _untold_scale(claim, source)
        or _untold_scale(source, claim)
        or _also_told(claim, source)
        or moves.as_much_more(claim, source, view)
    ]
    agreeing = [
        one for one in candidates if one.relation in (Relation.SAME, Relation.COARSER) and _may_agree(claim, one)
    ]
    # Another number that surely counts the same thing outweighs an agreement with one that may count something else.
    against = [one for one in candidates if one.relation is Relation.CONTRADICTED and same_frame(claim, one)]
    against = [one for one in against if not reckonable(claim, one.quantity, one.view, views)]
    if agreeing:
        best = max(agreeing, key=lambda one: closeness(claim, one))
        surest = max((one.kinship for one in against), default=0.0)
        nearer = (one.view for one in against if one.kinship == 1.0)
        beside = [one for one in against if one.view is best.view and one.kinship >= best.kinship]
        if not _of_its_own(best) and said_of_something_else(claim, best, beside):
            return _made(claim, max(beside, key=lambda one: attachment(claim, one)), views[0])
        surer = best.kinship >= surest or said_there(claim, best, against) or _of_its_own(best)
        if surer and not passed_over(claim.span, best.view, nearer):
            return _counted_with_others(claim, best, views[0]) or _made(claim, best, views[0])
    if against and (added := _added_up(claim, views)):
        return added
    apart = moves.difference(claim, views)
    if apart and apart.relation is Relation.COARSER:
        return apart
    if against and not elsewhere(claim.number.text, views, lowered):
        return _made(claim, max(against, key=lambda one: (one.kinship, _nearness(claim, one))), views[0])
    if apart := _in_another_unit(claim, views) or apart:
        return apart
    now = [one for one in candidates if not moves.left_behind(claim, one.quantity, one.view)]
    if short := unkept(claim, [one for one in now if not periods.dated_apart(one.view)]):
        return _made(claim, short, views[0])
    open_ones = [one for one in candidates if one.relation is Relation.ABSENT and one.kinship >= 0.5]
    if open_ones:
        return _made(claim, max(open_ones, key=lambda one: (one.kinship, one.view.coverage)), views[0])
    return Finding(
        axis="quantity",
        relation=Relation.ABSENT,
        claim_quote=views[0].claim.quote(claim.span),
        explanation=f"The claim says {claim.surface}; the source gives no such number.",
        # Small whole numbers are often only counted up in the source: "a man and a woman" are two people.
        severity=Severity.LOW if claim.value <= 12 and not claim.unit else Severity.MEDIUM,
    )


def _of_its_own(one: Candidate) -> bool:
    """Whether what stands right behind the number ties it to the claim: "one in ten in 2014", "4 points for
    placebo"."""
    return _dated_alike(one) or _said_of_it(one)


def _dated_alike(one: Candidate) -> bool:
    behind = one.view.source.text[one.quantity.span.end :]
    return any(
        theirs.span.start - one.quantity.span.end in range(_BESIDE)
        and not re.search(r"[,;.]", behind[: theirs.span.start - one.quantity.span.end])
        and periods.relate(ours, theirs) in (Relation.SAME, Relation.COARSER)
        for ours in one.view.claim.dates
        for theirs in one.view.source.dates
    )


def _said_of_it(one: Candidate) -> bool:
    """Whether the claim begins with what the number is told of."""
    told = _OF_WHOM.match(one.view.source.text, one.quantity.span.end)
    if told is None:
        return False
    spots = one.view.source.indexes(cut(one.view.source.text, *told.span("who")))
    return one.view.links.get(min(one.view.claim.content, default=-1)) in spots


def _untold_scale(bare: Quantity, told: Quantity) -> bool:
    """Whether "40 degrees" leaves out the scale of "40 degrees Celsius"."""
    return (
        not bare.unit
        and bare.head == "degree"
        and told.unit == "celsius"
        and bare.comparator is told.comparator
        and bare.number.text == told.number.text
    )


def _also_told(claim: Quantity, source: Quantity) -> bool:
    """Whether "at 6" is the hour that the source tells as a time of day, or "four times" its "quadruple"."""
    if not claim.unit and source.unit == O_CLOCK:
        return claim.value in (source.value, source.value + 12)
    return {claim.unit, source.unit} == {"times", OCCASIONS} and claim.value == source.value


def _added_up(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """ "12 players" of "8 home players and 4 guests": what the source counts one by one."""
    if claim.comparator is not Comparator.EXACT or claim.unit:
        return None
    listed = {other.value for other in views[0].claim.quantities}
    for view in views:
        counted = [source for source in view.source.quantities if kinship(claim, source) >= _OF_ONE_KIND]
        exact = all(source.comparator is Comparator.EXACT for source in counted)
        if (
            len(counted) > 1
            and exact
            and not listed & {source.value for source in counted}
            and isclose(sum(source.value for source in counted), claim.value)
        ):
            whole = cut(view.source.text, counted[0].span.start, counted[-1].span.end)
            return Finding(
                axis="quantity",
                relation=Relation.COARSER,
                claim_quote=views[0].claim.quote(claim.span),
                source_quote=view.source.quote(whole),
                explanation=f"The claim says {claim.surface}; the numbers in '{whole.text}' add up to it.",
                severity=Severity.LOW,
            )
    return None


def _counted_with_others(claim: Quantity, one: Candidate, view: View) -> Finding | None:
    """ "190 countries" of "190 countries and territories": fewer of them alone."""
    source = one.quantity
    if one.relation is not Relation.SAME or one.kinship < 1.0 or not source.head or source.unit:
        return None
    text = one.view.source.text
    match = _AND_MORE.match(text[source.number.end :])
    if match is None or stem(match["head"].lower()) != stem(source.head):
        return None
    if match["more"].lower() in view.claim.text.lower():
        return None
    whole = cut(text, source.span.start, source.number.end + match.end("more"))
    return Finding(
        axis="quantity",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote(claim.span),
        source_quote=one.view.source.quote(whole),
        explanation=f"The claim says {claim.surface}; the source counts '{whole.text}' together.",
        severity=Severity.HIGH,
    )


def _in_another_unit(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """The same figure in the same place, measured in something else: percent and percentage points, kilograms and
    tonnes."""
    for view in views:
        for source in view.source.quantities:
            figures = source.value == claim.value or source.number.text == claim.number.text
            if not figures or not source.unit or not claim.unit or source.unit == claim.unit:
                continue
            if _COUNTING & {source.unit, claim.unit}:
                continue  # "the fourteenth time" is no other measure than "fourteen times"
            if (source.unit in _TIME) is not (claim.unit in _TIME):
                continue  # "six years younger" says nothing of "6 percent lower"
            ours, theirs = view.claim.indexes(claim.span), view.source.indexes(source.span)
            if view.frame_without(ours) >= _FRAME and not any(view.denied(ours, theirs)):
                return Finding(
                    axis="quantity",
                    relation=Relation.CONTRADICTED,
                    claim_quote=views[0].claim.quote(claim.span),
                    source_quote=view.source.quote(source.span),
                    explanation=f"The claim says {claim.surface}; the source says {source.surface}: not the same unit.",
                    severity=Severity.HIGH,
                )
    return None


def _nearness(claim: Quantity, one: Candidate) -> int:
    return one.view.locality(one.view.claim.indexes(claim.span), one.view.source.indexes(one.quantity.span))


def _may_agree(claim: Quantity, one: Candidate) -> bool:
    if one.kinship >= 0.5 or _of_its_own(one):
        return True
    if counted(claim, one.view) & one.view.links.keys():
        return False  # the sentence has the claim's noun, and counts something else
    # The same exact figure with other nouns around it is hardly chance, unless it is a small number.
    return one.quantity.value == claim.value and (claim.value >= 13 or claim.unit != "" or claim.value % 1 != 0)


def _made(claim: Quantity, one: Candidate, view: View) -> Finding:
    return Finding(
        axis="quantity",
        relation=one.relation,
        claim_quote=view.claim.quote(claim.span),
        source_quote=one.view.source.quote(one.quantity.span),
        explanation=_explanation(claim, one.quantity, one.relation),
        severity=Severity.HIGH
        if one.relation is Relation.CONTRADICTED
        else Severity.MEDIUM
        if one.relation is Relation.ABSENT
        else Severity.LOW,
    )


def _explanation(claim: Quantity, source: Quantity, relation: Relation) -> str:
    both = f"The claim says {claim.surface}; the source says {source.surface}"
    match relation:
        case Relation.SAME:
            return f"{both}: the same."
        case Relation.COARSER | Relation.ENTAILED:
            return f"{both}: the claim follows, and says it less exactly."
        case Relation.CONTRADICTED:
            return f"{both}: both cannot be true."
        case _:
            return f"{both}: both can be true, neither follows."
