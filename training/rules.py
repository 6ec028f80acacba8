"""The rules of the mutation generator: what one edit on one side of a supported pair makes of its label.

In: a `Seed`. Out: (source, claim, label) triples. Every rule that makes a claim false has a sibling that leaves it true
with the same surface ("more than 9" / "more than 11" of ten), so that no phrase gives the label away.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import edits
from compare import compared
from lexicon import ABOVE, BELOW, MONTHS
from monotone import build
from reports import report
from rows import NOT_SUPPORTED

SUPPORTED, CONTRADICTED, NEI = 0, 1, 2
Made = Iterator[tuple[str, str, int]]
Rule = Callable[["Seed", random.Random], Made]
_MANY = 5


@dataclass(frozen=True, slots=True)
class Others:
    """What other texts offer to put in."""

    names: list[str]
    words: dict[str, list[str]]
    """By their last two letters."""
    additions: list[str]
    """What sentences say beside their main matter, with what joins it on (`edits.additions`)."""
    near: dict[str, list[str]]
    """For each word those that are put in its place by mistake (`near.py`); may be empty."""


class Seed:
    """A supported pair to edit; `verbatim` says that the claim stands in the source word for word."""

    def __init__(self, source: str, claim: str, *, verbatim: bool, others: Others) -> None:
        self.source, self.claim, self.verbatim, self.others = source, claim, verbatim, others


def _shared_numbers(seed: Seed) -> list[re.Match[str]]:
    return [
        m for m in edits.numbers(seed.claim) if re.search(rf"(?<![\w.,]){re.escape(m.group())}(?![\w])", seed.source)
    ]


def _in_source(seed: Seed, old: str, new: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, seed.source)


def number(seed: Seed, rng: random.Random) -> Made:
    """Another number in the claim or in the source contradicts."""
    if found := _shared_numbers(seed):
        match = rng.choice(found)
        other = edits.written(edits.other_value(match.group(), rng), match.group())
        # The hardest wrong number is one that the source gives for something else.
        inside = [m.group() for m in edits.numbers(seed.source) if m.group() not in seed.claim]
        if inside and rng.random() < 0.4:
            yield seed.source, edits.replaced(seed.claim, match, rng.choice(inside)), NOT_SUPPORTED
        elif other != match.group() and other not in seed.source:
            if rng.random() < 0.6:
                yield seed.source, edits.replaced(seed.claim, match, other), CONTRADICTED
            else:
                yield _in_source(seed, match.group(), other), seed.claim, CONTRADICTED
            if rng.random() < 0.5:
                yield seed.source, seed.claim, SUPPORTED


def bound(seed: Seed, rng: random.Random) -> Made:
    """A bound that the number meets follows; one that it misses contradicts."""
    if found := [m for m in _shared_numbers(seed) if edits.countable(seed.claim, m)]:
        match = rng.choice(found)
        for holds in (True, False):
            yield seed.source, edits.bounded(seed.claim, match, rng, holds), SUPPORTED if holds else CONTRADICTED


def bounded_source(seed: Seed, rng: random.Random) -> Made:
    """The source knows only a bound: weaker bounds follow, values beyond it are unknown, values outside contradict."""
    found = [m for m in _shared_numbers(seed) if edits.countable(seed.claim, m)]
    if not found:
        return
    match = rng.choice(found)
    token = match.group()
    sign = rng.choice((1, -1))
    inside, outside = edits.other_value(token, rng, sign), edits.other_value(token, rng, -sign)
    own = rng.choice(ABOVE if sign > 0 else BELOW)
    against = rng.choice(BELOW if sign > 0 else ABOVE)
    source = _in_source(seed, token, own.format(token.lower()))

    def claim(phrase: str, value: float) -> str:
        return edits.with_phrase(seed.claim, match, phrase, edits.written(value, token))

    choices = [
        (claim(own, outside), SUPPORTED), (claim(own, edits.value_of(token)), SUPPORTED), (claim("{}", inside), NEI),
        (claim(own, inside), NEI), (claim("{}", outside), CONTRADICTED), (claim(against, outside), CONTRADICTED),
    ]  # fmt: skip
    for text, label in rng.sample(choices, 2):
        yield source, text, label


def rounding(seed: Seed, rng: random.Random) -> Made:
    """A rounded number follows; a far one contradicts."""
    if found := [m for m in _shared_numbers(seed) if edits.countable(seed.claim, m)]:
        match = rng.choice(found)
        for holds in (True, False):
            if text := edits.rounded(seed.claim, match, rng, holds):
                yield seed.source, text, SUPPORTED if holds else CONTRADICTED


def date(seed: Seed, rng: random.Random) -> Made:
    """Before a later date follows; before an earlier one contradicts."""
    for holds in (True, False):
        if text := edits.dated(seed.claim, seed.source, rng, holds):
            yield seed.source, text, SUPPORTED if holds else CONTRADICTED


def name(seed: Seed, rng: random.Random) -> Made:
    """Another name: a contradiction where it fills a place, otherwise only not supported."""
    found = [m for m in edits.names(seed.claim) if m.group() in seed.source]
    if not found:
        return
    match = rng.choice(found)
    inner = [m.group() for m in edits.names(seed.source)]
    choices = [other for other in (inner if rng.random() < 0.65 else rng.sample(seed.others.names, 8))
               if other not in seed.claim and match.group() not in other]  # fmt: skip
    if not choices:
        return
    other = rng.choice(choices)
    filled = re.search(r"\b(in|at|by|from|of|to|is|was|with|on|for|as|the|an?)\s+$", seed.claim[: match.start()])
    label = CONTRADICTED if filled else NOT_SUPPORTED
    if rng.random() < 0.7:
        yield seed.source, edits.replaced(seed.claim, match, other), label
    elif other not in seed.source:
        yield _in_source(seed, match.group(), other), seed.claim, label
    if rng.random() < 0.5:
        yield seed.source, seed.claim, SUPPORTED


def negation(seed: Seed, rng: random.Random) -> Made:
    """Denied on one side contradicts; denied on both sides follows where the wording is the same."""
    text = edits.negated(seed.claim)
    if text is None:
        return
    alone = seed.verbatim and rng.random() < 0.6
    source = seed.claim if alone else seed.source
    options = [(source, text, CONTRADICTED), (source, seed.claim, SUPPORTED)]
    if seed.verbatim:
        flipped = text if alone else seed.source.replace(seed.claim, text)
        options += [(flipped, seed.claim, CONTRADICTED), (flipped, text, SUPPORTED)]
    yield from rng.sample(options, 2)


def opposite(seed: Seed, rng: random.Random) -> Made:
    """A word that excludes the source's word contradicts, on either side."""
    text = edits.opposed(seed.claim, rng)
    if text is None:
        return
    if seed.verbatim and rng.random() < 0.35:
        yield seed.source.replace(seed.claim, text), seed.claim, CONTRADICTED
        return
    shared = set(re.findall(r"\w+", seed.claim.lower())) - set(re.findall(r"\w+", text.lower()))
    if all(re.search(rf"\b{re.escape(word)}\b", seed.source.lower()) for word in shared):
        yield seed.source, text, CONTRADICTED
        if rng.random() < 0.3:
            yield seed.source, seed.claim, SUPPORTED


