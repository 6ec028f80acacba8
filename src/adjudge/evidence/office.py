"""Read DOCX and ODT files: their text and the position of each paragraph.

Deleted text, comments and formatting are not read. A file that unpacks to too much or is broken is a `DataError`.
"""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from adjudge.case import TextPlace
from adjudge.errors import AdjudgeError, DataError, StoreError
from adjudge.files import MOST_BYTES, require_file

OFFICE = (".docx", ".odt")
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_LEFT_OUT = (f"{_TEXT}tracked-changes", "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}annotation")
_SPACES = {f"{_TEXT}s": " ", f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}


def read_office(path: Path) -> tuple[str, tuple[TextPlace, ...]]:
    """The text of a file, paragraphs parted by empty lines, and where each paragraph begins."""
    require_file(path, what="The document")
    require_bounded_archive(path)
    try:
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


def require_bounded_archive(path: Path) -> None:
    """Raise a `DataError` if a packed file is broken or unpacks to more than is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(item.file_size for item in archive.infolist() if item.filename.endswith(".xml"))
    except (zipfile.BadZipFile, OSError) as error:
        raise DataError(
            f"'{path}' is not a readable {path.suffix[1:].upper()} file: {error}.", hint="Save or download it again."
        ) from error
    if size > 4 * MOST_BYTES:
        raise DataError(f"'{path}' unpacks to {size:,} bytes.", hint=f"At most {4 * MOST_BYTES:,} are read.")


def _docx(path: Path) -> Iterator[str]:
    try:
        import docx
        from docx.table import Table
    except ImportError as error:
        raise StoreError("Reading DOCX needs python-docx.", hint="pip install 'adjudge[documents]'") from error
    for item in docx.Document(str(path)).iter_inner_content():
        if isinstance(item, Table):
            # A merged cell is listed once for each column that it covers.
            yield from ("; ".join(dict.fromkeys(cell.text.strip() for cell in row.cells)) for row in item.rows)
        else:
            yield item.text


def _odt(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        content = archive.read("content.xml")
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise DataError(f"'{path}' declares entities, which no ODT does.", hint="Save it again.")
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
