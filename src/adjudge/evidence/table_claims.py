"""Claims about a table that its cells decide, said again with what the cells give. Pure.

In: a table and a claim. Out: the claim itself where the cells bear it out, otherwise the claim with the right value or
name in its place, each with its formula. Only claims of a plain form are read: a row by its name, a column by its
header, and a value, a difference, a comparison, an extreme, a rank or a share of that column, or its total or average.
Any other claim gives nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import stem
from adjudge.evidence.tables import SourceTable, shown_number

_TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+(?:['\u2019](?!s\b)[^\W\d_]+)?")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_GERMAN_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")
_HIGHEST = word_set("highest largest biggest greatest most")
_LOWEST = word_set("lowest smallest least fewest")
_UPWARD = word_set("more higher greater larger")
_OPPOSITES = {
    "more": "fewer",
    "fewer": "more",
    "less": "more",
    "higher": "lower",
    "lower": "higher",
    "greater": "smaller",
    "larger": "smaller",
    "smaller": "larger",
}
_UNREAD = word_set(
    "not no never neither nor none without except only both all each every or either before after since until between "
    "over under above below about nearly almost roughly around approximately st nd rd th"
)
"""Words after which a claim says something else than these forms."""
_PARTLY = word_set("when where while during if per who that which with against")
"""Words after which a total or an average is one of some rows only."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_TOTALS = word_set("total sum combined altogether together")
_AVERAGES = word_set("average mean")
_SHARES = word_set("share percent percentage proportion")
_AGGREGATES = frozenset(_ORDINALS[1:]) | _TOTALS | _AVERAGES
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_ORDINAL_HEADERS = word_set("rank ranking place position pos seed to")
_SUMS = word_set("total sum overall all")
_IN_HEADERS = word_set("of the in at by for and to a s per")
_NEAR = 3
"""So many words apart, at most, stand a header and its value or its superlative."""


@dataclass(frozen=True, slots=True)
class DecidedClaim:
    """The claim as the cells have it, and the formula."""

    sentence: str
    formula: str


@dataclass(frozen=True, slots=True)
class _ClaimWord:
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _ClaimNumber:
    """A number of the claim, its place among the words, and what it counts in: 1, or a million in "3.2 million"."""

    at: int
    value: float
    scale: float
    decimals: int

    def rounds(self, value: float) -> bool:
        """Whether the number is this value, rounded as the claim writes it."""
        return abs(self.value - value) <= 0.5 * 0.1**self.decimals * self.scale * (1 + 1e-9)

    def says(self, value: float) -> bool:
        """Whether the number is this value; only a number with decimals or a word such as "million" may be rounded."""
        is_round = self.decimals or self.scale > 1
        return self.rounds(value) if is_round else abs(self.value - value) <= 1e-6 * max(1.0, abs(value))


@dataclass(frozen=True, slots=True)
class _NamedRow:
    """A row that the claim names by one of its cells, and the words that do it."""

    row: int
    column: int
    at: int
    words: int


def restated(table: SourceTable, claim: str) -> DecidedClaim | None:
    """The claim with what the cells give, or nothing where the claim is not of a form that is read."""
    reading = _TableReading(table, claim)
    if len(reading.columns) != 1 or reading.is_unread:
        return None
    return next((found for form in _forms_for(reading) if (found := form(reading))), None)


def _forms_for(reading: "_TableReading") -> tuple["_Form", ...]:
    """The forms that the claim may have: one that computes needs a word for it, and no word that picks rows."""
    if reading.cues(_AGGREGATES):
        return () if reading.cues(_PARTLY) else _COMPUTED
    return (_share, *_PLAIN)


