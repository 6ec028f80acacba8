"""The one base of every typed record: frozen, closed, with one canonical JSON form and its hash.

Canonical JSON has sorted keys and no insignificant space, so that equal records have equal bytes.
"""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticSerializationError

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Record(BaseModel):
    """A frozen value that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OpenRecord(BaseModel):
    """A frozen value that keeps fields it does not know: what a protocol adds, or a stored record read back."""

    model_config = ConfigDict(frozen=True, extra="allow")


def as_json(record: BaseModel, *, without: set[str] | None = None) -> str:
    """The record's JSON, as `model_dump_json` gives it; lone surrogates of a broken file are escaped."""
    try:
        return record.model_dump_json(exclude=without)
    except PydanticSerializationError:
        return json.dumps(record.model_dump(mode="json", exclude=without), separators=(",", ":"))


def canonical(value: BaseModel | Any) -> str:
    """The canonical JSON of a record, or of plain JSON data."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return _CANONICAL.encode(plain)


def digest(value: BaseModel | Any) -> str:
    """SHA-256 of the canonical JSON, in hex."""
    # surrogatepass: a text read from a broken file may hold lone surrogates, and must still have a hash.
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()
