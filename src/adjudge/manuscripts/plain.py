"""Plain text: paragraphs between empty lines, list items, and lines that a width has wrapped.

A line break is a wrap if the next word would not have fitted on the line; any other line break ends a block.
"""

import re
from collections.abc import Iterator

from adjudge.manuscripts.flow import FlowWriter
from adjudge.manuscripts.model import BlockKind, Hyperlink, ManuscriptDraft, Remark

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_ITEM = re.compile(r"^\s*+(?:[-*•‣·▪◦]\s++|\(?(\d{1,3})[.)]\s++|\[(\d{1,3})\]\s++)")
_REMARK = re.compile(r"^\s*+(?:#|//|;)\s*+(adjudge:(?:.*\S)?)\s*+$")
_HEADING = re.compile(r"[^.!?:;,]{1,80}")
_URL = re.compile(r"https?://[^\s<>()\[\]\"']{1,2000}[^\s<>()\[\]\"'.,;:!?]")
_LEAST_WIDTH = 40


def read_plain(text: str, *, name: str) -> ManuscriptDraft:  # noqa: ARG001 # every reader is called in the same way
    """The parts of a plain text."""
    draft = ManuscriptDraft(text)
    for paragraph in _paragraphs(draft):
        blocks = list(_blocks(paragraph))
        # "References", and the list right below it.
        above_list = len(blocks) > 1 and bool(_ITEM.match(blocks[1][0][1]))
        for number, block in enumerate(blocks):
            _add(draft, block, alone=len(paragraph) == 1 or (number == 0 and above_list))
    draft.links.extend(Hyperlink(match[0], match[0], *match.span()) for match in _URL.finditer(text))
    return draft


_Lines = list[tuple[int, str]]


def _paragraphs(draft: ManuscriptDraft) -> Iterator[_Lines]:
    lines: _Lines = []
    for match in _LINE.finditer(draft.text):
        line = match[0].rstrip("\r\n")
        if remark := _REMARK.match(line):
            draft.remarks.append(Remark(remark[1], match.start() + remark.start(1), match.start() + len(line)))
        elif line.strip():
            lines.append((match.start(), line))
            continue
        if lines:
            yield lines
            lines = []


def _blocks(paragraph: _Lines) -> Iterator[_Lines]:
    width = max(len(line) for _, line in paragraph)
    block: _Lines = []
    for at, line in paragraph:
        if block and (_ITEM.match(line) or not _is_wrapped(block[-1][1], line, width)):
            yield block
            block = []
        block.append((at, line))
    yield block


def _is_wrapped(line: str, following: str, width: int) -> bool:
    if following.lstrip()[:1].islower():
        return True
    return width >= _LEAST_WIDTH and len(line.rstrip()) + 1 + len(following.split()[0]) > 0.85 * width


def _add(draft: ManuscriptDraft, block: _Lines, *, alone: bool) -> None:
    at, first = block[0]
    item = _ITEM.match(first)
    writer = FlowWriter()
    skip = item.end() if item else 0
    writer.verbatim(first[skip:] + "\n", at + skip)
    for begin, line in block[1:]:
        writer.verbatim(line + "\n", begin)
    flow = writer.flow()
    if item:
        draft.add(BlockKind.ITEM, flow, label=item[1] or item[2] or "")
    elif alone and len(block) == 1 and _HEADING.fullmatch(first.strip()):
        draft.add(BlockKind.HEADING, flow, level=1)
    else:
        draft.add(BlockKind.PARAGRAPH, flow)
