"""How far a number moved: by, from and to; and the difference that a rise from one to another makes."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isclose
from typing import NamedTuple

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.intervals import point
from adjudge.analysis.facts.periods import Bearing
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.lexicon.bounds import CHANGES
from adjudge.analysis.text.spans import Span, cut
from adjudge.verdict import Finding, Relation, Severity

_MOVES = {"by": "by", "um": "by", "to": "to", "auf": "to", "from": "from", "von": "from"}
_MOVE = re.compile(r"\b(by|um|to|auf|from|von)\s+$", re.IGNORECASE)
_HOW_FAR = re.compile(
    r"\b(?:lost|loses?|losing|shed|sheds|gain(?:ed|s)?|"
    r"(?:rise|increase|growth|gain|jump|climb|drop|fall|decline|decrease|loss|reduction|difference|anstieg|rückgang|"
    r"zuwachs|plus|minus)\s+(?:of|von|um))\s+$",
    re.IGNORECASE,
)
_ENDS_APART = 16
_TOLD_LATER = 80
_UP_FROM = re.compile(r"\b(?:up|down|risen|fallen|rising|falling|gestiegen|gefallen)\s+(?:from|von)\s+$", re.IGNORECASE)
_POINTS = "percentage points"
_THAN_ANOTHER = re.compile(
    r"\s+(?:(?:more|less|fewer|mehr|weniger)(?=\s*(?:[.,;:!?]|$|than\b|als\b))|"
    r"(?:longer|shorter|higher|lower|earlier|later|older|younger|cheaper|deeper|taller|ahead|behind|"
    r"länger|kürzer|später|früher|älter|jünger)\b|(?:below|above)\s+(?:the|its|their|what)\b)",
    re.IGNORECASE,
)
_CHANGING = re.compile(rf"\b(?:{pattern(CHANGES)})\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_CHANGED_BY = re.compile(rf"\b(?:{pattern(CHANGES)})\b[^.;,]*\b(?:by|um)\s+$", re.IGNORECASE)
_MORE = re.compile(r"\s+(?:more|higher|greater|larger|increase[ds]?|rise|mehr|höher\w*)\b", re.IGNORECASE)
_AS_MUCH = re.compile(r"\s+(?:as|that|the|so)\b", re.IGNORECASE)


def otherwise(claim: Quantity, source: Quantity, view: View) -> bool:
    """ "By 5 euros" is no figure beside "to 15 euros"."""
    ours, theirs = _move(view.claim.text, claim), _move(view.source.text, source)
    return bool(ours and theirs) and (ours == "by") is not (theirs == "by")


def told_apart(claim: Quantity, source: Quantity, view: View) -> bool:
    """Whether one says how much and the other how much more, which cannot clash: "50 pounds more" and "699 pounds"."""
    if "percent" in (claim.unit, source.unit):
        return False
    ours, theirs = view.claim.text, view.source.text
    if is_difference(ours, claim) is not is_difference(theirs, source):
        return True
    before = ours[: claim.span.start]
    if not (_CHANGED_BY.search(before) or _HOW_FAR.search(before)):
        return False
    return not (_is_how_far(theirs, source) or _CHANGING.search(theirs[: source.span.start]))


def reached_since(source: Quantity, view: View) -> bool:
    """Whether the source's number was reached since the claim's time: "doubled to 1,800 since 2005"."""
    since = {one.year for one in view.source.dates if one.bearing is Bearing.SINCE and one.year}
    then = {one.year for one in view.claim.dates if one.bearing is Bearing.IN}
    return is_reached(view.source.text, source) and bool(since & then)


def left_behind(claim: Quantity, source: Quantity, view: View) -> bool:
    """Whether the source's number is what it was before, and the claim does not speak of then: "up from 44 percent"."""
    if not _UP_FROM.search(view.source.text[: source.span.start]) or _move(view.claim.text, claim) == "from":
        return False
    return not view.claim.dates


