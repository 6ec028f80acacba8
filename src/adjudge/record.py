"""The one base of every typed record: frozen, closed, with one canonical JSON form and its hash.

Canonical JSON has sorted keys and no insignificant space, so that equal records have equal bytes.
"""

import hashlib
import json
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import PydanticSerializationError

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class _Text(BaseModel):
    """A model that can be written as JSON even if a text contains a lone surrogate, as broken files do."""

    def model_dump_json(self, **options: Any) -> str:
        """The JSON, with pydantic's options; a lone surrogate is escaped."""
        try:
            return super().model_dump_json(**options)
        except PydanticSerializationError:
            return _escaped_json(self, **options)

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """The value of that JSON; an escaped lone surrogate becomes one again."""
        try:
            return super().model_validate_json(json_data, **options)
        except ValidationError as error:
            if error.errors(include_input=False, include_url=False)[0]["type"] != "json_invalid":
                raise
            try:
                plain = json.loads(json_data)
            except (ValueError, RecursionError):
                raise error from None
        return cls.model_validate(plain, **options)


class Record(_Text):
    """A frozen value that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OpenRecord(_Text):
    """A frozen value that keeps fields it does not know: what a protocol adds, or a stored record read back."""

    model_config = ConfigDict(frozen=True, extra="allow")


def as_json(record: BaseModel, *, without: set[str] | None = None) -> str:
    """The record's JSON, as `model_dump_json` gives it; lone surrogates of a broken file are escaped."""
    try:
        return record.model_dump_json(exclude=without)
    except PydanticSerializationError:
        return _escaped_json(record, exclude=without)


def _escaped_json(
    record: BaseModel,
    *,
    indent: int | None = None,
    ensure_ascii: bool = True,  # noqa: ARG001 # only ASCII can represent a lone surrogate
    **options: Any,
) -> str:
    plain = record.model_dump(mode="json", **options)
    return json.dumps(plain, indent=indent, separators=(",", ":") if indent is None else None)


def canonical(value: BaseModel | Any) -> str:
    """The canonical JSON of a record, or of plain JSON data."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return _CANONICAL.encode(plain)


def digest(value: BaseModel | Any) -> str:
    """SHA-256 of the canonical JSON, in hex."""
    # surrogatepass: a text read from a broken file may hold lone surrogates, and must still have a hash.
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()
