"""PDF files as text with places: the page and the rectangles of every word.

In: a path. Out: a `PdfText`, or a `DataError` that says why there is none: encrypted, broken, or a scan. Text that a
reader cannot see (invisible, white on white, outside of the page, smaller than a point), or that is turned against the
other text of its page, is left out and noted. pypdf measures how much a page unpacks to, because pdfium would unpack
without limit.
"""

import ctypes
import logging
import math
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudge.case import TextPlace
from adjudge.errors import DataError, StoreError
from adjudge.evidence.pdf_layout import (
    LIGATURES,
    PackedPage,
    PageWord,
    WordPlaces,
    lines_of,
    margin_lines,
    running_heads,
    running_text,
    vocabulary,
)
from adjudge.evidence.pdf_turns import PageTurn
from adjudge.files import require_file
from adjudge.record import Record

if TYPE_CHECKING:
    from adjudge.evidence.fulltext import Problems

LARGEST_CONTENT = 5_000_000
MOST_CONTENT = 50_000_000
"""Bytes of drawing instructions of a page, and of all pages, after unpacking: a megabyte takes up to a second."""
_INVISIBLE, _FILLED = 3, 0
"""Ways to draw text."""
_WHITE = 250
"""Of 255, in each colour."""
_SMALLEST = 1.0
"""Points: letters that are not as high cannot be read."""
_LINE_HYPHEN = 0x02
"""What pdfium gives for a hyphen at the end of a line."""
_OCR_SHARE = 0.5
"""A picture that covers so much of a page makes it a scan."""


_Box: TypeAlias = tuple[float, float, float, float]


_NO_TURN = PageTurn(0, (0.0, 0.0, 0.0, 0.0))


