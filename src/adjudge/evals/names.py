"""Unique names for data files, and one joined name for a folder.

Where nothing clashes, a file's name is its first part (`pairs.v2.jsonl.gz` is `pairs`), so that ids stay as they are.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from adjudge.record import digest

_ENDINGS = (".gz", ".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt", ".md")
_LONGEST = 200
"""In bytes: with prefix and suffix a file name may have 255."""


def stem(path: Path) -> str:
    """The first part of a file's name."""
    return path.name.split(".")[0]


def names_of(paths: Sequence[Path], plain: Callable[[Path], str] = stem) -> list[str]:
    """A unique name for each file. Clashing names get more of their path, or a number."""
    names = list(map(plain, paths))
    for longer in (_base_name, _placed):
        counts = Counter(names)
        names = [longer(path) if counts[name] > 1 else name for path, name in zip(paths, names, strict=True)]
    found: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique in found:
            number += 1
            unique = f"{name}-{number}"
        found.append(unique)
    return found


def joined(names: Sequence[str]) -> str:
    """One joined name, short enough for a file name."""
    each = list(dict.fromkeys(names))
    name = "+".join(each)
    if len(name.encode()) <= _LONGEST:
        return name
    beginning = name.encode()[: _LONGEST // 2].decode(errors="ignore")
    return f"{beginning.rpartition('+')[0] or beginning}+more-{digest(each)[:12]}"


def _base_name(path: Path) -> str:
    """The file name without its format suffixes."""
    name = path.name
    while (short := name.lower()).endswith(_ENDINGS):
        name = name[: -len(next(ending for ending in _ENDINGS if short.endswith(ending)))]
    return name or path.name


def _placed(path: Path) -> str:
    return f"{path.resolve().parent.name}/{_base_name(path)}"
