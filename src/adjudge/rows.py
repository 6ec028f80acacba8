"""Stream the rows of a table: CSV with any of the usual delimiters, JSON lines (both also gzipped), Parquet, or a
folder of such files, which are read in the order of their names.

A line that is not a row (more fields than the header, not a JSON object) is an error with its line number: otherwise
texts from the wrong column would be judged.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from adjudge.errors import DataError
from adjudge.files import bounded_json, open_text, require_regular_file
from adjudge.parquet import parquet_rows

csv.field_size_limit(1 << 30)
LONGEST_ROW = 16_000_000
"""Characters of the longest row."""
MOST_COLUMNS = 2_000
"""Every row has a value for each column of the header, also one that is a few characters long."""
_DELIMITERS = ",;\t|"
_JSON_LINES = (".jsonl", ".ndjson", ".json")
_PARQUET = ".parquet"
_TABLES = (".csv", ".tsv", *_JSON_LINES, _PARQUET)
_SHOWN = 80


def table_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows with their numbers, from 0."""
    yield from ((number, row) for number, (_, row) in enumerate(placed_rows(path)))


def placed_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows with the lines on which they begin; of a Parquet file, with their numbers from 1."""
    for file in table_files(path):
        ending = _ending(file)
        if ending == _PARQUET:
            yield from enumerate(parquet_rows(file), start=1)
        else:
            yield from _json_rows(file) if ending in _JSON_LINES else _csv_rows(file)


def table_files(path: Path) -> list[Path]:
    """The file itself, or the tables of a folder in the order of their names. Other files there are left alone."""
    if not path.is_dir():
        return [path]
    files = (file for file in path.iterdir() if file.is_file() and not file.name.startswith((".", "_")))
    found = sorted(file for file in files if _ending(file) in _TABLES)
    if not found:
        raise DataError(
            f"The folder '{path}' contains no tables.",
            hint=f"Tables end in {', '.join(_TABLES)}, or these with .gz.",
        )
    return found


def _ending(path: Path) -> str:
    return (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()


class BoundedLines:
    """The lines of a file for a reader of rows. A row that does not end, because of a line without end or a quote that
    is never closed, is a `csv.Error` when it is longer than a row may be; reading continues with the next line."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._remaining = LONGEST_ROW

    def __iter__(self) -> "BoundedLines":
        return self

    def __next__(self) -> str:
        line = self._file.readline(self._remaining)
        if not line:
            raise StopIteration
        self._remaining -= len(line)
        if self._remaining > 0:
            return line
        while line and not line.endswith(("\n", "\r")):
            line = self._file.readline(LONGEST_ROW)
        raise csv.Error(f"longer than {LONGEST_ROW:,} characters")

    def new_row(self) -> None:
        """Start counting the characters of a new row."""
        self._remaining = LONGEST_ROW


def _csv_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    require_regular_file(path, what="The data file")
    with open_text(path, what="The data file") as file:
        lines = BoundedLines(file)
        try:
            head = next(lines, "")
            # The header is read by the same reader as the rows: a quoted name may hold a line break.
            rows = csv.reader(chain([head], lines), delimiter=max(_DELIMITERS, key=head.count))
            names = next(rows, [])
            _require_own_names(names, path)
            before = rows.line_num
            for values in rows:
                if values:
                    yield before + 1, _named(names, values, line=before + 1, path=path)
                before = rows.line_num
                lines.new_row()
        except csv.Error as error:
            raise DataError(f"'{path}' is not a readable CSV file: {error}.") from error


def _json_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    require_regular_file(path, what="The data file")
    with open_text(path, what="The data file") as file:
        for number, line in _numbered_lines(file, path):
            if not line.strip():
                continue
            try:
                row = bounded_json(line)
            except (ValueError, RecursionError) as error:
                raise DataError(
                    f"Line {number} of '{path}' is not JSON: {error}.", hint="Each line must be one JSON object."
                ) from error
            if not isinstance(row, dict):
                raise DataError(f"Line {number} of '{path}' is not a JSON object.")
            yield number, row


def _numbered_lines(file: TextIO, path: Path) -> Iterator[tuple[int, str]]:
    lines, number = BoundedLines(file), 0
    try:
        for number, line in enumerate(lines, start=1):
            yield number, line
            lines.new_row()
    except csv.Error as error:
        raise DataError(f"Line {number + 1} of '{path}' is {error}.") from error


def _require_own_names(names: Sequence[str], path: Path) -> None:
    """Raise a `DataError` if two columns have the same name, or if there are too many."""
    require_few_columns(names, path)
    # Columns without a name are what spreadsheets leave behind on the right; nobody can choose them.
    alike = [name for name, times in Counter(names).items() if times > 1 and name.strip()]
    if alike:
        shown = ", ".join(f"'{name[:_SHOWN]}'" for name in alike[:5])
        raise DataError(f"'{path}' has more than one column called {shown}.", hint="Give each column a unique name.")


def require_few_columns(names: Sequence[str], path: Path) -> None:
    """Raise a `DataError` if a table has too many columns."""
    if len(names) > MOST_COLUMNS:
        raise DataError(f"'{path}' has {len(names):,} columns.", hint=f"At most {MOST_COLUMNS:,} are read.")


def _named(names: Sequence[str], values: Sequence[str], *, line: int, path: Path) -> dict[str, str]:
    """The values of a row by column; those that are missing at its end are empty.

    More values than columns are no row: a text that holds the delimiter was cut, and the rest is in the wrong place.
    """
    if any(value.strip() for value in values[len(names) :]):
        raise DataError(
            f"Line {line} of '{path}' has {len(values)} fields, the header {len(names)}.",
            hint="Put texts that contain the delimiter in double quotes.",
        )
    return dict.fromkeys(names, "") | dict(zip(names, values, strict=False))