class _TableReading:
    """A claim beside a table: the rows and columns that it names, and its numbers."""

    def __init__(self, table: SourceTable, claim: str) -> None:
        self.table = table
        self.claim = claim
        self.words = [_ClaimWord(one[0].lower(), *one.span()) for one in _TOKEN.finditer(claim)]
        self._taken = [False] * len(self.words)
        self.unclear: list[frozenset[int]] = []
        """The rows that share a cell which the claim names."""
        self.named = tuple(self._rows())
        self.columns = tuple(self._columns())

    @cached_property
    def texts(self) -> list[str]:
        return [word.text for word in self.words]

    @cached_property
    def free(self) -> dict[int, str]:
        """The words that name no row and no column, by position."""
        return {at: word for at, word in enumerate(self.texts) if not self._taken[at]}

    @cached_property
    def numbers(self) -> list[_ClaimNumber]:
        found = []
        largest = max(map(abs, self.values().values()))
        for at, word in self.free.items():
            if _NUMBER.fullmatch(word) or _GERMAN_THOUSANDS.fullmatch(word):
                scale = _SCALES.get(self.free.get(at + 1, ""), 1.0)
                # "8.24 million viewers" of a cell that says 8.24 counts in millions, as the cell does.
                scale = scale if scale <= largest else 1.0
                # "9.100" beside thousands is German for 9,100.
                is_german = bool(_GERMAN_THOUSANDS.fullmatch(word)) and (largest >= 1_000 or word.count(".") > 1)
                plain = word.replace("." if is_german else ",", "")
                found.append(_ClaimNumber(at, float(plain) * scale, scale, len(plain.partition(".")[2])))
        return found

    @property
    def is_unread(self) -> bool:
        """Whether the claim says more than the forms: a word that limits it, or a name that the table does not have."""
        other_names = (self.claim[self.words[at].start].isupper() for at in self.free if at > 0)
        return not _UNREAD.isdisjoint(self.free.values()) or any(other_names)

    @property
    def has_totals(self) -> bool:
        """Whether a row of the table holds what others sum up to."""
        return any(not _SUMS.isdisjoint(cell.lower().split()) for row in self.table.rows for cell in row[:2])

    def values(self) -> dict[int, float]:
        """The numbers of the column, by row."""
        numbers = enumerate(self.table.column(self.columns[0][1]))
        return {row: value for row, value in numbers if value is not None}

    def area(self, rows: Iterable[int]) -> str:
        return f"R{min(rows) + 2}:R{max(rows) + 2} C{self.columns[0][1] + 1}"

    def is_share(self, number: _ClaimNumber) -> bool:
        """Whether the number is a percentage, and the column does not hold percentages."""
        column = self.columns[0][1]
        is_percentage = self.claim[self.words[number.at].end :].lstrip().startswith(("%", "percent", "per cent"))
        return is_percentage and not any("%" in one for one in (self.table.header[column], self.table.rows[0][column]))

    def corrected(self, number: _ClaimNumber, value: float, *, same: bool) -> str:
        """The claim with this value in place of its number, where it is another one."""
        return self.claim if same else self.with_words(number.at, number.at, shown_number(value / number.scale))

    def value(self, row: int) -> float | None:
        return self.table.numbers[row][self.columns[0][1]]

    def cell(self, row: int) -> str:
        return f"R{row + 2} C{self.columns[0][1] + 1}"

    def cues(self, *cues: frozenset[str]) -> list[int]:
        """The positions of these words."""
        return [at for at, word in self.free.items() if any(word in one for one in cues)]

    def with_words(self, first: int, last: int, new: str) -> str:
        """The claim with other words from one position to another."""
        return f"{self.claim[: self.words[first].start]}{new}{self.claim[self.words[last].end :]}"

    def _rows(self) -> Iterator[_NamedRow]:
        """The rows that are named by a cell which only they have, in the order of the claim."""
        cells = _cells(self.table)
        found: list[_NamedRow] = []
        longest = max(map(len, cells), default=0)
        for size in range(min(longest, len(self.words)), 0, -1):
            for at in range(len(self.words) - size + 1):
                places = cells.get(tuple(self.texts[at : at + size]), ())
                if not places or any(self._taken[at : at + size]):
                    continue
                self._taken[at : at + size] = [True] * size
                rows = frozenset(row for row, _ in places)
                if len(rows) == 1:
                    found.append(_NamedRow(*places[0], at, size))
                else:
                    self.unclear.append(rows)
        return iter(sorted(found, key=lambda one: one.at))

    def _columns(self) -> Iterator[tuple[int, int]]:
        """The numeric columns whose header is in the claim, with the position of its first word."""
        for stems, column in _headers(self.table):
            size = len(stems)
            for at in range(len(self.words) - size + 1):
                if tuple(map(stem, self.texts[at : at + size])) == stems and not any(self._taken[at : at + size]):
                    self._taken[at : at + size] = [True] * size
                    if self.table.is_numeric(column):
                        yield at, column
                    break


