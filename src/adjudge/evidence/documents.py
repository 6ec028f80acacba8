"""Documents as passages: text, Markdown, HTML, PDF, DOCX, ODT and JSON lines; long files are read in blocks.

A passage keeps where it stands: `start` and `end` count in the document's text, `place` names a page or a line.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge.case import Document
from adjudge.errors import DataError, StoreError
from adjudge.evidence.importers import BROKEN, OnProgress, json_lines
from adjudge.evidence.office import OFFICE, read_office
from adjudge.evidence.passages import windows
from adjudge.evidence.pdf import read_pdf
from adjudge.evidence.records import Evidence, Origin
from adjudge.files import open_text, read_text

if TYPE_CHECKING:
    from adjudge.evidence.fulltext import Problems

_BLOCK = 200_000
_LARGEST_PAGE = 10_000_000
_MOST_ELEMENTS = 100_000
"""Elements of an HTML page: reading one takes about 1.5 kB of memory, however short it is."""
_ELEMENT = re.compile(r"<[a-zA-Z]")
_HEADING = re.compile(r"^#\s+(.+?)\s*#*$", re.MULTILINE)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)


def passages_of(path: Path, problems: "Problems", progress: OnProgress) -> Iterator[Evidence]:
    """The passages of a file."""
    try:
        yield from _passages_of(path, problems, progress)
    except BROKEN as error:
        raise DataError(f"'{path}' cannot be read to its end: {error}.") from error


def _passages_of(path: Path, problems: "Problems", progress: OnProgress) -> Iterator[Evidence]:
    ending = (path.with_suffix("") if path.suffix == ".gz" else path).suffix.lower()
    if ending == ".pdf":
        yield from _pdf(path, problems)
    elif ending in OFFICE:
        yield from _office(path)
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


def _text(path: Path, progress: OnProgress) -> Iterator[Evidence]:
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
    pdf = read_pdf(path, problems)
    for number, start in enumerate(pdf.page_starts, start=1):
        place, text = f"page {number}", pdf.page_text(number)
        yield from passages(text, title=path.name, url=path.resolve().as_uri(), place=place, offset=start)


def _office(path: Path) -> Iterator[Evidence]:
    text, places = read_office(path)
    document = Document(text=text, places=places)
    for one in passages(text, title=path.name, url=path.resolve().as_uri()):
        yield one.model_copy(update={"place": document.place(one.start, one.end)})


def _lines(path: Path, problems: "Problems", progress: OnProgress) -> Iterator[Evidence]:
    for number, item in json_lines(path, problems, progress):
        text = next((item[name] for name in ("text", "body", "content") if isinstance(item.get(name), str)), "")
        if not text.strip():
            problems.note(f"line {number}: no text")
            continue
        title = str(item.get("title") or item.get("id") or f"{path.name}, line {number}")
        url = str(item["url"]) if item.get("url") else path.resolve().as_uri()
        yield from passages(text, title=title, url=url, place=f"line {number}")
