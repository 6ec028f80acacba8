"""The live view and the verdict card on a terminal: records in, rich renderables out; printing is the command's work.

Every function gives a renderable that fits itself to the console it is printed on: its width, its colours, and plain
ASCII where the console's encoding is not UTF-8 (`ascii_only` forces it).
"""

from collections.abc import Callable

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from adjudge.case import Case
from adjudge.render import marks, parts
from adjudge.render.blocks import Card, Depth, Tone
from adjudge.render.cards import build, entry_blocks
from adjudge.render.tally import Tally
from adjudge.render.terminal_blocks import BRIEF, FULL, Row, grid, rows, show
from adjudge.render.terminal_brush import BANDS, COLOURS, Brush
from adjudge.transcript import Entry
from adjudge.verdict import Failure, Stance, Verdict

WIDEST = 120
"""Lines longer than this are hard to read, however wide the terminal."""

_ROOM = marks.Room(text=700, around=110, all_points=False)
_FULL_ROOM = marks.Room(text=4000, around=300)
_HEADER_ROOM = marks.Room(text=360, around=110)


class Fitted:
    """A renderable that is built for the console it meets."""

    def __init__(self, paint: Callable[[Brush], RenderableType], *, ascii_only: bool | None) -> None:
        self._paint = paint
        self._ascii_only = ascii_only

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        ascii_only = options.ascii_only if self._ascii_only is None else self._ascii_only
        width = min(options.max_width, WIDEST)
        yield from console.render(self._paint(Brush(width, ascii_only)), options.update(width=width))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = min(options.max_width, WIDEST)
        return Measurement(width, width)


def case_header(case: Case, *, ascii_only: bool | None = None) -> RenderableType:
    """What is on trial: the claim, and the beginning of each source."""
    shown = marks.comparison(case, (), room=_HEADER_ROOM)

    def paint(brush: Brush) -> RenderableType:
        title = brush.line(f" {case.id} ", "bold", limit=60)
        return Panel(
            grid(rows("", shown, brush), brush), title=title, title_align="left", box=brush.box, border_style="cyan"
        )

    return Fitted(paint, ascii_only=ascii_only)


def phase(name: str, *, ascii_only: bool | None = None) -> RenderableType:
    """A line between two phases."""

    def paint(brush: Brush) -> RenderableType:
        title = brush.line(name, "bold cyan", limit=50)
        return Padding(
            Rule(title, align="left", style="cyan", characters="-" if brush.ascii_only else "─"), (1, 0, 0, 0)
        )

    return Fitted(paint, ascii_only=ascii_only)


def entry(entry: Entry, *, ascii_only: bool | None = None) -> RenderableType | None:
    """What an agent answered, as it arrives; None if there is nothing to show."""
    shown = entry_blocks(entry)
    if not shown:
        return None

    def paint(brush: Brush) -> RenderableType:
        return Group(*(show(block, brush, BRIEF) for block in shown))

    return Fitted(paint, ascii_only=ascii_only)


def card(case: Case, verdict: Verdict, *, full: bool = False, ascii_only: bool | None = None) -> RenderableType:
    """The verdict card; `full` adds votes, rubric, debate, frame and provenance."""
    built = build(case, verdict, room=_FULL_ROOM if full else _ROOM)

    def paint(brush: Brush) -> RenderableType:
        inner = Brush(brush.width - 4, brush.ascii_only)
        content: list[RenderableType] = [_band(built, inner)]
        if built.reasons:
            content += [Text(), inner.text(built.reasons[0])]
        content += [item for group in _groups(built, inner, full=full) for item in (Text(), grid(group, inner))]
        return Panel(
            Group(*content, Text(), inner.line(built.footer, "dim")),
            title=inner.line(f" {built.protocol} · {built.case_id} ", "bold", limit=inner.width - 6),
            title_align="left",
            border_style=COLOURS[built.verdict.tone],
            box=brush.box,
        )

    return Fitted(paint, ascii_only=ascii_only)


