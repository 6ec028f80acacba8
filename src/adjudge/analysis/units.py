"""Units after a number and currencies around it, under one name each, with the factor to the family's base unit."""

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's family name, the factor into it, and where its words end."""

    name: str
    factor: float
    end: int


_FAMILIES: dict[str, dict[str, float]] = {
    "percent": {"%": 1, "percent": 1, "per cent": 1, "pct": 1, "prozent": 1},
    "percentage points": {
        "percentage points": 1, "percentage point": 1, "percentage-points": 1, "percent points": 1, "pp": 1, "prozentpunkte": 1,
        "prozentpunkten": 1, "% points": 1, "% point": 1, "basis points": 0.01, "basis point": 0.01,
    },
    "metre": {
        "km": 1000, "kms": 1000, "kilometer": 1000, "kilometers": 1000, "kilometre": 1000, "kilometres": 1000, "mile": 1609.344,
        "miles": 1609.344, "mi": 1609.344, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "cm": 0.01, "centimetres": 0.01,
        "centimeters": 0.01, "centimetre": 0.01, "centimeter": 0.01, "mm": 0.001, "millimetres": 0.001, "millimeters": 0.001,
        "foot": 0.3048, "feet": 0.3048, "ft": 0.3048, "inch": 0.0254, "inches": 0.0254, "yard": 0.9144, "yards": 0.9144,
    },
    "kilogram": {
        "kg": 1, "kgs": 1, "kilo": 1, "kilos": 1, "kilogram": 1, "kilograms": 1, "kilogramm": 1, "gram": 0.001, "grams": 0.001, "g": 0.001,
        "mg": 1e-6, "milligrams": 1e-6, "lb": 0.45359237, "lbs": 0.45359237, "tonne": 1000, "tonnes": 1000, "ton": 1000, "tons": 1000,
        "ounce": 0.02835, "ounces": 0.02835,
    },
    "square metre": {
        "square kilometres": 1e6, "square kilometers": 1e6, "km2": 1e6, "km²": 1e6, "sq km": 1e6, "square miles": 2589988, "square metres": 1,
        "square meters": 1, "square feet": 0.09290304, "sq ft": 0.09290304, "hectares": 1e4, "hectare": 1e4, "acres": 4046.856, "acre": 4046.856,
    },
    "litre": {"litre": 1, "litres": 1, "liter": 1, "liters": 1, "ml": 0.001, "gallon": 3.785, "gallons": 3.785},
    "year": {"year": 1, "years": 1, "year-old": 1, "years-old": 1, "yr": 1, "yrs": 1, "jahre": 1, "jahren": 1, "jahr": 1, "decade": 10,
             "decades": 10, "century": 100, "centuries": 100, "months": 1 / 12, "month": 1 / 12, "monate": 1 / 12, "monaten": 1 / 12},
    "day": {"day": 1, "days": 1, "week": 7, "weeks": 7, "tage": 1, "tagen": 1, "wochen": 7, "fortnight": 14},
    "second": {"hour": 3600, "hours": 3600, "hrs": 3600, "minute": 60, "minutes": 60, "mins": 60, "min": 60, "second": 1, "seconds": 1,
               "secs": 1, "ms": 0.001, "milliseconds": 0.001, "stunden": 3600, "minuten": 60},
    "celsius": {"°c": 1, "degrees celsius": 1, "degree celsius": 1, "celsius": 1, "grad": 1},
    "fahrenheit": {"°f": 1, "degrees fahrenheit": 1, "fahrenheit": 1},
    "degree": {"degrees": 1, "°": 1},
    "metre per second": {"mph": 0.44704, "km/h": 1 / 3.6, "kph": 1 / 3.6, "miles per hour": 0.44704, "kilometres per hour": 1 / 3.6,
                         "kilometers per hour": 1 / 3.6, "knots": 0.514444},
    "USD": {"dollars": 1, "dollar": 1, "us dollars": 1, "usd": 1, "cents": 0.01, "cent": 0.01, "bucks": 1},
    "EUR": {"euros": 1, "euro": 1, "eur": 1},
    "GBP": {"pounds": 1, "pounds sterling": 1, "gbp": 1, "pence": 0.01, "quid": 1},
    "JPY": {"yen": 1, "jpy": 1},
    "CNY": {"yuan": 1, "renminbi": 1, "rmb": 1, "cny": 1},
    "INR": {"rupees": 1, "rupee": 1, "inr": 1},
    "CHF": {"francs": 1, "chf": 1, "franken": 1},
    "RUB": {"rubles": 1, "roubles": 1},
    "times": {"times": 1, "-fold": 1, "fold": 1, "x": 1, "mal": 1},
}  # fmt: skip
_TABLE: dict[str, tuple[str, float]] = {
    surface: (family, factor) for family, surfaces in _FAMILIES.items() for surface, factor in surfaces.items()
}
_UNIT = re.compile(
    r"[\s\-‐–]{0,2}(" + "|".join(re.escape(surface).replace("\\ ", r"\s+") for surface in sorted(_TABLE, key=len, reverse=True)) + r")(?![\w²])",
    re.IGNORECASE,
)
_SYMBOLS: dict[str, str] = {
    "us$": "USD", "u.s.$": "USD", "a$": "AUD", "c$": "CAD", "hk$": "HKD", "$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR",
    "rs": "INR", "rs.": "INR", "usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF", "inr": "INR", "jpy": "JPY",
}  # fmt: skip
_PREFIX = re.compile(
    "(?:^|(?<=[^a-z]))(" + "|".join(re.escape(symbol) for symbol in sorted(_SYMBOLS, key=len, reverse=True)) + r")\s*$", re.IGNORECASE
)
_SUFFIX = re.compile(r"\s?([£€¥₹$])(?!\s?\d)")


def unit_after(text: str, position: int) -> Unit | None:
    """The unit written at the position, after a number."""
    match = _UNIT.match(text, position)
    if match is None:
        symbol = _SUFFIX.match(text, position)
        return Unit(_SYMBOLS[symbol.group(1)], 1.0, symbol.end()) if symbol else None
    name, factor = _lookup(match.group(1))
    return Unit(name, factor, match.end())


def currency_before(text: str, position: int) -> Unit | None:
    """The currency written right before the position; `end` is where its symbol begins."""
    start = max(0, position - 8)
    match = _PREFIX.search(text[start:position])
    return Unit(_SYMBOLS[match.group(1).lower()], 1.0, start + match.start()) if match else None


@lru_cache(maxsize=1_024)
def _lookup(surface: str) -> tuple[str, float]:
    return _TABLE[re.sub(r"\s+", " ", surface.lower())]
