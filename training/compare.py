"""Short built pairs about amounts and dates: which bound a number meets, which of two is greater, what came first.

In: a random generator. Out: (source, claim, label) triples, right by arithmetic. The sentences are built from the
tables below and from no data. They are short, so that many comparisons cost few tokens.
"""

from __future__ import annotations

import math
import random

from lexicon import ABOVE, AFTER, AT_LEAST, AT_MOST, BEFORE, BELOW, MONTHS, NUMBER_WORDS, ROUGHLY

SUPPORTED, CONTRADICTED, NEI = 0, 1, 2
_WHO = (
    "The town", "Palmer", "The club", "Rossi", "The company", "The museum", "Lindgren", "The university", "The song",
    "The film", "The region", "Okafor", "The hospital", "The team", "Ivanova", "The channel", "The bridge", "Chen",
    "The school", "The album", "The airline", "Martinez", "The festival", "The study", "The video", "The ship",
)  # fmt: skip
_WHAT = (
    ("has scored", "goals"), ("has", "employees"), ("sold", "copies"), ("received", "votes"), ("has", "inhabitants"),
    ("won", "awards"), ("recorded", "deaths"), ("confirmed", "cases"), ("earned", "dollars"), ("has", "members"),
    ("reached", "views"), ("employs", "people"), ("opened", "stores"), ("played", "matches"), ("published", "books"),
    ("owns", "buildings"), ("attracted", "visitors"), ("has", "subscribers"), ("covers", "acres"), ("lost", "games"),
    ("tested", "patients"), ("ran", "miles"), ("lasted", "minutes"), ("spent", "million dollars"), ("has", "students"),
)  # fmt: skip
_DONE = (
    "was founded", "was released", "was born", "died", "opened", "was sold", "retired", "won the title", "was elected",
    "was built", "moved to Paris", "signed the contract", "closed", "was rebuilt", "joined the league", "was announced",
)  # fmt: skip
Made = tuple[str, str, int]


def amount(rng: random.Random) -> int:
    """A number of any size, small ones as often as large ones."""
    return max(2, round(math.exp(rng.uniform(0.7, rng.choice((3.5, 7.5, 7.5, 14.0))))))


def apart(value: int, rng: random.Random, sign: int) -> int:
    """A number on the asked side: sometimes next to it, mostly some way off."""
    far = round(value * math.exp(sign * rng.uniform(0.03, 0.9)))
    near = value + sign * rng.choice((1, 1, 2, 5))
    chosen = near if rng.random() < 0.2 else far
    return max(1, chosen if chosen != value else value + sign)


def spelt(value: int, rng: random.Random) -> str:
    """Words for some small numbers, separators for some large ones."""
    if value < len(NUMBER_WORDS) and rng.random() < 0.5:
        return NUMBER_WORDS[value]
    return f"{value:,}" if value >= 1000 and rng.random() < 0.7 else str(value)


