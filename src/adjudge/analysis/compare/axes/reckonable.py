"""Numbers that the source does not write, but lets one reckon: 600 of "two thirds of the 900 households".

In: a number of the claim, one of the source that it is held against, and the source sentences. Out: whether the claim's
number may come from that one and another. Such a number does not clash; whether it follows is not told here.
"""

import re
from collections.abc import Iterator, Sequence
from math import isfinite

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.moves import is_difference, is_reached
from adjudge.analysis.facts.quantities import Quantity

_NEAR = 0.005
_BETWEEN = re.compile(
    r"\b(?:difference|gap|margin|net|on balance|ahead|behind|fewer|unterschied|abstand)\b", re.IGNORECASE
)


def reckonable(claim: Quantity, source: Quantity, view: View, views: Sequence[View]) -> bool:
    """Whether the claim's number is a told share of the source's, a told multiple, or so much more or less."""
    if claim.unit == "percent" or not isfinite(claim.high - claim.low):
        return False
    reckoned = [*_multiples(source, view), *_differences(source, view), *_shares(source, views)]
    if _BETWEEN.search(view.claim.text):
        reckoned += [abs(source.value - other.value) for other in view.source.quantities if other.unit == source.unit]
    return any(_meets(claim, value) for value in reckoned)


def _meets(claim: Quantity, value: float) -> bool:
    reach = _NEAR * abs(value)
    return claim.interval.low - reach <= value <= claim.interval.high + reach


def _multiples(source: Quantity, view: View) -> Iterator[float]:
    """Twice as much, and half as much: "40 tonnes, twice what is allowed"; not of what "doubled to" a number."""
    if is_reached(view.source.text, source):
        return
    for times in (one.value for one in view.source.quantities if one.unit == "times" and one.value):
        yield source.value * times
        yield source.value / times


def _differences(source: Quantity, view: View) -> Iterator[float]:
    for other in view.source.quantities:
        if other is not source and is_difference(view.source.text, other):
            yield source.value + other.value
            yield source.value - other.value


def _shares(source: Quantity, views: Sequence[View]) -> Iterator[float]:
    """A share of what is counted, in whichever sentence: "a survey of 2,000 teachers"; "12 percent had applied"."""
    if source.unit:
        return
    for share in (one for view in views for one in view.source.quantities if one.unit == "percent"):
        yield source.value * share.value / 100
        yield source.value * (100 - share.value) / 100
