"""Sentences gathered from several places that together speak about all of a claim.

A sentence of a summary often joins what stands in different places of its document; no single window says all of it.
Each sentence is taken for the words of the claim that those before it do not have yet. Deterministic, and given in the
order of the documents; a passage is always words of its document.
"""

from collections import Counter
from collections.abc import Sequence

from adjudge.evidence.library import Library, library_of, stems
from adjudge.evidence.passages import Passage

WORDS = 110
_MOST = 6
_AGAIN = 4.0
"""A word that was found k times already counts 1 / (1 + 4k): once more is worth little, and not nothing."""
_LENGTH_COST = 0.01


def gathered(claim: str, documents: Sequence[tuple[str, str]], *, words: int = WORDS) -> tuple[Passage, ...]:
    """The sentences that share most with the claim together, of about so many words in all."""
    library = library_of(tuple(documents))
    texts = dict(documents)
    chosen = sorted(_chosen(library, stems(claim), words))
    units = [library.units[at] for at in chosen]
    return tuple(
        Passage(one.document_id, one.start, one.end, texts[one.document_id][one.start : one.end]) for one in units
    )


def _chosen(library: Library, wanted: frozenset[str], words: int) -> list[int]:
    shared = {at: library.units[at].stems & wanted for stem in wanted for at in library.postings.get(stem, ())}
    rarity = {stem: library.rarity(stem) for stem in wanted}
    found: Counter[str] = Counter()
    chosen: list[int] = []
    left = words
    while shared and len(chosen) < _MOST:
        worth = {at: _worth(held, library.units[at].size, rarity, found) for at, held in shared.items()}
        best = min(worth, key=lambda at: (-worth[at], at))
        chosen.append(best)
        left -= library.units[best].size
        found.update(shared[best])
        # The first may be longer than there is room for; no other.
        shared = {at: held for at, held in shared.items() if at not in chosen and library.units[at].size <= left}
    return chosen


def _worth(held: frozenset[str], size: int, rarity: dict[str, float], found: Counter[str]) -> float:
    new = sum(rarity[stem] / (1 + _AGAIN * found[stem]) for stem in sorted(held))
    return new / (1 + _LENGTH_COST * size)
