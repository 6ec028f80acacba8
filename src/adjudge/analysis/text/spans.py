"""Pieces of a text that know where they stand: `text[start:end] == span.text` always holds."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text, with the offsets at which it is found."""

    start: int
    end: int
    text: str

    def shifted(self, offset: int) -> "Span":
        """The same piece in a longer text that holds the old one at `offset`."""
        return self if offset == 0 else Span(self.start + offset, self.end + offset, self.text)

    def __len__(self) -> int:
        return self.end - self.start


def cut(text: str, start: int, end: int) -> Span:
    """The piece of the text between two offsets."""
    return Span(start, end, text[start:end])


def trimmed(text: str, start: int, end: int) -> Span:
    """The piece between two offsets, without white space or NUL bytes at its edges."""
    while start < end and (text[start].isspace() or text[start] == "\0"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] == "\0"):
        end -= 1
    return Span(start, end, text[start:end])


def touches(start: int, end: int, taken: Sequence[Span]) -> bool:
    """Whether a piece overlaps one of the spans, which stand in order and apart."""
    at = bisect_left(taken, end, key=lambda span: span.start)
    return at > 0 and taken[at - 1].end > start