def _band(built: Card, brush: Brush) -> RenderableType:
    """The label, as large as a terminal can, and how sure; what has no room beside the label goes below it."""
    style = BANDS[built.verdict.tone]
    label = (
        Text(brush.sign(built.verdict.tone).plain, style)
        .append("  ")
        .append_text(brush.line(built.verdict.word.upper(), limit=40))
    )
    bar = Text(brush.bar(built.verdict.confidence).plain, style)
    worth = brush.line(built.calibration, limit=60)
    room = brush.width - 4
    beside = _apart(label, Text(" ").join([bar, worth]), room)
    return Padding(Group(*(beside or _apart(label, bar, room, worth) or (label, bar, worth))), (1, 2), style=style)


def _apart(left: Text, right: Text, room: int, *below: Text) -> list[RenderableType]:
    """Two texts at the two ends of a line, and what is below them; nothing if they do not fit."""
    if left.cell_len + 1 + right.cell_len > room:
        return []
    table = Table.grid(expand=True, padding=(0, 1))
    table.add_column(ratio=1)
    table.add_column(justify="right")
    table.add_row(left, right)
    return [table, *below]


def _groups(built: Card, brush: Brush, *, full: bool) -> list[list[Row]]:
    shown = [section for section in built.sections if full or section.depth is Depth.GLANCE]
    limits = FULL if full else BRIEF
    return [
        [row for block in section.blocks for row in rows(section.label or section.title, block, brush, limits)]
        for section in shown
    ]


def failure(failure: Failure, *, ascii_only: bool | None = None) -> RenderableType:
    """A case without a verdict: what went wrong, and what to do."""

    def paint(brush: Brush) -> RenderableType:
        lines = [brush.line(failure.message, limit=2000)]
        if failure.hint:
            lines.append(brush.line(failure.hint, "dim", limit=1000))
        if failure.retryable:
            lines.append(brush.line("Trying again can help.", "dim"))
        title = brush.sign(Tone.FAILED).append_text(
            brush.line(f" No verdict · {failure.case_id} · {failure.error} ", "bold")
        )
        return Panel(Group(*lines), title=title, title_align="left", border_style=COLOURS[Tone.FAILED], box=brush.box)

    return Fitted(paint, ascii_only=ascii_only)


def summary_table(
    tally: Tally,
    *,
    asked: int | None = None,
    total_s: float | None = None,
    title: str = "Run",
    ascii_only: bool | None = None,
) -> RenderableType:
    """A run's count, with its total; what is missing from `asked` has a line of its own."""

    def paint(brush: Brush) -> RenderableType:
        table = Table(box=brush.box, title=brush.line(title, "bold"), title_justify="left", show_footer=True)
        known = tally.total if asked is None else asked
        table.add_column("Outcome", footer=Text("asked", "bold"), overflow="fold")
        table.add_column("Label or error", overflow="fold")
        table.add_column("Cases", footer=Text(f"{known:,}", "bold"), justify="right")
        for tone, outcome, label, count in _counts(tally, known):
            table.add_row(
                brush.sign(tone).append_text(brush.line(f" {outcome}")), brush.line(label), Text(f"{count:,}")
            )
        return Group(table, brush.line(_spent(tally, total_s), "dim"))

    return Fitted(paint, ascii_only=ascii_only)


def _counts(tally: Tally, asked: int) -> list[tuple[Tone, str, str, int]]:
    lines: list[tuple[Tone, str, str, int]] = []
    for stance in Stance:
        named = sorted((label, count) for (of, label), count in tally.labels.items() if of is stance)
        words = stance.value.replace("_", " ").lower()
        lines += [(parts.STANCE_TONES[stance], words, label, count) for label, count in named or [("", 0)]]
    lines += [(Tone.FAILED, "failed", error, count) for error, count in sorted(tally.failures.items()) or [("", 0)]]
    lines.append((Tone.PLAIN, "excluded", "", tally.excluded))
    if missing := asked - tally.total:
        lines.append((Tone.FAILED, "not accounted for", "", missing))
    return lines


def _spent(tally: Tally, total_s: float | None) -> str:
    spent = parts.spent(tally.usage, cached_calls=tally.cached_calls, total_s=total_s)
    if total_s and tally.total:
        spent += f" · {tally.total / total_s:,.1f} cases/s"
    return spent
