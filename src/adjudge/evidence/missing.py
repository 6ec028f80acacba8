"""Which numbers, dates and names of a claim a passage does not have. Plain presence; no verdict."""

from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.names import NameKind, mentioned, names
from adjudge.analysis.facts.quantities import Quantity, quantities
from adjudge.analysis.text.words import german

_TOLERANCE = 1e-9


def missing(claim: str, passage: str) -> list[str]:
    """The words of the claim that the passage lacks: numbers first, then dates, then names."""
    lowered = passage.lower()
    theirs = quantities(passage)
    periods = {(period.start, period.end) for period in dates(passage)}
    numbers = [ours.span.text for ours in quantities(claim) if not any(_same(ours, other) for other in theirs)]
    when = [
        period.span.text
        for period in dates(claim)
        if (period.start, period.end) not in periods and period.span.text.lower() not in lowered
    ]
    # German writes every noun with a capital: there only what is known to be a name counts as one.
    unnamed = NameKind.OTHER if german(claim) else None
    who = [
        name.span.text
        for name in names(claim)
        if not name.tentative and name.kind is not unnamed and not mentioned(name, lowered)
    ]
    return [*numbers, *when, *who]


def _same(ours: Quantity, theirs: Quantity) -> bool:
    """Whether the two numbers can be the same: their intervals meet."""
    one, other = ours.interval, theirs.interval
    return one.low <= other.high + _TOLERANCE and other.low <= one.high + _TOLERANCE
