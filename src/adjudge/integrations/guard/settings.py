"""The settings of the guard: where the upstream is, what becomes of a sentence, and the limits of every exchange."""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from adjudge.errors import ConfigError

ROLES = ("system", "tool", "user")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class GuardMode(StrEnum):
    """What happens to a sentence that the context does not support."""

    FLAG = "flag"
    """Nothing: the text passes unchanged; the judgements are added to the response."""
    STRIKE = "strike"
    """It is struck through, as Markdown: ~~sentence~~."""
    WITHHOLD = "withhold"
    """The answer ends before the first contradicted sentence."""
    CORRECT = "correct"
    """A contradicted sentence is replaced by its minimal edit, or struck if there is none."""


@dataclass(frozen=True)
class GuardLimits:
    """Sizes in bytes, times in seconds."""

    request_bytes: int = 10_000_000
    response_bytes: int = 50_000_000
    event_bytes: int = 2_000_000
    """The largest event of a stream."""
    connect_s: float = 10.0
    stall_s: float = 60.0
    """The longest silence in the middle of a stream."""
    total_s: float = 600.0
    """The longest exchange, from the first byte of the request to the last of the response."""
    judge_s: float = 5.0
    """The longest time for one sentence; after it the sentence passes unchecked."""
    at_once: int = 100
    """Requests at the same time; more are refused with status 503."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value <= 0:
                raise ConfigError(f"{name} is {value}.", hint="Use a number above 0.")


@dataclass(frozen=True)
class GuardSettings:
    """What `adjudge guard` was told."""

    upstream: str
    mode: GuardMode = GuardMode.FLAG
    engine: str = "offline"
    context: Collection[str] = ("system", "tool")
    """Whose messages are the context: of `system` (with developer messages and instructions), `tool`, `user`."""
    documents: Path | None = None
    """The folder whose files the header X-Adjudge-Documents may name."""
    host: str = "127.0.0.1"
    port: int = 8020
    allowed_hosts: tuple[str, ...] = ()
    limits: GuardLimits = field(default_factory=GuardLimits)

    def __post_init__(self) -> None:
        parts = urlsplit(self.upstream)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(
                f"The upstream '{self.upstream}' is not a URL.",
                hint="Give the base URL of the API, such as https://api.openai.com/v1.",
            )
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ConfigError(
                "The upstream's URL contains more than an address.", hint="Clients send their keys in a header."
            )
        unknown = sorted(set(self.context) - set(ROLES))
        if unknown or not self.context:
            raise ConfigError(f"The context is '{', '.join(unknown)}'.", hint=f"Use some of {', '.join(ROLES)}.")
        if self.documents is not None and not self.documents.is_dir():
            raise ConfigError(f"'{self.documents}' is not a folder.", hint="Name the folder with --documents.")

    def accepts(self, host: str) -> bool:
        """Whether a Host header is the guard's own: a foreign page must not reach it under its own name."""
        name = urlsplit(f"//{host}").hostname or ""
        return name in {*_LOOPBACK, self.host.strip("[]").lower(), *(one.lower() for one in self.allowed_hosts)}
