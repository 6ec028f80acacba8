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

from rows import UNKNOWN, Row

# How many claims of a set are paired, and with how many sources each.
WANTED = {
    "check_covid": (1501, 3), "fever": (5785, 1), "feverous": (2000, 1), "fool_me_twice": (1169, 2),
    "boolq_claims": (1200, 1), "mnli": (5000, 1),
}  # fmt: skip
_WORD = re.compile(r"[a-z0-9]+")
_FREQUENT = 0.02
_LONGEST = 120


def neighbours(sets: dict[str, list[Row]], *, rng: random.Random) -> list[Row]:
    """Claims with the nearest sources of other rows, by shared rare words."""
    found: list[Row] = []
    for name, (count, each) in WANTED.items():
        rows = sets.get(name, [])
        sources = sorted({row.source for row in rows if len(row.source.split()) <= _LONGEST})
        places: dict[str, list[int]] = defaultdict(list)
        for at, source in enumerate(sources):
            for word in set(_WORD.findall(source.lower())):
                places[word].append(at)
        chosen = rng.sample(rows, min(count, len(rows)))
        found += [
            Row(source, row.claim, UNKNOWN, "neighbours")
            for row in chosen
            for source in _nearest(row, sources, places, each)
        ]
    return found


def _nearest(row: Row, sources: list[str], places: dict[str, list[int]], count: int) -> list[str]:
    """The sources that share the rarest words with the claim, the row's own left out."""
    scores: dict[int, float] = defaultdict(float)
    for word in set(_WORD.findall(row.claim.lower())):
        where = places.get(word, [])
        if where and len(where) <= max(20, _FREQUENT * len(sources)):
            weight = math.log(len(sources) / len(where))
            for at in where:
                scores[at] += weight / math.sqrt(20 + len(sources[at].split()))
    best = heapq.nsmallest(count + 1, scores.items(), key=lambda item: (-item[1], item[0]))
    return [sources[at] for at, _ in best if sources[at] != row.source][:count]
