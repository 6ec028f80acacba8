"""Tables as sources: CSV, XLSX and JSON records as rows of cells. Values only; nothing of a file is ever evaluated.

A cell keeps its row and column as a spreadsheet counts them: the header is row 1. Numbers are read by column, because
only its other cells tell whether "1.234" is a thousand or a little more than one.
"""

import csv
import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from adjudge.errors import DataError, StoreError
from adjudge.evidence.archives import files_in, require_bounded_archive, require_few_cells
from adjudge.files import open_text, read_json, require_regular_file
from adjudge.rows import BoundedLines, placed_rows

if TYPE_CHECKING:
    from adjudge.evidence.fulltext import Problems

TABLES = (".csv", ".tsv", ".xlsx", ".json", ".jsonl", ".ndjson")
MOST_ROWS = 1_000_000
_MERGES_UP_TO = 16_000_000
"""Bytes of XML in a workbook that is read as a whole, with its merged cells and formulas; a larger one is read as a
stream."""
_DELIMITERS = ",;\t|"
_NUMBER = re.compile(r"[-+−]?(?:\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?")
_SIGNS = re.compile(r"[€$£¥%\s\u00a0]|EUR|USD")


@dataclass(frozen=True, eq=False)
class SourceTable:
    """A header and rows of cells as text. `numbers` has the value of each cell that is one, by row and column."""

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[float | None, ...], ...]

    def column(self, at: int) -> list[float | None]:
        """The numbers of a column."""
        return [row[at] for row in self.numbers]

    def is_numeric(self, at: int) -> bool:
        """Whether most cells of a column are numbers: one of names with a number here and there has no total."""
        numbers = sum(value is not None for value in self.column(at))
        return numbers > 1 and 2 * numbers > sum(1 for row in self.rows if row[at])


def shown_number(number: float) -> str:
    """A number as English writes it, without rounding noise."""
    return f"{round(number, 6):,.10g}" if abs(number) < 1e9 else f"{number:,.0f}"


def read_tables(path: Path, problems: "Problems") -> list[SourceTable]:
    """The tables of a file: one, or one for each sheet of a workbook that has cells."""
    require_regular_file(path, what="The table")
    ending = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if ending == ".xlsx":
        tables = _xlsx(path, problems)
    elif ending in (".json", ".jsonl", ".ndjson"):
        tables = [_from_records(path.name, _records(path, ending))]
    else:
        tables = [_csv(path)]
    tables = [table for table in tables if table.rows]
    if not tables:
        raise DataError(f"'{path}' has no rows.", hint="A table needs a header and at least one row.")
    return tables


def _csv(path: Path) -> SourceTable:
    with open_text(path, what="The table") as file:
        lines = BoundedLines(file)
        head = next(lines, "")
        delimiter = max(_DELIMITERS, key=head.count)
        rows: list[list[str]] = []
        try:
            for row in csv.reader(chain([head], lines), delimiter=delimiter):
                rows.append(row)
                lines.new_row()
                _require_few(len(rows), path)
        except csv.Error as error:
            raise DataError(f"'{path}' is not a readable CSV file: {error}.") from error
    return table_of(path.name, rows, german=delimiter == ";")


def _require_few(rows: int, path: Path) -> None:
    if rows > MOST_ROWS + 1:
        raise DataError(f"'{path}' has more than {MOST_ROWS:,} rows.", hint="Give the part that the claim is about.")


def _records(path: Path, ending: str) -> list[dict[str, Any]]:
    if ending != ".json":
        return [dict(row) for _, row in islice(placed_rows(path), MOST_ROWS)]
    content = read_json(path, what="The table")
    if isinstance(content, dict):
        lists = [value for value in content.values() if isinstance(value, list)]
        content = lists[0] if len(lists) == 1 else content
    if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
        raise DataError(f"'{path}' holds no records.", hint="Give a JSON list of objects with the same names.")
    return content


def _from_records(name: str, records: Sequence[dict[str, Any]]) -> SourceTable:
    header = list(dict.fromkeys(key for record in records for key in record))
    require_few_cells(len(header) * (len(records) + 1), name)
    rows = [[_cell(record.get(key)) for key in header] for record in records]
    return table_of(name, [header, *rows])


def _xlsx(path: Path, problems: "Problems") -> list[SourceTable]:
    try:
        import openpyxl
    except ImportError as error:
        raise StoreError("Reading XLSX needs openpyxl.", hint="pip install 'adjudge[documents]'") from error
    small = require_bounded_archive(path) <= _MERGES_UP_TO
    try:
        if small:
            _require_few_merged_cells(path)
        book = openpyxl.load_workbook(path, data_only=True, read_only=not small, keep_links=False)
        if small:
            # Before the first row is given: a workbook that is read whole creates every cell that it gives.
            require_few_cells(sum(sheet.max_row * sheet.max_column for sheet in book.worksheets), str(path))
            _note_formulas(path, book, problems)
        sheets = [(sheet.title, _sheet(sheet, path, small)) for sheet in book.worksheets]
        book.close()
    except DataError:
        raise
    except Exception as error:  # a broken file raises whatever its bytes lead to
        raise DataError(f"'{path}' is not a readable XLSX file: {error}.", hint="Save it again.") from error
    return [table_of(title if len(sheets) > 1 else path.name, rows) for title, rows in sheets if rows]


