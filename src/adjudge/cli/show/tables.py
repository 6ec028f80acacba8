"""Tables that fit a narrow terminal: columns and rows in, a renderable that fits its console out.

Text is wrapped at spaces, a long name only after a slash, a dot, a dash or the like. If that is not enough, dispensable
columns are dropped. If the rest still does not fit, every row becomes a block of its own, with all its columns.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_LONGEST = 24
"""A longer word, such as a path or a model name, may be broken between its parts."""
_PIECE = re.compile(r"[^/\\_.:@-]*[/\\_.:@-]+|[^/\\_.:@-]+")
_FRAME = 3
"""Width that a column needs beside its text: a space on each side and a line."""


@dataclass(frozen=True)
class Column:
    """A column: whether its text may be wrapped, and its priority when space is short."""

    name: str
    folds: bool = True
    spared: bool = False
    right: bool = False


@dataclass(frozen=True)
class Fitting:
    """A table that drops columns to fit the console."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Text]]
    caption: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        every = range(len(self.columns))
        needed = [at for at in every if not self.columns[at].spared]
        for chosen in (every, needed):
            if widths := self._widths(chosen, options.max_width):
                yield self._table(widths)
                return
        for line in (Text(self.title, "italic"), *map(self._block, self.rows), Text(self.caption, "dim italic")):
            if line:
                yield line

    def _widths(self, chosen: Sequence[int], room: int) -> dict[int, int]:
        """The width of each chosen column; none if they do not fit. Narrow columns get their full width, the others
        share what is left."""
        most = {at: max(cell_len(line) for text in self._cells(at) for line in text.plain.split("\n")) for at in chosen}
        widths = {at: self._least(at) if self.columns[at].folds else most[at] for at in chosen}
        remaining = room - 1 - _FRAME * len(chosen) - sum(widths.values())
        if remaining < 0:
            return {}
        for done, at in enumerate(sorted(chosen, key=lambda at: most[at] - widths[at])):
            more = min(remaining // (len(chosen) - done), most[at] - widths[at])
            widths[at] += more
            remaining -= more
        return widths

    def _least(self, at: int) -> int:
        words = (word for text in self._cells(at) for word in text.plain.split() or [""])
        return max(cell_len(piece) for word in words for piece in _pieces(word))

    def _cells(self, at: int) -> list[Text]:
        return [Text(self.columns[at].name), *(row[at] for row in self.rows)]

    def _table(self, widths: dict[int, int]) -> RenderableType:
        table = Table(title=self.title or None, title_justify="left", caption=self.caption or None)
        for at, width in widths.items():
            column = self.columns[at]
            table.add_column(column.name, width=width, overflow="fold", justify="right" if column.right else "left")
        for row in self.rows:
            table.add_row(*(_broken(row[at], width) for at, width in widths.items()))
        return table

    def _block(self, row: Sequence[Text]) -> RenderableType:
        """A row as a block: its first cell, then a line for each non-empty cell."""
        others = Table.grid(padding=(0, 2, 0, 0))
        others.add_column(no_wrap=True)
        others.add_column(overflow="fold")
        for column, cell in zip(self.columns[1:], row[1:], strict=True):
            if cell.plain:
                others.add_row(column.name, cell)
        return Group(Text("", "bold", overflow="fold").append_text(row[0]), Padding(others, (0, 0, 0, 2)))


def _pieces(word: str) -> list[str]:
    """The unbreakable parts of a word: the word itself, or the parts between separators of a long one."""
    return _PIECE.findall(word) if len(word) > _LONGEST else [word]


def _broken(text: Text, width: int) -> Text:
    """The text with line breaks between the parts of words wider than the column."""
    breaks = []
    for word in re.finditer(r"\S+", text.plain):
        at, used = word.start(), 0
        for piece in _pieces(word.group()) if cell_len(word.group()) > width else ():
            if used and used + cell_len(piece) > width:
                breaks.append(at)
                used = 0
            at, used = at + len(piece), used + cell_len(piece)
    return Text("\n").join(text.divide(breaks)) if breaks else text


def figures(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "") -> Fitting:
    """A table of figures: the first column names them, the others are right-aligned."""
    columns = [Column(head, right=at > 0) for at, head in enumerate(heads)]
    return Fitting(title, columns, [[Text(cell) for cell in row] for row in rows], caption)