def bound(value: int, rng: random.Random, *, holds: bool) -> str:
    """A phrase about a number that `value` meets or misses."""
    more, less = apart(value, rng, 1), apart(value, rng, -1)
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(ABOVE).format(spelt(less if holds else rng.choice((more, more, value)), rng))
    if kind == 1:
        return rng.choice(BELOW).format(spelt(more if holds else rng.choice((less, less, value)), rng))
    if kind == 2:
        return rng.choice(AT_LEAST).format(spelt(rng.choice((less, value)) if holds else more, rng))
    if kind == 3:
        return rng.choice(AT_MOST).format(spelt(rng.choice((more, value)) if holds else less, rng))
    if kind == 4 and value > 20:
        unit = 10 ** (len(str(value)) - 1 - (value >= 100))
        near = round(value / unit) * unit
        return rng.choice(ROUGHLY).format(spelt(near if holds else round(near * rng.choice((0.5, 1.7, 2.5))), rng))
    if kind == 5 and less < value:
        low, high = (less, more) if holds else (more, more + max(2, value // 3))
        return f"between {spelt(low, rng)} and {spelt(high, rng)}"
    return spelt(value if holds else rng.choice((more, less)), rng)


def counted(rng: random.Random) -> Made:
    """One or two amounts in the source; the claim bounds one of them, or something the source does not count."""
    who = rng.choice(_WHO)
    (verb, noun), (verb_2, noun_2), (verb_3, noun_3) = rng.sample(_WHAT, 3)
    first, second = amount(rng), amount(rng)
    source = f"{who} {verb} {spelt(first, rng)} {noun}"
    source += rng.choice((".", f" and {verb_2} {spelt(second, rng)} {noun_2}.", f" in {rng.randint(1950, 2021)}."))
    if rng.random() < 0.15:
        return source, f"{who} {verb_3} {bound(first, rng, holds=True)} {noun_3}.", NEI
    holds = rng.random() < 0.5
    if noun_2 in source and rng.random() < 0.5:
        return source, f"{who} {verb_2} {bound(second, rng, holds=holds)} {noun_2}.", 0 if holds else 1
    return source, f"{who} {verb} {bound(first, rng, holds=holds)} {noun}.", 0 if holds else 1


def known_bound(rng: random.Random) -> Made:
    """The source gives a bound only."""
    who, (verb, noun), value, sign = rng.choice(_WHO), rng.choice(_WHAT), amount(rng), rng.choice((1, -1))
    own, against = (ABOVE, BELOW) if sign > 0 else (BELOW, ABOVE)
    inside, outside = apart(value, rng, sign), apart(value, rng, -sign)
    source = f"{who} {verb} {rng.choice(own).format(spelt(value, rng))} {noun}."
    phrase, label = rng.choice((
        (rng.choice(own).format(spelt(outside, rng)), SUPPORTED),
        (rng.choice(own).format(spelt(value, rng)), SUPPORTED),
        (rng.choice(own).format(spelt(inside, rng)), NEI), (spelt(inside, rng), NEI),
        (spelt(outside, rng), CONTRADICTED), (rng.choice(against).format(spelt(outside, rng)), CONTRADICTED),
    ))  # fmt: skip
    return source, f"{who} {verb} {phrase} {noun}.", label


def dated(rng: random.Random) -> Made:
    """A year or a full date; the claim puts it before, after or at another."""
    who, done, year, month = rng.choice(_WHO), rng.choice(_DONE), rng.randint(1850, 2022), rng.randrange(12)
    full = rng.random() < 0.5
    day = rng.randint(1, 28)
    written = (
        rng.choice((f"on {day} {MONTHS[month]} {year}", f"on {MONTHS[month]} {day}, {year}")) if full else f"in {year}"
    )
    holds, early = rng.random() < 0.5, rng.random() < 0.5
    sign = 1 if early == holds else -1
    if rng.random() < 0.25:
        claim = f"in {year if holds else year + rng.choice((-1, 1)) * rng.choice((1, 2, 5, 10))}"
    elif full and rng.random() < 0.5:
        place = year * 12 + month + sign * rng.choice((1, 2, 5, 11))
        claim = rng.choice(BEFORE if early else AFTER).format(f"{MONTHS[place % 12]} {place // 12}")
    else:
        claim = rng.choice(BEFORE if early else AFTER).format(year + sign * rng.choice((1, 1, 2, 4, 10, 25)))
    return f"{who} {done} {written}.", f"{who} {done} {claim}.", 0 if holds else 1


def ranked(rng: random.Random) -> Made:
    """Two amounts of one kind, compared; or one amount at two times."""
    (one, two), (verb, noun) = rng.sample(_WHO, 2), rng.choice(_WHAT)
    first = amount(rng)
    second = apart(first, rng, rng.choice((1, -1)))
    holds = rng.random() < 0.5
    label = SUPPORTED if holds else CONTRADICTED
    if rng.random() < 0.4:
        source = f"The number of {noun} went from {spelt(first, rng)} in 2010 to {spelt(second, rng)} in 2015."
        grew = (second > first) == holds
        return (
            source,
            f"The number of {noun} {rng.choice(('rose', 'increased') if grew else ('fell', 'decreased'))}.",
            label,
        )
    source = f"{one} {verb} {spelt(first, rng)} {noun}, while {two} {verb} {spelt(second, rng)}."
    word = rng.choice(("more", "fewer"))
    leader = one if ((first > second) == (word == "more")) == holds else two
    return source, f"{leader} {verb} {word} {noun} than {two if leader == one else one}.", label


def compared(rng: random.Random) -> Made:
    """One built pair of any kind."""
    kind = rng.choices((counted, known_bound, dated, ranked), (5, 1.5, 3, 1))[0]
    return kind(rng)
