"""Files as they are published, read as streams of records: ISOT, FEVER, and documents of any kind.

In: a path. Out: records with their place in the file. A line that cannot be read is noted with its number and the rest
is kept; a file of another format is refused before anything is written. Of an ISOT article only the headline is taken:
the real ones all begin with "CITY (Reuters) -", so a text would carry its label on its face.
"""

import csv
import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from adjudge.errors import DataError
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.records import LABELS, Evidence, Origin
from adjudge.files import bounded_json, decode, open_text, require_regular_file
from adjudge.rows import LONGEST_ROW, BoundedLines, require_few_columns

VERSION = 1
_BLOCK = 1 << 20
_EVERY = 1000

# The words that labelled data elsewhere in Adjudge has for FEVER's.
_OTHER_WORDS = {"SUPPORTED": "SUPPORTS", "CONTRADICTED": "REFUTES", "REFUTED": "REFUTES", "NEI": "NOT ENOUGH INFO"}

# What a packed file raises that was cut off or changed, and what a disk raises.
BROKEN = (EOFError, OSError, zlib.error)

OnProgress = Callable[[int], None]
RecordReader = Callable[[Path, str, Problems, OnProgress], Iterator[Evidence]]


@dataclass(frozen=True)
class Format:
    """A file format and its reader."""

    name: str
    origin: Origin
    labels: tuple[str, ...]
    endings: tuple[str, ...]
    reader: RecordReader

    def read(self, path: Path, *, label: str, problems: Problems, progress: OnProgress) -> Iterator[Evidence]:
        """The records of a file; raises here, and not later, if it is of another format."""
        records = self.reader(path, label, problems, progress)
        try:
            first = next(records, None)
        except BROKEN as error:
            raise DataError(f"'{path}' cannot be read: {error}.") from error
        if first is None:
            why = f" {problems.shown[0]}" if problems.shown else ""
            raise DataError(
                f"'{path}' contains no record of {self.name}.{why}", hint=f"Its format: {_HINTS[self.name]}"
            )
        return chain([first], records)


@dataclass(frozen=True)
class Chosen:
    """A file to add, and whether it was named itself or found in a folder."""

    path: Path
    named: bool


def files_of(format: Format, paths: Sequence[Path]) -> list[Chosen]:
    """The files that paths name; of a folder, all files of the format's endings, in order."""
    found: list[Chosen] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(item for item in path.rglob("*") if item.is_file() and _ending(item) in format.endings)
            if not inside:
                raise DataError(
                    f"'{path}' contains no {format.name} file.", hint=f"Endings: {', '.join(format.endings)}."
                )
            found.extend(Chosen(item, named=False) for item in inside)
        else:
            require_regular_file(path, what="The file")
            found.append(Chosen(path, named=True))
    if not found:
        raise DataError("No file was named.", hint=f"Give the files to add: {', '.join(format.endings)}.")
    return found


def fingerprint(path: Path, format: Format, label: str) -> str:
    """A hash of the file's bytes and of how they are read."""
    hashed = hashlib.sha256(f"{VERSION}|{format.name}|{label}|".encode())
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            hashed.update(block)
    return hashed.hexdigest()[:40]


def _isot(path: Path, label: str, problems: Problems, progress: OnProgress) -> Iterator[Evidence]:
    """`True.csv` and `Fake.csv`: title, text, subject, date. The label is the file's name, a column, or given."""
    if _ending(path) in (".jsonl", ".json"):
        yield from _labelled_lines(path, label, problems, progress, Origin.ISOT, ("title", "claim", "headline"))
        return
    with open_text(path) as file:
        lines = BoundedLines(file)
        rows = csv.DictReader(lines)
        columns = {name.strip().lower(): name for name in _columns(rows, path)}
        title = columns.get("title")
        if title is None:
            raise DataError(f"'{path}' has no column 'title'.", hint=f"It has: {', '.join(columns)}.")
        given = label or ("" if "label" in columns else _label_by_name(path))
        address = path.resolve().as_uri()
        for number, row in enumerate(_rows(rows, lines, problems), start=2):
            text = (row.get(title) or "").strip()
            word = given or (row.get(columns["label"]) or "").strip().upper()
            if not text or word not in LABELS[Origin.ISOT]:
                problems.note(f"row {number}: {'no title' if not text else f'unknown label {word!r}'}")
                continue
            if number % _EVERY == 0:
                progress(_position(file))
            yield Evidence(origin=Origin.ISOT, text=text, label=word, url=address, place=f"row {number}")


