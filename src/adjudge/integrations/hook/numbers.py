"""Numbers of a statement and of tool outputs: which numbers of a statement do the outputs not bear out?

A number is borne out if the outputs have it, in any notation, rounded or not; if it counts their lines or sums a
column; if it is one of theirs in another unit; or if it follows from other numbers of the statement.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, permutations

_ANY = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)*")
_STATED = re.compile(r"(?<![\w.,/#+-])(?P<digits>\d+(?:[.,]\d+)*)(?P<unit>\s?(?:%|[A-Za-z]{1,7}\b))?(?![\w-]|[.,/]\d)")
_ESTIMATED = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|circa|some|nearly|almost|order of|etwa|rund|circa)|[~≈])\s*$",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:below|before|since|prior to|older than|newer than|as of|until)\s(?:version\s)?$", re.IGNORECASE
)
"""Versions behind these words say what is known of a product."""
_ROWS = ("row", "rows", "record", "records", "entry", "entries")
"""Lines of a file but for its heading."""
_GROUPED = re.compile(r"\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+)")
_PLAIN = re.compile(r"(?<![\d.,\w])\d+(?:\.\d+)?(?![\d.,\w])")
_TIME = (1e3, 60.0, 6e4, 3600.0, 3.6e6, 24.0, 1440.0, 86400.0)
_BYTES = (1e3, 1024.0, 1e6, 1024.0**2, 1e9, 1024.0**3)
_FACTORS = {
    **dict.fromkeys(("ms", "s", "sec", "second", "seconds", "min", "minute", "minutes", "h", "hour", "hours"), _TIME),
    **dict.fromkeys(("day", "days", "sekunden", "minuten", "stunden", "tage"), _TIME),
    **dict.fromkeys(("bytes", "kb", "kib", "mb", "mib", "gb", "gib", "tb"), _BYTES),
    **dict.fromkeys(("k", "thousand", "million", "m"), (1e3, 1e6)),
    "%": (100.0,),
}
_CONSTANTS = (7.0, 12.0, 24.0, 60.0, 100.0, 365.0, 1000.0)
"""Days of a week, months of a year, and the like, which a statement multiplies by without naming them."""
SMALL = 10
"""Counts up to here are often words of the language (two files, step 3), and are not checked."""
_MOST_OPERANDS = 8


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number of a statement as written, its value, and its unit in lower case."""

    text: str
    value: float
    place: float
    """What one more in the last digit would be worth: 0.1 for 3.6."""
    unit: str = ""

    @property
    def is_small(self) -> bool:
        """Whether it is a count that is not worth checking."""
        return self.text.isdigit() and self.value <= SMALL

    def is_near(self, exact: float) -> bool:
        """Whether the other number, rounded or cut at the last place of this one, may be this one."""
        return abs(exact - self.value) < self.place * (1 - 1e-9)


class KnownNumbers:
    """The numbers that some texts have. `outputs` are those whose lines are counted and whose columns are summed."""

    def __init__(self, texts: Iterable[str], outputs: Iterable[str] = ()) -> None:
        values: set[float] = set()
        self._versions: set[str] = set()
        for token in dict.fromkeys(token for text in texts for token in _ANY.findall(text)):
            values.update(_values(token))
            if token.count(".") > 1:
                self._versions.update(_prefixes(token))
        self._lines: dict[float, list[float]] = {}
        for output in outputs:
            values.update(_totals(output))
            for line in output.splitlines():
                numbers = [float(one) for one in _PLAIN.findall(line)]
                if len(numbers) <= _MOST_OPERANDS:
                    for one in numbers:
                        self._lines.setdefault(one, []).extend(numbers)
        self._values = sorted(values)
        self._sums = sorted({total for output in outputs for total in _sums(output)})

    def has(self, number: StatedNumber) -> bool:
        """Whether the texts have this number, in its own unit or another."""
        if number.text in self._versions:
            return True
        if number.unit in _ROWS and self._near(replace(number, value=number.value + 1)):
            return True
        factors = (1.0, *_FACTORS.get(number.unit, ()))
        return any(self._near(number, factor) or self._near(number, 1 / factor) for factor in factors)

    def beside(self, number: StatedNumber) -> Iterator[tuple[float, float]]:
        """The number with each of those on its line of an output, in both orders: "1869 of 7043" has a share."""
        if number.value > SMALL:
            for other in self._lines.get(number.value, ())[: _MOST_OPERANDS**2]:
                if other != number.value:
                    yield from ((number.value, other), (other, number.value))

    def of_sums(self, part: float) -> Iterator[tuple[float, float]]:
        """The number with each sum of a column that it may be a part of."""
        return ((part, total) for total in self._sums[: _MOST_OPERANDS**2] if total > part)

    def _near(self, number: StatedNumber, factor: float = 1.0) -> bool:
        value, place = number.value * factor, number.place * factor * (1 - 1e-9)
        at = bisect_left(self._values, value - place)
        return at < len(self._values) and abs(self._values[at] - value) <= place


