"""Words around a number that turn it into an interval: "more than", "up to", "nearly", "or more"."""

import re
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from adjudge.analysis.facts.intervals import Interval, band, point
from adjudge.analysis.facts.numerals import Numeral
from adjudge.analysis.text.lexicon.bounds import AFTER, BEFORE


class Comparator(StrEnum):
    """How the words around a number bound it."""

    EXACT = "exact"
    ABOUT = "about"
    MORE_THAN = "more than"
    AT_LEAST = "at least"
    JUST_OVER = "just over"
    LESS_THAN = "less than"
    AT_MOST = "at most"
    NEARLY = "nearly"
    BETWEEN = "between"


BOUNDS = (Comparator.MORE_THAN, Comparator.AT_LEAST, Comparator.LESS_THAN, Comparator.AT_MOST)


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparator and where its words begin or end."""

    comparator: Comparator
    edge: int


def _alternatives(table: dict[str, str]) -> str:
    return "|".join(f"(?P<{name}>{words})" for name, words in table.items())


_BEFORE = re.compile(
    '(?:^|(?<=[\\s(,;:"“]))(?:' + _alternatives(BEFORE) + r")\s?(?:(?P<known>the|die|der|das|a|ein|eine)\s)?$",
    re.IGNORECASE,
)
_DEFINITE = frozenset(("the", "die", "der", "das"))
_TRIGGER = re.compile(r"[a-zü>≥≤<~≈=.]\s?$", re.IGNORECASE)
_AFTER = re.compile(r"\s?(?:" + _alternatives(AFTER) + ")", re.IGNORECASE)
_REACH = 36
_SET_BESIDE = re.compile(r"(?:than|als)$|^(?:exceed|surpass|topp)", re.IGNORECASE)
_MARK = re.compile(r"\S{1,20}(?:[\s-]\w{1,20}){0,2}[\s-](?:mark|limit|threshold|barrier|line)\b", re.IGNORECASE)
_DIGIT = re.compile(r"[^\w\s]?\d")
"""Shares in words have an article of their own: "mehr als die Hälfte"."""


def before(text: str, position: int) -> Bound | None:
    """The comparator whose words end right before the position."""
    start = max(0, position - _REACH)
    head = text[start:position]
    if not _TRIGGER.search(head):
        return None
    match = _BEFORE.search(head)
    if match is None:
        return None
    name, words = next((name, words) for name, words in match.groupdict().items() if words and name != "known")
    # "more than the 1.5 million left" sets something else beside a known amount; the amount itself is 1.5 million.
    known = (match["known"] or "").lower() in _DEFINITE
    if known and _SET_BESIDE.search(words) and _DIGIT.match(text, position) and not _MARK.match(text, position):
        return None
    return Bound(Comparator[name], start + match.start())


def after(text: str, position: int) -> Bound | None:
    """The comparator whose words begin at the position."""
    match = _AFTER.match(text, position)
    if match is None or match.lastgroup is None:
        return None
    return Bound(Comparator[match.lastgroup], match.end())


def interval(comparator: Comparator, numeral: Numeral) -> Interval:
    """The numbers that the comparator leaves open."""
    value = numeral.value
    match comparator:
        case Comparator.MORE_THAN:
            return Interval(value, inf, True, True)
        case Comparator.AT_LEAST:
            return Interval(value, inf, False, True)
        case Comparator.JUST_OVER:
            return Interval(value, value + abs(value) * 0.1, True, False)
        case Comparator.LESS_THAN:
            return Interval(-inf, value, True, True)
        case Comparator.AT_MOST:
            return Interval(-inf, value, True, False)
        case Comparator.NEARLY:
            return Interval(value - abs(value) * 0.1, value, False, True)
        case Comparator.ABOUT:
            return band(value, max(abs(value) * 0.1, numeral.step / 2))
        case _:
            return _rounded(numeral) if numeral.step else point(value)


def _rounded(numeral: Numeral) -> Interval:
    """All numbers that round to the written one: 13 % and 14 % have none in common."""
    return Interval(numeral.value - numeral.step / 2, numeral.value + numeral.step / 2, high_open=True)