def is_reached(text: str, quantity: Quantity) -> bool:
    """Whether a number says where something went to: "doubled to 1,800"."""
    return _move(text, quantity) == "to"


def is_difference(text: str, quantity: Quantity) -> bool:
    """Whether a number says how much more or less: "six years younger", "50 pounds more"."""
    return bool(_THAN_ANOTHER.match(text, quantity.span.end))


def as_much_more(claim: Quantity, source: Quantity, view: View) -> bool:
    """Whether "40 percent more likely" is the source's "1.4 times as likely", or the other way round."""
    sides = ((claim, view.claim.text), (source, view.source.text))
    for (more, its_text), (times, other_text) in (sides, sides[::-1]):
        if (more.unit, times.unit) == ("percent", "times"):
            told = _MORE.match(its_text, more.span.end) and _AS_MUCH.match(other_text, times.span.end)
            return bool(told) and isclose(1 + more.value / 100, times.value)
    return False


def _move(text: str, quantity: Quantity) -> str:
    """Whether a number says how far something moved, or where from and where to."""
    if quantity.comparator is Comparator.BETWEEN and quantity.surface.lower().startswith(("from", "von")):
        return "from"
    match = _MOVE.search(text[: quantity.span.start])
    return _MOVES[match.group(1).lower()] if match else ""


class _Ends(NamedTuple):
    """Where something came from and went to, in the source's words."""

    span: Span
    unit: str
    start: float
    end: float

    def apart(self, unit: str) -> float | None:
        """How far the two are apart, in this unit; between two shares lie points, and percent are of the start."""
        ours = "percent" if unit == _POINTS else unit
        if ours == self.unit:
            return abs(self.end - self.start) if unit != "percent" else None
        return abs(self.end - self.start) / self.start * 100 if unit == "percent" and self.start else None


def difference(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """ "Rose by 5 euros" of "rose from 10 to 15 euros", and "by half"."""
    if not _is_how_far(views[0].claim.text, claim):
        return None
    told = [
        (view, ends.span, apart)
        for view in views
        for ends in _ends(view.source)
        if (apart := ends.apart(claim.unit)) is not None
    ]
    if not told:
        return None
    view, whole, apart = next((one for one in told if _is_so_far(claim, one[2])), told[0])
    follows = _is_so_far(claim, apart)
    says = "the difference" if follows else "another difference"
    return Finding(
        axis="quantity",
        relation=Relation.COARSER if follows else Relation.ABSENT,
        claim_quote=views[0].claim.quote(claim.span),
        source_quote=view.source.quote(whole),
        explanation=f"The claim says {claim.surface}; the source says '{whole.text}': {says}.",
        severity=Severity.LOW if follows else Severity.MEDIUM,
    )


def _is_how_far(text: str, quantity: Quantity) -> bool:
    return _move(text, quantity) == "by" or bool(_HOW_FAR.search(text[: quantity.span.start]))


def _is_so_far(claim: Quantity, apart: float) -> bool:
    return isclose(apart, claim.value) or point(apart).within(claim.interval)


def _ends(source: Reading) -> Iterator[_Ends]:
    for one in source.quantities:
        if one.comparator is Comparator.BETWEEN and _move(source.text, one):
            yield _Ends(one.span, one.unit, one.low, one.high)
    for one, other in combinations(source.quantities, 2):
        moves = _move(source.text, one), _move(source.text, other)
        if set(moves) != {"from", "to"} or (one.unit and other.unit and one.unit != other.unit):
            continue
        apart = other.span.start - one.span.end
        if apart <= _ENDS_APART or (apart <= _TOLD_LATER and _UP_FROM.search(source.text[: other.span.start])):
            first, last = (one, other) if moves[0] == "from" else (other, one)
            whole = cut(source.text, one.span.start, other.span.end)
            yield _Ends(whole, one.unit or other.unit, first.value, last.value)