def _lookup(reading: _TableReading) -> DecidedClaim | None:
    """ "The ferry Marit has 22 cars": one row, one column, one number beside it."""
    named = [frozenset([one.row]) for one in reading.named]
    rows = frozenset.intersection(*named, *reading.unclear) if named or reading.unclear else frozenset()
    if len(rows) != 1 or len(reading.numbers) != 1 or reading.cues(_HIGHEST, _LOWEST, frozenset(_OPPOSITES), _SHARES):
        return None
    [row], [number] = rows, reading.numbers
    value = reading.value(row)
    is_far = abs(number.at - reading.columns[0][0]) > _NEAR
    if value is None or is_far or reading.is_share(number) or "than" in reading.texts:
        return None
    shown = reading.table.rows[row][reading.columns[0][1]]
    sentence = reading.corrected(number, value, same=number.says(value))
    return DecidedClaim(sentence, f"{reading.cell(row)} = {shown}")


def _compared(reading: _TableReading) -> DecidedClaim | None:
    """ "Nord has (5) more visits than Süd": two rows, and the difference where the claim says it."""
    cues = reading.cues(frozenset(_OPPOSITES))
    if (
        len(reading.named) != 2
        or reading.unclear
        or len(cues) != 1
        or "than" not in reading.texts
        or _is_ordinal(reading)
    ):
        return None
    (one, other), cue = reading.named, cues[0]
    high, low = reading.value(one.row), reading.value(other.row)
    if high is None or low is None or not one.at < cue < reading.texts.index("than") < other.at:
        return None
    gap = high - low if reading.texts[cue] in _UPWARD else low - high
    formula = f"{reading.cell(one.row)} - {reading.cell(other.row)} = {shown_number(high - low)}"
    if not reading.numbers and gap:
        turned = reading.with_words(cue, cue, _OPPOSITES[reading.texts[cue]])
        return DecidedClaim(reading.claim if gap > 0 else turned, formula)
    if len(reading.numbers) != 1 or gap <= 0:
        return None
    [number] = reading.numbers
    # "5 more visits than", "5 visits more than"
    if not 0 < cue - number.at <= _NEAR or any(at in reading.free for at in range(number.at + 1, cue)):
        return None
    sentence = reading.corrected(number, gap, same=number.says(gap))
    return DecidedClaim(sentence, formula)


def _extreme(reading: _TableReading) -> DecidedClaim | None:
    """ "West has the most visits": one row, and a superlative before the header."""
    cues = reading.cues(_HIGHEST, _LOWEST)
    if len(reading.named) != 1 or reading.unclear or len(cues) != 1 or reading.numbers or _is_ordinal(reading):
        return None
    own, cue, (header, column) = reading.named[0], cues[0], reading.columns[0]
    names = [row[own.column] for row in reading.table.rows]
    if not 0 < header - cue <= _NEAR or own.at > cue or len(set(names)) < len(names) or reading.value(own.row) is None:
        return None
    if any(not _SUMS.isdisjoint(name.lower().split()) for name in names):
        return None
    highest = reading.texts[cue] in _HIGHEST
    values = reading.values()
    best = (max if highest else min)(values.values())
    rows = [row for row, value in values.items() if value == best]
    if len(rows) > 1 and own.row in rows:
        return None  # a tie: whether it "has the most" is a matter of reading
    shown = reading.table.rows[rows[0]][column]
    formula = f"{'MAX' if highest else 'MIN'}({reading.area(values)}) = {reading.cell(rows[0])} = {shown}"
    if own.row in rows:
        return DecidedClaim(reading.claim, formula)
    right = reading.with_words(own.at, own.at + own.words - 1, names[rows[0]])
    return DecidedClaim(f"{right.rstrip('. ')}, not {names[own.row]}.", formula)


def _ranked(reading: _TableReading) -> DecidedClaim | None:
    """ "Nord has the second most visits", "Nord ranks third by visits": one row, and its place in the column."""
    ordinals = reading.cues(frozenset(_ORDINALS))
    lowest = bool(reading.cues(_LOWEST))
    by = reading.cues(word_set("by"))
    if len(reading.named) != 1 or reading.unclear or len(ordinals) != 1 or reading.numbers or _is_ordinal(reading):
        return None
    if not (reading.cues(_HIGHEST, _LOWEST) or by) or reading.has_totals:
        return None
    own, values = reading.named[0].row, reading.values()
    if own not in values or len(set(values.values())) < len(values):
        return None
    rank = 1 + sum((other < values[own]) if lowest else (other > values[own]) for other in values.values())
    if rank > len(_ORDINALS):
        return None
    at = ordinals[0]
    right = _ORDINALS[rank - 1]
    sentence = reading.claim if reading.texts[at] == right else reading.with_words(at, at, right)
    return DecidedClaim(sentence, f"RANK({reading.cell(own)}; {reading.area(values)}) = {rank}")