def same(seed: Seed, rng: random.Random) -> Made:
    """A word of the same meaning changes nothing."""
    if text := edits.renamed(seed.claim, rng):
        yield seed.source, text, SUPPORTED


def general(seed: Seed, rng: random.Random) -> Made:
    """A general noun follows from a special one, not the other way about."""
    if re.search(r"\b(no|not|n't|every|all|without|never|few)\b", seed.claim.lower()):
        return
    text = edits.generalised(seed.claim, rng)
    if text and rng.random() < 0.6:
        yield seed.source, text, SUPPORTED
    elif text and seed.verbatim:
        yield seed.source.replace(seed.claim, text), seed.claim, NEI


def word(seed: Seed, rng: random.Random) -> Made:
    """A word exchanged for another of the same ending, from the source or from elsewhere: not supported."""
    own = set(re.findall(r"[a-z]{5,}", seed.source))
    found = [m for m in re.finditer(r"(?<!\w)[a-z]{5,}(?!\w)", seed.claim) if m.group() in own]
    if not found:
        return
    match = rng.choice(found)
    inside = [other for other in sorted(own) if other[-2:] == match.group()[-2:]]
    choices = inside if rng.random() < 0.4 else seed.others.words.get(match.group()[-2:], [])
    choices = [other for other in choices if other[:4] != match.group()[:4] and other not in seed.claim]
    if choices:
        other = rng.choice(choices)
        yield seed.source, edits.replaced(seed.claim, match, other), NOT_SUPPORTED
        if rng.random() < 0.5:
            yield seed.source, seed.claim, SUPPORTED


def near(seed: Seed, rng: random.Random) -> Made:
    """A word exchanged for a near one that says something else: not supported, unless the source says the same."""
    found = [m for m in re.finditer(r"(?<![\w-])[a-z]{4,}(?![\w-])", seed.claim)
             if m.group() in seed.others.near and re.search(rf"\b{m.group()}\b", seed.source)]  # fmt: skip
    if not found:
        return
    match = rng.choice(found)
    others = seed.others.near[match.group()]
    # The first of many are the likeliest to mean the same.
    choices = [other for other in (others[2:] if len(others) > _MANY else others) if other not in seed.claim]
    if not choices:
        return
    other = rng.choice(choices)
    text = edits.replaced(seed.claim, match, other)
    draw = rng.random()
    if draw < 0.65:
        yield seed.source, text, NOT_SUPPORTED
    elif draw < 0.8:
        yield _in_source(seed, match.group(), other), seed.claim, NOT_SUPPORTED
    else:
        yield _in_source(seed, match.group(), other), text, SUPPORTED
    if rng.random() < 0.5:
        yield seed.source, seed.claim, SUPPORTED


