"""One JSON line per outcome: appended while the run goes, rewritten in the order of the data when it is done."""

import sys
from pathlib import Path
from typing import Literal, TextIO

from adjudge.errors import DataError
from adjudge.record import as_json
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict


class VerdictLines:
    """The lines of a run, in a file or (without a path) on standard output."""

    def __init__(self, path: Path | None, *, full: bool) -> None:
        self._path = path
        self._full = full
        self._file: TextIO | None = None

    def __enter__(self) -> "VerdictLines":
        if self._path is not None:
            self._file = self._opened(self._path, "a")
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, outcome: Verdict | Failure) -> None:
        """One more line, on disk before the next case."""
        file = self._file or sys.stdout
        file.write(self._line(outcome))
        file.flush()

    async def rebuild(self, store: Store, run_id: str) -> None:
        """Write anew what the store has of the run, in the order of the data."""
        if self._path is None:
            async for stored in store.outcomes(run_id):
                sys.stdout.write(self._line(stored.outcome))
            return
        part = self._path.with_name(self._path.name + ".part")
        with self._opened(part, "w") as file:
            async for stored in store.outcomes(run_id):
                file.write(self._line(stored.outcome))
        part.replace(self._path)

    def _line(self, outcome: Verdict | Failure) -> str:
        return as_json(outcome, without=None if self._full else {"transcript"}) + "\n"

    @staticmethod
    def _opened(path: Path, mode: Literal["a", "w"]) -> TextIO:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return path.open(mode, encoding="utf-8")
        except OSError as error:
            raise DataError(
                f"'{path}' cannot be written: {error.strerror or error}.", hint="Choose another file with --out."
            ) from error