@dataclass(frozen=True, slots=True)
class CheckedNumbers:
    """The numbers of a statement: the first that is not borne out, and whether one only follows from others."""

    unknown: str
    derived: bool


def checked_numbers(statement: str, around: str, known: KnownNumbers) -> CheckedNumbers:
    """Check the numbers of a statement; `around` is what is said before and after it, whose numbers it may build on."""
    readings = list(stated_numbers(statement))
    given = [one.value for reading in readings for one in reading if one.is_small or known.has(one)]
    others = [reading[0].value for reading in stated_numbers(around)]
    missing = [one for one in readings if not any(each.is_small or known.has(each) for each in one)]
    beside = [pair for reading in readings if missing for one in reading for pair in known.beside(one)]
    if any(one[0].unit == "%" for one in missing):
        beside += [pair for part in given if part > SMALL for pair in known.of_sums(part)]
    unknown = (one[0].text for one in missing if not any(_follows(each, given, others, beside) for each in one))
    return CheckedNumbers(next(unknown, ""), derived=bool(missing))


def stated_numbers(statement: str) -> Iterator[tuple[StatedNumber, ...]]:
    """The numbers of a statement, each with its possible readings, without estimates and digits of names and paths."""
    matches = [match for match in _STATED.finditer(statement) if not _is_known_otherwise(statement, match)]
    units = [(match["unit"] or "").strip().lower() for match in matches]
    # "between 0.8 and 0.9 seconds": a decimal without a unit has that of another one in its sentence.
    shared = next((unit for unit in units if unit in _FACTORS), "")
    for match, own in zip(matches, units, strict=True):
        digits = match["digits"]
        grouped = (
            StatedNumber(digits, float(re.sub(r"[.,](?=\d{3})", "", digits)), 1.0, own) if _is_grouped(digits) else None
        )
        plain = digits.replace(",", ".")
        if plain.count(".") > 1:
            # A version, which is equal to another one or not; never near it.
            yield (grouped or StatedNumber(digits, float("inf"), 0.0),)
            continue
        place = 10.0 ** -len(plain.partition(".")[2])
        unit = own if own in _FACTORS or own in _ROWS else shared if "." in plain else ""
        exact = StatedNumber(digits, float(plain), place, unit)
        yield (exact, grouped) if grouped else (exact,)


def _is_known_otherwise(statement: str, match: re.Match[str]) -> bool:
    before = statement[max(0, match.start() - 20) : match.start()]
    return bool(_ESTIMATED.search(before)) or ("." in match["digits"] and bool(_BOUND.search(before)))


def _is_grouped(digits: str) -> bool:
    return bool(_GROUPED.fullmatch(digits))


def _values(token: str) -> Iterator[float]:
    """What digits of an output may mean: 1.204 is a number or, in German, 1204; 1,2 is one number or two."""
    if _is_grouped(token):
        yield float(re.sub(r"[.,](?=\d{3})", "", token))
    if token.count(".") + token.count(",") == 1:
        yield float(token.replace(",", "."))
    yield from (float(part) for part in token.split(",") if part.count(".") < 2)


def _prefixes(version: str) -> Iterator[str]:
    parts = version.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _totals(output: str) -> Iterator[float]:
    """How many lines an output has, with and without a heading, and the sums of its columns of numbers."""
    lines = [line for line in output.splitlines() if line.strip()]
    yield from (float(len(lines)), float(len(lines) - 1))
    yield from _sums(output)


def _sums(output: str) -> Iterator[float]:
    """The sums of the columns of numbers."""
    rows = ([float(one) for one in _PLAIN.findall(line)] for line in output.splitlines() if line.strip())
    for width, alike in groupby(rows, key=len):
        if width:
            yield from map(sum, zip(*alike, strict=True))


def _follows(
    number: StatedNumber, given: Sequence[float], others: Sequence[float], beside: Sequence[tuple[float, float]]
) -> bool:
    """Whether a number follows from others: their sum or mean, a conversion, or what two of them come to."""
    if len(given) > 1 and (number.is_near(sum(given)) or number.is_near(sum(given) / len(given))):
        return True
    operands = [*given[:_MOST_OPERANDS], *others[:_MOST_OPERANDS]]
    combined = (found for a, b in (*permutations(operands, 2), *beside) for found in _combined(a, b))
    converted = (found for a in operands for b in _CONSTANTS for found in (a * b, a / b))
    return any(map(number.is_near, chain(combined, converted)))


def _combined(a: float, b: float) -> Iterator[float]:
    yield from (a + b, a - b, a * b)
    if b:
        yield from (a / b, 100 * a / b, 100 * abs(a - b) / b)
    if 1 < a <= SMALL and 1 < b < 64:
        yield a**b
