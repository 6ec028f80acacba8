"""Passages: overlapping windows of whole sentences, ranked by relevance to a claim.

Deterministic and linear in the length of the document. A passage is always words of its document:
`text[start:end] == passage.text`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import stem
from adjudge.evidence.ranking import rarity, saturated

_TOKEN = re.compile(r"\d[\d.,]*\d|\w+")
_LENGTH_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of sentences of one document."""

    document_id: str
    start: int
    end: int
    text: str


def windows(document_id: str, text: str, *, words: int = 90, sentence_limit: int = 6) -> tuple[Passage, ...]:
    """Overlapping windows of whole sentences, of about `words` words; a longer sentence is its own window."""
    return _windows(document_id, text, words, sentence_limit)


@lru_cache(maxsize=64)
def _windows(document_id: str, text: str, words: int, sentence_limit: int) -> tuple[Passage, ...]:
    spans = [piece for span in sentences(text) for piece in pieces(span, words)]
    found: list[Passage] = []
    first = 0
    while first < len(spans):
        last, size = first, _size(spans[first])
        while last + 1 < len(spans) and last - first + 1 < sentence_limit and size + _size(spans[last + 1]) <= words:
            last += 1
            size += _size(spans[last])
        start, end = spans[first].start, spans[last].end
        found.append(Passage(document_id, start, end, text[start:end]))
        if last + 1 >= len(spans):
            break
        # Half a window on: what stands at the border of one window stands inside the next.
        first += max(1, (last - first + 1) // 2)
    return tuple(found)


def nearest(claim: str, passages: Sequence[Passage], *, limit: int) -> list[Passage]:
    """The most relevant passages for the claim (BM25), the best first; ties go to the earlier one."""
    if len(passages) <= 1:
        return list(passages)
    scores = bm25(claim, [passage.text for passage in passages])
    order = sorted(range(len(passages)), key=lambda at: (-scores[at], at))
    return [passages[at] for at in order[:limit]]


def bm25(claim: str, texts: Sequence[str]) -> list[float]:
    """The BM25 score of each text for the claim."""
    bags = _bags(tuple(texts))
    scores = [0.0] * len(bags.sizes)
    for word in _bag(claim):
        places = bags.places.get(word, ())
        weight = rarity(len(places), len(scores))
        for at, count in places:
            scores[at] += weight * saturated(count, bags.sizes[at] / bags.mean, length_weight=_LENGTH_WEIGHT)
    return scores


@dataclass(frozen=True, slots=True)
class _Bags:
    """The lengths of texts and the frequency of each word in them."""

    sizes: tuple[int, ...]
    places: dict[str, list[tuple[int, int]]]
    mean: float


@lru_cache(maxsize=16)
def _bags(texts: tuple[str, ...]) -> _Bags:
    # Kept for the other sentences of a claim: a long document has more windows than single bags could be kept of.
    sizes: list[int] = []
    places: dict[str, list[tuple[int, int]]] = {}
    for at, text in enumerate(texts):
        bag = _bag(text)
        sizes.append(bag.total())
        for word, count in bag.items():
            places.setdefault(word, []).append((at, count))
    return _Bags(tuple(sizes), places, sum(sizes) / len(sizes) or 1.0 if sizes else 1.0)


@lru_cache(maxsize=2048)
def _bag(text: str) -> Counter[str]:
    return Counter(stem(word) for word in _TOKEN.findall(text.lower()))


def pieces(span: Span, longest: int) -> list[Span]:
    """Split a sentence of more than twice `longest` words into pieces of that length; return any other unchanged."""
    words = list(re.finditer(r"\S+", span.text))
    if len(words) <= 2 * longest:
        return [span]
    bounds = (
        (words[at].start(), words[min(at + longest, len(words)) - 1].end()) for at in range(0, len(words), longest)
    )
    return [Span(span.start + start, span.start + end, span.text[start:end]) for start, end in bounds]


def _size(span: Span) -> int:
    return span.text.count(" ") + 1
