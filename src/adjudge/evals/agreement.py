"""Agreement between judges without labels: votes in, Krippendorff's alpha out. Pure.

Alpha is 1 where all agree, 0 where they agree as often as by chance, and below 0 where they agree less often.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def krippendorff(cases: Iterable[Sequence[Hashable]]) -> float | None:
    """Nominal alpha. Each case holds the votes that were cast; a missing vote is left out, and so is a case with one.

    None where it is not defined: no case has two votes, or every vote is the same.
    """
    units = [Counter(votes) for votes in cases if len(votes) > 1]
    totals: Counter[Hashable] = sum(units, Counter())
    pairable = totals.total()
    observed = sum(_unlike(unit) / (unit.total() - 1) for unit in units)
    expected = _unlike(totals) / (pairable - 1) if pairable > 1 else 0.0
    return round(1 - observed / expected, 4) if expected else None


def _unlike(counts: Counter[Hashable]) -> int:
    """The number of ordered pairs of votes that differ."""
    return counts.total() ** 2 - sum(count * count for count in counts.values())
