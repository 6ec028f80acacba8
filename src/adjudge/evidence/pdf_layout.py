"""Words on pages into running text: reading order of columns, lines joined, hyphens and headers taken out. Pure.

In: the words of each page with their boxes. Out: one text in which every word knows where it begins. It must not look
at the file; what cannot be seen was left out before.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_HYPHENS = "-\u00ad\u2010"
_MARGIN = 0.15
"""Headers and footers stand in this share of the page's height, at the top and at the bottom."""
_OUTERMOST = 2
"""How many lines of a margin may be a header or a footer."""
_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b")
_GAP = 1.4
"""A gap of so many heights of a line parts two segments of a row, or two paragraphs."""
_MOST_SPANNING = 0.35
_LEAST_COLUMN = 0.22
"""Share of lines that may cross the gutter of two columns, and the least width of a column's lines."""
_FEWEST_LINES = 3


@dataclass(frozen=True, slots=True)
class PageWord:
    """A word and its box in points, from the bottom left corner of the page."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class TextLine:
    """Words that stand beside one another."""

    words: tuple[PageWord, ...]
    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def of(cls, words: Sequence[PageWord]) -> "TextLine":
        """The line of these words."""
        x0, y0 = min(word.x0 for word in words), min(word.y0 for word in words)
        return cls(tuple(words), x0, y0, max(word.x1 for word in words), max(word.y1 for word in words))

    @property
    def text(self) -> str:
        """The words with spaces between them."""
        return " ".join(word.text for word in self.words)

    @property
    def height(self) -> float:
        """The height of its letters."""
        return self.y1 - self.y0


@dataclass(slots=True)
class WordPlaces:
    """Where each word begins and ends in the text, its page from 0, and its box; in arrays, for files of any length."""

    starts: "array[int]" = field(default_factory=lambda: array("L"))
    ends: "array[int]" = field(default_factory=lambda: array("L"))
    pages: "array[int]" = field(default_factory=lambda: array("L"))
    boxes: "array[float]" = field(default_factory=lambda: array("f"))

    def add(self, start: int, page: int, word: PageWord) -> None:
        """Add the next word."""
        self.starts.append(start)
        self.ends.append(start + len(word.text))
        self.pages.append(page)
        self.boxes.extend((word.x0, word.y0, word.x1, word.y1))


@dataclass(frozen=True, slots=True)
class PackedPage:
    """The lines of a page, packed: as objects, the words of 2,000 pages take hundreds of megabytes."""

    text: str
    counts: "array[int]"
    boxes: "array[float]"

    @classmethod
    def of(cls, lines: Iterable[TextLine]) -> "PackedPage":
        """Pack lines."""
        words = [line.words for line in lines]
        boxes = array("f", [at for line in words for word in line for at in (word.x0, word.y0, word.x1, word.y1)])
        text = "\n".join(word.text for line in words for word in line)
        return cls(text, array("L", map(len, words)), boxes)

    def lines(self) -> Iterator[TextLine]:
        """The lines again."""
        texts, at = self.text.split("\n"), 0
        for count in self.counts:
            yield TextLine.of([PageWord(texts[n], *self.boxes[4 * n : 4 * n + 4]) for n in range(at, at + count)])
            at += count


def lines_of(words: Sequence[PageWord]) -> list[TextLine]:
    """The words as lines in reading order, column by column."""
    return _ordered(list(_segments(words)))


def running_heads(margins: Sequence[Mapping[int, tuple[str, str]]]) -> set[tuple[int, int]]:
    """The lines that are headers, footers or page numbers, as (page, line): the same on several pages."""
    seen = Counter(key for page in margins for key in set(page.values()))
    least = max(2, min(3, len(margins)))
    return {(page, line) for page, found in enumerate(margins) for line, key in found.items() if seen[key] >= least}


def vocabulary(lines: Iterable[TextLine]) -> set[str]:
    """The words of lines, to tell a hyphen of a word from one of a line."""
    return {word.text.strip(".,;:()").lower() for line in lines for word in line.words}


def running_text(pages: Iterable[Sequence[TextLine]], known: set[str]) -> tuple[str, WordPlaces]:
    """The text of all lines, and where every word stands."""
    parts: list[str] = []
    placed = WordPlaces()
    at, before = 0, None
    for number, page in enumerate(pages):
        pitch = _pitch(page)
        for line in page:
            joint = _joint(before, line, pitch, known)
            if joint == _HYPHENATED:
                parts[-1] = parts[-1][:-1]
                at = placed.ends[-1] = at - 1
            else:
                parts.append(joint)
                at += len(joint)
            for place, word in enumerate(line.words):
                if place:
                    parts.append(" ")
                    at += 1
                parts.append(word.text)
                placed.add(at, number, word)
                at += len(word.text)
            before = line
    return "".join(parts), placed


_HYPHENATED = "-"


def _joint(before: TextLine | None, line: TextLine, pitch: float, known: set[str]) -> str:
    """What stands between two lines: nothing, a space, an empty line, or a hyphen that goes."""
    if before is None:
        return ""
    last, first = before.words[-1].text, line.words[0].text
    if last[-1] in _HYPHENS and len(last) > 1 and first[0].isalpha() and (first[0].islower() or last[-1] == "\u00ad"):
        left, right = last[:-1].lstrip("(\"'“").lower(), first.strip(".,;:()").lower()
        keeps_hyphen = f"{left}-{right}" in known or ("-" in left and left + right not in known)
        return "" if keeps_hyphen and last[-1] == "-" else _HYPHENATED
    ends = last[-1] in '.!?:”"' or line.height > 1.15 * before.height or line.height < 0.87 * before.height
    below = 0 < before.y0 - line.y0 <= _GAP * pitch
    if below:
        indented = line.x0 > before.x0 + line.height and before.x1 - before.x0 > 0
        return "\n\n" if (ends and indented) or line.height > 1.3 * before.height else " "
    return "\n\n" if ends or first[0].isupper() or first[0].isdigit() else " "


def _pitch(lines: Sequence[TextLine]) -> float:
    """The usual distance of two lines."""
    steps = [a.y0 - b.y0 for a, b in pairwise(lines) if 0 < a.y0 - b.y0 < 4 * a.height]
    return median(steps) if steps else 14.0


def _segments(words: Sequence[PageWord]) -> Iterator[TextLine]:
    """Rows of words, cut where a gap is wider than spaces are."""
    for row in _rows(words):
        current: list[PageWord] = []
        for word in sorted(row, key=lambda one: one.x0):
            if current and word.x0 - current[-1].x1 > _GAP * (current[-1].y1 - current[-1].y0):
                yield TextLine.of(current)
                current = []
            current.append(word)
        yield TextLine.of(current)


def _rows(words: Sequence[PageWord]) -> Iterator[list[PageWord]]:
    """Words whose middles are at about the same height, from the top down."""
    row: list[PageWord] = []
    middle = 0.0
    for word in sorted(words, key=lambda one: -(one.y0 + one.y1)):
        own = (word.y0 + word.y1) / 2
        if row and middle - own > 0.5 * min(word.y1 - word.y0, row[-1].y1 - row[-1].y0):
            yield row
            row = []
        if not row:
            middle = own
        row.append(word)
    if row:
        yield row


def _ordered(segments: list[TextLine]) -> list[TextLine]:
    """Segments in reading order: what crosses the gutter parts the page into bands, each read column by column."""
    gutter = _gutter(segments)
    if gutter is None:
        return sorted(segments, key=lambda one: (-round(one.y0 + one.y1), one.x0))
    ordered: list[TextLine] = []
    band: list[TextLine] = []
    for segment in sorted(segments, key=lambda one: -(one.y0 + one.y1)):
        if segment.x0 < gutter < segment.x1:
            ordered += [*_columns(band, gutter), segment]
            band = []
        else:
            band.append(segment)
    return [*ordered, *_columns(band, gutter)]


def _columns(band: list[TextLine], gutter: float) -> list[TextLine]:
    left = [one for one in band if one.x1 <= gutter]
    return [*_ordered(left), *_ordered([one for one in band if one.x0 >= gutter])]


def _gutter(segments: Sequence[TextLine]) -> float | None:
    """The x between two columns; none where too many lines cross it or a side is not a column of text."""
    if len(segments) < 2 * _FEWEST_LINES:
        return None
    left, right = min(one.x0 for one in segments), max(one.x1 for one in segments)
    width = right - left
    best: tuple[int, float, float] | None = None
    for x in {one.x0 - 1 for one in segments if 0.2 * width < one.x0 - left < 0.8 * width}:
        crossing = sum(one.x0 < x < one.x1 for one in segments)
        sides = [[one for one in segments if one.x1 <= x], [one for one in segments if one.x0 >= x]]
        if crossing > _MOST_SPANNING * len(segments) or min(map(len, sides)) < _FEWEST_LINES:
            continue
        if min(median(one.x1 - one.x0 for one in side) for side in sides) < _LEAST_COLUMN * width:
            continue
        offer = (crossing, abs(x - (left + right) / 2), x)
        best = min(best, offer) if best else offer
    return best[2] if best else None


def margin_lines(lines: Sequence[TextLine], height: float) -> dict[int, tuple[str, str]]:
    """The outermost lines of the margins, with what must be the same elsewhere: the side and the words."""
    by_height = sorted(range(len(lines)), key=lambda at: -lines[at].y0)
    top = [at for at in by_height if lines[at].y0 > (1 - _MARGIN) * height][:_OUTERMOST]
    bottom = [at for at in by_height if lines[at].y1 < _MARGIN * height][-_OUTERMOST:]
    sides = {"top": top, "bottom": bottom}
    return {at: (side, _DIGITS.sub("#", lines[at].text.lower())) for side, found in sides.items() for at in found}
