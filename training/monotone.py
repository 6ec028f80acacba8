"""Pairs that follow from a determiner's monotonicity: what may be made more general or more special where.

In: a random generator. Out: (source, claim, follows) triples, right by logic. Sentences are built from the tables below
and from no data.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

# (determiner, restrictor, body): +1 lets it be generalised, -1 made special, 0 neither.
_DETERMINERS = (
    ("All", -1, 1), ("All the", 0, 1), ("No", -1, -1), ("Some", 1, 1), ("Several", 1, 1), ("Many", 0, 1),
    ("Most", 0, 1),
    ("Few", 0, -1), ("At least three", 1, 1), ("More than five", 1, 1), ("At most four", -1, -1),
    ("Fewer than six", -1, -1),
    ("Exactly two", 0, 0), ("Not all", 1, -1), ("None of the", 0, -1), ("A number of", 1, 1), ("Hardly any", -1, -1),
)  # fmt: skip
_NOUNS = (
    ("young students", "students"), ("tall men", "men"), ("women in red coats", "women"), ("bulldogs", "dogs"),
    ("dogs", "animals"), ("cats", "animals"), ("teachers from Spain", "teachers"), ("French painters", "painters"),
    ("nurses", "hospital workers"), ("old cars", "cars"), ("cars", "vehicles"),
    ("boys and girls with hats", "boys and girls"),
    ("children who like music", "children"), ("girls", "children"), ("roses", "flowers"),
    ("experienced doctors", "doctors"),
    ("large companies", "companies"), ("members of the team", "people"), ("farmers", "people"),
    ("retired soldiers", "soldiers"),
)  # fmt: skip
_VERBS = (
    # past, base, special, general
    ("ate", "eat", "a green apple", "an apple"), ("ate", "eat", "an apple", "some fruit"),
    ("saw", "see", "a bulldog", "a dog"),
    ("bought", "buy", "a new car", "a car"), ("bought", "buy", "a car", "a vehicle"),
    ("danced", "dance", "in the hall", ""),
    ("played", "play", "tennis on Sunday", "tennis"), ("played", "play", "the violin", "an instrument"),
    ("read", "read", "a long novel", "a novel"), ("read", "read", "a novel", "a book"), ("ran", "run", "quickly", ""),
    ("visited", "visit", "the old museum in Rome", "the old museum"), ("drank", "drink", "cold beer", "beer"),
    ("wrote", "write", "a letter to the mayor", "a letter"), ("slept", "sleep", "on the floor", ""),
    ("carried", "carry", "two heavy bags", "two bags"), ("sang", "sing", "and danced", ""),
    ("met", "meet", "a tall lawyer", "a lawyer"),
    ("cooked", "cook", "soup with onions", "soup"), ("built", "build", "a wooden house", "a house"),
)  # fmt: skip
_NAMES = ("Anna", "Peter", "Maria", "The manager", "John", "Leila", "My uncle", "The committee", "She", "Everybody")
# (pattern, direction) around a verb phrase
_FRAMES = (
    ("{name} {past} {rest}.", 1), ("{name} did not {base} {rest}.", -1), ("{name} never {past} {rest}.", -1),
    ("{name} refused to {base} {rest}.", -1), ("It is not true that {name} {past} {rest}.", -1),
    ("{name} wanted to {base} {rest}.", 1), ("{name} often {past} {rest}.", 1), ("Nobody {past} {rest}.", -1),
    ("Without permission, nobody may {base} {rest}.", -1), ("Somebody {past} {rest}.", 1),
    ("If you {base} {rest}, you will be asked to leave.", -1), ("{name} rarely {past} {rest}.", -1),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Built:
    """One built pair and whether the claim follows."""

    source: str
    claim: str
    follows: bool


def _tidy(text: str) -> str:
    return " ".join(text.split()).replace(" .", ".").replace(" ,", ",")


def build(rng: random.Random) -> Built:
    """One pair: a sentence, and the same sentence with one phrase made more general or more special."""
    past, base, special, general = rng.choice(_VERBS)
    widen = rng.random() < 0.5
    before, after = (special, general) if widen else (general, special)
    if rng.random() < 0.45:
        frame, direction = rng.choice(_FRAMES)
        name = rng.choice(_NAMES)
        parts = [_tidy(frame.format(name=name, past=past, base=base, rest=rest)) for rest in (before, after)]
        return Built(parts[0], parts[1], direction == (1 if widen else -1))
    determiner, restrictor, body = rng.choice(_DETERMINERS)
    narrow, broad = rng.choice(_NOUNS)
    if rng.random() < 0.5:
        noun = rng.choice((narrow, broad))
        parts = [_tidy(f"{determiner} {noun} {past} {rest}.") for rest in (before, after)]
        return Built(parts[0], parts[1], body == (1 if widen else -1))
    rest = rng.choice((special, general))
    nouns = (narrow, broad) if widen else (broad, narrow)
    parts = [_tidy(f"{determiner} {noun} {past} {rest}.") for noun in nouns]
    return Built(parts[0], parts[1], restrictor == (1 if widen else -1))
