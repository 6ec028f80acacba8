"""A table as text for a claim: a sentence for each row, and values that the claim computes from cells. Pure.

Every cell is a place of the text (`R12 C3`), and so is every computed value, whose label is its formula. A value is
computed only where the claim has a word for it (total, highest, average, ...), and always from the cells.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import stem
from adjudge.case import Document, TextPlace
from adjudge.evidence.table_claims import restated
from adjudge.evidence.tables import SourceTable, shown_number

MOST_ROWS_READ = 300
"""Rows of the text; of a longer table, those that share most with the claim."""
_MOST_COLUMNS = 40
_WORD = re.compile(r"\d[\d.,]*\d|\w+")
_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Computed:
    """A sentence with a value that was computed, and its formula over cells."""

    sentence: str
    formula: str


@dataclass(frozen=True, slots=True)
class _Values:
    """The numbers of one column, and the rows (from 0) that have one."""

    table: SourceTable
    column: int
    rows: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.table.header[self.column]

    @property
    def range(self) -> str:
        return f"R{self.rows[0] + 2}:R{self.rows[-1] + 2} C{self.column + 1}"

    def of(self, row: int) -> float:
        return self.table.numbers[row][self.column] or 0.0

    def cell(self, row: int) -> str:
        return f"R{row + 2} C{self.column + 1}"

    def label(self, row: int) -> str:
        return _label(self.table, row)


def table_document(table: SourceTable, claim: str, *, id: str) -> Document:
    """The table as a document to check the claim against."""
    text: list[str] = []
    places: list[TextPlace] = []
    at = 0

    def add(piece: str, label: str = "") -> None:
        nonlocal at
        if label:
            places.append(TextPlace(start=at, label=label))
        text.append(piece)
        at += len(piece)

    decided = [restated(table, sentence.text) for sentence in sentences(claim)]
    told = [Computed(one.sentence, one.formula) for one in decided if one]
    # Beside a claim that the cells decide, other numbers only mislead.
    is_open = not told or None in decided
    more = computed(table, claim) if is_open else []
    for one in told + [other for other in more if other.formula not in {known.formula for known in told}]:
        add(f"{one.sentence}\n", one.formula)
    for row in _chosen(table, claim) if is_open else ():
        for piece, label in _row(table, row):
            add(piece, label)
    return Document(id=id, text="".join(text), title=table.name, kind="table", places=tuple(places))


def computed(table: SourceTable, claim: str) -> list[Computed]:
    """The values that the claim computes, over the columns that it names, or over all columns of a small table."""
    words = _stems(claim)
    operations = [operation for cues, operation in _OPERATIONS if words & {stem(cue) for cue in cues}]
    columns = [_values(table, at) for at in range(len(table.header))]
    numeric = [one for one in columns if one is not None]
    named = [one for one in numeric if words & _stems(one.name)]
    mentioned = _mentioned(table, _tokens(claim)) if operations else []
    chosen = named or (numeric if len(numeric) <= 4 else [])
    return [found for values in chosen for operation in operations for found in operation(values, mentioned, claim)]


def _values(table: SourceTable, at: int) -> _Values | None:
    rows = tuple(row for row, value in enumerate(table.column(at)) if value is not None)
    return _Values(table, at, rows) if table.is_numeric(at) else None


def _total(values: _Values, mentioned: Sequence[int], claim: str) -> Iterator[Computed]:  # noqa: ARG001
    total = sum(values.of(row) for row in values.rows)
    yield Computed(f"The total {values.name} is {shown_number(total)}.", f"SUM({values.range}) = {shown_number(total)}")
    if len(mentioned) > 1 and (own := [row for row in mentioned if row in values.rows]):
        part = sum(values.of(row) for row in own)
        names = " and ".join(values.label(row) for row in own)
        formula = " + ".join(values.cell(row) for row in own)
        yield Computed(
            f"The total {values.name} of {names} is {shown_number(part)}.", f"{formula} = {shown_number(part)}"
        )


def _average(values: _Values, mentioned: Sequence[int], claim: str) -> Iterator[Computed]:  # noqa: ARG001
    mean = sum(values.of(row) for row in values.rows) / len(values.rows)
    yield Computed(
        f"The average {values.name} is {shown_number(mean)}.", f"AVERAGE({values.range}) = {shown_number(mean)}"
    )


def _extreme(word: str, function: str, pick: Callable[..., int]) -> "Operation":
    def operation(values: _Values, mentioned: Sequence[int], claim: str) -> Iterator[Computed]:  # noqa: ARG001
        row = pick(values.rows, key=values.of)
        shown = values.table.rows[row][values.column]
        tied = [values.label(one) for one in values.rows if values.of(one) == values.of(row)]
        subject = " and ".join(tied[:3])
        verb = "has" if len(tied) == 1 else "have"
        yield Computed(
            f"{subject} {verb} the {word} {values.name}: {shown}.",
            f"{function}({values.range}) = {values.cell(row)} = {shown}",
        )

    return operation


def _difference(values: _Values, mentioned: Sequence[int], claim: str) -> Iterator[Computed]:  # noqa: ARG001
    own = [row for row in mentioned if row in values.rows]
    if len(own) != 2:
        return
    high, low = sorted(own, key=values.of, reverse=True)
    gap = values.of(high) - values.of(low)
    yield Computed(
        f"The {values.name} of {values.label(high)} is {shown_number(gap)} higher than that of {values.label(low)}.",
        f"{values.cell(high)} - {values.cell(low)} = {shown_number(gap)}",
    )


def _rank(values: _Values, mentioned: Sequence[int], claim: str) -> Iterator[Computed]:
    order = sorted(values.rows, key=values.of, reverse=True)
    wanted = [row for row in mentioned if row in values.rows][:3]
    named = [n for n, word in enumerate(_ORDINALS, start=2) if word in claim.lower()]
    wanted += [order[n - 1] for n in named if n <= len(order) and order[n - 1] not in wanted]
    for row in wanted:
        rank = 1 + sum(values.of(other) > values.of(row) for other in values.rows)
        yield Computed(
            f"{values.label(row)} ranks number {rank} by {values.name}, with {values.table.rows[row][values.column]}.",
            f"RANK({values.cell(row)}; {values.range}) = {rank}",
        )


Operation = Callable[[_Values, Sequence[int], str], Iterator[Computed]]
_OPERATIONS: tuple[tuple[tuple[str, ...], Operation], ...] = (
    (("total", "sum", "altogether", "together", "combined", "overall", "insgesamt", "summe", "zusammen"), _total),
    (("average", "mean", "durchschnitt", "durchschnittlich", "mittel"), _average),
    (
        (
            *("highest", "largest", "biggest", "greatest", "most", "maximum", "top", "höchste", "größte", "meisten"),
            # Of 10,306 claims about public tables, 118 say it with one of these or of those below.
            *("longest", "tallest", "deepest", "widest", "heaviest", "latest"),
        ),
        _extreme("highest", "MAX", max),
    ),
    (
        (
            *("lowest", "smallest", "least", "fewest", "minimum", "bottom", "niedrigste", "kleinste", "wenigsten"),
            *("shortest", "narrowest", "lightest", "earliest"),
        ),
        _extreme("lowest", "MIN", min),
    ),
    (
        ("difference", "more", "less", "fewer", "higher", "lower", "than", "differenz", "mehr", "weniger", "als"),
        _difference,
    ),
    (("rank", "ranks", "ranked", "place", "platz", "rang", *_ORDINALS), _rank),
)


def _chosen(table: SourceTable, claim: str) -> Sequence[int]:
    """The rows of the text, in order; of a long table those that share most with the claim."""
    if len(table.rows) <= MOST_ROWS_READ:
        return range(len(table.rows))
    words = _tokens(claim)
    scores = [(-len(words & _tokens(" ".join(row))), at) for at, row in enumerate(table.rows)]
    return sorted(at for _, at in sorted(scores)[:MOST_ROWS_READ])


def _mentioned(table: SourceTable, words: frozenset[str]) -> list[int]:
    """The rows that the claim names: all words of the row's label are in the claim."""
    found = []
    for at in range(len(table.rows)):
        label = _tokens(_label(table, at))
        if label and label <= words:
            found.append(at)
    return found if len(found) <= 10 else []


def _label(table: SourceTable, row: int) -> str:
    """What a row is called: its first cell that is no number, or its number in the file."""
    cells = zip(table.rows[row], table.numbers[row], strict=True)
    return next((cell for cell, number in cells if cell and number is None), f"row {row + 2}")


def _row(table: SourceTable, row: int) -> Iterator[tuple[str, str]]:
    """A row as a sentence, cell by cell with its place."""
    filled = [at for at, cell in enumerate(table.rows[row]) if cell][:_MOST_COLUMNS]
    for n, at in enumerate(filled):
        end = ".\n" if n + 1 == len(filled) else "; "
        yield f"{table.header[at]}: {table.rows[row][at]}{end}", f"R{row + 2} C{at + 1}"


def _tokens(text: str) -> frozenset[str]:
    """The words as written: rows are many, and what they are called is a name."""
    return frozenset(_WORD.findall(text.lower()))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text.lower()))
