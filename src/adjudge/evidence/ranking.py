"""BM25, the one ranking of passages: how much a shared word counts. Pure."""

import math

_SATURATION = 1.2


def rarity(containing: int, total: int) -> float:
    """The weight of a word that `containing` of `total` texts have: the fewer, the higher."""
    return math.log(1 + (total - containing + 0.5) / (containing + 0.5))


def saturated(count: int, relative_length: float, *, length_weight: float) -> float:
    """What `count` occurrences of a word are worth in a text of this length, relative to the mean length."""
    norm = 1 - length_weight + length_weight * relative_length
    return count * (_SATURATION + 1) / (count + _SATURATION * norm) if count else 0.0
