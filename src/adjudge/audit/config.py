"""The section `[audit]` of `adjudge.toml`: which documents are audited, against which sources, and how.

In: a TOML file. Out: an `AuditConfig`. Every mistake is a `ConfigError` that names the file, the key and what is
expected. Nothing is read besides the file itself.
"""

import tomllib
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adjudge.errors import ConfigError
from adjudge.files import read_text
from adjudge.protocols.registry import protocol_type

CONFIG_NAME = "adjudge.toml"
_MOST_BYTES = 1_000_000


class FailOn(StrEnum):
    """What makes an audit fail."""

    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    """Also sentences that the sources do not support."""


class _AuditSection(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-"))


class SourceRule(_AuditSection):
    """An entry `[[audit.sources]]`: documents and their sources. Patterns are relative to the file."""

    documents: tuple[str, ...] = Field(min_length=1)
    files: tuple[str, ...] = ()
    links: bool = False
    """Whether a sentence is judged against the local files that it links to."""
    footnotes: bool = False
    """Whether a sentence is judged against the local files that its footnotes link to."""


class AuditConfig(_AuditSection):
    """The section `[audit]`."""

    exclude: tuple[str, ...] = ()
    protocol: str = "factuality"
    engine: str | None = None
    fail_on: FailOn = FailOn.CONTRADICTED
    baseline: str | None = None
    front_matter: str = "sources"
    """The name under which the front matter of a document lists its sources."""
    sources: tuple[SourceRule, ...] = ()


def find_config(folder: Path) -> Path | None:
    """The `adjudge.toml` of a folder or of the nearest folder above it."""
    for one in (folder.resolve(), *folder.resolve().parents):
        if (one / CONFIG_NAME).is_file():
            return one / CONFIG_NAME
    return None


def load_config(path: Path) -> AuditConfig:
    """Read a configuration file. Raises a `ConfigError` that says what is wrong with it."""
    text = read_text(path, what="The configuration", most_bytes=_MOST_BYTES)
    try:
        content = tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"'{path}' is not TOML: {error}.") from error
    section = content.get("audit", {})
    if not isinstance(section, dict):
        raise ConfigError(f"'{path}': 'audit' is {section!r}.", hint="Write a section [audit] with keys below it.")
    try:
        config = AuditConfig.model_validate(section)
    except ValidationError as error:
        raise _invalid_config(path, error.errors(include_url=False)[0]) from error
    protocol_type(config.protocol)
    return config


def _invalid_config(path: Path, error: Any) -> ConfigError:
    where = ".".join(str(part) for part in ("audit", *error["loc"]))
    if error["type"] == "extra_forbidden":
        names = SourceRule if "sources" in error["loc"] else AuditConfig
        known = [name.replace("_", "-") for name in names.model_fields]
        near = get_close_matches(str(error["loc"][-1]), known, n=1)
        guess = f" Did you mean '{near[0]}'?" if near else ""
        return ConfigError(f"'{path}' has an unknown key '{where}'.", hint=f"Known keys: {', '.join(known)}.{guess}")
    if error["type"] == "missing":
        return ConfigError(f"'{path}': '{where}' is missing.", hint='Name the documents: documents = ["docs/*.md"].')
    return ConfigError(f"'{path}': '{where}' is {error['input']!r}.", hint=f"{error['msg']}.")
