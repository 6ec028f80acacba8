"""Group near-duplicate texts into independent origins."""

import re
from collections.abc import Sequence

_WORD = re.compile(r"\w+")
_SHINGLE = 3
_ALIKE = 0.6


def groups(texts: Sequence[str]) -> list[int]:
    """The group number of each text: the index of the group's first text."""
    found: list[int] = []
    shingles = [_shingles(text) for text in texts]
    for at, own in enumerate(shingles):
        twin = next((other for other in range(at) if _alike(own, shingles[other])), None)
        found.append(at if twin is None else found[twin])
    return found


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    size = min(_SHINGLE, len(words)) or 1
    return frozenset(tuple(words[at : at + size]) for at in range(len(words) - size + 1))


def _alike(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    union = len(one | other)
    return bool(union) and len(one & other) / union >= _ALIKE
