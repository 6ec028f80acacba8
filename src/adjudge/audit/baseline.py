"""The baseline: findings that are known, so that only new ones fail. A finding is known by document and sentence."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from adjudge.audit.report import FINDINGS, AuditEntry, Status, status_of
from adjudge.errors import DataError
from adjudge.files import read_json, write_error

_VERSION = 1


class Baseline:
    """Known findings. Each allows one finding of the same status in the same document."""

    def __init__(self, known: Iterable[tuple[str, str, str]] = ()) -> None:
        self._remaining = Counter(known)

    @classmethod
    def load(cls, path: Path) -> "Baseline":
        """Read a baseline. Raises a `DataError` if the file is not one."""
        content = read_json(path, what="The baseline")
        try:
            if content["version"] != _VERSION:
                raise ValueError(f"version {content['version']!r}")
            return cls((str(one["path"]), str(one["text"]), str(one["status"])) for one in content["findings"])
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(
                f"'{path}' is not a baseline of this version: {error}.", hint="Rewrite it with --update-baseline."
            ) from error

    def take(self, entry: AuditEntry) -> bool:
        """Whether the finding is known; each entry of the baseline is used once."""
        key = (entry.path, entry.text, str(entry.status))
        if not self._remaining[key]:
            return False
        self._remaining[key] -= 1
        return True

    def stale(self, audited: Iterable[str]) -> int:
        """The number of known findings of these documents that no longer occur."""
        paths = set(audited)
        return sum(count for (path, _, _), count in self._remaining.items() if path in paths)


def write_baseline(path: Path, entries: Iterable[AuditEntry]) -> int:
    """Write the findings as the new baseline and return their number."""
    known = [{"path": one.path, "text": one.text, "status": str(_original(one))} for one in entries if _original(one)]
    try:
        path.write_text(json.dumps({"version": _VERSION, "findings": known}, ensure_ascii=False, indent=1) + "\n")
    except OSError as error:
        raise write_error(path, error) from error
    return len(known)


def _original(entry: AuditEntry) -> Status | None:
    status = status_of(entry.judgement) if entry.status is Status.BASELINE and entry.judgement else entry.status
    return status if status in FINDINGS else None