def _require_few_merged_cells(path: Path) -> None:
    """Raise a `DataError` if the merged ranges of a workbook have too many cells; each becomes an object."""
    from openpyxl.utils import range_boundaries

    merged = 0
    for file in files_in(path):
        # What is not XML is no sheet.
        with suppress(ElementTree.ParseError):
            for _, element in ElementTree.iterparse(file):
                if element.tag.endswith("}mergeCell"):
                    left, top, right, bottom = range_boundaries(element.get("ref", ""))
                    merged += (right - left + 1) * (bottom - top + 1)
                element.clear()
    require_few_cells(merged, str(path))


def _sheet(sheet: Any, path: Path, merges: bool) -> list[list[str]]:
    rows: list[list[str]] = []
    cells = 0
    for row in sheet.iter_rows(values_only=True):
        rows.append([_cell(value) for value in row])
        cells += len(row)
        _require_few(len(rows), path)
        require_few_cells(cells, str(path))
    # The value of merged cells is kept in the first one only, and holds for all of them.
    for merged in sheet.merged_cells.ranges if merges else ():
        value = rows[merged.min_row - 1][merged.min_col - 1]
        for row in rows[merged.min_row - 1 : merged.max_row]:
            row[merged.min_col - 1 : merged.max_col] = [value] * (merged.max_col - merged.min_col + 1)
    return rows


def _note_formulas(path: Path, book: Any, problems: "Problems") -> None:
    """Note formulas whose value the file does not hold, as programs leave them that do not calculate."""
    import openpyxl

    with_formulas = openpyxl.load_workbook(path, keep_links=False)
    for sheet in with_formulas.worksheets:
        values = book[sheet.title]
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f" and values.cell(cell.row, cell.column).value is None:
                    problems.note(
                        f"{sheet.title} R{cell.row} C{cell.column}: a formula without a stored value; "
                        "open the file in a spreadsheet program and save it"
                    )
    with_formulas.close()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, date | datetime):
        return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
    if isinstance(value, float):
        return f"{value:.10g}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def table_of(name: str, lines: Sequence[Sequence[str]], *, german: bool = False) -> SourceTable:
    """A table of lines of text; the first line that is not empty is the header."""
    header = [name.strip() for name in lines[0]] if lines else []
    width = max((len(line) for line in lines), default=0)
    require_few_cells(width * len(lines), name)
    header = [name or f"column {at}" for at, name in enumerate([*header, *[""] * (width - len(header))], start=1)]
    rows = [tuple(" ".join(cell.split()) for cell in [*line, *[""] * (width - len(line))]) for line in lines[1:]]
    while rows and not any(rows[-1]):
        rows.pop()
    columns = [_numbers([row[at] for row in rows], german) for at in range(width)]
    # A decimal comma becomes a point, so that all numbers are written alike.
    shown = [
        tuple(
            cell if number is None or decimal == "." else _in_english(cell, number)
            for cell, (decimal, numbers) in zip(row, columns, strict=True)
            for number in (numbers[n],)
        )
        for n, row in enumerate(rows)
    ]
    values = [tuple(numbers[n] for _, numbers in columns) for n in range(len(rows))]
    return SourceTable(name, tuple(header), tuple(shown), tuple(values))


def _in_english(cell: str, number: float) -> str:
    return _NUMBER.sub(shown_number(number), cell, count=1)


def _numbers(cells: Sequence[str], german: bool) -> tuple[str, list[float | None]]:
    """The decimal sign of a column, and the values of its cells; none of a cell that is not a number."""
    bare = [_SIGNS.sub("", cell) for cell in cells]
    found = [one if _NUMBER.fullmatch(one) else "" for one in bare]
    decimal = _decimal(found, german)
    return decimal, [_value(one, decimal) if one else None for one in found]


def _decimal(cells: Iterable[str], german: bool) -> str:
    """The decimal sign of a column: the one that comes last, or that stands before other than three digits."""
    for cell in cells:
        signs = [sign for sign in cell if sign in ".,"]
        if len(set(signs)) == 2:
            return signs[-1]
        if len(signs) == 1 and len(cell) - cell.index(signs[0]) != 4:
            return signs[0]
        if len(signs) > 1:
            return "," if signs[0] == "." else "."
    return "," if german else "."


def _value(digits: str, decimal: str) -> float | None:
    other = "," if decimal == "." else "."
    plain = re.sub(rf"[{re.escape(other)} '’\u00a0\u202f]", "", digits).replace(decimal, ".").replace("−", "-")
    # A date such as 24.12.2024 in a column of numbers is none.
    return float(plain) if plain.count(".") <= 1 else None