def _total(reading: _TableReading) -> DecidedClaim | None:
    """ "The total of visits is 90", "Nord and Süd have 30 visits together": the sum of a column or of named cells."""
    named, values = [one.row for one in reading.named], reading.values()
    if len(reading.numbers) != 1 or not reading.cues(_TOTALS) or reading.cues(_HIGHEST, _LOWEST, frozenset(_OPPOSITES)):
        return None
    if reading.unclear or len(named) == 1 or not values.keys() >= set(named) or reading.has_totals:
        return None
    rows = tuple(dict.fromkeys(named)) or tuple(values)
    total = sum(values[row] for row in rows)
    formula = " + ".join(map(reading.cell, rows)) if named else f"SUM({reading.area(rows)})"
    [number] = reading.numbers
    sentence = reading.corrected(number, total, same=number.says(total))
    return DecidedClaim(sentence, f"{formula} = {shown_number(total)}")


def _average(reading: _TableReading) -> DecidedClaim | None:
    """ "The average of visits is 12.3": the mean of a column."""
    values = reading.values()
    if len(reading.numbers) != 1 or not reading.cues(_AVERAGES) or reading.named or reading.unclear:
        return None
    if reading.cues(_HIGHEST, _LOWEST, frozenset(_OPPOSITES)) or reading.has_totals:
        return None
    [number], mean = reading.numbers, sum(values.values()) / len(values)
    if number.rounds(mean) and not number.says(mean):
        return None  # 9.7 said as 10: as one likes
    sentence = reading.corrected(number, round(mean, max(2, number.decimals)), same=number.says(mean))
    return DecidedClaim(sentence, f"AVERAGE({reading.area(values)}) = {shown_number(mean)}")


def _share(reading: _TableReading) -> DecidedClaim | None:
    """ "Nord has 16 % of the visits": one row, and its part of the column."""
    values = reading.values()
    if len(reading.named) != 1 or reading.unclear or len(reading.numbers) != 1 or reading.has_totals:
        return None
    own, [number] = reading.named[0].row, reading.numbers
    if not reading.is_share(number) or own not in values or min(values.values()) < 0:
        return None
    if reading.cues(frozenset(_OPPOSITES)):
        return None
    share = 100 * values[own] / (sum(values.values()) or 1)
    formula = f"{reading.cell(own)} / SUM({reading.area(values)}) = {shown_number(round(share, 2))} %"
    sentence = reading.corrected(number, round(share, number.decimals), same=number.rounds(share))
    return DecidedClaim(sentence, formula)


_Form: TypeAlias = Callable[[_TableReading], DecidedClaim | None]
_PLAIN = (_compared, _extreme, _lookup)
_COMPUTED = (_ranked, _total, _average)


def _is_ordinal(reading: _TableReading) -> bool:
    """Whether more is less in the column: the highest rank is the first."""
    return not _ORDINAL_HEADERS.isdisjoint(reading.table.header[reading.columns[0][1]].lower().split())


@lru_cache(maxsize=16)
def _cells(table: SourceTable) -> dict[tuple[str, ...], list[tuple[int, int]]]:
    """Where each cell that is a name stands, by its words."""
    found: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            if table.numbers[row][column] is None and any(map(str.isalpha, cell)):
                found.setdefault(tuple(one[0] for one in _TOKEN.finditer(cell.lower())), []).append((row, column))
    return found


@lru_cache(maxsize=16)
def _headers(table: SourceTable) -> Sequence[tuple[tuple[str, ...], int]]:
    """The words of each header without what stands in brackets, the longest first."""
    found = []
    for column, header in enumerate(table.header):
        bare = re.sub(r"\([^()]{0,100}\)", "", header.lower())
        stems = tuple(stem(one[0]) for one in _TOKEN.finditer(bare) if one[0] not in _IN_HEADERS)
        if stems:
            found.append((stems, column))
    return sorted(found, key=lambda one: -len(one[0]))
