"""Front matter: YAML between lines of `---`, TOML between lines of `+++`, at the top of a file.

In: a text. Out: its values and the offset after them. Wrong front matter is a `DataError` with its line.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import yaml
from pydantic import JsonValue

from adjudge.errors import DataError

_FENCE = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*\r?\n")
_MOST_CHARACTERS = 100_000
_MOST_DEPTH = 20


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
        raise DataError(f"The front matter of '{name}' is no mapping of names to values.", hint="Write 'name: value'.")
    return {str(key): _plain(value) for key, value in values.items()}, closed.end()


def _yaml(text: str, name: str) -> Any:
    try:
        # Aliases can expand without bound, and front matter has no use for them.
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
            raise DataError(f"The front matter of '{name}' uses YAML aliases.", hint="Write the values out.")
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        message = " ".join(str(error).split())
        raise DataError(f"The front matter of '{name}' is not YAML: {message}.") from error


def _toml(text: str, name: str) -> Any:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"The front matter of '{name}' is not TOML: {error}.") from error


def _plain(value: Any, depth: int = 0) -> JsonValue:
    """The value as JSON has it: dates become text."""
    if depth > _MOST_DEPTH:
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(item, depth + 1) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
