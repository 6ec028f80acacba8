"""Which part of a context is a sentence about? A value of another row of a table says nothing about the row that the
sentence names.

In: a sentence and the documents, tables among them as lines of names and values (see `tables.py`). Out: the same
documents; of a table whose rows the sentence names, only those rows, each as a document that knows where it stands.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.spans import Span
from adjudge.case import Document
from adjudge.engines.offline.coreference import refers_back
from adjudge.verdict import Quote

_ROW = re.compile(r"[^:;\n]{1,80}: [^;\n]+(?:; [^:;\n]{1,80}: [^;\n]*)+\.?")
_CELL = re.compile(r"(?:^|; |: )[^:;\n]{1,80}: (?P<value>[^;\n]+?)(?=;|\.?$)")
_WORD = re.compile(r"\w+")
_LONGEST_NAME = 6
_FEWEST_ROWS, _LONGEST_ROW = 2, 4_000


@dataclass(frozen=True, slots=True)
class ContextPart:
    """A document to read, and where it begins in the document that it is part of."""

    document: Document
    of: str
    start: int = 0

    def placed(self, quote: Quote) -> Quote:
        """A quote of this part as a quote of the whole document."""
        moved = {"document_id": self.of, "start": quote.start + self.start, "end": quote.end + self.start}
        return quote.model_copy(update={**moved, "also_at": tuple(one + self.start for one in quote.also_at)})


def parts_about(sentence: str, before: str, documents: Sequence[Document]) -> list[ContextPart]:
    """The documents, with only those rows of each table that the sentence names, where it names some. One that refers
    back ("It opened in 1931.") is about what `before` names."""
    found = []
    for document in documents:
        rows = _rows_about(sentence, before, document.text)
        if rows:
            parts = (
                document.model_copy(update={"id": f"{document.id}, {one.start}", "text": one.text}) for one in rows
            )
            found += [ContextPart(part, document.id, one.start) for part, one in zip(parts, rows, strict=True)]
        else:
            found.append(ContextPart(document, document.id))
    return found


def _rows_about(sentence: str, before: str, text: str) -> list[Span]:
    names = _names(text)
    if not names:
        return []
    found = {names[name] for name in _runs(sentence) if name in names}
    if not found and before and refers_back(sentence):
        found = {names[name] for name in _runs(before) if name in names}
    return sorted(found, key=lambda row: row.start)


@lru_cache(maxsize=32)
def _names(text: str) -> dict[str, Span]:
    """The rows of a table by the values that one row alone has and that are no numbers; empty for other text."""
    rows, at = list[Span](), 0
    for line in text.split("\n"):
        if line.strip():
            if len(line) > _LONGEST_ROW or not _ROW.fullmatch(line):
                return {}
            rows.append(Span(at, at + len(line), line))
        at += len(line) + 1
    # Lines of different make are the parts of one thing, not rows.
    if len(rows) < _FEWEST_ROWS or len({row.text.partition("; ")[0].rpartition(": ")[0] for row in rows}) > 1:
        return {}
    found: dict[str, Span | None] = {}
    for row in rows:
        for value in {_plain(cell["value"]) for cell in _CELL.finditer(row.text)}:
            if re.search(r"[^\W\d_]{2}", value):
                found[value] = None if value in found else row
    return {value: row for value, row in found.items() if row}


def _runs(sentence: str) -> Iterable[str]:
    """Every run of a few words of the sentence."""
    words = _WORD.findall(sentence.casefold())
    for size in range(1, _LONGEST_NAME + 1):
        for first in range(len(words) - size + 1):
            yield " ".join(words[first : first + size])


def _plain(value: str) -> str:
    return " ".join(_WORD.findall(value.casefold()))
