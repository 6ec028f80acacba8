"""Units after a number and currencies around it, under one name each, with the factor to the family's base unit."""

import re
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.lexicon.measures import CURRENCIES, UNITS


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
    r"[\s\-‐–]{0,2}(" + "|".join(re.escape(surface).replace("\\ ", r"\s") for surface in _SURFACES) + r")(?![\w²])",
    re.IGNORECASE,
)
_CURRENCY = "|".join(re.escape(symbol) for symbol in sorted(CURRENCIES, key=len, reverse=True))
_PREFIX = re.compile(r"(?:^|(?<=[^a-z]))((?:us|u\.s\.|hk|nz|au|ca)\s?\$|" + _CURRENCY + r")\s?$", re.IGNORECASE)
_LONGEST_PREFIX = 10
_NUMBER_BEFORE = re.compile(r"(?:[-–−]?[\d.,]{1,20}|[a-z]{1,20}(?:-[a-z]{1,20})?)\s?$", re.IGNORECASE)
_BY = re.compile(
    r"\b(?:by|um|difference\sof|(?:rise|increase|drop|fall|warming)\sof)\s(?:\w{1,20}\s)?$",
    re.IGNORECASE,
)
_WARMER = re.compile(
    r"\s(?:warmer|hotter|cooler|colder|higher|lower|of\swarming|(?:above|below)\s(?!zero|freezing)|wärmer|kälter)",
    re.IGNORECASE,
)
_NEAR = 60
_WEIGHT = re.compile(r"\b(?:weigh(?:s|ed|t|ing)?|heav(?:y|ier)|lighter|mass|wiegt|wog|gewicht|schwer)\b", re.IGNORECASE)
_MONEY = re.compile(
    r"\b(?:costs?|price[ds]?|pa(?:y|ys|id)|worth|fees?|fares?|budget|sp(?:ent|end)|earn(?:s|ed)?|charge[ds]?|sold|bought|"
    r"kostete?n?|preis|zahlte?n?)\b",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"\s?([£€¥₹$])(?!\s?\d)")


def unit_after(text: str, position: int) -> Unit | None:
    """The unit written at the position, after a number."""
    match = _UNIT.match(text, position)
    if match is None:
        symbol = _SUFFIX.match(text, position)
        return Unit(CURRENCIES[symbol.group(1)], 1.0, symbol.end()) if symbol else None
    surface = match.group(1)
    if surface.lower() in ("pounds", "pfund"):
        return _pounds(text, position, match.end())
    name, factor = _lookup(surface)
    if name in ("celsius", "fahrenheit"):
        return _degrees(text, name, position, match.end())
    return Unit("", factor, match.end(), name) if name == "degree" else Unit(name, factor, match.end())


def _pounds(text: str, position: int, end: int) -> Unit:
    """Weight or money, as far as the words around tell; else what is counted are pounds."""
    around = text[max(0, position - _NEAR) : end + _NEAR]
    if _WEIGHT.search(around):
        return Unit("kilogram", UNITS["lb"][1], end)
    return Unit("GBP", 1.0, end) if _MONEY.search(around) else Unit("", 1.0, end, "pound")


def _degrees(text: str, scale: str, position: int, end: int) -> Unit:
    """Degrees of either scale as degrees Celsius; a difference ("rose by 9 °F") has no zero to be moved."""
    if scale.startswith("c"):
        return Unit("celsius", 1.0, end)
    near = _NUMBER_BEFORE.sub("", text[max(0, position - _NEAR) : position])
    apart = _BY.search(near) or _WARMER.match(text, end)
    return Unit("celsius", 5 / 9, end, offset=0.0 if apart else -32 * 5 / 9)


def currency_before(text: str, position: int) -> Unit | None:
    """The currency written right before the position; `end` is where its symbol begins."""
    start = max(0, position - _LONGEST_PREFIX)
    match = _PREFIX.search(text[start:position])
    return Unit(CURRENCIES[re.sub(r"\s", "", match.group(1).lower())], 1.0, start + match.start()) if match else None


@lru_cache(maxsize=1_024)
def _lookup(surface: str) -> tuple[str, float]:
    # The pattern ignores case, and a dotted capital I becomes two characters in lower case.
    return UNITS[re.sub(r"\s+", " ", surface.lower().replace("i\u0307", "i"))]
