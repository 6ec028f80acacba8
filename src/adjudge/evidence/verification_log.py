"""The verification log: one line per verdict, `CLAIM: ... | VERDICT: ...`; several processes may write at once.

A line is appended with one write, under a lock. White space in a claim is folded and its separators are
replaced, so that a claim cannot forge a line or a verdict.
"""

import os
import re
from pathlib import Path

from adjudge.errors import StoreError
from adjudge.evidence.records import folded

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def log_line(claim: str, verdict: str) -> str:
    """The line of a verdict, without a newline."""
    plain = (folded(_CONTROL.sub(" ", text)) for text in (claim, verdict))
    shown, word = (text.replace("|", "¦") for text in plain)
    return f"CLAIM: {shown} | VERDICT: {word}"


def append_line(path: Path, claim: str, verdict: str) -> str:
    """Append the line and return it."""
    import fcntl

    line = log_line(claim, verdict)
    data = (line + "\n").encode("utf-8", "replace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            while data:
                data = data[os.write(file, data) :]
        finally:
            os.close(file)
    except OSError as error:
        raise StoreError(
            f"The log '{path}' cannot be written: {error.strerror or error}.", hint="Name another file with --log."
        ) from error
    return line
