"""The look of this terminal: signs, colours, bars and boxes, for UTF-8 and for plain ASCII."""

from dataclasses import dataclass

from rich import box
from rich.text import Text

from adjudge.render.blocks import SIGNS, Opinion, Tone
from adjudge.render.visible import one_line, visible

COLOURS = {
    Tone.GOOD: "green",
    Tone.BAD: "red",
    Tone.BEYOND: "yellow",
    Tone.UNSURE: "bright_blue",
    Tone.FAILED: "magenta",
    Tone.PLAIN: "cyan",
}
BANDS = {
    Tone.GOOD: "bold black on green",
    Tone.BAD: "bold bright_white on red",
    Tone.BEYOND: "bold black on yellow",
    Tone.UNSURE: "bold bright_white on blue",
    Tone.FAILED: "bold bright_white on magenta",
    Tone.PLAIN: "bold black on cyan",
}
_ASCII_SIGNS = {
    Tone.GOOD: "+",
    Tone.BAD: "x",
    Tone.BEYOND: "o",
    Tone.UNSURE: "?",
    Tone.FAILED: "!",
    Tone.PLAIN: "-",
}
_RAISED = str.maketrans("0123456789,", "⁰¹²³⁴⁵⁶⁷⁸⁹˒")


@dataclass(frozen=True, slots=True)
class Brush:
    """What a terminal can show, and how wide it is."""

    width: int
    ascii_only: bool = False

    @property
    def box(self) -> box.Box:
        """The border of panels."""
        return box.ASCII if self.ascii_only else box.ROUNDED

    @property
    def versus(self) -> str:
        """What stands between the claim's words and the source's."""
        return "| " if self.ascii_only else "│ "

    def text(self, text: str, style: str = "") -> Text:
        """A user's text, line feeds kept."""
        # As a span, not as the base style: what is appended later must not inherit it.
        return Text(overflow="fold").append(visible(text, ascii_only=self.ascii_only).expandtabs(4), style)

    def line(self, text: str, style: str = "", *, limit: int = 400) -> Text:
        """A text in one line, as long as `limit`; spaces at its ends are part of the layout and stay."""
        body = one_line(text, limit=limit)
        left = text[: len(text) - len(text.lstrip(" "))] if body else ""
        right = text[len(text.rstrip(" ")) :] if body else ""
        return self.text(left + body + right, style)

    def sign(self, tone: Tone) -> Text:
        """The sign of a tone, in its colour."""
        return Text().append((_ASCII_SIGNS if self.ascii_only else SIGNS)[tone], f"bold {COLOURS[tone]}")

    def numbers(self, refs: tuple[int, ...]) -> str:
        """The numbers of the points that words decide."""
        joined = ",".join(str(ref) for ref in refs)
        return f"({joined})" if self.ascii_only and joined else joined.translate(_RAISED)

    def bar(self, share: float | None) -> Text:
        """A confidence as ten cells and a percentage."""
        if share is None:
            return Text()
        full, empty = ("#", ".") if self.ascii_only else ("█", "░")
        filled = int(share * 10 + 1e-9)  # only certainty fills it
        return Text().append(full * filled, "cyan").append(empty * (10 - filled), "dim").append(f" {share:.0%}")

    def opinion(self, opinion: Opinion) -> Text:
        """Sign and word, with the confidence if there is one."""
        text = self.sign(opinion.tone).append(" ")
        text.append_text(self.line(opinion.word, f"bold {COLOURS[opinion.tone]}", limit=40))
        return text.append(f" {opinion.confidence:.0%}", "dim") if opinion.confidence is not None else text