def _columns(rows: "csv.DictReader[str]", path: Path) -> Sequence[str]:
    try:
        names = rows.fieldnames or ()
    except csv.Error as error:
        raise DataError(f"'{path}' is not a CSV file: {error}.") from error
    require_few_columns(names, path)
    return names


def _rows(rows: "csv.DictReader[str]", lines: BoundedLines, problems: Problems) -> Iterator[dict[str, str]]:
    while True:
        lines.new_row()
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            problems.note(f"line {rows.line_num}: {error}")
            continue
        except BROKEN as error:
            problems.note(f"after line {rows.line_num}: {error}")
            return
        yield row


def _label_by_name(path: Path) -> str:
    name = path.name.lower()
    found = [label for word, label in (("true", "REAL"), ("real", "REAL"), ("fake", "FAKE")) if word in name]
    if len(set(found)) != 1:
        raise DataError(
            f"'{path}' has no column 'label', and its name does not say whether it is True.csv or Fake.csv.",
            hint="Give --label REAL or --label FAKE.",
        )
    return found[0]


def _fever(path: Path, label: str, problems: Problems, progress: OnProgress) -> Iterator[Evidence]:
    """`train.jsonl` and its like: one object a line with claim and label."""
    yield from _labelled_lines(path, label, problems, progress, Origin.FEVER, ("claim",))


def _labelled_lines(
    path: Path, label: str, problems: Problems, progress: OnProgress, origin: Origin, names: Sequence[str]
) -> Iterator[Evidence]:
    address = path.resolve().as_uri()
    for number, item in json_lines(path, problems, progress):
        text = next((str(item[name]).strip() for name in names if isinstance(item.get(name), str)), "")
        word = label or str(item.get("label") or "").strip().upper()
        word = _OTHER_WORDS.get(word, word)
        if not text or word not in LABELS[origin]:
            problems.note(f"line {number}: {f'no {names[0]}' if not text else f'unknown label {word!r}'}")
            continue
        yield Evidence(origin=origin, text=text, label=word, url=address, place=f"line {number}")


def json_lines(path: Path, problems: Problems, progress: OnProgress) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON lines file with their line numbers; other lines are noted and skipped."""
    with _raw(path) as file:
        number = 0
        try:
            while line := file.readline(LONGEST_ROW):
                number += 1
                if len(line) == LONGEST_ROW and not line.endswith(b"\n"):
                    problems.note(f"line {number}: longer than {LONGEST_ROW:,} bytes")
                    while (rest := file.readline(LONGEST_ROW)) and not rest.endswith(b"\n"):
                        pass
                    continue
                if number % _EVERY == 0:
                    progress(_position(file))
                if not line.strip():
                    continue
                item = _object(line)
                if item is None:
                    problems.note(f"line {number}: not a JSON object")
                else:
                    yield number, item
        except BROKEN as error:
            problems.note(f"after line {number}: {error}")


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        item = bounded_json(decode(line))
    except (ValueError, RecursionError):
        return None
    return item if isinstance(item, dict) else None


def _documents(path: Path, label: str, problems: Problems, progress: OnProgress) -> Iterator[Evidence]:  # noqa: ARG001
    from adjudge.evidence.documents import passages_of

    return passages_of(path, problems, progress)


def _raw(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _position(file: Any) -> int:
    """The number of bytes read on disk."""
    buffer = getattr(file, "buffer", file)
    inner = getattr(buffer, "fileobj", None) or buffer
    return int(inner.tell())


def _ending(path: Path) -> str:
    return (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()


_HINTS = {
    "isot": "a CSV with the columns title, text, subject, date (True.csv, Fake.csv).",
    "fever": 'JSON lines such as {"id": 1, "claim": "...", "label": "SUPPORTS"}.',
    "docs": "text, Markdown, HTML, PDF, DOCX, ODT, or JSON lines with text, title and url.",
}
FORMATS = {
    "isot": Format("isot", Origin.ISOT, LABELS[Origin.ISOT], (".csv", ".jsonl"), _isot),
    "fever": Format("fever", Origin.FEVER, LABELS[Origin.FEVER], (".jsonl", ".json"), _fever),
    "docs": Format(
        "docs",
        Origin.DOCUMENTS,
        (),
        (".txt", ".md", ".markdown", ".html", ".htm", ".pdf", ".docx", ".odt", ".jsonl"),
        _documents,
    ),
}
