"""Split texts into segments at quote spans, shorten long texts around them, and compute word differences.

Offsets in, pieces of the original text out; joined, they are that text except for the gaps.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """Characters `start` to `end` of a text, and the number of the finding they belong to (0: none)."""

    start: int
    end: int
    ref: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a text that the same spans cover."""

    text: str
    start: int
    refs: tuple[int, ...] = ()
    """The findings whose words these are, the shortest quote first."""
    marked: bool = False
    wide: bool = False
    """Whether only quotes cover it that have a shorter quote inside."""
    opens: int = 0
    """How many quotes begin here."""
    closes: tuple[tuple[int, ...], ...] = ()
    """The findings of each quote that ends here, the shortest first."""

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of a text that is left out."""

    start: int
    end: int


def shorten(text: str, spans: Iterable[MarkedSpan], *, room: int, around: int = 120) -> tuple[Segment | Gap, ...]:
    """The text if it fits into `room` characters, else what stands around the spans, or its start.

    Every span is shown as long as there is room, at least its beginning and its end; spans come in order of
    importance, so that the last ones are left out first.
    """
    inside = _inside(text, spans)
    if len(text) <= room:
        return tuple(_cut(text, inside, 0, len(text)))
    windows = _windows(text, inside, room=room, around=around)
    pieces: list[Segment | Gap] = []
    end = 0
    for window_start, window_end in windows:
        if window_start > end:
            pieces.append(Gap(end, window_start))
        pieces.extend(_cut(text, inside, window_start, window_end))
        end = window_end
    if end < len(text):
        pieces.append(Gap(end, len(text)))
    return tuple(pieces)


def _inside(text: str, spans: Iterable[MarkedSpan]) -> list[MarkedSpan]:
    return [span for span in spans if 0 <= span.start < span.end <= len(text)]


def _cut(text: str, spans: Sequence[MarkedSpan], start: int, end: int) -> Iterator[Segment]:
    """Segments of one stretch; quotes of the same words are one quote with several findings."""
    quotes: dict[tuple[int, int], set[int]] = {}
    for span in spans:
        if span.start < end and span.end > start:
            quotes.setdefault((span.start, span.end), set()).update({span.ref} - {0})
    shortest_first = sorted(quotes, key=lambda quote: (quote[1] - quote[0], quote))
    wide = {(s, e) for s, e in quotes if any((s, e) != other and s <= other[0] and other[1] <= e for other in quotes)}
    cuts = sorted({start, end, *(place for quote in quotes for place in quote if start < place < end)})
    for left, right in pairwise(cuts):
        over = [(s, e) for s, e in shortest_first if s <= left and e >= right]
        yield Segment(
            text=text[left:right],
            start=left,
            refs=tuple(dict.fromkeys(ref for quote in over for ref in sorted(quotes[quote]))),
            marked=bool(over),
            wide=bool(over) and wide.issuperset(over),
            opens=sum(s == left for s, _ in over),
            closes=tuple(tuple(sorted(quotes[s, e])) for s, e in over if e == right),
        )


def _windows(text: str, spans: Sequence[MarkedSpan], *, room: int, around: int) -> list[tuple[int, int]]:
    """The stretches to keep, in order and apart from one another."""
    shown: list[tuple[int, int]] = []
    remaining = room
    for span in spans:
        wanted = [
            (_at_word(text, start - around, back=True), _at_word(text, end + around, back=False))
            for start, end in _ends(span, longest=max(around, room // 4))
            if not any(s <= start and end <= e for s, e in shown)
        ]
        remaining -= sum(end - start for start, end in wanted)
        if remaining < 0 and shown:
            break
        shown = _merged([*shown, *wanted])
    return shown or [(0, _at_word(text, room, back=True))]


def _ends(span: MarkedSpan, *, longest: int) -> list[tuple[int, int]]:
    """The span, or its beginning and its end where it is longer than anyone wants to read."""
    if span.end - span.start <= 2 * longest:
        return [(span.start, span.end)]
    return [(span.start, span.start + longest), (span.end - longest, span.end)]


def _merged(windows: list[tuple[int, int]], *, near: int = 40) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(windows):
        if merged and start - merged[-1][1] <= near:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _at_word(text: str, place: int, *, back: bool) -> int:
    """The nearest place where no word and no composed character is cut, within 30 characters outwards."""
    if place <= 0 or place >= len(text):
        return min(max(place, 0), len(text))
    for step in range(30):
        at = place - step if back else place + step
        if at <= 0 or at >= len(text):
            return min(max(at, 0), len(text))
        if text[at - 1].isspace() if back else text[at].isspace():
            return at
    while 0 < place < len(text) and _joined(text[place - 1], text[place]):
        place += -1 if back else 1
    return place


def _joined(left: str, right: str) -> bool:
    joiner, skin_tones = "\u200d", "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
    return joiner in (left, right) or right in skin_tones or unicodedata.category(right).startswith("M")


class DiffKind(StrEnum):
    """What a word difference does with a piece."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """A piece of a word difference."""

    change: DiffKind
    text: str


_CJK = "\u3040-\u30ff\u3400-\u9fff"
_WORDS = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+(?:[.,'’-][^\W{_CJK}]+)*|\s+|[^\w\s]")
_LONG = 2_000


def word_diff(before: str, after: str) -> tuple[DiffPiece, ...]:
    """From one text to the other, word by word: kept and removed give `before`, kept and added give `after`."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=max(len(old), len(new)) > _LONG)
    edits: list[DiffPiece] = []
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            edits.append(DiffPiece(DiffKind.KEPT, "".join(old[a:b])))
            continue
        edits.append(DiffPiece(DiffKind.REMOVED, "".join(old[a:b])))
        edits.append(DiffPiece(DiffKind.ADDED, "".join(new[c:d])))
    return tuple(_joined_changes(edits))


def _joined_changes(edits: Iterable[DiffPiece]) -> Iterator[DiffPiece]:
    """Changes that only a space parts are one change: a reader sees phrases, not single words."""
    removed = added = ""
    listed = [edit for edit in edits if edit.text]
    for n, edit in enumerate(listed):
        bridge = edit.change is DiffKind.KEPT and edit.text.isspace() and (removed or added) and n + 1 < len(listed)
        if edit.change is DiffKind.KEPT and not bridge:
            yield from _both(removed, added)
            removed = added = ""
            yield edit
            continue
        removed += edit.text if edit.change is not DiffKind.ADDED else ""
        added += edit.text if edit.change is not DiffKind.REMOVED else ""
    yield from _both(removed, added)


def _both(removed: str, added: str) -> Iterator[DiffPiece]:
    if removed:
        yield DiffPiece(DiffKind.REMOVED, removed)
    if added:
        yield DiffPiece(DiffKind.ADDED, added)