def addition(seed: Seed, rng: random.Random) -> Made:
    """What another sentence says beside its main matter, put on here: not supported, unless the source has it."""
    own = [text for text in edits.additions(seed.source) if text not in seed.claim]
    added = rng.choice(own if own and rng.random() < 0.6 else seed.others.additions or [""])
    if not added or added.strip(" ,") in seed.claim or "?" in seed.claim:
        return
    text = re.sub(r"\s*[.!?]?\s*$", lambda _: added + ".", seed.claim, count=1)
    if seed.verbatim and rng.random() < 0.3:
        yield seed.source.replace(seed.claim, text), rng.choice((text, seed.claim)), SUPPORTED
    else:
        yield seed.source, text, NOT_SUPPORTED
        if rng.random() < 0.4:
            yield seed.source, seed.claim, SUPPORTED


def roles(seed: Seed, rng: random.Random) -> Made:
    """Two names exchanged: no longer supported."""
    if text := edits.swapped(seed.claim):
        yield seed.source, text, NOT_SUPPORTED
        if rng.random() < 0.5:
            yield seed.source, seed.claim, SUPPORTED


def hedge(seed: Seed, rng: random.Random) -> Made:
    """A hedge in the claim follows; a hedge in the source leaves the plain claim open."""
    if text := edits.hedged(seed.claim, rng):
        if seed.verbatim and rng.random() < 0.55:
            yield seed.source.replace(seed.claim, text), seed.claim, NEI
            yield seed.source.replace(seed.claim, text), text, SUPPORTED
        else:
            yield seed.source, text, SUPPORTED


def absence(seed: Seed, rng: random.Random) -> Made:
    """The sentence taken out of its passage: the rest does not say it."""
    if not seed.verbatim or len(seed.source) < 2 * len(seed.claim):
        return
    yield seed.source.replace(seed.claim, " "), seed.claim, NEI
    if rng.random() < 0.5:
        yield seed.source, seed.claim, SUPPORTED


def omission(seed: Seed, rng: random.Random) -> Made:
    """The time or place taken out of the source: the claim that names it becomes open."""
    phrases = [m for m in edits.circumstances(seed.source) if edits.key_of(m) in seed.claim]
    if phrases:
        key = edits.key_of(rng.choice(phrases))
        source = seed.source
        for match in reversed(phrases):
            if edits.key_of(match) == key:
                source = edits.replaced(source, match, "")
        if key not in source:
            yield source, seed.claim, NEI
            if rng.random() < 0.4:
                yield seed.source, seed.claim, SUPPORTED


def vague(seed: Seed, rng: random.Random) -> Made:
    """The source counts only roughly: an exact count is open, while a rough claim follows from an exact count."""
    found = [m for m in _shared_numbers(seed) if edits.countable(seed.claim, m) and edits.value_of(m.group()) > 2]
    if found:
        match = rng.choice(found)
        rough = rng.choice(("several", "some", "a number of", "multiple"))
        if seed.claim[match.end() :].lstrip()[:1] == "%":
            return
        source = _in_source(seed, match.group(), edits.like(match.group(), rough))
        if rng.random() < 0.65:
            yield source, seed.claim, NEI
        else:
            yield seed.source, edits.replaced(seed.claim, match, edits.like(match.group(), rough)), SUPPORTED


def detail(seed: Seed, rng: random.Random) -> Made:
    """A circumstance added to the claim is open; added to the source it changes nothing."""
    if not edits.names(seed.claim) or edits.circumstances(seed.claim):
        return
    names = seed.others.names
    options = (
        f" in {rng.randint(1890, 2022)}", f" in {rng.choice(names)}", f" with {rng.choice(names)}",
        f" for {rng.randint(2, 30)} years", f" in {rng.choice(MONTHS)}",
    )  # fmt: skip
    added = rng.choice(options)
    if added.split()[-1] in seed.source:
        return
    text = re.sub(r"\s*[.!?]?$", added + ".", seed.claim, count=1)
    if rng.random() < 0.75:
        yield seed.source, text, NEI
    elif seed.verbatim:
        yield seed.source.replace(seed.claim, text), seed.claim, SUPPORTED


def shorter(seed: Seed, _: random.Random) -> Made:
    """A sentence without its brackets, its last clause or an aside still follows."""
    yield seed.source, edits.shortened(seed.claim), SUPPORTED


def monotone(_: Seed, rng: random.Random) -> Made:
    """Built pairs about determiners and negation."""
    made = build(rng)
    yield made.source, made.claim, SUPPORTED if made.follows else NEI


def news(_: Seed, rng: random.Random) -> Made:
    """Built reports: who did what, what rose, who came after whom."""
    yield report(rng)


def comparison(_: Seed, rng: random.Random) -> Made:
    """Built pairs about amounts and dates."""
    yield compared(rng)


# Weights are those of trying: numbers and dates seldom apply, negation nearly always.
RULES: dict[Rule, float] = {
    number: 9, bound: 16, bounded_source: 5, rounding: 3, date: 12, name: 9, negation: 1.8, opposite: 4, same: 3,
    general: 3, word: 6, near: 14, addition: 4, roles: 3, hedge: 1, absence: 7, shorter: 1.2, omission: 9, vague: 4,
    detail: 4, news: 8, monotone: 5, comparison: 11,
}  # fmt: skip
