"""Records to bytes and back, exactly. Long ones are compressed.

zlib's own first byte (0x78) tells compressed bytes from JSON, which starts with a brace.
"""

import json
import zlib
from typing import TypeVar

from pydantic import BaseModel

from adjudge.errors import CaseError, TamperedRun
from adjudge.record import as_json

M = TypeVar("M", bound=BaseModel)

COMPRESS_ABOVE = 2048
ZLIB_FIRST_BYTE = 0x78
CHANGED = "The store was changed from outside."
_TRANSCRIPT = b',"transcript":{'
"""Quotation marks inside JSON strings are escaped, so only the key of a record looks like this."""


def to_json(record: BaseModel) -> bytes:
    """The record's JSON in bytes."""
    return as_json(record).encode()


def from_json(kind: type[M], data: bytes) -> M:
    """The record of that JSON."""
    try:
        if b"\\ud" in data:
            return kind.model_validate(json.loads(data))
        return kind.model_validate_json(data)
    except (ValueError, CaseError) as error:
        raise TamperedRun(f"A stored {kind.__name__} cannot be read: {error}.", hint=CHANGED) from error


def without_transcript(verdict: bytes) -> bytes:
    """The JSON of a verdict with an empty transcript: its last field, and two thirds of its length."""
    head, transcript, _ = verdict.partition(_TRANSCRIPT)
    return head + _TRANSCRIPT + b'"entries":[]}}' if transcript else verdict


def pack(data: bytes) -> bytes:
    """The bytes as they are stored."""
    # Level 3: half the time of the default, for 3 to 6 per cent more space.
    return zlib.compress(data, level=3) if len(data) > COMPRESS_ABOVE else data


def unpack(stored: bytes | str) -> bytes:
    """The original bytes. Text instead of bytes means that SQLite was edited by hand."""
    data = stored.encode() if isinstance(stored, str) else stored
    if data[:1] != bytes([ZLIB_FIRST_BYTE]):
        return data
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise TamperedRun(f"Stored bytes cannot be read: {error}.", hint=CHANGED) from error
