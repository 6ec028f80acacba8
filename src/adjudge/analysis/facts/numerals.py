"""From the way a number is written to its value and the width of its last written digit.

English and German notation, spelled-out numbers, scales, fractions. Knows nothing of units or of what is counted.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.lexicon.numbers import SCALES, SMALL

LARGEST = 1e290
"""Larger values are read as this one, so that no scale or unit can make them infinite."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A value, and the width of its last written digit (0 when it is meant exactly)."""

    value: float
    step: float = 0.0


@lru_cache(maxsize=8_192)
def digits(text: str, *, german: bool = False) -> Numeral | None:
    """The value of a number written in digits; `german` decides only where the notation is ambiguous."""
    compact = text.replace(" ", "").replace(" ", "").replace(" ", "").replace("'", "").replace("’", "")
    whole, fraction = _parts(compact, german=german)
    if not whole.isdecimal() or not whole.isascii() or (fraction and not fraction.isascii()):
        return None
    value = min(float(f"{whole}.{fraction or 0}"), LARGEST)
    return Numeral(value, min(_step(whole, fraction), 0.1 * LARGEST))


def _parts(text: str, *, german: bool) -> tuple[str, str]:
    """The whole and the decimal part, whichever separators were used."""
    commas, dots = text.count(","), text.count(".")
    if commas and dots:
        mark = "," if text.rfind(",") > text.rfind(".") else "."
        whole, _, fraction = text.rpartition(mark)
        return whole.replace(",", "").replace(".", ""), fraction
    if commas + dots == 0:
        return text, ""
    mark = "," if commas else "."
    groups = text.split(mark)
    grouped = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3 and groups[0] != "0"
    thousands = (",", ".") if all(group == "000" for group in groups[1:]) else (".",) if german else (",",)
    if grouped and (len(groups) > 2 or mark in thousands):
        return "".join(groups), ""
    if commas > 1 and all(len(group) in (2, 3) for group in groups[1:]):
        return "".join(groups), ""  # 12,34,567 as in India
    return groups[0] or "0", "".join(groups[1:])


def _step(whole: str, fraction: str) -> float:
    if fraction:
        return float(f"1e-{min(len(fraction), 300)}")
    zeros = len(whole) - len(whole.rstrip("0"))
    # Up to three digits, and with a single zero at the end, a whole number is as likely meant to the unit.
    return min(float(f"1e{zeros}"), float(whole) * 0.1) if zeros >= 2 and len(whole) >= 4 else 0.0


def last_digit(value: float) -> float:
    """What one more in the last digit that is not zero adds: 10 for 250, and for a bare 100 too."""
    mantissa, _, power = f"{abs(value):.12e}".partition("e")
    kept = mantissa.replace(".", "").rstrip("0") or "1"
    places = 2 if kept == "1" and int(power) > 0 else len(kept)
    return float(10.0 ** (int(power) - places + 1))


_TOKEN = re.compile(r"[^\W\d_]+")
_ARTICLES = ("a", "an", "ein", "eine", "einer", "einem", "einen")


@lru_cache(maxsize=8_192)
def spelled(text: str) -> Numeral | None:
    """The value of a spelled-out number: "forty-two", "two hundred and six thousand", "a dozen"."""
    total = current = 0.0
    seen = False
    width = 0.0
    for word in _TOKEN.findall(text.lower()):
        if word in _ARTICLES:
            current = current or 1.0
            continue
        if word in ("and", "of", "und"):
            continue
        if word in SMALL:
            current += SMALL[word]
            width = 0.0 if current.is_integer() else 0.5
        elif word in SCALES:
            scale = SCALES[word]
            current = (current or 1.0) * scale
            width = scale * (width or 1.0) if scale >= 1000 or width else 0.0
            if scale >= 1000:
                total, current = total + current, 0.0
        else:
            return None
        seen = True
    value = total + current
    return Numeral(value, min(width, value * 0.2)) if seen else None
