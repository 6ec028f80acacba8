"""Split blocks into sentences and assign marks and links to them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from adjudge.analysis.text.sentences import sentences
from adjudge.manuscripts.flow import Flow
from adjudge.manuscripts.marks import MarkedFlow, marked
from adjudge.manuscripts.model import (
    BlockKind,
    CitationMark,
    Footnote,
    Heading,
    Hyperlink,
    Manuscript,
    ManuscriptBlock,
    ManuscriptDraft,
    ManuscriptFormat,
    NoteMark,
    Reference,
    WrittenSentence,
)

_BIBLIOGRAPHY = re.compile(
    r"^(?:\d++[.)]?\s++)?(?:references|bibliography|works cited|literature(?: cited)?|sources|"
    r"literatur(?:verzeichnis)?|quellen)",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"(?:\[(\d{1,3})\]|(\d{1,3})[.)])\s+")
_URL = re.compile(r"https?://[^\s<>()\[\]\"']{1,2000}[^\s<>()\[\]\"'.,;:!?]")
_GAP = re.compile(r"\n[ \t\r]*\n")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]*$")


class Lines:
    """The line and column of an offset, both from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]

    def place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1


def assembled(draft: ManuscriptDraft, path: Path, format: ManuscriptFormat) -> Manuscript:
    """The manuscript of a draft."""
    blocks = list(_sections(draft.blocks, draft.headings))
    assembly = _Assembly(draft, path, format)
    found = [one for block, above in blocks for one in assembly.sentences(block, above)]
    found.sort(key=lambda one: one.start)  # a LaTeX footnote is read before the sentence around it ends
    return Manuscript(
        path=path,
        format=format,
        text=draft.text,
        sentences=tuple(found),
        headings=tuple(draft.headings),
        links=tuple(draft.links),
        notes=tuple(_note(block, draft) for block, _ in blocks if block.kind is BlockKind.FOOTNOTE),
        references=tuple(_references(block for block, _ in blocks)),
        remarks=tuple(draft.remarks),
        bibliographies=tuple(draft.bibliographies),
        front_matter=draft.front_matter,
    )


def _sections(
    blocks: Sequence[ManuscriptBlock], headings: Sequence[Heading]
) -> Iterator[tuple[ManuscriptBlock, tuple[str, ...]]]:
    """The blocks with the headings above them; those of a bibliography become references."""
    above: list[Heading] = []
    remaining = iter(headings)
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            heading = next(remaining)
            above = [*(one for one in above if one.level < heading.level), heading]
        elif block.kind is not BlockKind.FOOTNOTE and above and _BIBLIOGRAPHY.fullmatch(above[-1].text.strip()):
            block = ManuscriptBlock(BlockKind.REFERENCE, block.flow, block.label)
        yield block, tuple(one.text for one in above)


def _references(blocks: Iterable[ManuscriptBlock]) -> Iterator[Reference]:
    for block in blocks:
        if block.kind is not BlockKind.REFERENCE:
            continue
        entry = _ENTRY.match(block.flow.text)
        skip = entry.end() if entry and not block.label else 0
        key = block.label or (entry and (entry[1] or entry[2])) or ""
        yield Reference(key, block.flow.text[skip:], *block.flow.place(0, len(block.flow.text)))


def _note(block: ManuscriptBlock, draft: ManuscriptDraft) -> Footnote:
    start, end = block.flow.place(0, len(block.flow.text))
    written = tuple(link for link in draft.links if start <= link.start < end)
    bare = (Hyperlink(match[0], match[0], *block.flow.place(*match.span())) for match in _URL.finditer(block.flow.text))
    links = written or tuple(bare)
    return Footnote(block.label, block.flow.text, start, end, links)


