"""BM25 weights, which every ranking of passages uses. Pure."""

import math

_SATURATION = 1.2


def rarity(containing: int, total: int) -> float:
    """The weight of a word that `containing` of `total` texts have: the fewer, the higher."""
    return math.log(1 + (total - containing + 0.5) / (containing + 0.5))


def saturated(count: int, relative_length: float, *, length_weight: float) -> float:
    """The BM25 term frequency of `count` occurrences; `relative_length` is the text's length over the mean length."""
    norm = 1 - length_weight + length_weight * relative_length
    return count * (_SATURATION + 1) / (count + _SATURATION * norm) if count else 0.0
