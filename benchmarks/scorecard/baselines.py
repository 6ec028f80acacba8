"""What costs nothing: always the commoner class, and the share of the claim's words that the source has.

The overlap's threshold for a group is chosen on the other groups, as any threshold must be.
"""

import re
from collections.abc import Mapping, Sequence

from adjudge.evals.metrics import ScoredRow, confusion

_WORD = re.compile(r"\w+")
_STEPS = tuple(step / 20 for step in range(21))


def overlap(claim: str, source: str) -> float:
    """The share of the claim's words that stand in the source."""
    words = _WORD.findall(claim.lower())
    held = set(_WORD.findall(source.lower()))
    return sum(word in held for word in words) / len(words) if words else 0.0


def with_threshold(rows: Sequence[ScoredRow], threshold: float) -> list[ScoredRow]:
    """The rows decided at a threshold of support."""
    return [ScoredRow(row.unfaithful, 1 - row.suspicion < threshold, row.suspicion, row.document) for row in rows]


def threshold_from_others(group: str, rows: Mapping[str, Sequence[ScoredRow]]) -> float:
    """The threshold with the best mean balanced accuracy over all groups but this one; 0.75 if it is the only one."""
    others = [held for name, held in rows.items() if name != group]

    def mean(threshold: float) -> float:
        found = [confusion(with_threshold(held, threshold)).balanced_accuracy for held in others]
        known = [value for value in found if value is not None]
        return sum(known) / len(known) if known else 0.0

    return max(_STEPS, key=mean) if others else 0.75
