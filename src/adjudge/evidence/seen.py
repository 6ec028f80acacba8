"""A set of seen keys in bounded memory: the latest in a Python set, the rest in a temporary SQLite file.

A file of a few gigabytes holds tens of millions of records: a set of all their keys would be larger than the file.
"""

import sqlite3
from types import TracebackType

_HELD = 500_000
_HALF = 1 << 63


class Seen:
    """Tells new keys from known ones. A key is hexadecimal; its first 64 bits are what counts."""

    def __init__(self, *, held: int = _HELD) -> None:
        self._held = held
        self._latest: set[int] = set()
        self._file: sqlite3.Connection | None = None

    def __enter__(self) -> "Seen":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def add(self, key: str) -> bool:
        """Add a key. Returns whether it was new."""
        number = int(key[:16], 16) - _HALF
        if number in self._latest or (self._file and self._in_file(self._file, number)):
            return False
        self._latest.add(number)
        if len(self._latest) >= self._held:
            self._spill()
        return True

    def _in_file(self, file: sqlite3.Connection, number: int) -> bool:
        return file.execute("SELECT 1 FROM seen WHERE key = ?", (number,)).fetchone() is not None

    def _spill(self) -> None:
        if self._file is None:
            # Without a name it is a temporary file that is gone when it is closed, or when the process is.
            self._file = sqlite3.connect("", isolation_level=None)
            for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -16000"):
                self._file.execute(f"PRAGMA {setting}")
            self._file.execute("CREATE TABLE seen (key INTEGER PRIMARY KEY)")
            self._file.execute("BEGIN")
        # In order: neighbours go to the same page.
        self._file.executemany("INSERT INTO seen VALUES (?)", ((number,) for number in sorted(self._latest)))
        self._latest.clear()
