"""Units after a number and currencies around it, under one name each, with the factor to the family's base unit."""

import re
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.language import language
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.lexicon.measures import CURRENCIES, HEAT, MONEY, UNITS, WEIGHT


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's family name, the factor into it, and where its words end; `offset` is added after the factor.

    Where the family is not told ("40 degrees", "10 pounds") the name is empty, and `word` is what is counted.
    """

    name: str
    factor: float
    end: int
    word: str = ""
    offset: float = 0.0


_SURFACES = sorted(UNITS, key=len, reverse=True)
_UNIT = re.compile(
    r"[\s\-‐–]{0,2}(" + "|".join(re.escape(surface).replace("\\ ", r"\s+") for surface in _SURFACES) + r")(?![\w²])",
    re.IGNORECASE,
)
_CURRENCY = "|".join(re.escape(symbol) for symbol in sorted(CURRENCIES, key=len, reverse=True))
_PREFIX = re.compile(r"(?:^|(?<=[^a-z]))((?:us|u\.s\.|hk|nz|au|ca)\s?\$|" + _CURRENCY + r")\s*$", re.IGNORECASE)
_LONGEST_PREFIX = 10
_MONEY = re.compile(rf"\b(?:{pattern(MONEY)})\b|£", re.IGNORECASE)
_WEIGHT = re.compile(rf"\b(?:{pattern(WEIGHT)})\b", re.IGNORECASE)
_LETTER = re.compile(r"\s?([CF])(?![\w'’&-])")
_HEAT = re.compile(rf"\b(?:{pattern(HEAT)})|°", re.IGNORECASE)
_ALONE = re.compile(r"(?:[a-z]+\s+){0,3}[-–−]?[\d.,]+\s?[CF]")
_NUMBER_BEFORE = re.compile(r"(?:[-–−]?[\d.,]+|[a-z]+(?:-[a-z]+)?)\s*$", re.IGNORECASE)
_BY = re.compile(r"\b(?:by|um|difference\s+of|(?:rise|increase|drop|fall|warming)\s+of)\s+(?:\w+\s+)?$", re.IGNORECASE)
_WARMER = re.compile(
    r"\s+(?:warmer|hotter|cooler|colder|higher|lower|of\s+warming|(?:above|below)\s+(?!zero|freezing)|wärmer|kälter)",
    re.IGNORECASE,
)
_NEAR = 60
_POUND = 0.45359237
_SUFFIX = re.compile(r"\s?([£€¥₹$])(?!\s?\d)")


def unit_after(text: str, position: int) -> Unit | None:
    """The unit written at the position, after a number."""
    match = _UNIT.match(text, position)
    if match is None and (letter := _LETTER.match(text, position)) and (_HEAT.search(text) or _ALONE.fullmatch(text)):
        return _degrees(text, letter.group(1).lower(), position, letter.end())
    if match is None:
        symbol = _SUFFIX.match(text, position)
        return Unit(CURRENCIES[symbol.group(1)], 1.0, symbol.end()) if symbol else None
    surface = match.group(1)
    if surface.lower() in ("pounds", "pfund"):
        return _pounds(text, match)
    if surface == "Cent":
        return None if language(text) == "English" else Unit("EUR", 0.01, match.end())
    name, factor = _lookup(surface)
    if name in ("celsius", "fahrenheit"):
        return _degrees(text, name, position, match.end())
    return Unit("", factor, match.end(), name) if name == "degree" else Unit(name, factor, match.end())


def _degrees(text: str, scale: str, position: int, end: int) -> Unit:
    """Degrees of either scale as degrees Celsius; a difference ("rose by 9 °F") has no zero to be moved."""
    if scale.startswith("c"):
        return Unit("celsius", 1.0, end)
    near = _NUMBER_BEFORE.sub("", text[max(0, position - _NEAR) : position])
    apart = _BY.search(near) or _WARMER.match(text, end)
    return Unit("celsius", 5 / 9, end, offset=0.0 if apart else -32 * 5 / 9)


def _pounds(text: str, match: re.Match[str]) -> Unit:
    """Money where the sentence speaks of money, a weight where it speaks of weight, and else not told."""
    near = text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
    money, weight = _MONEY.search(near), _WEIGHT.search(near)
    if bool(money) == bool(weight):
        return Unit("", 1.0, match.end(), "pound")
    if money:
        return Unit("GBP", 1.0, match.end())
    return Unit("kilogram", 0.5 if match.group(1).lower() == "pfund" else _POUND, match.end())


def currency_before(text: str, position: int) -> Unit | None:
    """The currency written right before the position; `end` is where its symbol begins."""
    start = max(0, position - _LONGEST_PREFIX)
    match = _PREFIX.search(text[start:position])
    return Unit(CURRENCIES[re.sub(r"\s", "", match.group(1).lower())], 1.0, start + match.start()) if match else None


@lru_cache(maxsize=1_024)
def _lookup(surface: str) -> tuple[str, float]:
    # The pattern ignores case, and a dotted capital I becomes two characters in lower case.
    return UNITS[re.sub(r"\s+", " ", surface.lower().replace("i\u0307", "i"))]
