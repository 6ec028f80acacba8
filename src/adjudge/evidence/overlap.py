"""How much of a claim's wording stands in the passages it is read against: plain shares, no meaning, no verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.words import words

_MOST_NEW = 5


@dataclass(frozen=True, slots=True)
class Overlap:
    """Shares of the claim's content words: in the best passage, in all of them, and (of five at most) in none."""

    best: float
    union: float
    new: float


def overlap(claim: str, passages: Sequence[str]) -> Overlap:
    """The overlap of a claim with these passages."""
    content = [word.stem for word in words(claim) if word.content]
    wanted = frozenset(content)
    there = [_stems(passage) for passage in passages]
    union = frozenset().union(*there)
    return Overlap(
        best=max((len(wanted & one) / len(wanted) for one in there), default=0.0) if wanted else 0.0,
        union=len(wanted & union) / len(wanted) if wanted else 0.0,
        new=min(sum(stem not in union for stem in content), _MOST_NEW) / _MOST_NEW,
    )


@lru_cache(maxsize=4096)
def _stems(passage: str) -> frozenset[str]:
    return frozenset(word.stem for word in words(passage) if word.text[0].isalnum())
