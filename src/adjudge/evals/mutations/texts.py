"""The texts that claims are made from: plain files, or the source column of JSON-lines and CSV files.

A text that occurs twice is used once, since its claims would be the same.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudge.case import Document
from adjudge.errors import DataError
from adjudge.evals.datasets import ARTICLE_COLUMNS
from adjudge.files import read_text
from adjudge.rows import table_rows

_TABLES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz", ".csv", ".csv.gz")


def documents(paths: Iterable[Path]) -> Iterator[Document]:
    """The texts of these files, each once."""
    seen: set[str] = set()
    for path in paths:
        for document in _rows(path) if path.name.lower().endswith(_TABLES) else [document_of(path.name, _text(path))]:
            if document.text not in seen:
                seen.add(document.text)
                yield document


def document_of(name: str, text: str) -> Document:
    """One text as a document."""
    if not text.strip():
        raise DataError(f"The text '{name}' is empty.", hint="Claims are made from its sentences.")
    return Document(id=name, text=text)


def _text(path: Path) -> str:
    return read_text(path, what="The text")


def _rows(path: Path) -> Iterator[Document]:
    for number, row in table_rows(path):
        column = next((name for name in ARTICLE_COLUMNS if isinstance(row.get(name), str)), None)
        if column is None:
            raise DataError(
                f"Row {number} of '{path}' has no text.",
                hint=f"One of these columns is read: {', '.join(ARTICLE_COLUMNS)}.",
            )
        if row[column].strip():
            yield Document(id=f"{path.name}:{number}", text=row[column])
