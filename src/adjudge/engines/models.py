"""What an engine name on the command line or in a run file means: provider, model, endpoint.

In: a name such as `gpt-4o-mini`, `anthropic:claude-haiku-4-5`, `ollama:qwen2.5:7b`, `http://localhost:8000/v1#my-model`.
Out: a `ModelName`, which environment variable its key is read from, and whether that is set. Never the key.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from urllib.parse import urlsplit, urlunsplit

from adjudge.errors import ConfigError


class Provider(StrEnum):
    """Who serves a model. `offline` serves none: it is the engine without one."""

    OFFLINE = "offline"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"
    OLLAMA = "ollama"
    COMPATIBLE = "compatible"


@dataclass(frozen=True, slots=True)
class ModelName:
    """A parsed engine name. `base_url` is None for the provider's own address."""

    provider: Provider
    model: str
    base_url: str | None = None

    def __str__(self) -> str:
        if self.provider is Provider.OFFLINE:
            return self.provider.value
        if self.provider is Provider.COMPATIBLE:
            return f"{self.base_url}#{self.model}"
        return f"{self.provider.value}:{self.model}"

    @property
    def is_local(self) -> bool:
        """Whether the model runs on this machine, which sends no bill."""
        own = self.provider in (Provider.OLLAMA, Provider.COMPATIBLE)
        host = urlsplit(self.base_url or "").hostname or ""
        return own and (host in ("localhost", "::1") or host.startswith("127."))


PREFIXES: Mapping[str, Provider] = {
    "openai": Provider.OPENAI,
    "anthropic": Provider.ANTHROPIC,
    "google": Provider.GOOGLE,
    "gemini": Provider.GOOGLE,
    "ollama": Provider.OLLAMA,
}
OLLAMA_URL = "http://localhost:11434/v1"
_BARE: tuple[tuple[re.Pattern[str], Provider], ...] = (
    (re.compile(r"(gpt|chatgpt|ft:gpt|o\d)([-.:\w]|$)"), Provider.OPENAI),
    (re.compile(r"claude-"), Provider.ANTHROPIC),
    (re.compile(r"gemini-"), Provider.GOOGLE),
)
_KEYS: Mapping[Provider, tuple[str, ...]] = {
    Provider.OPENAI: ("OPENAI_API_KEY",),
    Provider.ANTHROPIC: ("ANTHROPIC_API_KEY",),
    Provider.GOOGLE: ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    Provider.OLLAMA: ("OLLAMA_API_KEY",),
    Provider.COMPATIBLE: ("OPENAI_COMPATIBLE_API_KEY",),
}
_BASE_URLS: Mapping[Provider, str] = {
    Provider.OPENAI: "OPENAI_BASE_URL",
    Provider.ANTHROPIC: "ANTHROPIC_BASE_URL",
    Provider.OLLAMA: "OLLAMA_BASE_URL",
}
_FORMS = "Use gpt-4o-mini, openai:…, anthropic:…, google:…, ollama:…, http://host:port/v1#model or offline."


def parse(name: str, *, environ: Mapping[str, str] | None = None) -> ModelName:
    """Parse an engine name into provider, model and endpoint. Raises `ConfigError` if it is not one."""
    text = name.strip()
    if not text:
        raise ConfigError("The engine has no name.", hint=_FORMS)
    if text == Provider.OFFLINE.value:
        return ModelName(Provider.OFFLINE, "offline")
    if text.lower().startswith(("http://", "https://")):
        return _by_address(text)
    for pattern, provider in _BARE:
        if pattern.match(text):
            return _of(provider, text, environ)
    prefix, colon, model = text.partition(":")
    known = PREFIXES.get(prefix.lower())
    if not colon or known is None:
        raise _unknown(text, prefix)
    if not model.strip():
        raise ConfigError(f"'{text}' names no model.", hint=f"Write one after the colon, as in {prefix}:some-model.")
    return _of(known, model.strip(), environ)


def needs_key(name: ModelName) -> str | None:
    """The environment variable without which the model cannot be asked, or None where it needs none."""
    return _KEYS[name.provider][0] if name.provider in (Provider.OPENAI, Provider.ANTHROPIC, Provider.GOOGLE) else None


def key_is_set(name: ModelName, *, environ: Mapping[str, str] | None = None) -> bool:
    """Whether the model can be asked as far as keys go."""
    return needs_key(name) is None or key(name, environ=environ) is not None


def key_variables(provider: Provider) -> tuple[str, ...]:
    """The environment variables that a provider's key is read from: the first one that is set counts."""
    return _KEYS.get(provider, ())


def key(name: ModelName, *, environ: Mapping[str, str] | None = None) -> str | None:
    """The key itself: for the client only, never for a message, a record or a log."""
    variables = os.environ if environ is None else environ
    values = (variables.get(variable, "").strip() for variable in _KEYS.get(name.provider, ()))
    return next((value for value in values if value), None)


def _of(provider: Provider, model: str, environ: Mapping[str, str] | None) -> ModelName:
    variables = os.environ if environ is None else environ
    url = variables.get(_BASE_URLS.get(provider, ""), "").strip() or None
    return ModelName(provider, model, url or (OLLAMA_URL if provider is Provider.OLLAMA else None))


def _by_address(text: str) -> ModelName:
    try:
        parts = urlsplit(text)
        host, user = parts.hostname, parts.username
        parts.port  # noqa: B018 - raises ValueError where the port is no number
    except ValueError as error:
        raise ConfigError(f"Not a usable address: {error}.", hint=_FORMS) from error
    if user is not None or parts.query:
        # Without the text itself: what stands before an @ or after a ? is often a key.
        raise ConfigError(
            "An engine's address must not hold credentials or a query.",
            hint="Set OPENAI_COMPATIBLE_API_KEY in the environment or in .env instead.",
        )
    if not host or not parts.fragment:
        raise ConfigError(
            f"'{text}' names no model.", hint="Write it after a #, as in http://localhost:8000/v1#my-model."
        )
    base_url = urlunsplit((parts.scheme.lower(), parts.netloc, parts.path.rstrip("/"), "", ""))
    return ModelName(Provider.COMPATIBLE, parts.fragment, base_url)


def _unknown(text: str, prefix: str) -> ConfigError:
    near = get_close_matches(prefix.lower(), [*PREFIXES, Provider.OFFLINE.value], n=1, cutoff=0.5)
    meant = f"Did you mean '{near[0]}'? " if near else ""
    return ConfigError(f"Unknown engine '{text}'.", hint=meant + _FORMS)
