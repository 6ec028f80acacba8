"""Write answers to disk as they arrive, before they are parsed, so that a killed process loses no paid answer.

The ledger stores an answer once it has been read, checked and committed. That takes milliseconds, in which a SIGKILL
would lose it. A receipt is one write to a file, in the step that reads the last bytes of the answer. The next process
that is about to send the same request finds the receipt and sends nothing. Receipts matter only briefly: each process
keeps its newest megabyte or two and deletes them when it ends normally.
"""

import os
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from adjudge.files import private_folder

SEGMENT_BYTES = 1_000_000
"""A process has two files of this size. What is dropped with the older one is long in the ledger."""
KEPT_S = 24 * 3600.0
"""How long the receipts of a dead process are kept, unless its run is resumed before."""
_RECORD = struct.Struct(">4s32sI")
_MARK = b"adj1"


class Receipts:
    """The receipts in a folder: those of dead processes, and this process's own. With `fresh`, none are read."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        self._folder = folder
        self._fresh = fresh
        self._unused: dict[bytes, tuple[bytes, Path]] | None = None
        self._taken_over: list[tuple[Path, int]] = []
        self._used: set[Path] = set()
        self._segments: list[tuple[Path, int]] = []
        self._written = 0
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            # An interrupted process may have received answers that it has not read yet.
            self.let_go()

    def take(self, key: bytes) -> bytes | None:
        """An answer that an earlier process received but did not use; each is returned once."""
        if self._unused is None:
            self._unused = {} if self._fresh else self._take_over()
        found = self._unused.pop(key, None)
        if found is None:
            return None
        answer, path = found
        self._used.add(path)
        return answer

    def write(self, key: bytes, answer: bytes) -> None:
        """Write an answer down. It is safe from the death of this process when this returns."""
        # Where nothing can be written (a full disk, files without locks) the ledger is all there is, as before.
        with suppress(OSError):
            if not self._segments or self._written > SEGMENT_BYTES:
                self._next_segment()
            if self._segments:
                os.write(self._segments[-1][1], _RECORD.pack(_MARK, key, len(answer)) + answer)
                self._written += len(answer)

    def close(self) -> None:
        """Delete this process's receipts, which are all used. Others' stay for a while: their runs may resume."""
        for path, _ in self._segments:
            path.unlink(missing_ok=True)
        for path, _ in self._taken_over:
            if path in self._used or _age_s(path) > KEPT_S:
                path.unlink(missing_ok=True)
        self.let_go()

    def let_go(self) -> None:
        """Leave everything to the next process, as if this one had died."""
        for _, handle in (*self._segments, *self._taken_over):
            os.close(handle)
        self._segments, self._taken_over, self._unused = [], [], None

    def _take_over(self) -> dict[bytes, tuple[bytes, Path]]:
        remaining: dict[bytes, tuple[bytes, Path]] = {}
        for path in sorted(self._folder.glob("*.receipts")):
            if (handle := _locked(path, os.O_RDONLY)) is not None:
                self._taken_over.append((path, handle))
                remaining |= {key: (answer, path) for key, answer in _records(path.read_bytes()).items()}
        return remaining

    def _next_segment(self) -> None:
        private_folder(self._folder)
        self._number += 1
        path = self._folder / f"{os.getpid()}-{time.time_ns()}-{self._number}.receipts"
        handle = _locked(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        if handle is None:
            return
        self._segments.append((path, handle))
        self._written = 0
        if len(self._segments) > 2:
            oldest, handle = self._segments.pop(0)
            oldest.unlink(missing_ok=True)
            os.close(handle)


def _records(data: bytes) -> dict[bytes, bytes]:
    """The receipts of a file; the last may be torn and is then left out."""
    found: dict[bytes, bytes] = {}
    at = 0
    while at + _RECORD.size <= len(data):
        mark, key, size = _RECORD.unpack_from(data, at)
        at += _RECORD.size
        if mark != _MARK or at + size > len(data):
            break
        found[key] = data[at : at + size]
        at += size
    return found


def _locked(path: Path, flags: int) -> int | None:
    """The file, locked by this process until it ends; None if another process has it or locks are not supported."""
    try:
        import fcntl

        handle = os.open(path, flags, 0o600)
    except (ImportError, OSError):
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _age_s(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
