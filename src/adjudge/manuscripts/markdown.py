"""Read Markdown with markdown-it-py. CommonMark with tables, strikethrough, footnotes and front matter.

markdown-it gives lines for blocks and nothing for inline text; the inline state below notes the position of each token.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from adjudge.manuscripts.flow import Flow, FlowWriter
from adjudge.manuscripts.front import front_matter
from adjudge.manuscripts.model import BlockKind, Hyperlink, ManuscriptDraft, NoteMark, Remark

_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_NOTE_DEFINITION = re.compile(r"(?:^|(?<= ))\[\^([^\]\s]{1,100})\]:\s?")
_AT = "at"


class _Positioned(StateInline):
    """Notes in `meta["at"]` where in the inline text a token begins."""

    _begun = 0

    def append_pending(self, text: str) -> None:
        if not self.pending:
            self._begun = self.pos
        super().append_pending(text)

    def pushPending(self) -> Token:  # noqa: N802 # markdown-it's name
        begun = self._begun
        token = super().pushPending()
        token.meta[_AT] = begun
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        previous = self.tokens[-2] if len(self.tokens) > 1 else None
        token.meta[_AT] = self.pos
        # A run of delimiters is pushed as one token each, without moving on.
        if ttype == "text" and previous is not None and previous.type == "text":
            token.meta[_AT] = max(self.pos, previous.meta.get(_AT, 0) + len(previous.content))
        return token


class _PositionedParser(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _Positioned(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def read_markdown(text: str, *, name: str) -> ManuscriptDraft:
    """The parts of a Markdown text."""
    values, begin = front_matter(text, name=name)
    draft = ManuscriptDraft(text, front_matter=values)
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.inline = _PositionedParser()
    parser.inline.ruler.enableOnly([*parser.get_active_rules()["inline"], "strikethrough"])
    parser.inline.ruler2.disable("fragments_join")
    parser.disable("text_join")
    # Line ends of the file are kept: markdown-it reads the same lines, whatever ends them.
    lines = _lines(text, begin)
    tokens = parser.parse("".join(f"{line}\n" for _, line in lines), {})
    _MarkdownReader(draft, lines).read(tokens)
    return draft


def _lines(text: str, begin: int) -> list[tuple[int, str]]:
    """The lines with their offsets; NUL is what markdown-it replaces, one character for one."""
    found = []
    at = begin
    for match in re.finditer(r"\r\n|\n|\r", text[begin:]):
        found.append((at, text[at : begin + match.start()].replace("\0", "\ufffd")))
        at = begin + match.end()
    found.append((at, text[at:].replace("\0", "\ufffd")))
    return found


class _MarkdownReader:
    """Walks the tokens of a document."""

    def __init__(self, draft: ManuscriptDraft, lines: Sequence[tuple[int, str]]) -> None:
        self._draft = draft
        self._lines = lines
        self._open: list[Token] = []
        self._row = (-1, 0)

    def _behind(self, line: int) -> int:
        """The column at which the last cell ended; a row begins with a bar or with its first cell."""
        row, end = self._row
        return max(end, 1) if row == line else (1 if self._lines[line][1].lstrip().startswith("|") else 0)

    def read(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            if token.nesting > 0:
                self._open.append(token)
            elif token.nesting < 0 and self._open:
                self._open.pop()
            elif token.type == "html_block" and token.map:
                self._html(token.map)
            elif token.type == "inline" and token.map:
                self._inline(token, token.map)

    def _html(self, lines: list[int]) -> None:
        """The comments and the text of an HTML block."""
        from adjudge.manuscripts.html import read_html_part

        start = self._lines[lines[0]][0]
        last, content = self._lines[min(lines[1], len(self._lines)) - 1]
        read_html_part(self._draft, start, last + len(content))

    def _inline(self, token: Token, lines: list[int]) -> None:
        kind, label, level = self._kind()
        behind = self._behind(lines[0]) if kind is BlockKind.CELL else 0
        places = _places(token.content, self._lines[lines[0] : lines[1]], behind)
        if places is None:
            return  # an escaped bar in a cell, a tab in an indent: no exact place
        if kind is BlockKind.CELL:
            self._row = (lines[0], places[-1] - self._lines[lines[0]][0])
        writer = FlowWriter()
        _Inline(self._draft, places, writer, token.content).walk(token.children or [])
        flow = writer.flow()
        if kind is BlockKind.HEADING:
            self._draft.add(kind, flow, level=level)
            return
        for part, note in _notes(flow):
            self._draft.add(BlockKind.FOOTNOTE if note else kind, part, label=note or label)

    def _kind(self) -> tuple[BlockKind, str, int]:
        for token in reversed(self._open):
            if token.type == "heading_open":
                return BlockKind.HEADING, "", int(token.tag[1:])
            if token.type in ("td_open", "th_open"):
                return BlockKind.CELL, "", 0
            if token.type == "list_item_open":
                return BlockKind.ITEM, token.info, 0
            if token.type == "blockquote_open":
                return BlockKind.QUOTE, "", 0
        return BlockKind.PARAGRAPH, "", 0


def _notes(flow: Flow) -> Iterator[tuple[Flow, str]]:
    """The flow in parts: before the definition of a footnote, and each definition with its label."""
    found = list(_NOTE_DEFINITION.finditer(flow.text))
    # A definition begins its paragraph or follows another one.
    if not found or found[0].start() != 0:
        yield flow, ""
        return
    for match, following in zip(found, [*found[1:], None], strict=True):
        end = following.start() if following else len(flow.text)
        yield flow.cut(match.end(), end).stripped(), match[1]


def _places(content: str, lines: Sequence[tuple[int, str]], behind: int) -> list[int] | None:
    """The file offset of each character of an inline text, and of its end: its lines are lines of the file without
    their prefix. `behind` is where the last cell of the row ended, 0 outside tables. None if a line is not found."""
    places: list[int] = []
    for number, part in enumerate(content.split("\n")):
        at, line = lines[min(number, len(lines) - 1)]
        found = line.find(part, behind) if behind else line.rfind(part)
        if found < 0:
            return None
        places.extend(range(at + found, at + found + len(part) + 1))
    return places


class _Inline:
    """Writes the words of inline tokens and notes links, comments and footnote marks."""

    def __init__(self, draft: ManuscriptDraft, places: list[int], writer: FlowWriter, content: str) -> None:
        self._draft = draft
        self._places = places
        self._writer = writer
        self._content = content

    def walk(self, tokens: Sequence[Token]) -> None:
        opened: list[tuple[Token, int]] = []
        for token in tokens:
            if token.type == "link_open":
                opened.append((token, token.meta[_AT]))
            elif token.type == "link_close" and opened:
                self._link(*opened.pop(), token.meta[_AT])
            else:
                self._token(token, in_autolink=bool(opened) and opened[-1][0].markup == "autolink")

    def _token(self, token: Token, *, in_autolink: bool) -> None:
        at: Any = token.meta.get(_AT, 0)
        if token.type == "text":
            at += in_autolink
            for offset, character in enumerate(token.content, start=at):
                place = self._place(offset)
                self._writer.instead(character, place, place + 1)
        elif token.type == "text_special":
            self._writer.instead(token.content, self._place(at), self._place(at + len(token.markup) - 1) + 1)
        elif token.type == "code_inline":
            self._code(token, at)
        elif token.type in ("softbreak", "hardbreak"):
            self._writer.instead(" ", self._place(at), self._place(at) + 1)
        elif token.type == "html_inline" and (found := _COMMENT.fullmatch(token.content)):
            start = self._place(at)
            self._draft.remarks.append(Remark(found[1].strip(), start, self._place(at + len(token.content) - 1) + 1))

    def _code(self, token: Token, at: int) -> None:
        start = self._content.find(token.content, at + len(token.markup))
        if start < 0 or "\n" in self._content[start : start + len(token.content)]:
            end = self._content.find(token.markup, at + len(token.markup)) + len(token.markup)
            self._writer.instead(token.content, self._place(at), self._place(max(at, end - 1)) + 1)
            return
        for offset, character in enumerate(token.content, start=start):
            self._writer.instead(character, self._place(offset), self._place(offset) + 1)

    def _link(self, token: Token, start: int, end: int) -> None:
        text = self._content[start:end]
        place = self._place(start), self._place(max(start, end - 1)) + 1
        target = str(token.attrs.get("href", ""))
        if text.startswith("^"):  # a footnote that is nothing but an address reads as a link's definition
            self._draft.note_marks.append(NoteMark(text[1:], *place))
        self._draft.links.append(Hyperlink(target, text, *place))

    def _place(self, at: int) -> int:
        return self._places[min(max(at, 0), len(self._places) - 1)]
