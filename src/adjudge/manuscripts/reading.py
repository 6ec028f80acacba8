"""A file as a manuscript: its format by its ending, its includes read in their place.

Refused with a `DataError`: binary and too large files, files outside `root`, includes that include themselves.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from adjudge.errors import DataError
from adjudge.files import read_text
from adjudge.manuscripts.assemble import assembled
from adjudge.manuscripts.model import (
    Include,
    Manuscript,
    ManuscriptBlock,
    ManuscriptDraft,
    ManuscriptFormat,
    WrittenSentence,
)

MOST_BYTES = 8_000_000
"""The largest manuscript file: about 2,500 pages."""
ENDINGS = {
    ".md": ManuscriptFormat.MARKDOWN,
    ".markdown": ManuscriptFormat.MARKDOWN,
    ".qmd": ManuscriptFormat.MARKDOWN,
    ".rmd": ManuscriptFormat.MARKDOWN,
    ".rst": ManuscriptFormat.RST,
    ".rest": ManuscriptFormat.RST,
    ".html": ManuscriptFormat.HTML,
    ".htm": ManuscriptFormat.HTML,
    ".tex": ManuscriptFormat.LATEX,
    ".ltx": ManuscriptFormat.LATEX,
    ".txt": ManuscriptFormat.TEXT,
    ".text": ManuscriptFormat.TEXT,
}
_MOST_INCLUDES = 500


def format_of(path: Path) -> ManuscriptFormat | None:
    """The format that a file's ending names, if it is one of a manuscript."""
    return ENDINGS.get(path.suffix.lower())


def read_manuscript(
    path: Path, *, root: Path | None = None, format: ManuscriptFormat | None = None, follow: bool = True
) -> Manuscript:
    """Read a file. With `follow`, the sentences of included files stand where they are included.

    `root` is the folder that nothing may lead out of, by default the file's own.
    """
    root = (root or path.parent).resolve()
    chosen = format or format_of(path)
    if chosen is None:
        raise DataError(
            f"'{path}' does not have the suffix of a known document format.",
            hint=f"Known endings: {', '.join(ENDINGS)}. Or name its format.",
        )
    return _FileReader(root, follow=follow).read(path, chosen, ())


def manuscript_of(text: str, format: ManuscriptFormat, *, path: Path = Path("text")) -> Manuscript:
    """A text that is already in memory; includes are not followed."""
    return assembled(_reader(format)(text, name=str(path)), path, format)


def require_inside(path: Path, root: Path, *, what: str = "The file") -> Path:
    """The path without symbolic links; a `DataError` if it is outside the folder."""
    resolved = path.resolve()
    if not resolved.is_relative_to(root.resolve()):
        raise DataError(f"{what} '{path}' leads out of '{root}', to '{resolved}'.", hint="Only files inside are read.")
    return resolved


class _FileReader:
    def __init__(self, root: Path, *, follow: bool) -> None:
        self._root = root
        self._follow = follow
        self._includes = 0

    def read(self, path: Path, format: ManuscriptFormat, above: tuple[Path, ...]) -> Manuscript:
        resolved = require_inside(path, self._root, what="The manuscript")
        if resolved in above:
            chain = " -> ".join(str(one) for one in (*above[above.index(resolved) :], resolved))
            raise DataError(f"'{path}' includes itself: {chain}.", hint="Remove one of these includes.")
        text = read_text(path, what="The manuscript", most_bytes=MOST_BYTES)
        draft = _reader(format)(text, name=str(path))
        manuscript = assembled(draft, path, format)
        for include in draft.includes if self._follow else ():
            manuscript = self._with(manuscript, include, format, (*above, resolved))
        return manuscript

    def _with(
        self, manuscript: Manuscript, include: Include, format: ManuscriptFormat, above: tuple[Path, ...]
    ) -> Manuscript:
        self._includes += 1
        if self._includes > _MOST_INCLUDES:
            raise DataError(
                f"'{manuscript.path}' includes more than {_MOST_INCLUDES} files.", hint="Split the document."
            )
        target = self._target(manuscript.path, include.target, format)
        if target is None:
            warning = f"{manuscript.path}: the included file '{include.target}' does not exist and was skipped."
            return replace(manuscript, messages=(*manuscript.messages, warning))
        part = self.read(target, format_of(target) or format, above)
        return replace(
            manuscript,
            sentences=_inserted(manuscript, part.sentences, include),
            notes=(*manuscript.notes, *part.notes),
            references=(*manuscript.references, *part.references),
            bibliographies=(*manuscript.bibliographies, *part.bibliographies),
            messages=(*manuscript.messages, *part.messages),
        )

    def _target(self, path: Path, written: str, format: ManuscriptFormat) -> Path | None:
        # LaTeX takes names from the folder of the main file and adds the ending.
        folders = (path.parent, self._root)
        names = (written, f"{written}.tex") if format is ManuscriptFormat.LATEX else (written,)
        return next((place for one in folders for name in names if (place := one / name).is_file()), None)


def _inserted(
    manuscript: Manuscript, part: tuple[WrittenSentence, ...], include: Include
) -> tuple[WrittenSentence, ...]:
    at = next(
        (n for n, one in enumerate(manuscript.sentences) if one.path == manuscript.path and one.start > include.start),
        None,
    )
    at = len(manuscript.sentences) if at is None else at
    return (*manuscript.sentences[:at], *part, *manuscript.sentences[at:])


def _reader(format: ManuscriptFormat) -> Callable[..., ManuscriptDraft]:
    """The reader of a format, imported on first use."""
    match format:
        case ManuscriptFormat.MARKDOWN:
            from adjudge.manuscripts.markdown import read_markdown

            return read_markdown
        case ManuscriptFormat.RST:
            from adjudge.manuscripts.rst import read_rst

            return read_rst
        case ManuscriptFormat.HTML:
            from adjudge.manuscripts.html import read_html

            return read_html
        case ManuscriptFormat.LATEX:
            from adjudge.manuscripts.latex import read_latex

            return read_latex
        case ManuscriptFormat.TEXT:
            from adjudge.manuscripts.plain import read_plain

            return read_plain


def blocks_of(text: str, format: ManuscriptFormat, *, name: str) -> tuple[ManuscriptBlock, ...]:
    """All blocks of a text, headings and tables included: for a text that is a source and not under test."""
    return tuple(_reader(format)(text, name=name).blocks)
