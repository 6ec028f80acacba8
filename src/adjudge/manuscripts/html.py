"""Read HTML with the parser of the standard library, which reports the position of each tag and piece of text."""

from html import unescape
from html.parser import HTMLParser

from adjudge.manuscripts.flow import FlowWriter
from adjudge.manuscripts.model import BlockKind, Hyperlink, ManuscriptDraft, NoteMark, Remark

_SILENT = frozenset({"script", "style", "template", "pre", "code", "nav", "head", "svg", "math", "textarea", "select"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_KINDS = {
    "li": BlockKind.ITEM,
    "dd": BlockKind.ITEM,
    "td": BlockKind.CELL,
    "th": BlockKind.CELL,
    "blockquote": BlockKind.QUOTE,
    "figcaption": BlockKind.CAPTION,
    "caption": BlockKind.CAPTION,
    **{f"h{level}": BlockKind.HEADING for level in range(1, 7)},
}
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "body",
        "br",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "header",
        "hr",
        "html",
        "main",
        "ol",
        "p",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "title",
        "tr",
        "ul",
    ]
) | frozenset(_KINDS)


def read_html(text: str, *, name: str) -> ManuscriptDraft:  # noqa: ARG001 # every reader is called in the same way
    """The parts of an HTML page."""
    draft = ManuscriptDraft(text)
    read_html_part(draft, 0, len(text))
    return draft


def read_html_part(draft: ManuscriptDraft, start: int, end: int) -> None:
    """Add the parts of the HTML between two offsets of a document."""
    parser = _HtmlReader(draft, start, draft.text[start:end])
    parser.read()


class _HtmlReader(HTMLParser):
    def __init__(self, draft: ManuscriptDraft, start: int, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._draft = draft
        self._begin = start
        self._text = text
        self._line_starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
        self._writer = FlowWriter()
        self._open: list[str] = []
        self._link: tuple[str, int, int] | None = None
        self._counts: list[int] = []
        self._label = ""
        self._is_code = False

    def read(self) -> None:
        self.feed(self._text)
        self.close()
        self._end_block()

    def _at(self) -> int:
        line, column = self.getpos()
        return self._begin + self._line_starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS and tag != "br":
            self._end_block()
        if tag == "br":
            self._writer.instead(" ", self._at(), self._at() + 1)
        if tag == "meta" and values.get("name") and "content" in values:
            self._draft.front_matter = {**self._draft.front_matter, values["name"]: values["content"]}
        if tag == "a" and "href" in values:
            self._link = values["href"], self._at() + len(self.get_starttag_text() or ""), len(self._writer)
        if tag in ("ol", "ul"):
            self._counts.append(0)
        if tag == "li" and self._counts:
            self._counts[-1] += 1
        if tag not in _VOID:
            self._open.append(tag)
        self._is_code = tag in ("code", "kbd", "samp", "var") or self._is_code

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._link:
            self._end_link()
        if tag in _BLOCKS:
            self._end_block()
        if tag in ("ol", "ul") and self._counts:
            self._counts.pop()
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._is_silent():
            self._writer.verbatim(data, self._at())

    def handle_entityref(self, name: str) -> None:
        self._entity(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._entity(f"&#{name}")

    def _entity(self, written: str) -> None:
        at = self._at()
        local = at - self._begin
        length = len(written) + (self._text[local + len(written) : local + len(written) + 1] == ";")
        if not self._is_silent():
            self._writer.instead(unescape(written + ";"), at, at + length)

    def handle_comment(self, data: str) -> None:
        at = self._at()
        self._draft.remarks.append(Remark(data.strip(), at, at + len(data) + len("<!---->")))

    def _is_silent(self) -> bool:
        # Code inside a sentence is a part of it; code that is a block of its own is none.
        silent = _SILENT & set(self._open)
        return bool(silent) and not (silent == {"code"} and ("p" in self._open or "li" in self._open))

    def _end_link(self) -> None:
        if self._link is None:
            return
        target, start, _ = self._link
        end = max(start, self._at())
        text = " ".join(unescape(self._draft.text[start:end]).split())
        if target.startswith("#fn"):
            self._draft.note_marks.append(NoteMark(target[1:], start, end))
        self._draft.links.append(Hyperlink(target, text, start, end))
        self._link = None

    def _end_block(self) -> None:
        flow = self._writer.flow()
        tag = next((one for one in reversed(self._open) if one in _KINDS), "")
        kind = _KINDS.get(tag, BlockKind.PARAGRAPH)
        label = str(self._counts[-1]) if kind is BlockKind.ITEM and self._counts else ""
        self._draft.add(kind, flow, label=label, level=int(tag[1:]) if kind is BlockKind.HEADING else 0)
