"""Front matter: YAML between lines of `---`, TOML between lines of `+++`, at the top of a file.

In: a text. Out: its values and the offset after them. Wrong front matter is a `DataError` with its line.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from adjudge.errors import ConfigError, DataError
from adjudge.yaml_text import load_yaml

_FENCE = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*\r?\n")
_MOST_CHARACTERS = 100_000
_MOST_DEPTH = 20
_MOST_BITS = 64


def front_matter(text: str, *, name: str) -> tuple[Mapping[str, JsonValue], int]:
    """The values and where the text after them begins; no values and 0 without front matter."""
    opened = _FENCE.match(text)
    if not opened:
        return {}, 0
    close = "(?:---|\\.\\.\\.)" if opened[1] == "---" else r"\+\+\+"
    closed = re.compile(rf"^{close}[ \t]*(?:\r?\n|\Z)", re.MULTILINE).search(text, opened.end(), _MOST_CHARACTERS)
    if not closed:
        return {}, 0
    inside = text[opened.end() : closed.start()]
    values = _yaml(inside, name) if opened[1] == "---" else _toml(inside, name)
    if values is None:
        return {}, closed.end()
    if not isinstance(values, dict):
        raise DataError(
            f"The front matter of '{name}' is not a mapping of names to values.", hint="Write 'name: value'."
        )
    try:
        return {str(_plain(key)): _plain(value) for key, value in values.items()}, closed.end()
    except ValueError as error:
        raise DataError(f"The front matter of '{name}' holds {error}.", hint="Put it in quotes.") from error


def _yaml(text: str, name: str) -> Any:
    try:
        return load_yaml(text, name=name)
    except ConfigError as error:
        raise DataError(f"The front matter of {error.message}", hint=error.hint) from error


def _toml(text: str, name: str) -> Any:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        raise DataError(f"The front matter of '{name}' is not TOML: {error}.") from error


def _plain(value: Any, depth: int = 0) -> JsonValue:
    """The value as JSON has it: dates become text."""
    if depth > _MOST_DEPTH:
        return None
    if isinstance(value, dict):
        return {str(_plain(key)): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError(f"a number of more than {_MOST_BITS} bits")
    if isinstance(value, list | tuple | set):
        return [_plain(item, depth + 1) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
