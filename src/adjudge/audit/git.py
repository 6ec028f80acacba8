"""Query git: the files of a folder, and the lines that changed since a revision.

git is called as a program, with fixed arguments and a timeout. Nothing in the repository is changed.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudge.errors import ConfigError

_HUNK = re.compile(rb"@@ -\d{1,9}(?:,\d{1,9})? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_TIMEOUT_S = 60


@dataclass(frozen=True)
class Changes:
    """Changed files and their changed lines; a file without lines is new, and all of it counts."""

    lines: Mapping[Path, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    new: frozenset[Path] = frozenset()

    def file(self, path: Path) -> bool:
        """Whether the file changed at all."""
        return path in self.new or path in self.lines

    def touches(self, path: Path, first: int, last: int) -> bool:
        """Whether one of these lines of the file changed."""
        return path in self.new or any(first <= end and start <= last for start, end in self.lines.get(path, ()))


def files_of(root: Path) -> frozenset[Path] | None:
    """The files of a folder that git does not ignore; None outside a repository, or without git."""
    try:
        listed = _git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    except ConfigError:
        return None
    return frozenset(root.resolve() / _path(name) for name in listed.split(b"\0") if name)


def changes_since(root: Path, revision: str) -> Changes:
    """The differences between a revision and the working tree. Raises a `ConfigError` for an unknown revision."""
    root = root.resolve()
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").strip()
    except ConfigError as error:
        _git(root, "rev-parse", "--git-dir")  # says so if this is no repository at all
        raise ConfigError(
            f"--since: there is no revision '{revision}' in '{root}'.",
            hint="Name a branch, tag or commit. In CI, fetch it first (a shallow clone has one commit only).",
        ) from error
    shown = _git(
        root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames",
        "--relative", "--src-prefix=a/", "--dst-prefix=b/", commit.decode(), "--",
    )  # fmt: skip
    untracked = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    new = frozenset(root / _path(name) for name in untracked.split(b"\0") if name)
    return Changes(_changed_lines(root, shown), new)


def _changed_lines(root: Path, diff: bytes) -> dict[Path, tuple[tuple[int, int], ...]]:
    changed: dict[Path, tuple[tuple[int, int], ...]] = {}
    path: Path | None = None
    for line in diff.split(b"\n"):
        if line.startswith(b"+++ "):
            name = line[4:].rstrip(b"\t\r")
            path = root / _path(name[2:]) if name.startswith(b"b/") else None
            if path:
                changed.setdefault(path, ())
        elif path and (hunk := _HUNK.match(line)):
            start, count = int(hunk[1]), int(hunk[2] or 1)
            # Where lines were only removed, the sentence around the gap may have changed.
            last = start + max(count, 1) - 1 if count else start + 1
            changed[path] = (*changed[path], (start, last))
    return changed


def _git(root: Path, *arguments: str) -> bytes:
    try:
        ran = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False, timeout=_TIMEOUT_S)
    except FileNotFoundError as error:
        raise ConfigError("git is not installed.", hint="Install it, or audit without --since.") from error
    except subprocess.TimeoutExpired as error:
        raise ConfigError(f"git {arguments[0]} took more than {_TIMEOUT_S} s in '{root}'.") from error
    if ran.returncode:
        message = ran.stderr.decode(errors="replace").strip().removeprefix("fatal: ") or f"exit code {ran.returncode}"
        raise ConfigError(f"git {arguments[0]} failed in '{root}': {message}.", hint="--since needs a git repository.")
    return ran.stdout


def _path(name: bytes) -> Path:

    return Path(os.fsdecode(name))
