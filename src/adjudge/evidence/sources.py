"""Read a source file of any supported format as a document with places.

In: a path. Out: a `SourceFile`, read once; its document may depend on the claim, because a table is put into words
about it. The kind is told by the ending, a PDF also by its first bytes.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge.case import Document, TextPlace
from adjudge.errors import DataError
from adjudge.evidence.documents import html_text
from adjudge.evidence.office import OFFICE, read_office
from adjudge.evidence.pdf import PageRectangle, PdfText, read_pdf
from adjudge.evidence.table_text import table_document
from adjudge.evidence.tables import TABLES, SourceTable, read_tables
from adjudge.files import read_text, require_file
from adjudge.verdict import Quote

if TYPE_CHECKING:
    from adjudge.evidence.fulltext import Problems

_PAGES = (".html", ".htm", ".xhtml")
READABLE = (".txt", ".md", ".markdown", ".rst", ".tex", ".pdf", *_PAGES, *OFFICE, *TABLES)


@dataclass(frozen=True)
class SourceFile:
    """A file that was read: its text with places, or its tables."""

    path: Path
    text: str = ""
    places: tuple[TextPlace, ...] = ()
    title: str = ""
    pdf: PdfText | None = field(default=None, repr=False)
    tables: tuple[SourceTable, ...] = field(default=(), repr=False)

    def document(self, claim: str = "", *, id: str = "source") -> Document:
        """The document to check a claim against; a table is put into words about the claim."""
        if self.tables:
            return _joined([table_document(table, claim, id=id) for table in self.tables], self.path.name)
        return Document(id=id, text=self.text, title=self.title or self.path.name, places=self.places)

    def rectangles(self, quote: Quote) -> list[PageRectangle]:
        """Where a quote of the document stands on the pages of a PDF; nothing for other files."""
        return self.pdf.rectangles(quote.start, quote.end) if self.pdf else []


def source_of(path: Path, problems: "Problems", *, what: str = "The source") -> SourceFile:
    """Read a file; raises a `DataError` if it cannot be read, and notes what was left out of it."""
    require_file(path, what=what)
    ending = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if ending == ".pdf" or _starts_as_pdf(path):
        pdf = read_pdf(path, problems)
        return SourceFile(path, pdf.text, pdf.places, pdf=pdf)
    if ending in OFFICE:
        text, places = read_office(path)
        return SourceFile(path, text, places)
    if ending in TABLES and (ending != ".json" or _is_json_list(path)):
        return SourceFile(path, tables=tuple(read_tables(path, problems)))
    text = read_text(path, what=what)
    if ending in _PAGES:
        text, _ = html_text(text)
        if not text.strip():
            raise DataError(f"No text was found in '{path}'.", hint="Give the text of the page.")
    return SourceFile(path, text)


def _joined(documents: Sequence[Document], title: str) -> Document:
    """The sheets of a workbook as one document; places name their sheet."""
    if len(documents) == 1:
        return documents[0].model_copy(update={"title": title})
    text = ""
    places: list[TextPlace] = []
    for one in documents:
        shift = len(text)
        places += [TextPlace(start=shift + place.start, label=f"{one.title} {place.label}") for place in one.places]
        text += f"{one.text}\n"
    return documents[0].model_copy(update={"text": text, "places": tuple(places), "title": title})


def _starts_as_pdf(path: Path) -> bool:
    if not path.is_file():
        return False
    with suppress(OSError), path.open("rb") as file:  # reading it as text says why it cannot be read
        return file.read(5) == b"%PDF-"
    return False


def _is_json_list(path: Path) -> bool:
    return read_text(path, what="The source").lstrip("\ufeff \t\r\n")[:1] == "["
