"""Pages whose text runs upwards, downwards or upside down, such as a wide table in a book. Pure.

The words of such a page are turned to be laid out like any other, and their boxes are turned back.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudge.evidence.pdf_layout import PageWord


@dataclass(frozen=True, slots=True)
class PageTurn:
    """Quarters of a turn, counter-clockwise, from text that runs to the right to the page's own, and the page's box."""

    quarters: int
    box: tuple[float, float, float, float]

    @classmethod
    def of(cls, directions: Iterable[tuple[int, int]], box: tuple[float, float, float, float]) -> "PageTurn":
        """The turn in which most letters stand; `directions` are quarters and numbers of letters."""
        letters: Counter[int] = Counter()
        for quarters, count in directions:
            letters[quarters] += count
        return cls(max(letters, key=lambda one: letters[one], default=0), box)

    @property
    def height(self) -> float:
        """The height of the page, as its text stands."""
        left, bottom, right, top = self.box
        return right - left if self.quarters % 2 else top - bottom

    def upright(self, word: PageWord) -> PageWord:
        """The word as if its text ran to the right."""
        width, height = self._sums
        match self.quarters:
            case 1:
                box = (word.y0, width - word.x1, word.y1, width - word.x0)
            case 2:
                box = (width - word.x1, height - word.y1, width - word.x0, height - word.y0)
            case 3:
                box = (height - word.y1, word.x0, height - word.y0, word.x1)
            case _:
                return word
        return PageWord(word.text, *box)

    def drawn(self, box: Sequence[float]) -> Sequence[float]:
        """The box of an upright word, where the page has it."""
        x0, y0, x1, y1 = box
        width, height = self._sums
        match self.quarters:
            case 1:
                return (width - y1, x0, width - y0, x1)
            case 2:
                return (width - x1, height - y1, width - x0, height - y0)
            case 3:
                return (y0, height - x1, y1, height - x0)
            case _:
                return box

    @property
    def _sums(self) -> tuple[float, float]:
        """What a coordinate and its mirror image sum up to: width and height, if the corner of the page is at 0, 0."""
        left, bottom, right, top = self.box
        return left + right, bottom + top
