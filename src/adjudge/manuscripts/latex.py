"""Read LaTeX with pylatexenc, which reports the position of every node. Needs the extra `latex`.

Text of the body is read, of figures and tables only the caption. Equations, code and unknown macros' options are left
out. Nothing is executed: macros that the document defines are not expanded.
"""

import logging
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudge.errors import DataError
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

if TYPE_CHECKING:
    from pylatexenc.latexwalker import LatexWalker

_CITE = re.compile(
    r"(?:[Cc]ite(?:t|p|alt|alp|author|year|yearpar|num)?|(?:[Pp]aren|[Tt]ext|[Aa]uto|[Ff]oot|[Ss]mart|[Ff]ull|super)cite)s?\*?"
)
_TEXTUAL = re.compile(r"(?:[Cc]itet|[Tt]extcite|[Cc]iteauthor)s?")
_HEADINGS = {"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "title": 1}
_SILENT = frozenset(
    [
        "label",
        "ref",
        "eqref",
        "pageref",
        "autoref",
        "cref",
        "Cref",
        "nocite",
        "bibliographystyle",
        "usepackage",
        "documentclass",
        "newcommand",
        "renewcommand",
        "providecommand",
        "def",
        "setlength",
        "vspace",
        "hspace",
        "includegraphics",
        "index",
        "pagestyle",
        "thispagestyle",
        "DeclareMathOperator",
        "newtheorem",
        "hypersetup",
        "author",
        "date",
        "thanks",
        "affiliation",
        "email",
        "maketitle",
        "tableofcontents",
        "begin",
        "end",
    ]
)
_SILENT_ENVIRONMENTS = frozenset(
    [
        "equation",
        "align",
        "gather",
        "multline",
        "eqnarray",
        "displaymath",
        "math",
        "verbatim",
        "lstlisting",
        "minted",
        "tikzpicture",
        "tabular",
        "tabularx",
        "algorithm",
        "algorithmic",
        "array",
        "comment",
    ]
)
_FLOATS = frozenset({"figure", "table", "wrapfigure", "longtable", "sidewaystable"})
_KINDS = {
    "itemize": BlockKind.ITEM,
    "enumerate": BlockKind.ITEM,
    "description": BlockKind.ITEM,
    "quote": BlockKind.QUOTE,
    "quotation": BlockKind.QUOTE,
    "thebibliography": BlockKind.REFERENCE,
}
_PARAGRAPH = re.compile(r"(\n\s*\n)")
_QUOTES = {"``": "\u201c", "''": "\u201d", "--": "\u2013", "---": "\u2014", "~": " ", "!`": "¡", "?`": "¿"}


def read_latex(text: str, *, name: str) -> ManuscriptDraft:
    """The parts of a LaTeX document, or of a file that one includes."""
    try:
        from pylatexenc import latexwalker
    except ImportError as error:
        raise DataError(
            f"'{name}' is LaTeX, and the library that reads it is not installed.",
            hint="Install it: pip install 'adjudge[latex]'.",
        ) from error
    logging.getLogger("pylatexenc").setLevel(logging.ERROR)
    draft = ManuscriptDraft(text)
    walker = latexwalker.LatexWalker(text, latex_context=_context(), tolerant_parsing=True)
    try:
        nodes, _, _ = walker.get_latex_nodes()
    except RecursionError as error:
        raise DataError(f"'{name}' is nested too deeply to be read.", hint="Split it, or leave it out.") from error
    _Body(draft, walker).read(nodes)
    return draft


def _context() -> Any:
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import std_macro

    more = ["autocite", "textcite", "parencite", "footcite", "smartcite", "fullcite", "supercite", "cites"]
    context = get_default_latex_context_db()
    context.add_context_category(
        "adjudge",
        prepend=True,
        macros=[
            *(std_macro(name, "*[[{") for one in more for name in (one, one.capitalize())),
            std_macro("href", "{{"),
            std_macro("bibitem", "[{"),
            std_macro("addbibresource", "[{"),
            std_macro("bibliography", "{"),
            std_macro("caption", "*[{"),
            std_macro("subfile", "{"),
        ],
    )
    return context


class _Body:
    def __init__(self, draft: ManuscriptDraft, walker: "LatexWalker") -> None:
        self._draft = draft
        self._walker = walker
        self._writer = FlowWriter()
        self._kinds = [BlockKind.PARAGRAPH]
        self._label = ""

    def read(self, nodes: Sequence[Any]) -> None:
        documents = [node for node in nodes if getattr(node, "environmentname", "") == "document"]
        preamble = [node for node in nodes if node is not None and documents and node.pos < documents[0].pos]
        for node in preamble:
            # Only these of a preamble say anything about the text.
            if getattr(node, "macroname", "") in ("addbibresource", "title") or hasattr(node, "comment"):
                self._node(node)
        self._nodes(documents[0].nodelist if documents else nodes)
        self._end_block()

    def _nodes(self, nodes: Sequence[Any]) -> None:
        for node in nodes or ():
            if node is not None:
                self._node(node)

    def _node(self, node: Any) -> None:
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            self._characters(node)
        elif kind == "LatexGroupNode":
            self._nodes(node.nodelist)
        elif kind == "LatexCommentNode":
            self._draft.remarks.append(Remark(node.comment.strip(), node.pos, node.pos + len(node.comment) + 1))
            self._writer.instead(" ", node.pos, node.pos + 1)
        elif kind == "LatexSpecialsNode":
            self._specials(node)
        elif kind == "LatexMathNode":
            self._math(node)
        elif kind == "LatexEnvironmentNode":
            self._environment(node)
        elif kind == "LatexMacroNode":
            self._macro(node)

    def _characters(self, node: Any) -> None:
        at = node.pos
        for number, part in enumerate(_PARAGRAPH.split(node.chars)):
            if number % 2:
                self._end_block()
            else:
                self._writer.verbatim(part, at)
            at += len(part)

    def _specials(self, node: Any) -> None:
        if not node.specials_chars.strip():
            self._end_block()
            return
        self._writer.instead(_QUOTES.get(node.specials_chars, node.specials_chars), node.pos, node.pos + node.len)

    def _math(self, node: Any) -> None:
        if node.displaytype == "display":
            self._writer.instead(" ", node.pos, node.pos + 1)
            return
        self._writer.instead(_as_text(node), node.pos, node.pos + node.len)

    def _environment(self, node: Any) -> None:
        name = node.environmentname.rstrip("*")
        if name in _SILENT_ENVIRONMENTS:
            return
        self._end_block()
        if name in _FLOATS:
            self._captions(node.nodelist)
            return
        self._kinds.append(_KINDS.get(name, self._kinds[-1]))
        # The argument of a bibliography is the width of its labels.
        self._nodes(node.nodelist[1:] if name == "thebibliography" and not _arguments(node) else node.nodelist)
        self._end_block()
        self._kinds.pop()

    def _captions(self, nodes: Sequence[Any]) -> None:
        for node in nodes or ():
            if getattr(node, "macroname", "") == "caption":
                self._kinds.append(BlockKind.CAPTION)
                self._nodes(_arguments(node)[-1:])
                self._end_block()
                self._kinds.pop()
            elif hasattr(node, "environmentname"):
                self._captions(node.nodelist)

    def _macro(self, node: Any) -> None:
        name, arguments = node.macroname, _arguments(node)
        if _CITE.fullmatch(name) and arguments:
            self._cite(node, arguments)
        elif name in _HEADINGS and arguments:
            self._heading(name, arguments[-1])
        elif name in ("input", "include", "subfile") and arguments:
            start, end = _inside(arguments[-1])
            self._draft.includes.append(Include(self._draft.text[start:end].strip(), start, end))
        elif name in ("bibliography", "addbibresource") and arguments:
            listed = self._draft.text[slice(*_inside(arguments[-1]))]
            self._draft.bibliographies.extend(part.strip() for part in listed.split(",") if part.strip())
        elif name in ("href", "url") and arguments:
            self._link(name, arguments)
        elif name in ("item", "bibitem"):
            self._end_block()
            self._label = self._draft.text[slice(*_inside(arguments[-1]))] if name == "bibitem" and arguments else ""
        elif name in ("footnote", "footnotetext") and arguments:
            self._footnote(arguments[-1])
        elif name in ("par", "\\", "newline", "newblock"):
            self._end_block() if name == "par" else self._writer.instead(" ", node.pos, node.pos + 1)
        elif name not in _SILENT:
            self._words(node, arguments)

    def _words(self, node: Any, arguments: Sequence[Any]) -> None:
        """The text of a macro: that of its arguments, or the character that it stands for."""
        groups = [one for one in arguments if type(one).__name__ == "LatexGroupNode"]
        shown = _as_text(node) if not groups or len(_as_text(node)) == 1 else ""
        if shown:
            self._writer.instead(shown, node.pos, node.pos + max(1, node.len))
        else:
            self._nodes(groups)
        if node.macro_post_space:
            self._writer.instead(" ", node.pos + node.len - 1, node.pos + node.len)

    def _cite(self, node: Any, arguments: Sequence[Any]) -> None:
        start, end = _inside(arguments[-1])
        keys = tuple(part.strip() for part in self._draft.text[start:end].split(",") if part.strip())
        beside = [self._draft.text[slice(*_inside(one))] for one in arguments[:-1] if one.len > 1]
        locator = " ".join(part for part in beside if part)
        self._draft.marks.append(CitationMark(keys, node.pos, node.pos + node.len, CitationStyle.LATEX, locator))
        if _TEXTUAL.fullmatch(node.macroname):
            self._writer.instead(" and ".join(keys), node.pos, node.pos + node.len)
        else:
            self._writer.drop_space()

    def _heading(self, name: str, argument: Any) -> None:
        self._end_block()
        self._nodes([argument])
        self._draft.add(BlockKind.HEADING, self._writer.flow(), level=_HEADINGS[name])

    def _link(self, name: str, arguments: Sequence[Any]) -> None:
        target = self._draft.text[slice(*_inside(arguments[0]))]
        start, end = _inside(arguments[-1])
        self._draft.links.append(Hyperlink(target, self._draft.text[start:end], start, end))
        if name == "href":
            self._nodes([arguments[-1]])
        else:
            self._writer.verbatim(self._draft.text[start:end], start)

    def _footnote(self, argument: Any) -> None:
        outer, self._writer = self._writer, FlowWriter()
        self._nodes([argument])
        self._draft.add(BlockKind.FOOTNOTE, self._writer.flow(), label=str(argument.pos))
        self._draft.note_marks.append(NoteMark(str(argument.pos), argument.pos, argument.pos + argument.len))
        self._writer = outer

    def _end_block(self) -> None:
        self._draft.add(self._kinds[-1], self._writer.flow(), label=self._label)
        self._label = ""


def _arguments(node: Any) -> list[Any]:
    parsed = getattr(node, "nodeargd", None)
    return [one for one in (parsed.argnlist or ()) if one is not None] if parsed else []


def _inside(argument: Any) -> tuple[int, int]:
    """The offsets of an argument without its braces or brackets."""
    edge = 1 if type(argument).__name__ == "LatexGroupNode" else 0
    return argument.pos + edge, argument.pos + argument.len - edge


def _as_text(node: Any) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    return " ".join(str(LatexNodes2Text(math_mode="text").nodelist_to_text([node])).split())
