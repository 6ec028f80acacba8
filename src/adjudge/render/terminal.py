"""The live view and the verdict card on a terminal: records in, rich renderables out; printing is the command's work.

Every function gives a renderable that fits itself to the console it is printed on: its width, its colours, and plain
ASCII where the console's encoding is not UTF-8 (`ascii_only` forces it).
"""

from collections.abc import Callable
from enum import StrEnum

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from adjudge.case import Case
from adjudge.render import marks, parts
from adjudge.render.blocks import Depth, NumberedFinding, Tone
from adjudge.render.cards import Card, build, entry_blocks, headline
from adjudge.render.headline import OUTCOME_TONES, first_sentence
from adjudge.render.tally import Tally
from adjudge.render.terminal_blocks import BRIEF, FULL, SHORT, Row, grid, quoted, revision, rows, show
from adjudge.render.terminal_brush import BANDS, COLOURS, Brush
from adjudge.transcript import Entry
from adjudge.verdict import Failure, Outcome, Verdict

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


class Detail(StrEnum):
    """How much of a verdict a terminal shows."""

    SHORT = "short"
    """The answer, its evidence and the corrected claim."""
    OPEN = "open"
    """And the sections that a document shows open: claim and source, votes, dissent."""
    FULL = "full"
    """And all that a document folds: rubric, debate, frame, cost, provenance."""


def card(
    case: Case,
    verdict: Verdict,
    *,
    detail: Detail = Detail.SHORT,
    more: str = "",
    ascii_only: bool | None = None,
) -> RenderableType:
    """The verdict card; `more` is a last line that says how to see more."""
    built = build(case, verdict, room=_FULL_ROOM if detail is Detail.FULL else _ROOM)

    def paint(brush: Brush) -> RenderableType:
        if detail is Detail.SHORT:
            return _short(case, built, more, brush)
        inner = Brush(brush.width - 4, brush.ascii_only)
        content: list[RenderableType] = [_title(built, inner), *_why(built, inner)]
        groups = _groups(built, inner, full=detail is Detail.FULL)
        content += [item for group in groups for item in (Text(), grid(group, inner))]
        return Panel(
            Group(*content, Text(), inner.line(built.footer, "dim")),
            title=inner.line(f" {built.headline.protocol} · {built.case_id} ", "bold", limit=inner.width - 6),
            title_align="left",
            border_style=COLOURS[built.headline.tone],
            box=brush.box,
        )

    return Fitted(paint, ascii_only=ascii_only)


def _short(case: Case, built: Card, more: str, brush: Brush) -> RenderableType:
    """The answer on a few lines."""
    lines: list[RenderableType] = [_title(built, brush), *_why(built, brush)]
    inner = Brush(brush.width - _INDENT, brush.ascii_only)
    if built.edit is None:
        lines.append(_indented(inner.line(f"Claim: {case.claim}", "dim", limit=inner.width)))
    lines += [_indented(_pair(point, built, inner)) for point in built.evidence]
    if built.edit is not None:
        lines.append(_indented(Text("Corrected: ", "bold").append_text(revision(built.edit, inner))))
    last = [f"{_sentence(built.headline.worth)}" if built.headline.confidence is not None else "", more]
    lines += [brush.line(part, "dim") for part in last if part]
    return Group(*lines)


_INDENT = 2


def _indented(content: RenderableType) -> Padding:
    return Padding.indent(content, _INDENT)


def _title(built: Card, brush: Brush) -> RenderableType:
    """The outcome and how sure; the protocol's own label stands at the end of the line."""
    top = built.headline
    style = f"bold {COLOURS[top.tone]}" if top.leaning else BANDS[top.tone]
    word = Text().append(f" {brush.sign(top.tone).plain} {top.text} ", style)
    parts = [brush.line(top.sure), brush.line(f"{top.protocol}: {top.label}", "dim", limit=40)]
    details = [part for part in parts if part]
    room = brush.width - word.cell_len - sum(part.cell_len + 2 for part in details)
    if room < 0:
        return Group(word, *map(_indented, details))
    sure = [Text("  "), details[0]] if top.sure else []
    return Text.assemble(word, *sure, " " * (room + 2), details[-1])


def _why(built: Card, brush: Brush) -> list[RenderableType]:
    """One line for the doubt, if there is one, and one sentence of why."""
    top = built.headline
    lines = [brush.line(top.caveat, COLOURS[top.tone])] if top.caveat else []
    if top.reason:
        lines.append(brush.line(top.reason, limit=300))
    return [_indented(line) for line in lines]


def _pair(point: NumberedFinding, built: Card, brush: Brush) -> Text:
    """The claim's words against the source's words, with their places; what the reason says is not said again."""
    line = brush.sign(point.tone).append(" ")
    words = [quoted(one, brush, SHORT) for one in (*point.claim, *point.source)]
    line.append_text(brush.text(f" {brush.versus}", "dim").join(words))
    said = first_sentence(point.explanation)
    if words and any(said in reason for reason in built.reasons[:1]):
        return line
    return line.append_text(brush.line(f"{'  ' if words else ''}{said}", limit=160))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _groups(built: Card, brush: Brush, *, full: bool) -> list[list[Row]]:
    shown = [section for section in built.sections if full or section.depth is Depth.OPEN]
    limits = FULL if full else BRIEF
    return [
        [row for block in section.blocks for row in rows(section.label or section.title, block, brush, limits)]
        for section in shown
    ]


def case_line(
    row: int, case: Case | None, outcome: Verdict | Failure, *, ascii_only: bool | None = None
) -> RenderableType:
    """One case of a run in one line: row, outcome, claim, reason."""

    def paint(brush: Brush) -> RenderableType:
        if isinstance(outcome, Failure):
            tone, word, why = Tone.FAILED, "Failed", outcome.message
        else:
            top = headline(outcome)
            tone, word, why = top.tone, top.text, top.reason or top.doubt
        line = Text(no_wrap=True).append(f"{row:>5} ", "dim").append_text(brush.sign(tone)).append(" ")
        line.append_text(
            brush.line(
                f"{word:<{_OUTCOME_WIDTH}} ",
                COLOURS[tone],
            )
        )
        room = brush.width - line.cell_len
        claim = brush.line(f"{case.claim if case else ''}", limit=max(20, room * 2 // 5))
        line.append_text(claim)
        if (rest := brush.width - line.cell_len - 2) > _LEAST_REASON:
            line.append("  ").append_text(brush.line(why, "dim", limit=rest))
        line.truncate(brush.width)
        return line

    return Fitted(paint, ascii_only=ascii_only)


_OUTCOME_WIDTH = len("Leaning contradicted")
"""The longest outcome but one: the longest may stand out, so that every other line has more room."""
_LEAST_REASON = 12


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
    for outcome in Outcome:
        named = sorted((label, count) for (of, label), count in tally.labels.items() if of is outcome)
        lines += [(OUTCOME_TONES[outcome], outcome.value, label, count) for label, count in named or [("", 0)]]
    lines += [(Tone.FAILED, "Failed", error, count) for error, count in sorted(tally.failures.items())]
    if tally.excluded:
        lines.append((Tone.PLAIN, "Excluded", "", tally.excluded))
    if missing := asked - tally.total:
        lines.append((Tone.FAILED, "Not accounted for", "", missing))
    return lines


def _spent(tally: Tally, total_s: float | None) -> str:
    spent = parts.spent(tally.usage, cached_calls=tally.cached_calls, total_s=total_s)
    if total_s and tally.total:
        spent += f" · {tally.total / total_s:,.1f} cases/s"
    return spent
