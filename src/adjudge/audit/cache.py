"""Judgements by key, in a file beside the repository: one JSON line each, added as soon as it is decided.

A process that is killed loses at most the line it was writing; such a line is skipped when the file is read.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adjudge.audit.judgement import SentenceJudgement
from adjudge.files import write_error

FOLDER = ".adjudge_cache"
_MOST_UNUSED = 20_000
"""Lines that no run used any more before the file is written anew."""


class JudgementCache:
    """The cache of one audit; with `fresh`, it is written but not read."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self._path = folder / "audit.jsonl"
        self._judgements: dict[str, Any] = {} if fresh else _read(self._path)

    def get(self, key: str) -> SentenceJudgement | None:
        """The judgement of a key; one that another version wrote in another form counts as missing."""
        try:
            return SentenceJudgement.model_validate(self._judgements[key])
        except (KeyError, ValueError):
            return None

    def put(self, key: str, judgement: SentenceJudgement) -> None:
        """Store a judgement, also in the file."""
        content = judgement.model_dump(mode="json")
        self._judgements[key] = content
        self._append(json.dumps({"key": key, "judgement": content}))

    def compact(self, used: Iterable[str]) -> None:
        """Rewrite the file if most of its entries are unused."""
        keys = set(used)
        if len(self._judgements) - len(keys) > max(_MOST_UNUSED, len(keys)):
            lines = [
                json.dumps({"key": key, "judgement": self._judgements[key]}) for key in self._judgements if key in keys
            ]
            part = self._path.with_suffix(".part")
            part.write_text("".join(f"{line}\n" for line in lines))
            part.replace(self._path)

    def _append(self, line: str) -> None:
        try:
            if not self._path.parent.exists():
                self._path.parent.mkdir(parents=True)
                (self._path.parent / ".gitignore").write_text("*\n")
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            raise write_error(self._path, error, hint="Choose another folder with --cache.") from error


def _read(path: Path) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    if not path.is_file():
        return entries
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                entry = json.loads(line)
                entries[entry["key"]] = entry["judgement"]
            except (ValueError, KeyError, TypeError):
                continue
    return entries
