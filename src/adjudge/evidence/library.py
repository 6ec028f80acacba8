"""Index the sentences of documents by their words. Built once, in linear time, and cached for the next claim."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import content_words
from adjudge.evidence.passages import pieces
from adjudge.evidence.ranking import rarity

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class IndexedSentence:
    """A sentence, or a piece of an overlong one, with its index words."""

    document_id: str
    start: int
    end: int
    stems: frozenset[str]
    size: int


@dataclass(frozen=True, slots=True)
class Library:
    """The sentences of all documents and an inverted index."""

    units: tuple[IndexedSentence, ...]
    postings: dict[str, tuple[int, ...]]
    mean_size: float

    def rarity(self, stem: str) -> float:
        """The weight of a word: rarer words weigh more."""
        return rarity(len(self.postings.get(stem, ())), len(self.units))


@lru_cache(maxsize=32)
def library_of(documents: tuple[tuple[str, str], ...]) -> Library:
    """The library of documents given as (id, text)."""
    units = tuple(unit for id, text in documents for unit in _units(id, text))
    postings: dict[str, list[int]] = defaultdict(list)
    for at, unit in enumerate(units):
        for stem in unit.stems:
            postings[stem].append(at)
    mean = sum(unit.size for unit in units) / len(units) if units else 1.0
    return Library(units, {stem: tuple(places) for stem, places in postings.items()}, max(mean, 1.0))


def stems(text: str) -> frozenset[str]:
    """The index words of a text: content words and numbers."""
    return frozenset([*(word.stem for word in content_words(text)), *figures(text)])


def figures(text: str) -> list[str]:
    """Numbers without separators, so that 1,400 and 1.400 match."""
    return [re.sub(r"[.,]", "", match.group()) for match in _NUMBER.finditer(text)]


def _units(document_id: str, text: str) -> list[IndexedSentence]:
    return [
        IndexedSentence(document_id, piece.start, piece.end, stems(piece.text), piece.text.count(" ") + 1)
        for span in sentences(text)
        for piece in pieces(span, _LONGEST)
    ]
