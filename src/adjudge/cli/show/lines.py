"""One JSON line per outcome: appended while the run goes, rewritten in the order of the data when it is done.

A pipe, a device or standard output cannot be rewritten: what goes there stays in the order in which it was decided.
"""

import os
import sys
from pathlib import Path
from typing import Literal, TextIO

from adjudge.errors import DataError
from adjudge.record import as_json
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict


class VerdictLines:
    """The lines of a run, where a path says or (without one) on standard output."""

    def __init__(self, path: Path | None, *, full: bool) -> None:
        self._full = full
        self._standard = sys.stdout if path is None else _standard_stream(path)
        self._path = path
        self._flows = path is None or self._standard is not None or _is_pipe_or_device(path)
        if path is not None and not self._flows:
            # The file that a link leads to is replaced, never the link.
            self._path = Path(os.path.realpath(path))
        self._file: TextIO | None = None

    def __enter__(self) -> "VerdictLines":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    async def begin(self, store: Store, run_id: str) -> None:
        """Write what was decided before, then be open for more; a pipe is opened once, or its reader sees an end."""
        if self._flows:
            await self._write_stored(self._target("w"), store, run_id)
        else:
            await self._replace(store, run_id)

    def write(self, outcome: Verdict | Failure) -> None:
        """One more line, on disk before the next case."""
        file = self._target("a")
        file.write(self._line(outcome))
        file.flush()

    async def finish(self, store: Store, run_id: str) -> None:
        """Put a file in the order of the data; what has flowed away stays as it is."""
        if not self._flows:
            await self._replace(store, run_id)

    def _target(self, mode: Literal["a", "w"]) -> TextIO:
        if self._standard is not None:
            return self._standard
        if self._file is None:
            assert self._path is not None
            self._file = _opened(self._path, mode)
        return self._file

    async def _replace(self, store: Store, run_id: str) -> None:
        """Write anew what the store has of the run; a reader sees the old file or the new, never half of one."""
        assert self._path is not None
        part = self._path.with_name(self._path.name + ".part")
        with _opened(part, "w") as file:
            await self._write_stored(file, store, run_id)
        part.replace(self._path)

    async def _write_stored(self, file: TextIO, store: Store, run_id: str) -> None:
        async for stored in store.outcomes(run_id):
            file.write(self._line(stored.outcome))

    def _line(self, outcome: Verdict | Failure) -> str:
        return as_json(outcome, without=None if self._full else {"transcript"}) + "\n"


def _standard_stream(path: Path) -> TextIO | None:
    """The open stream that a path like /dev/stdout leads to: opened again, it would overwrite what else is written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if os.path.samestat(path.stat(), os.fstat(stream.fileno())):
                return stream
        except (OSError, ValueError):
            # The path does not exist, or the stream has no number.
            continue
    return None


def _is_pipe_or_device(path: Path) -> bool:
    """Whether there is something that a rename would destroy; links that lead nowhere but to each other as well."""
    return os.path.islink(os.path.realpath(path)) or (os.path.exists(path) and not os.path.isfile(path))


def _opened(path: Path, mode: Literal["a", "w"]) -> TextIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open(mode, encoding="utf-8")
    except OSError as error:
        raise DataError(
            f"'{path}' cannot be written: {error.strerror or error}.", hint="Choose another file with --out."
        ) from error
