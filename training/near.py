"""Words near a word without meaning the same: what a careless writer puts in its place.

In: the published word vectors, and texts. Out: for each common word others that stand in the same places of a sentence
and are near but not nearest, since the nearest is often the same word in another form or means the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import torch
from lexicon import SYNONYMS
from model import TOKENIZER, load_published
from torch import Tensor
from torch.nn import functional

LEAST, NEAREST, MOST = 0.25, 0.5, 14
"""How like two words may be at least and at most, and how many are kept."""
ENDINGS = ("ing", "ed", "ly", "s")
_SHORTEST, _SEEN, _ALIKE = 4, 6, 0.6
_CONTEXTS = 60
_WORD = re.compile(r"[a-z]+|[.,;]")


def near_words(base: Path, texts: Iterable[str]) -> dict[str, list[str]]:
    """Each word that occurs in the texts with what may be put in its place by mistake."""
    vocabulary: dict[str, int] = json.loads(TOKENIZER.read_text(encoding="utf-8"))["model"]["vocab"]
    known = {word for word in vocabulary if word.isascii() and word.isalpha() and len(word) >= _SHORTEST}
    words, places = _places(texts, known)
    same = {frozenset(pair) for pair in SYNONYMS}
    vectors = load_published(base).vectors[[vocabulary[word] for word in words]]
    vectors = functional.normalize(vectors - vectors.mean(0), dim=1)
    found: dict[str, list[str]] = {}
    for start in range(0, len(words), 1000):
        part = slice(start, start + 1000)
        likeness = vectors[part] @ vectors.T
        likeness[(likeness > NEAREST) | (places[part] @ places.T < _ALIKE)] = 0
        best = likeness.topk(4 * MOST, dim=1)
        for row, word in enumerate(words[part]):
            others = [
                words[place]
                for near, place in zip(best.values[row].tolist(), best.indices[row].tolist(), strict=True)
                if near > LEAST
                and _ending(words[place]) == _ending(word)
                and words[place][:4] != word[:4]
                and frozenset((word, words[place])) not in same
            ]
            if others:
                found[word] = others[:MOST]
    return found


def _places(texts: Iterable[str], known: set[str]) -> tuple[list[str], Tensor]:
    """The known words of the texts, and how often each follows and precedes the commonest words."""
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        tokens = _WORD.findall(text.lower())
        pairs.update(pairwise(tokens))
    total: Counter[str] = Counter()
    for (left, _), times in pairs.items():
        total[left] += times
    common = {word: number for number, (word, _) in enumerate(total.most_common(_CONTEXTS))}
    words = sorted(word for word in known if total[word] >= _SEEN and word not in common)
    rows = {word: number for number, word in enumerate(words)}
    counts = torch.zeros(len(words), 2 * _CONTEXTS)
    for (left, right), times in pairs.items():
        if right in rows and left in common:
            counts[rows[right], common[left]] += times
        if left in rows and right in common:
            counts[rows[left], _CONTEXTS + common[right]] += times
    return words, functional.normalize(counts.sqrt(), dim=1)


def _ending(word: str) -> str:
    return next((one for one in ENDINGS if word.endswith(one)), "")
