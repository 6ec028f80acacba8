"""The configuration of a service: where it listens, who has access, and its limits."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

from adjudge.errors import ConfigError
from adjudge.settings.environment import Environment, load_environment

SHORTEST_TOKEN = 8


@dataclass(frozen=True)
class RequestLimits:
    """What is taken before a request is refused. A rate of 0 is no limit."""

    body_bytes: int = 5_000_000
    upload_bytes: int = 50_000_000
    text_characters: int = 2_000_000
    jobs: int = 4
    queue: int = 100
    rate_per_s: float = 100.0
    burst: int = 200
    streams: int = 2_000
    wait_s: float = 300.0
    """The longest that `Prefer: wait` holds a request."""


@dataclass(frozen=True)
class Config:
    """A service before it starts."""

    environment: Environment = field(default_factory=load_environment)
    host: str = "127.0.0.1"
    port: int = 8000
    token: str = field(default="", repr=False)
    allowed_hosts: tuple[str, ...] = ()
    """Names under which other machines may address the service, besides the address it listens on."""
    engines: tuple[str, ...] = ()
    """Engines that clients may name besides `offline` and the providers whose key is set."""
    evaluations: Path | None = None
    limits: RequestLimits = field(default_factory=RequestLimits)
    grace_s: float = 5.0
    """How long running jobs may go on after the service was asked to end; then they are parked."""

    def __post_init__(self) -> None:
        if not is_loopback(self.host) and len(self.token) < SHORTEST_TOKEN:
            trouble = "the token is too short" if self.token else "no token is set"
            raise ConfigError(
                f"'{self.host}' can be reached from other machines, and {trouble}.",
                hint=f"Set ADJUDGE_TOKEN ({SHORTEST_TOKEN} characters or more) in the environment or in .env, or "
                "listen on 127.0.0.1.",
            )

    @property
    def token_required(self) -> bool:
        """Whether clients must bring the token: always, unless only this machine can reach the service."""
        return not is_loopback(self.host)

    @property
    def evaluations_path(self) -> Path:
        """Where reports of `adjudge eval` are looked for."""
        return self.evaluations or self.environment.home / "evaluations"

    @property
    def juries_path(self) -> Path:
        """Where juries that were designed in the browser are kept."""
        return self.environment.home / "juries"

    @property
    def uploads_path(self) -> Path:
        """Where tables are kept until their batch is done."""
        return self.environment.home / "uploads"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
