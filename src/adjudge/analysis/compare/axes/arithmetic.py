"""Numbers that a source does not write but that follow from it: sums, differences, complements, ratios, percentages.

In: a number of the claim and the source sentences about it. Out: a finding with the formula, or nothing. An operation
is tried only where the claim's words ask for it, since among many numbers some sum always fits by chance.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import isclose, isfinite

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.date import one_year
from adjudge.analysis.compare.axes.value import made
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.intervals import band
from adjudge.analysis.facts.numerals import last_digit
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.text.senses import Sense, person, sense
from adjudge.analysis.text.spans import cut
from adjudge.analysis.text.words import stem
from adjudge.verdict import Axis, Finding, Relation, Severity

_MOST_VALUES = 8
_NEAR, _FRAME = 0.005, 0.3
_EXACT = (Comparator.EXACT, Comparator.ABOUT)
_POINTS = "percentage points"
_DIFFERENCE = re.compile(
    r"\b(?:by|more|less|fewer|difference|gap|margin|rise|rose|risen|increase[ds]?|growth|grew|gain(?:ed|s)?|jump(?:ed)?|"
    r"drop(?:ped|s)?|fell|fallen|fall|decline[ds]?|decrease[ds]?|los[st]|reduc\w+|cut|ahead|behind|higher|lower|longer|"
    r"shorter|older|younger|later|earlier|cheaper|um|mehr|weniger|unterschied|anstieg|rückgang|höher|niedriger)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"\b(?:total(?:l?ed|s)?|altogether|combined|together|overall|in all|sum|insgesamt|zusammen)\b", re.IGNORECASE
)
_REST = re.compile(
    r"\b(?:rest|remaining|remainder|others?|left|not|never|without|no|übrigen?|restlichen?|nicht|ohne)\b|n['’]t\b",
    re.IGNORECASE,
)
_SCALES = ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"))
_KIN = (Sense.SAME, Sense.SYNONYM, Sense.BROADER, Sense.NARROWER)


@dataclass(frozen=True, slots=True)
class _Derived:
    """A value that follows from numbers of one source sentence, and how; `asked` says whether the claim's words ask for
    this operation."""

    value: float
    formula: str
    used: tuple[Quantity, ...]
    asked: bool = True


def derived(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """The finding that the claim's number follows from numbers of one sentence by arithmetic, if it does."""
    for view in views:
        if view.frame_without(view.claim.indexes(claim.span)) < _FRAME:
            continue
        for result in _results(claim, view):
            if result.asked and _meets(claim, result.value):
                return _made(claim, view, result, views[0])
    return _elapsed(claim, views) if claim.unit == "year" else None


