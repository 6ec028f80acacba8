"""Words around a number that turn it into an interval: "more than", "up to", "nearly", "or more", and their German kin."""

import re
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from adjudge.analysis.intervals import Interval, band, point
from adjudge.analysis.numerals import Numeral


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


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparator and where its words begin or end."""

    comparator: Comparator
    edge: int


_BEFORE_WORDS: dict[Comparator, str] = {
    Comparator.JUST_OVER: r"(?:just|slightly|a little|a bit|marginally)\s+(?:over|above|more than|past|beyond)|gut",
    Comparator.NEARLY: r"nearly|almost|close to|(?:just|slightly|a little|a bit)\s+(?:under|below|less than|short of|shy of|fewer than)|"
    r"approaching|just about|knapp|fast|beinahe|nahezu",
    Comparator.AT_LEAST: r"at least|no fewer than|no less than|not less than|not fewer than|(?:a )?minimum of|≥|>=|mindestens|wenigstens|"
    r"not under|not below",
    Comparator.AT_MOST: r"up to|at most|no more than|not more than|not over|not exceed(?:ing)?|(?:a )?maximum of|as many as|as much as|as high as|"
    r"≤|<=|höchstens|maximal|bis zu|nicht mehr als|no higher than|no greater than",
    Comparator.MORE_THAN: r"(?:well |far |much |slightly |significantly )?(?:more than|over|above|greater than|higher than|larger than|longer than|"
    r"older than|upwards? of|in excess of|north of|beyond|exceed(?:s|ed|ing)?|topp(?:ed|ing)|surpass(?:ed|es|ing)?|better than|"
    r"bigger than|later than|more expensive than)|>|mehr als|über",
    Comparator.LESS_THAN: r"(?:well |far |much )?(?:less than|fewer than|under|below|lower than|smaller than|shorter than|younger than|"
    r"south of|short of|cheaper than)|<|weniger als|unter",
    Comparator.ABOUT: r"(?:at |of )?(?:about|around|approximately|approx\.?|roughly|circa|ca\.|c\.|~|≈|an estimated|estimated|some|"
    r"somewhere around|in the region of|on the order of|or so|etwa|rund|ungefähr|zirka|schätzungsweise)",
    Comparator.EXACT: r"exactly|precisely|only|just|genau|nur|a total of|equal to|=",
}  # fmt: skip
_BEFORE = re.compile(
    "(?:^|(?<=[\\s(,;:\"“]))(?:" + "|".join(f"(?P<{key.name}>{value})" for key, value in _BEFORE_WORDS.items()) + r")\s*(?:the\s+|a\s+)?$",
    re.IGNORECASE,
)
_TRIGGER = re.compile(r"[a-zü>≥≤<~≈=.]\s*$", re.IGNORECASE)
_AFTER = re.compile(
    r"\s*(?:(?P<AT_LEAST>or more\b|or above\b|or higher\b|or greater\b|or over\b|or older\b|and over\b|and above\b|and older\b|plus\b|\+|oder mehr\b)"
    r"|(?P<AT_MOST>or less\b|or fewer\b|or under\b|or below\b|or lower\b|or younger\b|and under\b|oder weniger\b)"
    r"|(?P<ABOUT>or so\b|approximately\b|-ish\b|or thereabouts\b))",
    re.IGNORECASE,
)
_REACH = 36


def before(text: str, position: int) -> Bound | None:
    """The comparator whose words end right before the position."""
    start = max(0, position - _REACH)
    head = text[start:position]
    if not _TRIGGER.search(head):
        return None
    match = _BEFORE.search(head)
    if match is None or match.lastgroup is None:
        return None
    return Bound(Comparator[match.lastgroup], start + match.start())


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
            return Interval(value, value * 1.1, True, False)
        case Comparator.LESS_THAN:
            return Interval(-inf, value, True, True)
        case Comparator.AT_MOST:
            return Interval(-inf, value, True, False)
        case Comparator.NEARLY:
            return Interval(value * 0.9, value, False, True)
        case Comparator.ABOUT:
            return band(value, max(abs(value) * 0.1, numeral.step / 2))
        case _:
            return band(value, numeral.step / 2) if numeral.step else point(value)
