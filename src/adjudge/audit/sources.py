"""Find the sources of a sentence: configured files, front matter, links and footnotes.

In: a document and its rules. Out: the `SourceFile` of each source, read once: text, or a PDF, table or office file. A
named source that is missing is an error before anything is judged; a link that leads nowhere or to the web is no source
and is counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from adjudge.audit.config import AuditConfig, SourceRule
from adjudge.audit.tree import matches, relative
from adjudge.errors import ConfigError, DataError
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.office import OFFICE
from adjudge.evidence.sources import SourceFile, source_of
from adjudge.evidence.tables import TABLES
from adjudge.files import read_text
from adjudge.manuscripts.model import Hyperlink, Manuscript, ManuscriptFormat, WrittenSentence
from adjudge.manuscripts.reading import MOST_BYTES, blocks_of, format_of, require_inside

_OTHERS = frozenset({".pdf", ".yaml", ".yml", ".toml", ".log", "", *OFFICE, *TABLES})


@dataclass
class Sources:
    """The sources of a repository. Files are kept, since many documents share them."""

    root: Path
    config: AuditConfig
    messages: list[str] = field(default_factory=list)
    _files: dict[Path, SourceFile] = field(default_factory=dict)
    _globs: dict[str, tuple[Path, ...]] = field(default_factory=dict)

    def of_document(self, manuscript: Manuscript) -> tuple[SourceFile, ...]:
        """The sources of all sentences of a document: configured files and its front matter."""
        name = relative(manuscript.path, self.root)
        paths = [path for rule in self._rules(name) for glob in rule.files for path in self._matching(glob)]
        paths += [self._named(manuscript, target) for target in self._front_matter(manuscript)]
        own = manuscript.path.resolve()
        return self._read_all(path for path in paths if path.resolve() != own)

    def of_sentence(self, manuscript: Manuscript, sentence: WrittenSentence) -> tuple[SourceFile, ...]:
        """The local files that the sentence or its footnotes link to, where the configuration asks for them."""
        rules = self._rules(relative(manuscript.path, self.root))
        links: list[Hyperlink] = list(sentence.links) if any(rule.links for rule in rules) else []
        if any(rule.footnotes for rule in rules):
            links += [link for note in manuscript.notes if note.label in sentence.notes for link in note.links]
        found = (self._linked(manuscript.path, link.target) for link in links)
        return self._read_all(path for path in found if path is not None)

    def name_of(self, source: SourceFile) -> str:
        """What reports call a source: its path from the root."""
        return relative(source.path, self.root)

    def _rules(self, name: str) -> Sequence[SourceRule]:
        return [rule for rule in self.config.sources if matches(name, rule.documents)]

    def _matching(self, glob: str) -> tuple[Path, ...]:
        if glob not in self._globs:
            try:
                found = tuple(sorted(path for path in self.root.glob(glob) if path.is_file()))
            except (ValueError, NotImplementedError) as error:
                raise ConfigError(f"The source '{glob}' is not a file pattern: {error}.") from error
            if not found:
                raise ConfigError(
                    f"The source '{glob}' matches no file in '{self.root}'.", hint="Correct audit.sources.files."
                )
            self._globs[glob] = found
        return self._globs[glob]

    def _front_matter(self, manuscript: Manuscript) -> list[str]:
        value = manuscript.front_matter.get(self.config.front_matter)
        if value is None:
            return []
        listed = value if isinstance(value, list) else [value]
        if not all(isinstance(one, str) and one.strip() for one in listed):
            raise DataError(
                f"'{manuscript.path}': '{self.config.front_matter}' of the front matter is {value!r}.",
                hint="List the names of files.",
            )
        return [name.strip() for one in listed for name in str(one).split(",")]

    def _named(self, manuscript: Manuscript, target: str) -> Path:
        for folder in (manuscript.path.parent, self.root):
            if (folder / target).is_file():
                return folder / target
        raise DataError(
            f"'{manuscript.path}' names the source '{target}', which does not exist.",
            hint="Write it relative to the document or to the root of the repository.",
        )

    def _linked(self, document: Path, target: str) -> Path | None:
        try:
            parts = urlsplit(target)
        except ValueError:
            return None
        if parts.scheme or parts.netloc or not parts.path or "\0" in parts.path:
            return None
        path = document.parent / unquote(parts.path)
        is_inside = path.is_file() and path.resolve().is_relative_to(self.root.resolve())
        return path if is_inside and path.resolve() != document.resolve() else None

    def _read_all(self, paths: Iterable[Path]) -> tuple[SourceFile, ...]:
        resolved = dict.fromkeys(require_inside(path, self.root, what="The source") for path in paths)
        return tuple(self._read(path) for path in resolved)

    def _read(self, path: Path) -> SourceFile:
        if path not in self._files:
            format = format_of(path)
            if format is not None:
                found = _written(path, format)
            elif path.suffix.lower() in _OTHERS:
                problems = Problems()
                found = source_of(path, problems)
                self.messages += [f"{relative(path, self.root)}: {problem}" for problem in problems.shown]
            else:
                raise DataError(f"The source '{path}' has a format that cannot be read.", hint="Save it as text.")
            if not found.tables and not found.text.strip():
                raise DataError(f"The source '{path}' is empty.", hint="Remove it from the sources, or fill it.")
            self._files[path] = found
        return self._files[path]


def _written(path: Path, format: ManuscriptFormat) -> SourceFile:
    """A text file without its markup."""
    text = read_text(path, what="The source", most_bytes=MOST_BYTES)
    if format is not ManuscriptFormat.TEXT:
        text = "\n\n".join(block.flow.text for block in blocks_of(text, format, name=str(path)))
    return SourceFile(path, text)
