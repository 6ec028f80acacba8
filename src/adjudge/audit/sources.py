"""Find the sources of a sentence: configured files, front matter, links and footnotes.

In: a document and its rules. Out: `Document`s with the text of each source, read once. A named source that is missing
is an error before anything is judged; a link that leads nowhere or to the web is no source and is counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from adjudge.audit.config import AuditConfig, SourceRule
from adjudge.audit.tree import matches, relative
from adjudge.case import Document
from adjudge.errors import ConfigError, DataError
from adjudge.files import read_text
from adjudge.manuscripts.model import Hyperlink, Manuscript, ManuscriptFormat, WrittenSentence
from adjudge.manuscripts.reading import MOST_BYTES, blocks_of, format_of, require_inside

_PLAIN = frozenset({".txt", ".text", ".csv", ".tsv", ".json", ".jsonl", ".yaml", ".yml", ".toml", ".log", ""})


@dataclass
class Sources:
    """The sources of a repository. Texts are kept, since many documents share them."""

    root: Path
    config: AuditConfig
    _texts: dict[Path, Document] = field(default_factory=dict)
    _globs: dict[str, tuple[Path, ...]] = field(default_factory=dict)

    def of_document(self, manuscript: Manuscript) -> tuple[Document, ...]:
        """The sources of all sentences of a document: configured files and its front matter."""
        name = relative(manuscript.path, self.root)
        paths = [path for rule in self._rules(name) for glob in rule.files for path in self._matching(glob)]
        paths += [self._named(manuscript, target) for target in self._front_matter(manuscript)]
        own = manuscript.path.resolve()
        return self._documents(path for path in paths if path.resolve() != own)

    def of_sentence(self, manuscript: Manuscript, sentence: WrittenSentence) -> tuple[Document, ...]:
        """The local files that the sentence or its footnotes link to, where the configuration asks for them."""
        rules = self._rules(relative(manuscript.path, self.root))
        links: list[Hyperlink] = list(sentence.links) if any(rule.links for rule in rules) else []
        if any(rule.footnotes for rule in rules):
            links += [link for note in manuscript.notes if note.label in sentence.notes for link in note.links]
        found = (self._linked(manuscript.path, link.target) for link in links)
        return self._documents(path for path in found if path is not None)

    def path_of(self, document: Document) -> Path:
        """The file of a source."""
        return self.root / document.id

    def _rules(self, name: str) -> Sequence[SourceRule]:
        return [rule for rule in self.config.sources if matches(name, rule.documents)]

    def _matching(self, glob: str) -> tuple[Path, ...]:
        if glob not in self._globs:
            try:
                found = tuple(sorted(path for path in self.root.glob(glob) if path.is_file()))
            except (ValueError, NotImplementedError) as error:
                raise ConfigError(f"The source '{glob}' is no pattern of files: {error}.") from error
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

    def _documents(self, paths: Iterable[Path]) -> tuple[Document, ...]:
        resolved = dict.fromkeys(require_inside(path, self.root, what="The source") for path in paths)
        return tuple(document for path in resolved if (document := self._read(path)).text.strip())

    def _read(self, path: Path) -> Document:
        if path not in self._texts:
            text = read_text(path, what="The source", most_bytes=MOST_BYTES)
            format = format_of(path)
            if format is None and path.suffix.lower() not in _PLAIN:
                raise DataError(f"The source '{path}' is in no format that can be read.", hint="Save it as text.")
            if format not in (None, ManuscriptFormat.TEXT):
                text = "\n\n".join(block.flow.text for block in blocks_of(text, format, name=str(path)))
            if not text.strip():
                raise DataError(f"The source '{path}' is empty.", hint="Remove it from the sources, or fill it.")
            self._texts[path] = Document(id=relative(path, self.root), text=text, title=path.name)
        return self._texts[path]