class PageRectangle(Record):
    """A rectangle on a page, in points from its bottom left corner; pages count from 1."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class PdfText:
    """The text of a PDF, its pages, and the box of every word."""

    text: str
    page_starts: tuple[int, ...]
    """Where each page begins in the text; a page without text begins where the next one does."""
    words: WordPlaces = field(repr=False)

    @property
    def places(self) -> tuple[TextPlace, ...]:
        """The pages that have text, as a document keeps them."""
        own = zip(self.page_starts, (*self.page_starts[1:], len(self.text)), strict=True)
        pages = ((number, start) for number, (start, end) in enumerate(own, start=1) if end > start)
        return tuple(TextPlace(start=start, label=f"page {number}") for number, start in pages)

    def page_text(self, page: int) -> str:
        """The text of a page."""
        end = self.page_starts[page] if page < len(self.page_starts) else len(self.text)
        return self.text[self.page_starts[page - 1] : end].strip()

    def rectangles(self, start: int, end: int) -> list[PageRectangle]:
        """Where the words from `start` to `end` stand: one rectangle for each line."""
        found: list[PageRectangle] = []
        words = self.words
        for at in range(bisect_right(words.ends, start), bisect_left(words.starts, end)):
            x0, y0, x1, y1 = words.boxes[4 * at : 4 * at + 4]
            page = words.pages[at] + 1
            last = found[-1] if found else None
            if last and last.page == page and x0 >= last.x0 and abs(y0 - last.y0) < 0.5 * (y1 - y0):
                found[-1] = last.model_copy(
                    update={"x1": max(x1, last.x1), "y0": min(y0, last.y0), "y1": max(y1, last.y1)}
                )
            else:
                found.append(PageRectangle(page=page, x0=x0, y0=y0, x1=x1, y1=y1))
        return found


def read_pdf(path: Path, problems: "Problems", *, name: str = "") -> PdfText:
    """The text of a PDF. `name` is what messages call the file; what was left out is noted in `problems`."""
    require_file(path, what="The PDF")
    shown = name or str(path)
    pages: list[PackedPage] = []
    margins: list[dict[int, tuple[str, str]]] = []
    turns: dict[int, PageTurn] = {}
    known: set[str] = set()
    scans = 0
    for page in _pages(path, shown, problems):
        lines = lines_of(page.words)
        pages.append(PackedPage.of(lines))
        margins.append(margin_lines(lines, page.turn.height))
        if page.turn.quarters:
            turns[len(pages) - 1] = page.turn
        known |= vocabulary(lines)
        scans += page.scan
    heads = running_heads(margins)
    readable = (
        [line for at, line in enumerate(page.lines()) if (number, at) not in heads] for number, page in enumerate(pages)
    )
    text, words = running_text(readable, known)
    if not text.strip():
        # Where every page holds the same few lines, they are the text and no running heads.
        text, words = running_text([list(page.lines()) for page in pages], known)
    if not text.strip():
        raise _no_text(shown, len(pages), scans, problems)
    for at, number in enumerate(words.pages if turns else ()):
        if number in turns:
            words.boxes[4 * at : 4 * at + 4] = array("f", turns[number].drawn(words.boxes[4 * at : 4 * at + 4]))
    return PdfText(text, _page_starts(words, len(pages), len(text)), words)


def _no_text(shown: str, pages: int, scans: int, problems: "Problems") -> DataError:
    if scans:
        what = "its page is a picture" if pages == 1 else f"its {pages} pages are pictures"
        return DataError(
            f"'{shown}' is a scan: {what} without text.",
            hint="Run text recognition (OCR) on it first, or give its text.",
        )
    why = f" {problems.shown[0]}." if problems.shown else ""
    return DataError(f"No text was found in '{shown}'.{why}", hint="Give its text instead.")


def _page_starts(words: WordPlaces, pages: int, end: int) -> tuple[int, ...]:
    first: dict[int, int] = {}
    for start, page in zip(words.starts, words.pages, strict=True):
        first.setdefault(page, start)
    starts, following = [0] * pages, end
    for number in reversed(range(pages)):
        following = starts[number] = first.get(number, following)
    return tuple(starts)


@dataclass(frozen=True, slots=True)
class _PdfPage:
    words: list[PageWord]
    """As if the text of the page ran to the right."""
    turn: PageTurn
    scan: bool = False


def _pages(path: Path, shown: str, problems: "Problems") -> Iterator[_PdfPage]:
    """The words of each page that can be seen; pages are opened one at a time."""
    try:
        import pypdfium2
    except ImportError as error:
        raise StoreError("Reading PDF needs pypdfium2.", hint="pip install 'adjudge[documents]'") from error
    sizes = _content_sizes(path, shown)
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise _encrypted(shown) from error
        raise DataError(f"'{shown}' is not a readable PDF: {error}.", hint="Download or export it again.") from error
    unread = MOST_CONTENT
    try:
        for number in range(len(document)):
            size = next(sizes, 0)
            unread -= max(size, 0)
            if size > LARGEST_CONTENT or unread < 0 or size < 0:
                why = "cannot be unpacked" if size < 0 else f"more content than is read ({size:,} bytes)"
                problems.note(f"page {number + 1}: {why}")
                yield _PdfPage([], _NO_TURN)
                continue
            try:
                yield _read_page(document, number, problems)
            except Exception as error:  # a broken page raises whatever its bytes lead to
                problems.note(f"page {number + 1}: {type(error).__name__}: {error}")
                yield _PdfPage([], _NO_TURN)
    finally:
        document.close()


def _encrypted(shown: str) -> DataError:
    return DataError(f"'{shown}' is encrypted with a password.", hint="Save a copy without a password and give that.")


def _content_sizes(path: Path, shown: str) -> Iterator[int]:
    """Bytes of drawing instructions of each page after unpacking; -1 where they cannot be unpacked."""
    try:
        from pypdf import PdfReader
        from pypdf.errors import FileNotDecryptedError, WrongPasswordError
    except ImportError as error:
        raise StoreError("Reading PDF needs pypdf.", hint="pip install 'adjudge[documents]'") from error
    # What it warns of is said here, or does no harm.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise _encrypted(shown)
        count = len(reader.pages)
    except DataError:
        raise
    except (FileNotDecryptedError, WrongPasswordError) as error:
        raise _encrypted(shown) from error
    except Exception as error:  # a broken file raises whatever its bytes lead to
        raise DataError(f"'{shown}' is not a readable PDF: {error}.", hint="Download or export it again.") from error
    return (_content_size(reader, number) for number in range(count))


def _content_size(reader: Any, number: int) -> int:
    try:
        content = reader.pages[number].get_contents()
        return len(content.get_data()) if content is not None else 0
    except Exception:  # a broken page raises whatever its bytes lead to
        return -1


def _read_page(document: Any, number: int, problems: "Problems") -> _PdfPage:
    page = document[number]
    try:
        width, height = page.get_size()
        text = page.get_textpage()
        words = list(_words(text.raw))
        backgrounds = _backgrounds(page) if any(raw.white for raw in words) else []
        turn = PageTurn.of(((word.quarters, len(word.word.text)) for word in words), page.get_bbox())
        seen, unseen, causes = _visible(words, turn, backgrounds)
        text.close()
        scan = not seen and _covered(page, width * height)
        if scan and unseen:
            problems.note(f"page {number + 1}: a scan, read from the invisible text that text recognition left")
            return _PdfPage([turn.upright(word) for word in unseen], turn)
        if scan:
            problems.note(f"page {number + 1}: a scan without text")
        elif causes:
            counted = ", ".join(f"{count} {cause}" for cause, count in causes.items())
            problems.note(f"page {number + 1}: words left out: {counted}")
        return _PdfPage([turn.upright(word) for word in seen], turn, scan)
    finally:
        page.close()


@dataclass(slots=True)
class _Raw:
    """A word as pdfium has it."""

    word: PageWord
    invisible: bool
    quarters: int
    """Of a turn, counter-clockwise, from text that runs to the right."""
    white: bool


def _visible(
    words: Iterable[_Raw], turn: PageTurn, backgrounds: Sequence[_Box]
) -> tuple[list[PageWord], list[PageWord], Counter[str]]:
    """The words that can be seen, the invisible ones, and how many were left out for which cause."""
    seen: list[PageWord] = []
    unseen: list[PageWord] = []
    causes: Counter[str] = Counter()
    left, bottom, right, top = turn.box
    for raw in words:
        word = raw.word
        if raw.quarters != turn.quarters:
            causes["turned sideways"] += 1
        elif word.x1 < left or word.x0 > right or word.y1 < bottom or word.y0 > top:
            causes["outside of the page"] += 1
        elif word.y1 - word.y0 < _SMALLEST:
            causes["too small to see"] += 1
        elif raw.white and not any(_lies_on(word, one) for one in backgrounds):
            causes["white on white"] += 1
        elif raw.invisible:
            unseen.append(word)
        else:
            seen.append(word)
    if unseen:
        causes["invisible"] = len(unseen)
    return seen, unseen, causes


def _words(text: Any) -> Iterator[_Raw]:
    """The words of a page in the order of the file; a hyphen at the end of a line ends a word."""
    import pypdfium2.raw as raw

    letters: list[str] = []
    first = 0
    for at in range(raw.FPDFText_CountChars(text)):
        code = raw.FPDFText_GetUnicode(text, at)
        letter = _letter(code)
        if not letter:
            if letters:
                yield _word(raw, text, "".join(letters), first, at - 1)
            letters = []
            continue
        if not letters:
            first = at
        letters.append(letter)
        if code == _LINE_HYPHEN:
            yield _word(raw, text, "".join(letters), first, at)
            letters = []
    if letters:
        yield _word(raw, text, "".join(letters), first, at)


@lru_cache(maxsize=4096)
def _letter(code: int) -> str:
    """The letters of a code point; empty for what parts words or cannot be printed."""
    if code == _LINE_HYPHEN:
        return "-"
    letter = LIGATURES.get(code) or chr(code)
    return letter if letter == "\u00ad" or (letter.isprintable() and not letter.isspace()) else ""


def _word(raw: Any, text: Any, letters: str, first: int, last: int) -> _Raw:
    box, other = raw.FS_RECTF(), raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(text, first, ctypes.byref(box))
    raw.FPDFText_GetLooseCharBox(text, last, ctypes.byref(other))
    drawn = raw.FPDFText_GetTextObject(text, first)
    mode = raw.FPDFTextObj_GetTextRenderMode(drawn) if drawn else _FILLED
    white = bool(drawn) and mode == _FILLED and _is_white(drawn)
    # pdfium measures clockwise.
    quarters = -round(raw.FPDFText_GetCharAngle(text, first) / (math.pi / 2)) % 4
    word = PageWord(
        letters,
        min(box.left, other.left),
        min(box.bottom, other.bottom),
        max(box.right, other.right),
        max(box.top, other.top),
    )
    return _Raw(word, mode == _INVISIBLE, quarters, white)


def _is_white(drawn: Any) -> bool:
    """Whether something is filled with white, or with nothing at all."""
    import pypdfium2.raw as raw

    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(drawn, red, green, blue, alpha):
        return False
    return alpha.value == 0 or min(red.value, green.value, blue.value) >= _WHITE


def _backgrounds(page: Any) -> list[_Box]:
    """The boxes of pictures and of areas that are filled with a colour: white words on them can be seen."""
    import pypdfium2.raw as raw

    found = []
    kinds = [raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING, raw.FPDF_PAGEOBJ_PATH]
    for one in page.get_objects(filter=kinds, max_depth=3):
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        is_path = one.type == raw.FPDF_PAGEOBJ_PATH
        if is_path and not (raw.FPDFPath_GetDrawMode(one.raw, fill, stroke) and fill.value and not _is_white(one.raw)):
            continue
        found.append(one.get_bounds())
    return found


def _lies_on(word: PageWord, box: _Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _covered(page: Any, area: float) -> bool:
    """Whether a picture covers most of the page."""
    import pypdfium2.raw as raw

    for picture in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = picture.get_bounds()
        if (right - left) * (top - bottom) > _OCR_SHARE * area:
            return True
    return False
