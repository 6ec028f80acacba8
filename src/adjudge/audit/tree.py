"""The documents of a folder: files with an ending of a manuscript, without those that are hidden, ignored or excluded.

Symbolic links to folders are not followed; a link to a file outside the root is skipped with a message.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from pathlib import Path, PurePosixPath
from re import Pattern
from re import compile as compiled

from adjudge.audit.git import files_of
from adjudge.errors import ConfigError, DataError
from adjudge.manuscripts.reading import ENDINGS, format_of, require_inside

_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "build", "dist", "site-packages"})


@dataclass(frozen=True)
class Tree:
    """The documents that were found, and messages about what was skipped."""

    documents: tuple[Path, ...]
    messages: tuple[str, ...]


def documents_in(root: Path, paths: Sequence[Path], exclude: Sequence[str]) -> Tree:
    """The documents below these paths, each once, in order. A file that is named is taken although git ignores it, but
    not if it is excluded: pre-commit names every file that changed."""
    tracked = files_of(root)
    found: dict[Path, Path] = {}
    messages: list[str] = []
    for path in paths:
        for one in _candidates(path, root):
            named = one == path
            name = relative(one, root)
            if matches(name, exclude):
                messages += [f"{name} was skipped: the configuration excludes it."] if named else []
                continue
            if not named and tracked is not None and not _is_tracked(one, tracked):
                continue
            try:
                found.setdefault(require_inside(one, root, what="The document"), one)
            except DataError as error:
                if named:
                    raise
                messages.append(f"{name} was skipped: it is a symbolic link out of the repository. {error.hint}")
    return Tree(tuple(sorted(found.values())), tuple(messages))


def _is_tracked(path: Path, tracked: frozenset[Path]) -> bool:
    # A link is tracked under its own name, not under that of the file it leads to.
    return path.parent.resolve() / path.name in tracked


def _candidates(path: Path, root: Path) -> Iterator[Path]:
    if not path.exists():
        raise DataError(f"'{path}' does not exist.", hint="Name a folder or a document.")
    require_inside(path, root, what="The path")
    if path.is_file():
        if format_of(path) is None:
            raise ConfigError(f"'{path}' is not a document.", hint=f"Known endings: {', '.join(ENDINGS)}.")
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        for name in sorted(files):
            one = Path(folder) / name
            if format_of(one) is not None and not name.startswith(".") and (one.is_file() or one.is_symlink()):
                yield one


def relative(path: Path, root: Path) -> str:
    """A path as reports show it: relative to the root, with forward slashes. A link keeps its own name."""
    place = path.parent.resolve() / path.name
    return place.relative_to(root.resolve()).as_posix() if place.is_relative_to(root.resolve()) else path.as_posix()


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether a relative path matches one of the patterns: `*` is within a folder, `**` any number of folders."""
    return any(_pattern(pattern).fullmatch(PurePosixPath(name).as_posix()) for pattern in patterns)


@lru_cache(maxsize=1_000)
def _pattern(glob: str) -> Pattern[str]:
    """The glob as a regular expression; a folder stands for all that is in it."""
    glob = glob.removeprefix("./")
    glob = f"{glob}**" if glob.endswith("/") else glob
    parts = []
    for number, part in enumerate(glob.split("**/")):
        inner = "[^/]*".join(translate(piece)[len("(?s:") : -len(")\\Z")] for piece in part.split("*"))
        parts.append(("(?:[^/]+/)*" if number else "") + inner.replace("[^/]*[^/]*", ".*"))
    return compiled("".join(parts))
