"""Documents as passages: text, Markdown, HTML, PDF and JSON lines; long files are read in blocks.

A passage keeps where it stands: `start` and `end` count in the document's text, `place` names a page or a line.
"""

import logging
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge.errors import DataError, StoreError
from adjudge.evidence.importers import BROKEN, json_lines
from adjudge.evidence.passages import windows
from adjudge.evidence.records import Evidence, Origin
from adjudge.files import open_text, read_text

if TYPE_CHECKING:
    from adjudge.evidence.fulltext import Problems

_BLOCK = 200_000
_LARGEST_PAGE = 10_000_000
_MOST_ELEMENTS = 100_000
"""Elements of an HTML page: reading one takes about 1.5 kB of memory, however short it is."""
_ELEMENT = re.compile(r"<[a-zA-Z]")
_LARGEST_PDF_CONTENT = 5_000_000
_MOST_PDF_CONTENT = 25_000_000
"""Bytes of drawing instructions of a PDF page, and of all pages, after unpacking: a megabyte takes 1 to 2 s."""
_HEADING = re.compile(r"^#\s+(.+?)\s*#*$", re.MULTILINE)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
# White space and zero-width characters after extraction say nothing.
_EMPTY = re.compile(r"[\s\u200b\ufeff]*")

Progress = Callable[[int], None]


def passages_of(path: Path, problems: "Problems", progress: Progress) -> Iterator[Evidence]:
    """The passages of a file."""
    try:
        yield from _passages_of(path, problems, progress)
    except BROKEN as error:
        raise DataError(f"'{path}' cannot be read to its end: {error}.") from error


def _passages_of(path: Path, problems: "Problems", progress: Progress) -> Iterator[Evidence]:
    ending = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if ending == ".pdf":
        yield from _pdf(path, problems)
    elif ending in (".html", ".htm"):
        yield from _html(path)
    elif ending == ".jsonl":
        yield from _lines(path, problems, progress)
    else:
        yield from _text(path, progress)


def passages(text: str, *, title: str, url: str | None, place: str = "", offset: int = 0) -> Iterator[Evidence]:
    """A text as records of about ninety words that overlap by half."""
    for passage in windows(title, text):
        yield Evidence(
            origin=Origin.DOCUMENTS,
            text=passage.text,
            title=title,
            url=url,
            place=place,
            start=offset + passage.start,
            end=offset + passage.end,
        )


def html_text(page: str) -> tuple[str, str]:
    """The readable text of a page, without scripts, menus and mark-up, and its title.

    Raises a `DataError` if the page is too large.
    """
    if (
        len(page) > _LARGEST_PAGE
        or sum(1 for _ in islice(_ELEMENT.finditer(page), _MOST_ELEMENTS + 1)) > _MOST_ELEMENTS
    ):
        raise DataError(
            "The page is too large.",
            hint=f"At most {_LARGEST_PAGE:,} characters and {_MOST_ELEMENTS:,} elements are read. Give its text.",
        )
    try:
        from trafilatura import extract
    except ImportError as error:
        raise StoreError("Reading HTML needs trafilatura.", hint="pip install 'adjudge[web]'") from error
    text = extract(page, include_comments=False, include_tables=True) or ""
    found = _TITLE.search(page)
    from html import unescape

    return text, " ".join(unescape(found[1]).split()) if found else ""


def pdf_pages(path: Path, problems: "Problems") -> Iterator[tuple[int, str]]:
    """The text of each page that has one."""
    try:
        from pypdf import PdfReader
    except ImportError as error:
        raise StoreError("Reading PDF needs pypdf.", hint="pip install 'adjudge[web]'") from error
    # What it warns of is said below, or does no harm.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        pages = list(PdfReader(path).pages)
    except Exception as error:  # a broken file raises whatever its bytes lead to
        raise DataError(f"'{path}' is not a readable PDF: {error}.") from error
    unread = _MOST_PDF_CONTENT
    for number, page in enumerate(pages, start=1):
        try:
            content = page.get_contents()
            size = len(content.get_data()) if content is not None else 0
            unread -= size
            if size > _LARGEST_PDF_CONTENT or unread < 0:
                problems.note(f"page {number}: more content than is read ({size:,} bytes)")
                continue
            text = page.extract_text()
        except Exception as error:  # a broken page raises whatever its bytes lead to
            problems.note(f"page {number}: {type(error).__name__}: {error}")
            continue
        if not _EMPTY.fullmatch(text):
            yield number, text


def _text(path: Path, progress: Progress) -> Iterator[Evidence]:
    title, offset, rest = "", 0, ""
    with open_text(path) as file:
        while True:
            block = file.read(_BLOCK)
            text = rest + block
            if not title:
                heading = _HEADING.search(text) if path.suffix.lower() in (".md", ".markdown") else None
                title = heading[1] if heading else path.name
            # A block ends where a line ends, so that no sentence is cut; the remainder goes to the next one.
            last = len(block) < _BLOCK
            cut = len(text) if last or len(text) > 4 * _BLOCK else text.rfind("\n") + 1
            yield from passages(text[:cut], title=title, url=path.resolve().as_uri(), offset=offset)
            offset, rest = offset + cut, text[cut:]
            progress(min(offset, path.stat().st_size))
            if last:
                return


def _html(path: Path) -> Iterator[Evidence]:
    text, title = html_text(read_text(path, most_bytes=_LARGEST_PAGE))
    yield from passages(text, title=title or path.name, url=path.resolve().as_uri())


def _pdf(path: Path, problems: "Problems") -> Iterator[Evidence]:
    for number, text in pdf_pages(path, problems):
        yield from passages(text, title=path.name, url=path.resolve().as_uri(), place=f"page {number}")


def _lines(path: Path, problems: "Problems", progress: Progress) -> Iterator[Evidence]:
    for number, item in json_lines(path, problems, progress):
        text = next((item[name] for name in ("text", "body", "content") if isinstance(item.get(name), str)), "")
        if not text.strip():
            problems.note(f"line {number}: no text")
            continue
        title = str(item.get("title") or item.get("id") or f"{path.name}, line {number}")
        url = str(item["url"]) if item.get("url") else path.resolve().as_uri()
        yield from passages(text, title=title, url=url, place=f"line {number}")
