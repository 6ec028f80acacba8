"""Find the file of a cited work by a map, its name, the .bib entry or its title. Each file is read once.

A work that cannot be read is not missing: the reason is stored and reported.
"""

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudge.cite.bibliography import BibEntry
from adjudge.errors import AdjudgeError, DataError
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.sources import READABLE, SourceFile, source_of
from adjudge.files import read_json

_MOST_OPEN = 24
"""Works that are kept in memory; one that is needed again later is read again."""
_FEWEST_TITLE_WORDS = 3


@dataclass(frozen=True, slots=True)
class CitedReference:
    """What the manuscript's bibliography says of a key: a .bib entry, or the text of a numbered reference."""

    key: str
    text: str
    entry: BibEntry | None = None

    @property
    def title(self) -> str:
        """The title where there is one, otherwise the whole text."""
        return (self.entry.fields.get("title") if self.entry else None) or self.text


@dataclass
class CitedWorks:
    """The files of the cited works."""

    files: tuple[Path, ...]
    given: Mapping[str, Path] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    _open: "OrderedDict[Path, SourceFile | AdjudgeError]" = field(default_factory=OrderedDict)
    _told: set[Path] = field(default_factory=set)

    def path(self, key: str, reference: CitedReference | None) -> Path | None:
        """The file of a work; raises a `DataError` if several could be it."""
        if key in self.given:
            return self.given[key]
        for found in self._candidates(key, reference):
            if len(found) > 1:
                raise DataError(
                    f"More than one file could be '{key}': {', '.join(str(one) for one in found[:4])}.",
                    hint=f"Say which: --work {key}=FILE.",
                )
            if found:
                return found[0]
        return None

    def _candidates(self, key: str, reference: CitedReference | None) -> Iterable[list[Path]]:
        """The files that fit, the surest reason first."""
        plain = _plain(key)
        yield [path for path in self.files if _plain(path.stem) == plain]
        if key.isdigit():
            number = re.compile(rf"(?:ref(?:erence)?)?0*{key}(?:\D.*)?", re.IGNORECASE)
            yield [path for path in self.files if number.fullmatch(path.stem)]
        if reference is None:
            return
        named = _names(reference)
        yield [path for path in self.files if path.name.lower() in named or _plain(path.stem) in named]
        words = _words(reference.title)
        yield [
            path
            for path in self.files
            if len(own := _words(path.stem)) >= _FEWEST_TITLE_WORDS and set(own) <= set(words)
        ]

    def read(self, path: Path) -> SourceFile | AdjudgeError:
        """The file's text, or the reason why it cannot be read."""
        if path in self._open:
            self._open.move_to_end(path)
            return self._open[path]
        problems = Problems()
        try:
            found: SourceFile | AdjudgeError = source_of(path, problems, what="The cited work")
        except AdjudgeError as error:
            found = error
        if path not in self._told:
            self._told.add(path)
            self.messages += [f"{path.name}: {problem}" for problem in problems.shown]
        self._open[path] = found
        if len(self._open) > _MOST_OPEN:
            self._open.popitem(last=False)
        return found


def works_in(folder: Path | None, mapped: Mapping[str, Path], map_file: Path | None = None) -> CitedWorks:
    """The works of a folder and of a map from key to file. Links that lead out of the folder are not followed."""
    named = dict(_map(map_file)) | dict(mapped) if map_file else dict(mapped)
    for key, path in named.items():
        if not path.is_file():
            raise DataError(f"The work '{key}' is mapped to '{path}', which is not a file.", hint="Check the path.")
    if folder is None:
        return CitedWorks((), named)
    if not folder.is_dir():
        raise DataError(f"'{folder}' is not a folder.", hint="Name the folder that contains the cited works.")
    root = folder.resolve()
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in READABLE and path.is_file())
    inside = tuple(path for path in files if path.resolve().is_relative_to(root))
    left_out = [path.name for path in files if path not in inside]
    messages = [f"{name}: a link that leads out of the folder; not followed" for name in left_out]
    return CitedWorks(inside, named, messages)


def _map(path: Path) -> Iterable[tuple[str, Path]]:
    content = read_json(path, what="The map of works")
    if not isinstance(content, dict) or not all(isinstance(value, str) for value in content.values()):
        raise DataError(
            f"'{path}' is not a map of works.", hint='Write JSON such as {"miller2019": "papers/miller.pdf"}.'
        )
    return ((key, path.parent / value) for key, value in content.items())


def _names(reference: CitedReference) -> set[str]:
    """File names that the .bib entry suggests: its `file`, its DOI, its arXiv number."""
    fields = reference.entry.fields if reference.entry else {}
    # Reference managers write "Description:folder/name.pdf:application/pdf".
    files = re.split(r"[:;]", fields.get("file", ""))
    named = {re.split(r"[\\/]", one)[-1].strip().lower() for one in files if "." in one}
    return named | {_plain(fields[name]) for name in ("doi", "eprint") if fields.get(name)}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\W_]+", text.lower()) if word]
