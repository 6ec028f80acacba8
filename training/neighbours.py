"""Pairs without a label, for the whole model to judge: a claim and the nearest source of another row of its set.

In: labelled rows. Out: rows whose target is `UNKNOWN`. Such pairs are about the same things without having been written
for each other, which is how a claim meets a passage in use, and hardly any labelled set has them.
"""

from __future__ import annotations

import heapq
import math
import random
import re
from collections import defaultdict
from collections.abc import Iterable

from rows import UNKNOWN, Row

# How many claims of a set are paired, and with how many sources each.
WANTED = {
    "check_covid": (1501, 3), "fever": (5785, 1), "feverous": (2000, 1), "fool_me_twice": (1169, 2),
    "boolq_claims": (1200, 1), "mnli": (5000, 1),
}  # fmt: skip
_WORD = re.compile(r"[a-z0-9]+")
_FREQUENT = 0.02
_LONGEST = 120


class Index:
    """Texts that are found by the rare words they share with another."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = sorted(texts)
        self._sizes = [len(text.split()) for text in self.texts]
        self._places: dict[str, list[int]] = defaultdict(list)
        for at, text in enumerate(self.texts):
            for word in set(_WORD.findall(text.lower())):
                self._places[word].append(at)

    def nearest(self, text: str, count: int) -> list[str]:
        """The texts that share the rarest words with this one, best first, itself left out."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(_WORD.findall(text.lower())):
            where = self._places.get(word, [])
            if where and len(where) <= max(20, _FREQUENT * len(self.texts)):
                weight = math.log(len(self.texts) / len(where))
                for at in where:
                    scores[at] += weight / math.sqrt(20 + self._sizes[at])
        best = heapq.nsmallest(count + 1, scores.items(), key=lambda item: (-item[1], item[0]))
        return [self.texts[at] for at, _ in best if self.texts[at] != text][:count]


def neighbours(sets: dict[str, list[Row]], *, rng: random.Random) -> list[Row]:
    """Claims with the nearest sources of other rows, by shared rare words."""
    found: list[Row] = []
    for name, (count, each) in WANTED.items():
        rows = sets.get(name, [])
        index = Index({row.source for row in rows if len(row.source.split()) <= _LONGEST})
        for row in rng.sample(rows, min(count, len(rows))):
            near = [source for source in index.nearest(row.claim, each + 1) if source != row.source]
            found += [Row(source, row.claim, UNKNOWN, "neighbours") for source in near[:each]]
    return found