class _Assembly:
    """One draft with what is needed to find, for a stretch of the file, the marks and links in it."""

    def __init__(self, draft: ManuscriptDraft, path: Path, format: ManuscriptFormat) -> None:
        self._text = draft.text
        self._path = path
        self._pandoc = format is ManuscriptFormat.MARKDOWN
        self._lines = Lines(draft.text)
        self._starts = sorted(block.flow.starts[0] for block in draft.blocks)
        self._marks = sorted(draft.marks, key=_start)
        self._links = sorted(draft.links, key=_start)
        self._note_marks = sorted(draft.note_marks, key=_start)

    def sentences(self, block: ManuscriptBlock, above: tuple[str, ...]) -> Iterator[WrittenSentence]:
        """The sentences of a block under these headings."""
        if block.kind in (BlockKind.HEADING, BlockKind.REFERENCE):
            return
        found = marked(block.flow, pandoc=self._pandoc)
        spans = [span for span in sentences(found.flow.text) if _is_sentence(span.text, block.kind)]
        if not spans:
            return
        marks = _by_sentence(found, [span.start for span in spans])
        first, last = block.flow.place(0, len(block.flow.text))
        # A mark or link after a full stop belongs to the sentence before it: each reaches to the next one's first word.
        edges = [first, *(found.flow.starts[span.start] for span in spans[1:]), self._reach(block, last)]
        for number, span in enumerate(spans):
            flow = found.flow.cut(span.start, span.end)
            yield self._sentence(flow, block, above, marks[number], (edges[number], edges[number + 1]))

    def _sentence(
        self,
        flow: Flow,
        block: ManuscriptBlock,
        above: tuple[str, ...],
        marks: Sequence[CitationMark | NoteMark],
        reach: tuple[int, int],
    ) -> WrittenSentence:
        start, end = flow.place(0, len(flow.text))
        (line, column), (end_line, end_column) = self._lines.place(start), self._lines.place(end)
        written = [mark for mark in marks if isinstance(mark, CitationMark)]
        labels = [mark.label for mark in (*marks, *_within(self._note_marks, reach)) if isinstance(mark, NoteMark)]
        return WrittenSentence(
            text=flow.text,
            path=self._path,
            start=start,
            end=end,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            kind=block.kind,
            flow=flow,
            headings=above,
            citations=(*written, *_within(self._marks, reach)),
            links=_within(self._links, reach),
            notes=tuple(labels),
            label=block.label if block.kind is BlockKind.FOOTNOTE else "",
        )

    def _reach(self, block: ManuscriptBlock, end: int) -> int:
        """Where markup after the last word of a block ends: a citation after the full stop."""
        if block.kind is BlockKind.FOOTNOTE:
            return end
        gap = _GAP.search(self._text, end)
        following = bisect_right(self._starts, end)
        limits = [gap.start() if gap else len(self._text), *self._starts[following : following + 1]]
        return max(end, min(limits))


def _start(one: "CitationMark | Hyperlink | NoteMark") -> int:
    return one.start


_T = TypeVar("_T", CitationMark, Hyperlink, NoteMark)


def _within(ordered: Sequence[_T], reach: tuple[int, int]) -> tuple[_T, ...]:
    """The items that begin in a range of the file."""
    return tuple(ordered[bisect_left(ordered, reach[0], key=_start) : bisect_left(ordered, reach[1], key=_start)])


def _by_sentence(found: MarkedFlow, starts: Sequence[int]) -> list[list[CitationMark | NoteMark]]:
    """The marks of each sentence: a mark belongs to the last sentence that begins before it."""
    marks: list[list[CitationMark | NoteMark]] = [[] for _ in starts]
    for position, mark in found.marks:
        number = max(0, sum(1 for start in starts if start < position) - 1)
        # "@miller2019 says": the mark is the sentence's first word.
        if position in starts and position < len(found.flow.text) and found.flow.starts[position] == mark.start:
            number = starts.index(position)
        marks[number].append(mark)
    return marks


def _is_sentence(text: str, kind: BlockKind) -> bool:
    """Whether there are words; a cell of a table must also end as a sentence does."""
    words = sum(1 for word in text.split() if any(character.isalpha() for character in word))
    return words > 1 and (kind is not BlockKind.CELL or (words > 3 and bool(_SENTENCE_END.search(text))))
