"""Whether two short statements say the same, deny each other, or differ in a figure. Anything else is `OTHER`.

For labelled records: a label may only be carried over to a statement that says the very same. So this is strict: both
are brought to a normal form (stems, no articles or auxiliaries, passives turned round, a date moved to its place), and
the forms must be equal, or equal but for one negation or for figures. What merely shares words is `OTHER`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from adjudge.analysis.facts.calendar import MONTHS
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.analysis.text.words import stem, words


class Likeness(StrEnum):
    """How two statements stand to each other."""

    SAME = "same"
    NEGATED = "negated"
    DIFFERENT_FIGURE = "different figure"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Restatement:
    """The likeness, and the words that make it: of the one and of the other."""

    likeness: Likeness
    one: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class _Token:
    form: str
    text: str
    figure: bool


_HARMLESS = word_set(
    """a an the this that these those is are was were be been being am 's 're 'm has have had having do does did of who
    which also there it as 've so then"""
)
_NEGATIONS = word_set("not n't never cannot")
_MOVABLE = word_set("in on at since during before after until")
_TAG = re.compile(r"[\[(]\s?(?:[A-Z][A-Z/ ,&-]{2,}|(?i:video|watch|images?|tweets?|details))\s?[\])]")
_OPENING = re.compile(r"^\s?(?:BREAKING|UPDATE|WATCH|JUST IN|EXCLUSIVE)\s?[:!-]+\s?", re.IGNORECASE)
_PREAMBLE = re.compile(r"^\s?(?:it is (?:true|a fact|known) that|the fact is that|reportedly,?)\s", re.IGNORECASE)
_PARTICIPLE = re.compile(
    r"\w{1,40}(?:ed|en|wn|t|ung|um|un)$|^(?:made|led|won|held|sung|shot|run|sold|told|found|paid)$"
)
_LONGEST = 60
_CANONICAL = {
    stem(word): form for word, form in (("movie", "film"), ("television", "tv"), ("usa", "us"), ("percent", "%"))
} | {"u.s.": "us"}


def restated(one: str, other: str) -> Restatement:
    """How one statement stands to another."""
    first, second = _tokens(one), _tokens(other)
    if not first or not second or max(len(first), len(second)) > _LONGEST:
        return Restatement(Likeness.OTHER)
    plain, denials = _undenied(first)
    against, other_denials = _undenied(second)
    for mine in _orders(plain):
        if (found := _aligned(mine, against)) is None:
            continue
        if len(denials) != len(other_denials):
            if found.likeness is Likeness.SAME and abs(len(denials) - len(other_denials)) == 1:
                return Restatement(Likeness.NEGATED, _joined(denials), _joined(other_denials))
            return Restatement(Likeness.OTHER)
        return found
    return Restatement(Likeness.OTHER)


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[_Token, ...]:
    text = _PREAMBLE.sub("", _OPENING.sub("", _TAG.sub(" ", text)))
    found = []
    for word in words(text):
        if word.lower in _HARMLESS or not (any(c.isalnum() for c in word.lower) or word.lower == "%"):
            continue
        value = SMALL.get(word.lower)
        form = str(value) if value is not None else word.stem
        if re.fullmatch(r"\d[\d.,]*", form):
            form = form.replace(",", "").rstrip(".")
        figure = form[0].isdigit() or word.lower in MONTHS
        found.append(_Token(_CANONICAL.get(form, form), word.text, figure))
    return tuple(found)


def _undenied(tokens: tuple[_Token, ...]) -> tuple[tuple[_Token, ...], tuple[_Token, ...]]:
    denials = tuple(token for token in tokens if token.form in _NEGATIONS)
    return tuple(token for token in tokens if token.form not in _NEGATIONS), denials


def _orders(tokens: tuple[_Token, ...]) -> Iterator[tuple[_Token, ...]]:
    """The statement itself; with a passive turned round; with a phrase of time or place moved from end to front."""
    for order in (tokens, *_actives(tokens)):
        yield order
        for at in range(1, len(order)):
            if order[at].form in _MOVABLE or order[0].form in _MOVABLE:
                yield (*order[at:], *order[:at])


def _actives(tokens: tuple[_Token, ...]) -> Iterator[tuple[_Token, ...]]:
    """ "Rage was founded by Wilk" as "Wilk founded Rage", and the other way round."""
    for at, token in enumerate(tokens):
        if token.form == "by" and at >= 2 and _PARTICIPLE.match(tokens[at - 1].text.lower()):
            yield (*tokens[at + 1 :], tokens[at - 1], *tokens[: at - 1])


def _aligned(mine: tuple[_Token, ...], theirs: tuple[_Token, ...]) -> Restatement | None:
    """Equal forms, or forms that differ in figures only."""
    for other in (theirs, *_actives(theirs)):
        if len(mine) != len(other):
            continue
        unequal = [(a, b) for a, b in zip(mine, other, strict=True) if a.form != b.form]
        if not unequal:
            return Restatement(Likeness.SAME, _joined(mine), _joined(other))
        ours, others = _joined([a for a, _ in unequal]), _joined([b for _, b in unequal])
        if all(a.figure and b.figure for a, b in unequal):
            return Restatement(Likeness.DIFFERENT_FIGURE, ours, others)
    return None


def _joined(tokens: "tuple[_Token, ...] | list[_Token]") -> str:
    return " ".join(token.text for token in tokens)
