"""Each block of a card as a rich renderable. Texts become `Text`, never markup, and pass `visible` first.

Nothing depends on colour alone: marked words stand in brackets with their number, changes in `[-...-]` and `{+...+}`,
and every opinion has a sign.
"""

from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from adjudge.render import blocks as b
from adjudge.render.blocks import Block, Emphasis, Tone
from adjudge.render.terminal_brush import COLOURS, Brush
from adjudge.render.visible import one_line

LABEL_WIDTH = 11
Row = tuple[str, RenderableType]


@dataclass(frozen=True, slots=True)
class TextLimits:
    """How long the texts of jurors may be on a screen."""

    reason: int = 280
    words: int = 120
    evidence: int = 3
    points: int = 5


SHORT = TextLimits(reason=200, words=70, evidence=3, points=3)
BRIEF = TextLimits()
FULL = TextLimits(reason=4000, words=600, evidence=50, points=50)


def rows(title: str, block: Block, brush: Brush, limits: TextLimits = BRIEF) -> list[Row]:
    """A block as lines of a card: a label, and what stands beside it."""
    match block:
        case b.ClaimAndSources(claim, sources):
            return [("Claim", passage(claim, brush)), *((s.title, passage(s, brush)) for s in sources)]
        case b.Strip(lead, chips):
            return [(lead, strip(chips, brush))]
        case b.Note(lead, text, tone, hint) if tone is not Tone.FAILED and not hint:
            return [(lead or title, brush.text(text))]
        case b.Revision():
            return [(title, revision(block, brush))]
        case b.Points(points):
            return [(title, Group(*point_lines(points, brush, limits)))]
        case _:
            return [(title, show(block, brush, limits))]


def show(block: Block, brush: Brush, limits: TextLimits = BRIEF) -> RenderableType:
    """A block on its own, as it arrives in the live view."""
    match block:
        case b.Note():
            return note(block, brush)
        case b.Ballots(ballots):
            return Group(*(ballot(one, brush, limits) for one in ballots))
        case b.DebateRounds(turns):
            return Group(*(turn(one, brush, limits) for one in turns))
        case b.AnsweredQuestions(checks):
            return checklist(checks, brush, limits)
        case b.Facts(pairs):
            return facts(pairs, brush, limits)
        case b.Struck(items):
            return Group(*struck_lines(items, brush, limits))
        case _:
            return grid(rows("", block, brush, limits), brush)