def _elapsed(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """The time between two years of the sources. It holds for 8 of 14,848 rows, and 7 of them are supported."""
    dated = [(year, view, one) for view in views for one in view.source.dates if (year := one_year(one))]
    for (first, _, _), (last, view, period) in permutations(dated, 2):
        if last > first and _meets(claim, last - first):
            text = f"{claim.span.text} follows from the source: {last} - {first} = {last - first}."
            ours, quote = views[0].claim.quote(claim.span), view.source.quote(period.span)
            return made(Axis.QUANTITY, Relation.ENTAILED, ours, quote, text, Severity.LOW)
    return None


def reachable(claim: Quantity, view: View) -> bool:
    """Whether some operation on two numbers of the sentence gives the claim's number, asked for or not: then another
    number of the sentence does not contradict it."""
    return any(_meets(claim, result.value) for result in _results(claim, view))


def _results(claim: Quantity, view: View) -> Iterator[_Derived]:
    if claim.unit == "ordinal" or not isfinite(claim.interval.high - claim.interval.low):
        return
    values = [one for one in view.source.quantities if one.comparator in _EXACT][:_MOST_VALUES]
    difference = bool(_DIFFERENCE.search(view.claim.text))
    # Only the claim speaks of those who are left over: "60 % did not" where the source says "40 % did".
    turned = bool(_REST.search(view.claim.text)) and not _REST.search(view.source.text)
    shares = [one for one in values if one.unit == "percent"]
    if claim.unit in ("percent", _POINTS):
        for one in shares:
            yield _Derived(100 - one.value, f"100 - {_plain(one.value)}", (one,), turned)
        if claim.unit == _POINTS:
            yield from _differences(shares, asked=difference)
        else:
            yield from _changes(values, asked=difference)
            yield from _percentages(claim, values)
        return
    if claim.unit == "times":
        yield from _ratios(values)
        return
    # "Three years rather than the five": a bare number may be of the unit that was named before.
    alike = [one for one in values if one.unit == claim.unit or not one.unit]
    yield from _sums(claim, alike, asked=bool(_TOTAL.search(view.claim.text)))
    yield from _differences(alike, asked=difference or turned)
    yield from _products(values, [one for one in view.claim.quantities if one is not claim][:_MOST_VALUES])
    if not claim.unit:
        yield from _parts(alike, shares, rest=turned)


def _sums(claim: Quantity, alike: Sequence[Quantity], *, asked: bool) -> Iterator[_Derived]:
    counted = [one for one in alike if asked or _of_one_kind(claim, one)]
    if len(counted) > 1:
        total = sum(one.value for one in counted)
        yield _Derived(total, " + ".join(_plain(one.value) for one in counted), tuple(counted))
    for one, other in combinations(alike, 2):
        formula = f"{_plain(one.value)} + {_plain(other.value)}"
        yield _Derived(one.value + other.value, formula, (one, other), asked=False)


def _of_one_kind(claim: Quantity, source: Quantity) -> bool:
    ours, theirs = stem(claim.head), stem(source.head)
    return bool(ours and theirs) and (sense(ours, theirs) in _KIN or (person(ours) and person(theirs)))


def _differences(alike: Sequence[Quantity], *, asked: bool) -> Iterator[_Derived]:
    for one, other in permutations(alike, 2):
        if one.value > other.value:
            formula = f"{_plain(one.value)} - {_plain(other.value)}"
            yield _Derived(one.value - other.value, formula, (one, other), asked)


def _changes(values: Sequence[Quantity], *, asked: bool) -> Iterator[_Derived]:
    """From one value to another, in percent of the first."""
    counts = [one for one in values if one.unit not in ("ordinal", _POINTS) and one.value > 0]
    for old, new in permutations(counts, 2):
        if old.unit == new.unit:
            formula = f"({_plain(new.value)} - {_plain(old.value)}) / {_plain(old.value)}"
            yield _Derived(abs(new.value - old.value) / old.value * 100, formula, (old, new), asked)


def _products(values: Sequence[Quantity], others: Sequence[Quantity]) -> Iterator[_Derived]:
    """A rate times a count of the sentence or of the claim, or one part of "twice as many"; no word asks for it."""
    for one, other in (*permutations(values, 2), *product(values, others)):
        formula = f"{_plain(one.value)} * {_plain(other.value)}"
        yield _Derived(one.value * other.value, formula, (one, other), asked=False)
        if other.unit == "times" and other.value:
            formula = f"{_plain(one.value)} / {_plain(other.value)}"
            yield _Derived(one.value / other.value, formula, (one, other), asked=False)


def _percentages(claim: Quantity, values: Sequence[Quantity]) -> Iterator[_Derived]:
    """A part of a whole, in percent: "60 %" of "12 of the 20 members"."""
    counts = [one for one in values if not one.unit and one.value > 0]
    for part, whole in permutations(counts, 2):
        heads = not claim.head or _of_one_kind(claim, whole) or _of_one_kind(claim, part)
        if part.value < whole.value and heads:
            formula = f"{_plain(part.value)} / {_plain(whole.value)}"
            yield _Derived(100 * part.value / whole.value, formula, (part, whole))


def _ratios(values: Sequence[Quantity]) -> Iterator[_Derived]:
    for one, other in permutations((one for one in values if one.value > 0 and one.unit != "ordinal"), 2):
        if one.unit == other.unit and one.value != other.value:
            yield _Derived(one.value / other.value, f"{_plain(one.value)} / {_plain(other.value)}", (one, other))


def _parts(counts: Sequence[Quantity], shares: Sequence[Quantity], *, rest: bool) -> Iterator[_Derived]:
    """A share of a count: 600 of "two thirds of the 900 households"."""
    for whole in counts:
        for one in shares:
            share = 100 - one.value if rest else one.value
            formula = f"{_plain(share)} % of {_plain(whole.value)}"
            yield _Derived(whole.value * share / 100, formula, (one, whole))


def _meets(claim: Quantity, value: float) -> bool:
    """Whether the claim gives the value, rounded at most as far as its own last digit says."""
    if isclose(value, claim.value):
        return True
    reach = max(_NEAR * abs(value), last_digit(claim.value) / 2 if claim.value % 1 or abs(claim.value) >= 100 else 0.0)
    most = max(reach, claim.interval.high - claim.interval.low)
    return band(value, reach).meets(claim.interval) and abs(value - claim.value) <= most


def _plain(value: float) -> str:
    """The number as a reader writes it: 1.42 billion, 190 million, 0.5."""
    for scale, name in _SCALES:
        if abs(value) >= scale:
            return f"{value / scale:.4g}{name}"
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def _made(claim: Quantity, view: View, result: _Derived, first: View) -> Finding:
    start = min(one.span.start for one in result.used)
    whole = cut(view.source.text, start, max(one.span.end for one in result.used))
    text = f"{claim.span.text} follows from the source: {result.formula} = {_plain(result.value)}."
    ours, quote = first.claim.quote(claim.span), view.source.quote(whole)
    return made(Axis.QUANTITY, Relation.ENTAILED, ours, quote, text, Severity.LOW)
