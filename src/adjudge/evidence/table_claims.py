"""Claims about a table that its cells decide, said again with what the cells give. Pure.

In: a table and a claim. Out: the claim itself where the cells bear it out, otherwise the claim with the right value or
name in its place, each with its formula. Only claims of a plain form are read: a row by its name, a column by its
header, and a value, a difference, a comparison or an extreme of that column. Any other claim gives nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import stem
from adjudge.evidence.tables import SourceTable, shown_number

_TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
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
    "over under above below about st nd rd th second third fourth fifth total sum average mean combined"
)
"""Words after which a claim says something else than these forms."""
_ORDINAL_HEADERS = word_set("rank ranking place position pos seed to")
_SUMS = word_set("total sum overall all")
_IN_HEADERS = word_set("of the in at by for and to a s per")
_NEAR = 3
"""So many words apart, at most, stand a header and its value or its superlative."""


@dataclass(frozen=True, slots=True)
class DecidedClaim:
    """The claim as the cells have it, the formula, and the rows that decide it."""

    sentence: str
    formula: str
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _ClaimWord:
    text: str
    start: int
    end: int


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
    return next((found for form in _FORMS if (found := form(reading))), None)


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
    def numbers(self) -> list[tuple[int, float]]:
        return [(at, float(w.replace(",", ""))) for at, w in self.free.items() if _NUMBER.fullmatch(w)]

    @property
    def is_unread(self) -> bool:
        return not _UNREAD.isdisjoint(self.free.values())

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
    if len(rows) != 1 or len(reading.numbers) != 1 or reading.cues(_HIGHEST, _LOWEST, frozenset(_OPPOSITES)):
        return None
    [row] = rows
    at, number = reading.numbers[0]
    value = reading.value(row)
    if value is None or abs(at - reading.columns[0][0]) > _NEAR or "than" in reading.texts:
        return None
    shown = reading.table.rows[row][reading.columns[0][1]]
    sentence = reading.claim if _same(number, value) else reading.with_words(at, at, shown_number(value))
    return DecidedClaim(sentence, f"{reading.cell(row)} = {shown}", (row,))


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
    if "than" not in reading.texts:
        return None
    (one, other), cue = reading.named, cues[0]
    high, low = reading.value(one.row), reading.value(other.row)
    if high is None or low is None or not one.at < cue < reading.texts.index("than") < other.at:
        return None
    gap = high - low if reading.texts[cue] in _UPWARD else low - high
    formula = f"{reading.cell(one.row)} - {reading.cell(other.row)} = {shown_number(high - low)}"
    if not reading.numbers and gap:
        turned = reading.with_words(cue, cue, _OPPOSITES[reading.texts[cue]])
        return DecidedClaim(reading.claim if gap > 0 else turned, formula, (one.row, other.row))
    if len(reading.numbers) != 1 or reading.numbers[0][0] != cue - 1 or gap <= 0:
        return None
    at, number = reading.numbers[0]
    sentence = reading.claim if _same(gap, number) else reading.with_words(at, at, shown_number(gap))
    return DecidedClaim(sentence, formula, (one.row, other.row))


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
    values = {row: value for row in range(len(names)) if (value := reading.value(row)) is not None}
    best = (max if highest else min)(values.values())
    rows = [row for row, value in values.items() if value == best]
    if len(rows) > 1 and own.row in rows:
        return None  # a tie: whether it "has the most" is a matter of reading
    area = f"R{min(values) + 2}:R{max(values) + 2} C{column + 1}"
    formula = f"{'MAX' if highest else 'MIN'}({area}) = {reading.cell(rows[0])} = {reading.table.rows[rows[0]][column]}"
    right = reading.with_words(own.at, own.at + own.words - 1, names[rows[0]])
    return DecidedClaim(reading.claim if own.row in rows else right, formula, (own.row, rows[0]))


_FORMS = (_compared, _extreme, _lookup)


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


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * max(1.0, abs(one))