def grid(lines: list[Row], brush: Brush) -> Table:
    """Labels on the left, contents on the right."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=LABEL_WIDTH, overflow="fold")
    table.add_column(ratio=1, overflow="fold")
    for label, content in lines:
        table.add_row(brush.line(label, "bold", limit=60), content)
    return table


def passage(given: b.MarkedText, brush: Brush) -> Text:
    """A text with its deciding words in brackets and their numbers behind."""
    text = pieces(given.pieces, brush)
    if given.note:
        text.append_text(brush.line(f"  ({given.note})", "dim"))
    return text


def pieces(given: tuple[b.StyledText, ...], brush: Brush) -> Text:
    """Pieces in their looks, joined."""
    text = Text(overflow="fold")
    for piece in given:
        match piece.look:
            case Emphasis.MARK | Emphasis.WIDE:
                strong = "bold underline " if piece.look is Emphasis.MARK else ""
                text.append("[" * piece.opens, "dim")
                text.append_text(brush.text(piece.text, f"{strong}{COLOURS[piece.tone]}"))
                text.append("".join("]" + brush.numbers(refs) for refs in piece.closes), "dim")
            case Emphasis.REMOVED:
                text.append("[-", "dim red").append_text(brush.text(piece.text, "strike red")).append("-]", "dim red")
            case Emphasis.ADDED:
                text.append("{+", "dim green").append_text(brush.text(piece.text, "bold green")).append(
                    "+}", "dim green"
                )
            case Emphasis.GAP:
                text.append_text(brush.text(piece.text, "dim italic"))
            case Emphasis.PLAIN:
                text.append_text(brush.text(piece.text))
    return text


def strip(chips: tuple[b.Chip, ...], brush: Brush) -> Text:
    """Chips in rows; no chip is broken over two lines."""
    text, used = Text(), 0
    for chip in chips:
        one = brush.sign(chip.tone).append(" ").append_text(brush.line(chip.text, COLOURS[chip.tone], limit=40))
        if chip.note:
            one.append_text(brush.line(f" ({chip.note})", "dim"))
        wraps = used + 3 + one.cell_len > brush.width - LABEL_WIDTH - 2
        text.append(("\n" if wraps else "   ") if used else "").append_text(one)
        used = one.cell_len if wraps or not used else used + 3 + one.cell_len
    return text


def note(given: b.Note, brush: Brush) -> Text:
    """A sentence with its lead, and what to do about it."""
    text = Text(overflow="fold")
    if given.tone is not Tone.PLAIN:
        text.append_text(brush.sign(given.tone)).append(" ")
    if given.lead:
        text.append_text(brush.line(given.lead, "bold")).append("  ")
    text.append_text(brush.line(given.text, "" if given.lead else "dim", limit=1000))
    if given.hint:
        text.append(" ").append_text(brush.line(given.hint, "dim"))
    return text


def point_lines(points: tuple[b.NumberedFinding, ...], brush: Brush, limits: TextLimits) -> list[RenderableType]:
    """A point in two lines: what it says, and the words on both sides with their offsets."""
    lines: list[RenderableType] = []
    for point in points[: limits.points]:
        head = Text(overflow="fold").append(f"{point.number} ", "bold").append_text(brush.sign(point.tone)).append(" ")
        head.append_text(brush.line(f"{point.axis}, {point.relation}: ", f"bold {COLOURS[point.tone]}"))
        head.append_text(brush.line(point.explanation, limit=limits.reason))
        lines.append(head)
        if quotes := (*point.claim, *point.source):
            words = brush.text(f" {brush.versus}", "dim").join(quoted(w, brush, limits) for w in quotes)
            lines.append(Padding(words, (0, 0, 0, 4)))
    if len(points) > limits.points:
        lines.append(brush.line(f"and {len(points) - limits.points} more", "dim"))
    return lines


def quoted(words: b.QuotedWords, brush: Brush, limits: TextLimits) -> Text:
    """Words in quotation marks with their place."""
    return brush.line(f"“{one_line(words.text, limit=limits.words)}”").append_text(brush.line(f" {words.place}", "dim"))


def revision(given: b.Revision, brush: Brush) -> Text:
    """The edit as a word difference, and what the edited claim came out as."""
    text = pieces(given.pieces, brush).append("  ")
    if given.outcome is None:
        return text.append("(not judged again)", "dim")
    return text.append("(judged again: ", "dim").append_text(brush.opinion(given.outcome)).append(")", "dim")


def ballot(given: b.JurorOpinion, brush: Brush, limits: TextLimits) -> RenderableType:
    """A vote: the line to see, the reason, and the words it rests on."""
    head = Text()
    if given.last is None:
        head.append_text(brush.sign(Tone.FAILED)).append(" ").append_text(brush.line(given.who, "bold"))
        head.append("  failed", COLOURS[Tone.FAILED])
    else:
        head.append_text(brush.sign(given.last.tone)).append(" ")
        head.append_text(brush.line(f"{given.who:<10} ", "bold", limit=40))
        head.append_text(brush.line(f"{given.last.word:<9} ", f"bold {COLOURS[given.last.tone]}", limit=40))
        head.append_text(brush.bar(given.last.confidence))
    if given.role:
        head.append_text(brush.line(f"  {given.role}", "dim", limit=60))
    if given.first is not None and (given.changed or given.last is None):
        head.append("\n  voted " if given.last is None else "\n  changed its mind: was ", "bold")
        head.append_text(brush.opinion(given.first))
    lines: list[RenderableType] = [head]
    if given.reason:
        lines.append(Padding(brush.line(given.reason, limit=limits.reason), (0, 0, 0, 2)))
    return Group(*lines, *evidence(given.evidence, brush, limits))


def evidence(given: tuple[b.CitedPoint, ...], brush: Brush, limits: TextLimits) -> list[RenderableType]:
    """The words that a vote or a speech rests on, as its author gave them."""
    lines: list[RenderableType] = []
    for point in given[: limits.evidence]:
        sides = [("claim", point.claim_says), ("source", point.truth_says)]
        said = [brush.line(f"{where} “{one_line(text, limit=limits.words)}”") for where, text in sides if text.strip()]
        text = brush.line(f"{point.field}: ", "dim").append_text(brush.text(f" {brush.versus}", "dim").join(said))
        if not said:
            text.append_text(brush.line(point.issue, limit=limits.reason))
        lines.append(Padding(text, (0, 0, 0, 2)))
    if len(given) > limits.evidence:
        lines.append(Padding(brush.line(f"and {len(given) - limits.evidence} more points", "dim"), (0, 0, 0, 2)))
    return lines


def turn(given: b.DebateSpeech, brush: Brush, limits: TextLimits) -> RenderableType:
    """A speech: one side stands left, the other right."""
    title = brush.opinion(given.side).append_text(brush.line(f"  {given.speaker}", "bold"))
    title.append_text(brush.line(f"  {given.heading} ", "dim"))
    body = Group(brush.line(given.text, limit=max(limits.reason, 600)), *evidence(given.evidence, brush, limits))
    indent = 6 if brush.width < 90 else brush.width // 6
    panel = Panel(
        body,
        title=title,
        title_align="left" if given.left else "right",
        border_style=COLOURS[given.side.tone],
        box=brush.box,
    )
    return Padding(panel, (0, indent, 0, 0) if given.left else (0, 0, 0, indent))


def checklist(checks: tuple[b.AnsweredQuestion, ...], brush: Brush, limits: TextLimits) -> Table:
    """Yes or no, axis by axis, with the reason."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", max_width=22)
    table.add_column(ratio=1, overflow="fold")
    for check in checks:
        reason = brush.line(check.reason, limit=limits.reason)
        for words in check.quotes[: limits.evidence]:
            reason.append("\n").append_text(quoted(words, brush, limits))
        if check.note:
            reason.append("\n").append_text(brush.line(check.note, "dim"))
        table.add_row(brush.opinion(check.answer), brush.line(check.name, "bold"), reason)
    return table


def facts(pairs: tuple[tuple[str, str], ...], brush: Brush, limits: TextLimits) -> Table:
    """Names and values."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(overflow="fold", max_width=32)
    table.add_column(ratio=1, overflow="fold")
    for name, value in pairs:
        table.add_row(brush.line(name, "dim"), brush.line(value, limit=limits.reason))
    return table


def struck_lines(items: tuple[tuple[str, str], ...], brush: Brush, limits: TextLimits) -> list[Text]:
    """Words that were not found, and who gave them."""
    lines = [
        brush.sign(Tone.FAILED)
        .append(" ")
        .append_text(brush.line(f"“{one_line(words, limit=limits.words)}”", "dim strike"))
        .append_text(brush.line(f"  {why}", "dim"))
        for words, why in items[: limits.points]
    ]
    more = len(items) - limits.points
    return [*lines, brush.line(f"and {more} more", "dim")] if more > 0 else lines
