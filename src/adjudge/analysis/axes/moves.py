"""How far a number moved: by, from and to; and the difference that a rise from one to another makes."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose

from adjudge.analysis.alignment import View
from adjudge.analysis.comparators import Comparator
from adjudge.analysis.quantities import Quantity
from adjudge.analysis.reading import Reading
from adjudge.analysis.spans import Span, cut
from adjudge.verdict import Finding, Relation, Severity

_MOVES = {"by": "by", "um": "by", "to": "to", "auf": "to", "from": "from", "von": "from"}
_MOVE = re.compile(r"\b(by|um|to|auf|from|von)\s+$", re.IGNORECASE)
_ENDS_APART = 16


def otherwise(claim: Quantity, source: Quantity, view: View) -> bool:
    """ "By 5 euros" is no figure beside "to 15 euros"."""
    ours, theirs = _move(view.claim.text, claim), _move(view.source.text, source)
    return bool(ours and theirs) and (ours == "by") is not (theirs == "by")


def _move(text: str, quantity: Quantity) -> str:
    """Whether a number says how far something moved, or where from and where to."""
    if quantity.comparator is Comparator.BETWEEN and quantity.surface.lower().startswith(("from", "von")):
        return "from"
    match = _MOVE.search(text[: quantity.span.start])
    return _MOVES[match.group(1).lower()] if match else ""


def difference(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """ "Rose by 5 euros" of "rose from 10 to 15 euros"."""
    if _move(views[0].claim.text, claim) != "by" or claim.unit == "percent":
        return None  # between two shares lie points, not percent
    told = [(view, *one) for view in views for one in _ends(view.source) if one[1] == claim.unit]
    if not told:
        return None
    view, whole, _, apart = next((one for one in told if isclose(one[3], claim.value)), told[0])
    follows = isclose(apart, claim.value)
    says = "the difference" if follows else "another difference"
    return Finding(
        axis="quantity",
        relation=Relation.COARSER if follows else Relation.ABSENT,
        claim_quote=views[0].claim.quote(claim.span),
        source_quote=view.source.quote(whole),
        explanation=f"The claim says {claim.surface}; the source says '{whole.text}': {says}.",
        severity=Severity.LOW if follows else Severity.MEDIUM,
    )


def _ends(source: Reading) -> Iterator[tuple[Span, str, float]]:
    """Where something came from and went to, its unit, and how far apart the two are."""
    for one in source.quantities:
        if one.comparator is Comparator.BETWEEN and _move(source.text, one):
            yield one.span, one.unit, one.high - one.low
    for one, other in pairwise(source.quantities):
        whole = cut(source.text, one.span.start, other.span.end)
        near = other.span.start - one.span.end <= _ENDS_APART
        if near and {_move(source.text, one), _move(source.text, other)} == {"from", "to"}:
            yield whole, one.unit or other.unit, abs(one.value - other.value)
