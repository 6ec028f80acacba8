"""A text in normal form, with the way back: white space, typography, ligatures, soft hyphens and NFC.

`NormalText.find` gives places in the original text. Built once per document, in linear time.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_SINGLE = {
    **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‹›", "'"),
    **dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"),
    "…": "...",
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# Spaces on both sides of an invisible character are one space, or the normal form would change when taken again.
_SPECIAL = re.compile(rf"[\s\x00{_INVISIBLE}]+|[{''.join(map(re.escape, _SINGLE))}]")


def normal(text: str) -> str:
    """The normal form alone."""
    return NormalText(text).text


class NormalText:
    """A text and its normal form, position for position."""

    def __init__(self, original: str) -> None:
        self.original = original

    @cached_property
    def _segments(self) -> tuple[str, list[int], list[tuple[int, int, int]]]:
        parts: list[str] = []
        starts: list[int] = []
        places: list[tuple[int, int, int]] = []
        length = 0
        for start, end, replacement in _pieces(self.original):
            piece = self.original[start:end] if replacement is None else replacement
            if not piece:
                continue
            parts.append(piece)
            starts.append(length)
            # A kept piece maps letter by letter; a replaced one maps as a whole.
            places.append((start, end, 1 if replacement is None else 0))
            length += len(piece)
        return "".join(parts), starts, places

    @property
    def text(self) -> str:
        """The normal form."""
        return self._segments[0]

    def find(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Every place of the original whose normal form is `wanted` (itself in normal form)."""
        text = self.text
        position = text.find(wanted)
        while wanted and position >= 0:
            first, last = self._origin(position), self._origin(position + len(wanted) - 1)
            # Half of a ligature, or a letter without its accent, is not what the original says.
            is_cut = not first.starts or not last.ends
            if not is_cut:
                yield first.start, last.end
            position = text.find(wanted, position + (1 if is_cut else len(wanted)))

    def _origin(self, index: int) -> "_Piece":
        text, starts, places = self._segments
        segment = bisect_right(starts, index) - 1
        start, end, letterwise = places[segment]
        offset = index - starts[segment]
        if letterwise:
            return _Piece(start + offset, start + offset + 1, starts=True, ends=True)
        next_start = starts[segment + 1] if segment + 1 < len(starts) else len(text)
        return _Piece(start, end, starts=offset == 0, ends=index + 1 == next_start)


@dataclass(frozen=True, slots=True)
class _Piece:
    """The piece of the original behind one letter of the normal form, and whether the letter is its first or last."""

    start: int
    end: int
    starts: bool
    ends: bool


def _pieces(text: str) -> Iterator[tuple[int, int, str | None]]:
    """The text in pieces that are kept (None) or replaced."""
    composed = unicodedata.is_normalized("NFC", text)
    position = 0
    for match in _SPECIAL.finditer(text):
        if match.start() > position:
            yield from _unchanged(text, position, match.start(), composed)
        yield match.start(), match.end(), _SINGLE.get(match[0], " " if match[0].strip(_INVISIBLE) else "")
        position = match.end()
    if position < len(text):
        yield from _unchanged(text, position, len(text), composed)


def _unchanged(text: str, start: int, end: int, composed: bool) -> Iterator[tuple[int, int, str | None]]:
    if composed:
        yield start, end, None
        return
    position = start
    while position < end:
        stop = position + 1
        while stop < end and _continues(text[stop]):
            stop += 1
        cluster = text[position:stop]
        composite = unicodedata.normalize("NFC", cluster)
        yield position, stop, None if composite == cluster else composite
        position = stop


def _continues(character: str) -> bool:
    """Whether a character belongs to the cluster before it: a combining mark, or a Hangul vowel or final."""
    return bool(unicodedata.combining(character)) or "\u1160" <= character <= "\u11ff"
