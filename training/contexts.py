"""Labelled pairs whose source stands among sentences of other rows, as a sentence stands in a paragraph.

In: labelled rows. Out: rows with the same claim and label and a longer source, each with the row that it was made of:
what a model says of that one, it should say of this one. Hardly any labelled pair has a source of several sentences,
and most of what is read in use is a paragraph of which one sentence matters.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from neighbours import Index
from rows import Row

# How many rows of a set are taken, each with how many different surroundings.
WANTED = {
    "fever": (5785, 1), "check_covid": (1501, 2), "fool_me_twice": (1169, 2), "feverous": (2000, 1), "mnli": (5000, 1),
    "scitail": (1500, 1),
}  # fmt: skip
_LONGEST = 60
_SURROUNDING = 45
_WORD = re.compile(r"\w+")
_SHORT = 3
_ALIKE = 0.34
_ANSWERED = 0.5
_NEAREST = 12


class Placed(NamedTuple):
    """A row with its source among others, and where the row it was made of stands."""

    row: Row
    dataset: str
    at: int


def contexts(sets: dict[str, list[Row]], *, rng: random.Random) -> list[Placed]:
    """Rows of every wanted set with up to five other sources about them, every second one near in words."""
    found: list[Placed] = []
    for name, (count, each) in WANTED.items():
        rows = sets.get(name, [])
        short = [at for at, row in enumerate(rows) if len(row.source.split()) <= _LONGEST]
        index = Index({row.source for row in rows if 5 <= len(row.source.split()) <= _SURROUNDING})
        for at in rng.sample(short, min(count, len(short))):
            for _ in range(each):
                others = _surroundings(rows[at], index, rng)
                if others:
                    found.append(Placed(_among(rows[at], others, rng), name, at))
    return found


def _surroundings(row: Row, index: Index, rng: random.Random) -> list[str]:
    """Other sources that neither say the same nor speak of most of what the claim speaks of."""
    near = index.nearest(row.source, _NEAREST)
    rng.shuffle(near)
    drawn = [rng.choice(index.texts) for _ in range(4)]
    candidates = [text for pair in zip(near, drawn, strict=False) for text in pair] or drawn
    own, claim = _content(row.source), _content(row.claim)
    kept: list[str] = []
    for text in candidates[: rng.randint(1, 5)]:
        words = _content(text)
        alike = len(words & own) / max(1, min(len(words), len(own)))
        if alike < _ALIKE and len(words & claim) <= _ANSWERED * len(claim):
            kept.append(text)
    return kept


def _among(row: Row, others: list[str], rng: random.Random) -> Row:
    place = rng.randint(0, len(others))
    parts = [_ended(text) for text in (*others[:place], row.source, *others[place:])]
    return Row(" ".join(parts), row.claim, row.target, "contexts", row.marks)


def _ended(text: str) -> str:
    text = text.strip()
    return text if text[-1:] in ".!?\"'" else f"{text}."


def _content(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if len(word) > _SHORT or word.isdigit()}
