"""One JSON line per outcome, appended during the run and rewritten in the order of the data at its end.

A pipe, a device or standard output cannot be rewritten: their lines stay in the order of decision.
A file contains only whole lines: a line cut off by a full disk is removed.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Literal, TextIO, cast

from adjudge.batch.written import VerdictFormat, verdict_line, write_verdicts
from adjudge.files import write_error
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict


class VerdictLines:
    """Writes the lines of a run to a path, or to standard output without one."""

    def __init__(self, path: Path | None, *, full: bool) -> None:
        self._full = full
        self._standard = sys.stdout if path is None else _standard_stream(path)
        self._path = path
        self._flows = path is None or self._standard is not None or _is_pipe_or_device(path)
        if path is not None and not self._flows:
            # Replace the target of a link, never the link itself.
            self._path = Path(os.path.realpath(path))
        self._file: BinaryIO | None = None

    def __enter__(self) -> "VerdictLines":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def on_terminal_streams(self) -> bool:
        """Whether the lines go to standard output or standard error: nothing else may be written between them."""
        return self._standard is not None

    async def begin(self, store: Store, run_id: str) -> None:
        """Write the outcomes decided before and open for more. A pipe is opened once, or its reader would see its
        end."""
        if self._flows:
            async for stored in store.outcomes(run_id):
                self._put(self._line(stored.outcome), mode="w")
        else:
            await self._replace(store, run_id)

    def write(self, outcome: Verdict | Failure) -> None:
        """Append a line; it is on disk before the next case begins."""
        self._put(self._line(outcome), mode="a")

    async def finish(self, store: Store, run_id: str) -> None:
        """Rewrite a file in the order of the data; streams stay as they are."""
        if not self._flows:
            await self._replace(store, run_id)

    def _put(self, line: str, *, mode: Literal["a", "w"]) -> None:
        if self._standard is not None:
            self._standard.write(line)
            self._standard.flush()
            return
        assert self._path is not None
        if self._file is None:
            self._file = _opened(self._path, mode)
        with _write_errors(self._path):
            _append(self._file, line)

    async def _replace(self, store: Store, run_id: str) -> None:
        """Rewrite the file from the store, atomically."""
        assert self._path is not None
        part = self._path.with_name(self._path.name + ".part")
        try:
            with _opened(part, "w") as file, _write_errors(self._path):
                async for stored in store.outcomes(run_id):
                    _append(file, self._line(stored.outcome))
            part.replace(self._path)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise

    def _line(self, outcome: Verdict | Failure) -> str:
        return verdict_line(outcome, full=self._full)


class VerdictTable:
    """The verdicts of a run as a Parquet file, which is written when the run is finished; used like `VerdictLines`."""

    on_terminal_streams = False

    def __init__(self, path: Path, *, full: bool) -> None:
        self._path = path
        self._full = full

    def __enter__(self) -> "VerdictTable":
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    async def begin(self, store: Store, run_id: str) -> None:
        """Check early that the file can be written and the library is installed."""
        await write_verdicts(self._path, store, run_id, format=VerdictFormat.PARQUET, full=self._full)

    def write(self, outcome: Verdict | Failure) -> None:
        """Do nothing: the outcome is in the store, and the file is written at the end."""

    async def finish(self, store: Store, run_id: str) -> None:
        """Write all verdicts of the run."""
        await write_verdicts(self._path, store, run_id, format=VerdictFormat.PARQUET, full=self._full)


def _standard_stream(path: Path) -> TextIO | None:
    """The open stream behind a path such as /dev/stdout; opening it again would overwrite other output."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if os.path.samestat(path.stat(), os.fstat(stream.fileno())):
                return stream
        except (OSError, ValueError):
            # The path does not exist, or the stream has no file descriptor.
            continue
    return None


def _is_pipe_or_device(path: Path) -> bool:
    """Whether a rename would destroy what is there: a pipe, a device, or a loop of links."""
    return os.path.islink(os.path.realpath(path)) or (os.path.exists(path) and not os.path.isfile(path))


def _opened(path: Path, mode: Literal["a", "w"]) -> BinaryIO:
    """Open the file unbuffered, so that a failed write is not repeated on close."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return cast(BinaryIO, path.open("ab" if mode == "a" else "wb", buffering=0))
    except OSError as error:
        raise write_error(path, error, hint="Choose another file with --out.") from error


def _append(file: BinaryIO, line: str) -> None:
    """Write the line completely; on failure, remove what was written if the file can be truncated."""
    data = line.encode()
    size = os.fstat(file.fileno()).st_size
    try:
        while data:
            data = data[file.write(data) :]
    except OSError:
        with suppress(OSError):  # a pipe or a device cannot be truncated
            os.ftruncate(file.fileno(), size)
        raise


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        hint = (
            "Free some space, or choose another file with --out. Decided cases are stored; run the same command again."
        )
        raise write_error(path, error, hint=hint) from error
