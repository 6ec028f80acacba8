"""An advisory lock on a file for one process at a time; the operating system releases it when the process ends."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudge.errors import StoreError
from adjudge.files import private_file, private_folder

_POLL_S = 0.05


@contextmanager
def locked(path: Path, *, wait_s: float = 600.0) -> Iterator[None]:
    """Hold the lock for a block; waits for the current holder up to `wait_s` seconds."""
    import fcntl

    private_folder(path.parent)
    private_file(path)
    until = time.monotonic() + wait_s
    with path.open("a") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise StoreError(
                        f"'{path}' is held by another process.", hint="Wait for it, then try again."
                    ) from None
                time.sleep(_POLL_S)
        yield
