"""Read DOCX and ODT files: their text and the position of each paragraph.

Deleted text, comments and formatting are not read. A file that unpacks to too much or is broken is a `DataError`.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from adjudge.case import TextPlace
from adjudge.errors import AdjudgeError, DataError, StoreError
from adjudge.evidence.archives import require_bounded_archive, require_few_elements
from adjudge.files import require_file

if TYPE_CHECKING:
    from docx.table import Table

OFFICE = (".docx", ".odt")
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_LEFT_OUT = (f"{_TEXT}tracked-changes", "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}annotation")
_SPACES = {f"{_TEXT}s": " ", f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}


def read_office(path: Path) -> tuple[str, tuple[TextPlace, ...]]:
    """The text of a file, paragraphs parted by empty lines, and where each paragraph begins."""
    require_file(path, what="The document")
    require_bounded_archive(path)
    try:
        require_few_elements(path)
        paragraphs = list(_docx(path) if path.suffix.lower() == ".docx" else _odt(path))
    except AdjudgeError:
        raise
    except Exception as error:  # a broken file raises whatever its bytes lead to
        raise DataError(f"'{path}' is not a readable {path.suffix[1:].upper()} file: {error}.") from error
    text, places = "", []
    parts: list[str] = []
    at = 0
    for number, paragraph in enumerate(paragraphs, start=1):
        if not paragraph.strip():
            continue
        places.append(TextPlace(start=at, label=f"paragraph {number}"))
        parts.append(paragraph)
        at += len(paragraph) + 2
    text = "\n\n".join(parts)
    if not text:
        raise DataError(f"No text was found in '{path}'.", hint="Pictures are not read.")
    return text, tuple(places)


def _docx(path: Path) -> Iterator[str]:
    try:
        import docx
        from docx.table import Table
    except ImportError as error:
        raise StoreError("Reading DOCX needs python-docx.", hint="pip install 'adjudge[documents]'") from error
    for item in docx.Document(str(path)).iter_inner_content():
        if isinstance(item, Table):
            yield from _rows(item)
        else:
            yield item.text


def _rows(table: "Table") -> Iterator[str]:
    """The rows of a table. A cell that is merged with the one above has its text."""
    from docx.table import _Cell

    above: dict[int, str] = {}
    for row in table.rows:
        # Not `row.cells`, which lists a merged cell as often as its width says, up to two billion times.
        texts, column = {}, row.grid_cols_before
        for cell in row._tr.tc_lst:
            is_merged = cell.vMerge == "continue"
            texts[column] = above.get(column, "") if is_merged else _Cell(cell, table).text.strip()
            column += cell.grid_span
        yield "; ".join(dict.fromkeys(texts.values()))
        above = texts


def _odt(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        content = archive.read("content.xml")
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise DataError(f"'{path}' declares XML entities, which are not allowed in ODT.", hint="Save it again.")
    for element in _paragraphs(ElementTree.fromstring(content)):
        yield "".join(_pieces(element))


def _paragraphs(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    if element.tag in (f"{_TEXT}p", f"{_TEXT}h"):
        yield element
    elif element.tag not in _LEFT_OUT:
        for child in element:
            yield from _paragraphs(child)


def _pieces(element: ElementTree.Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag in _SPACES:
            yield _SPACES[child.tag]
        elif child.tag not in _LEFT_OUT:
            yield from _pieces(child)
        yield child.tail or ""
