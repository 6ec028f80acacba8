"""The typed content of a manuscript. Offsets count characters of the decoded file; lines and columns count from 1."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from pydantic import JsonValue

from adjudge.manuscripts.flow import Flow


class ManuscriptFormat(StrEnum):
    """The formats that can be read."""

    MARKDOWN = "markdown"
    RST = "reStructuredText"
    HTML = "HTML"
    LATEX = "LaTeX"
    TEXT = "plain text"


class BlockKind(StrEnum):
    """The kind of a block of text. Headings and references contain no sentences."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ITEM = "item"
    CELL = "cell"
    QUOTE = "quote"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    REFERENCE = "reference"


class CitationStyle(StrEnum):
    """How a citation is written."""

    PANDOC = "pandoc"
    LATEX = "LaTeX"
    RST = "reStructuredText"
    NUMBERED = "numbered"


@dataclass(frozen=True, slots=True)
class CitationMark:
    """A place that cites: `[@miller2019; @chen2020]`, `\\cite{miller2019}`, `[3, 5-7]`. `keys` are in order."""

    keys: tuple[str, ...]
    start: int
    end: int
    style: CitationStyle
    locator: str = ""
    """What is said beside the keys, such as "p. 4"."""


@dataclass(frozen=True, slots=True)
class Hyperlink:
    """A link of the document; `target` is as written, or resolved from a reference of the same document."""

    target: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoteMark:
    """A place that points to a footnote."""

    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote and its links."""

    label: str
    text: str
    start: int
    end: int
    links: tuple[Hyperlink, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of a bibliography inside the document."""

    key: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment of the file that readers do not see."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and its level, from 1."""

    text: str
    level: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Include:
    """Another file that belongs here."""

    target: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ManuscriptBlock:
    """A stretch of text that no sentence crosses. `label` is the number or key of a footnote, item or reference."""

    kind: BlockKind
    flow: Flow
    label: str = ""


@dataclass(frozen=True, slots=True)
class WrittenSentence:
    """A sentence: its words without markup, citations and notes, and its place in its file."""

    text: str
    path: Path
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    kind: BlockKind
    flow: Flow
    headings: tuple[str, ...] = ()
    citations: tuple[CitationMark, ...] = ()
    links: tuple[Hyperlink, ...] = ()
    notes: tuple[str, ...] = ()
    """The labels of the footnotes that it points to."""
    label: str = ""
    """The label of the footnote that it stands in."""

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The file offsets of a part of `text`."""
        return self.flow.place(start, end)


@dataclass(slots=True)
class ManuscriptDraft:
    """What a reader of one format finds, in order of the file. Filled by the reader, then made a `Manuscript`."""

    text: str
    blocks: list[ManuscriptBlock] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    links: list[Hyperlink] = field(default_factory=list)
    marks: list[CitationMark] = field(default_factory=list)
    note_marks: list[NoteMark] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    includes: list[Include] = field(default_factory=list)
    front_matter: Mapping[str, JsonValue] = field(default_factory=dict)
    bibliographies: list[str] = field(default_factory=list)
    """Names of .bib files, as written."""

    def add(self, kind: BlockKind, flow: Flow, *, label: str = "", level: int = 0) -> None:
        """Add a block with text in it; a heading also to the headings."""
        if not flow:
            return
        self.blocks.append(ManuscriptBlock(kind, flow, label))
        if kind is BlockKind.HEADING:
            self.headings.append(Heading(flow.text, level, *flow.place(0, len(flow.text))))


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A document as read. With includes, sentences name the file that they stand in; other parts are of all files."""

    path: Path
    format: ManuscriptFormat
    text: str
    """The text of the file itself, without includes."""
    sentences: tuple[WrittenSentence, ...]
    headings: tuple[Heading, ...] = ()
    links: tuple[Hyperlink, ...] = ()
    notes: tuple[Footnote, ...] = ()
    references: tuple[Reference, ...] = ()
    remarks: tuple[Remark, ...] = ()
    bibliographies: tuple[str, ...] = ()
    front_matter: Mapping[str, JsonValue] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    """What was skipped, and why."""
