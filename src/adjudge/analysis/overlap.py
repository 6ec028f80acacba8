"""How much of a claim's wording stands in the passages it is read against: plain shares, no meaning, no verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log

from adjudge.analysis.words import words

_MOST_NEW = 5


@dataclass(frozen=True, slots=True)
class Overlap:
    """Shares of the claim's content words and word pairs.

    `best` is the share in the single best passage, `union` the share in all of them, `pairs` the share of neighbouring
    words that are neighbours there too, `new` how many content words are in none (of five at most), `size` the
    logarithm of the number of content words.
    """

    best: float
    union: float
    pairs: float
    new: float
    size: float


def overlap(claim: str, passages: Sequence[str]) -> Overlap:
    """The overlap of a claim with these passages."""
    stems, content = _stems(claim)
    wanted = frozenset(content)
    there = [frozenset(_stems(passage)[0]) for passage in passages]
    neighbours = frozenset(pair for passage in passages for pair in _pairs(_stems(passage)[0]))
    union = frozenset().union(*there)
    ours = _pairs(stems)
    return Overlap(
        best=max((len(wanted & one) / len(wanted) for one in there), default=0.0) if wanted else 0.0,
        union=len(wanted & union) / len(wanted) if wanted else 0.0,
        pairs=sum(pair in neighbours for pair in ours) / len(ours) if ours else 0.0,
        new=min(len([stem for stem in content if stem not in union]), _MOST_NEW) / _MOST_NEW,
        size=log(1 + len(content)),
    )


def _pairs(stems: Sequence[str]) -> list[tuple[str, str]]:
    return list(pairwise(stems))


@lru_cache(maxsize=4096)
def _stems(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All words by their stems, and the content words among them."""
    found = [word for word in words(text) if word.text[0].isalnum()]
    return tuple(word.stem for word in found), tuple(word.stem for word in found if word.content)
