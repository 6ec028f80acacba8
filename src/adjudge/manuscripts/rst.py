"""reStructuredText, by its own small reader: docutils gives lines but no offsets of words.

Read: sections, paragraphs, lists, block quotes, fields, directives, footnotes, citations, comments, and inline roles,
links and substitutions. Literal blocks, code and tables are left out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.manuscripts.flow import FlowWriter
from adjudge.manuscripts.model import (
    BlockKind,
    CitationMark,
    CitationStyle,
    Hyperlink,
    Include,
    ManuscriptDraft,
    NoteMark,
    Remark,
)

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_ADORNMENT = re.compile(r"^([=\-`:.'\"~^_*+#<>!$%&(),/;?@\[\\\]{|}])\1{2,}+\s*+$")
_ITEM = re.compile(r"^\s*+(?:[-*+•]\s++|\(?(?:(\d{1,3})|#|[a-z])[.)]\s++)")
_FIELD = re.compile(r":([^:\n]{1,100}):(?:\s+(.*))?$")
_EXPLICIT = re.compile(r"\.\.(?:\s+|$)")
_DIRECTIVE = re.compile(r"\.\.\s+(?:\|[^|]+\|\s+)?([\w:+.-]{1,60})::\s*(.*)$")
_DEFINITION = re.compile(r"\.\.\s+\[([^\]]{1,100})\]\s+")
_TARGET = re.compile(r"\.\.\s+_(`?)([^:`]{1,200})\1:\s*(\S*)\s*$")
_PROSE = frozenset(
    {"note", "warning", "tip", "hint", "important", "caution", "attention", "danger", "error", "seealso"}
)
_PROSE |= {"admonition", "topic", "sidebar", "epigraph", "pull-quote", "highlights", "versionadded", "versionchanged"}
_CAPTIONED = frozenset({"figure", "image"})
_INLINE = re.compile(
    r"``(?P<code>[^`]+)``"
    r"|(?P<role>:[\w:+.-]{1,60}:)?`(?P<text>[^`<]{1,1000}?)\s*(?:<(?P<url>[^>`]{1,2000})>)?`(?P<tail>__?)?"
    r"|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*"
    r"|(?<![\w*])\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
    r"|\[(?P<note>#?[\w.-]{0,100}|\*)\]_(?!\w)"
    r"|\\(?P<escaped>.)"
    r"|(?<!\w)(?P<name>[A-Za-z][\w-]{0,100})__?(?!\w)"
)


@dataclass(frozen=True, slots=True)
class _RstLine:
    start: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def is_empty(self) -> bool:
        return not self.text.strip()


def read_rst(text: str, *, name: str) -> ManuscriptDraft:  # noqa: ARG001 # every reader is called in the same way
    """The parts of a reStructuredText."""
    draft = ManuscriptDraft(text)
    lines = [_RstLine(match.start(), match[0].rstrip("\r\n")) for match in _LINE.finditer(text)]
    _RstReader(draft, lines).read(0, len(lines), BlockKind.PARAGRAPH)
    return draft


class _RstReader:
    def __init__(self, draft: ManuscriptDraft, lines: Sequence[_RstLine]) -> None:
        self._draft = draft
        self._lines = lines
        self._levels: list[str] = []
        self._targets = {_normal(m[2]): m[3] for line in lines if (m := _TARGET.match(line.text)) and m[3]}

    def read(self, at: int, end: int, kind: BlockKind, label: str = "") -> None:
        """Read the lines from `at` to `end`; paragraphs among them are of this kind."""
        while at < end:
            line = self._lines[at]
            if line.is_empty:
                at += 1
            elif self._is_title(at, end):
                at = self._title(at)
            elif _EXPLICIT.match(line.text.lstrip()):
                at = self._explicit(at, end)
            elif line.text.lstrip().startswith((">>> ", "+--", "+==", "===  ", "|")) or _ADORNMENT.match(line.text):
                at = self._skip_paragraph(at, end)
            elif field := _FIELD.match(line.text):
                at = self._field(at, field)
            elif item := _ITEM.match(line.text):
                at = self._item(at, end, item)
            else:
                at = self._paragraph(at, end, kind, label)

    def _is_title(self, at: int, end: int) -> bool:
        line, following = self._lines[at], self._lines[at + 1] if at + 1 < end else _RstLine(0, "")
        over = _ADORNMENT.match(line.text) is not None and at + 2 < end and not following.is_empty
        if over and _ADORNMENT.match(self._lines[at + 2].text) and self._lines[at + 2].text[0] == line.text[0]:
            return " " not in line.text.strip()
        is_under = _ADORNMENT.match(following.text) is not None and not _ADORNMENT.match(line.text)
        return is_under and line.indent == 0 and len(following.text.strip()) >= min(len(line.text.strip()), 4)

    def _title(self, at: int) -> int:
        over = _ADORNMENT.match(self._lines[at].text) is not None
        title, mark = self._lines[at + over], self._lines[at + over + 1].text[0] + ("^" if over else "")
        if mark not in self._levels:
            self._levels.append(mark)
        self._write([title], [title.indent], BlockKind.HEADING, level=self._levels.index(mark) + 1)
        return at + over + 2

    def _body(self, at: int, end: int, indent: int) -> int:
        """The end of the lines after `at` that are indented by more than this."""
        last = at + 1
        while last < end and (self._lines[last].is_empty or self._lines[last].indent > indent):
            last += 1
        return last

    def _explicit(self, at: int, end: int) -> int:
        line = self._lines[at]
        last = self._body(at, end, line.indent)
        stripped = line.text.lstrip()
        if directive := _DIRECTIVE.match(stripped):
            self._directive(at, last, directive)
        elif definition := _DEFINITION.match(stripped):
            label = definition[1].lstrip("#")
            kind = BlockKind.FOOTNOTE if definition[1].startswith(("#", "*")) else BlockKind.REFERENCE
            block = [one for one in self._lines[at:last] if not one.is_empty]
            self._write(block, [line.indent + definition.end()], kind, label=label)
        elif target := _TARGET.match(stripped):
            place = line.start + line.indent, line.start + len(line.text)
            self._draft.links.extend([Hyperlink(target[3], target[2], *place)] if target[3] else [])
        else:
            place = line.start + line.indent, self._lines[last - 1].start + len(self._lines[last - 1].text)
            self._draft.remarks.append(Remark(self._draft.text[place[0] + 2 : place[1]].strip(), *place))
        return last

    def _directive(self, at: int, last: int, directive: re.Match[str]) -> None:
        line, name = self._lines[at], directive[1].lower()
        if name == "include":
            begin = line.start + line.text.index(directive[2]) if directive[2] else line.start
            self._draft.includes.append(Include(directive[2].strip(), begin, begin + len(directive[2])))
        elif name == "bibliography":
            self._draft.bibliographies.extend(directive[2].split())
        if name not in _PROSE | _CAPTIONED:
            return
        kind = BlockKind.CAPTION if name in _CAPTIONED else BlockKind.ITEM
        first = at + 1
        if name in _PROSE and directive[2]:
            first = self._skip_paragraph(at, last)
            self._write(self._lines[at:first], [line.text.index("::") + 2], kind)
        while first < last and _FIELD.match(self._lines[first].text.strip()):
            first += 1
        self.read(first, last, kind)

    def _skip_paragraph(self, at: int, end: int) -> int:
        while at < end and not self._lines[at].is_empty:
            at += 1
        return at

    def _field(self, at: int, field: re.Match[str]) -> int:
        if not self._draft.blocks or all(block.kind is BlockKind.HEADING for block in self._draft.blocks):
            self._draft.front_matter = {**self._draft.front_matter, field[1]: (field[2] or "").strip()}
        return at + 1

    def _item(self, at: int, end: int, item: re.Match[str]) -> int:
        line = self._lines[at]
        last = at + 1
        while last < end and not self._lines[last].is_empty and self._lines[last].indent > line.indent:
            if _ITEM.match(self._lines[last].text):
                break
            last += 1
        self._write(self._lines[at:last], [item.end()], BlockKind.ITEM, label=item[1] or "")
        return last

    def _paragraph(self, at: int, end: int, kind: BlockKind, label: str) -> int:
        first = at
        # An indent that changes ends a paragraph: a definition, a quote.
        while at < end and not self._lines[at].is_empty and self._lines[at].indent == self._lines[first].indent:
            at += 1
        block = self._lines[first:at]
        is_quote = kind is BlockKind.PARAGRAPH and self._lines[first].indent > 0
        self._write(block, [], BlockKind.QUOTE if is_quote else kind, label=label)
        return self._body(at - 1, end, self._lines[first].indent) if block[-1].text.rstrip().endswith("::") else at

    def _write(
        self, lines: Sequence[_RstLine], skips: Sequence[int], kind: BlockKind, *, label: str = "", level: int = 0
    ) -> None:
        writer = FlowWriter()
        start = lines[0].start + (skips[0] if skips else 0)
        end = lines[-1].start + len(lines[-1].text)
        if self._draft.text[:end].rstrip().endswith("::"):
            end -= 1
        at = start
        for match in _INLINE.finditer(self._draft.text, start, end):
            writer.verbatim(self._draft.text[at : match.start()], at)
            self._inline(match, writer)
            at = match.end()
        writer.verbatim(self._draft.text[at:end], at)
        self._draft.add(kind, writer.flow(), label=label, level=level)

    def _inline(self, match: re.Match[str], writer: FlowWriter) -> None:
        group = match.lastgroup
        if match["note"] is not None:
            writer.drop_space()
            self._note(match)
        elif match["text"] is not None:
            writer.verbatim(match["text"], match.start("text"))
            target = match["url"] or self._targets.get(_normal(match["text"]), "")
            if not match["role"] and target:
                self._draft.links.append(Hyperlink(target, match["text"], *match.span("text")))
            elif (match["role"] or "").startswith(":cite"):
                keys = tuple(part.strip() for part in match["text"].split(",") if part.strip())
                self._draft.marks.append(CitationMark(keys, *match.span(), CitationStyle.RST))
        elif match["name"] is not None and _normal(match["name"]) not in self._targets:
            writer.verbatim(match[0], match.start())
        elif group:
            writer.verbatim(match[group], match.start(group))
            if group == "name":
                self._draft.links.append(Hyperlink(self._targets[_normal(match[group])], match[group], *match.span()))

    def _note(self, match: re.Match[str]) -> None:
        label = match["note"]
        if label.isdigit() or not label.startswith(("#", "*")):
            self._draft.marks.append(CitationMark((label,), *match.span(), CitationStyle.RST))
        else:
            self._draft.note_marks.append(NoteMark(label.lstrip("#"), *match.span()))


def _normal(name: str) -> str:
    return " ".join(name.lower().split())
