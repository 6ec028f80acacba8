"""Text without markup that knows the file offsets of each of its characters.

`Flow.text` is what people read; `place(start, end)` gives the offsets of those characters in the file.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flow:
    """Plain text; character `n` is in the file from `starts[n]` to `ends[n]`."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.text)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The file offsets of the characters from `start` to `end`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]

    def cut(self, start: int, end: int) -> "Flow":
        """A part of the flow."""
        return Flow(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def stripped(self) -> "Flow":
        """The flow without spaces at its ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self.cut(start, max(start, len(self.text.rstrip())))

    def without(self, spans: Iterable[tuple[int, int]]) -> "Flow":
        """The flow without these parts, which stand in order and apart, and without the space before each."""
        writer = FlowWriter()
        at = 0
        for start, end in spans:
            writer.copy(self, at, start)
            if self.text[end : end + 1] in ("", ".", ",", ";", ":", "!", "?", ")", " "):
                writer.drop_space()
            at = end
        writer.copy(self, at, len(self.text))
        return writer.flow()


class FlowWriter:
    """Builds a flow. Any white space becomes one space; there is none at the beginning and the end."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._text)

    def verbatim(self, text: str, at: int) -> None:
        """Add text that stands in the file at this offset, letter for letter."""
        for offset, character in enumerate(text, start=at):
            self._add(character, offset, offset + 1)

    def instead(self, text: str, start: int, end: int) -> None:
        """Add text that stands for other characters of the file: an entity, an escape, a macro."""
        for character in text:
            self._add(character, start, end)

    def copy(self, flow: Flow, start: int, end: int) -> None:
        """Add a part of another flow."""
        for at in range(start, end):
            self._add(flow.text[at], flow.starts[at], flow.ends[at])

    def drop_space(self) -> None:
        """Remove a space at the end."""
        if self._text and self._text[-1] == " ":
            self._text.pop()
            self._starts.pop()
            self._ends.pop()

    def flow(self) -> Flow:
        """What was added so far; the writer is empty afterwards."""
        self.drop_space()
        flow = Flow("".join(self._text), tuple(self._starts), tuple(self._ends))
        self._text, self._starts, self._ends = [], [], []
        return flow

    def _add(self, character: str, start: int, end: int) -> None:
        if character.isspace():
            if not self._text or self._text[-1] == " ":
                return
            character = " "
        self._text.append(character)
        self._starts.append(start)
        self._ends.append(end)
