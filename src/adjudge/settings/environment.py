"""Settings from the environment: where data is stored and the default engine. Keys stay in the environment."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from adjudge.errors import ConfigError
from adjudge.files import make_private, reason_of


class Environment(BaseSettings):
    """The variables ADJUDGE_HOME, ADJUDGE_ENGINE, ADJUDGE_STORE, ADJUDGE_INDEX, ADJUDGE_TIMEOUT, ADJUDGE_MAX_TOKENS and
    ADJUDGE_MAX_REPLY_BYTES."""

    model_config = SettingsConfigDict(env_prefix="ADJUDGE_", frozen=True, extra="ignore")

    home: Path = Field(default_factory=lambda: user_data_path("adjudge", appauthor=False))
    engine: str | None = None
    store: str | None = None
    index: Path | None = None
    timeout: float | None = Field(default=None, gt=0, le=86_400)
    """Timeout in seconds for a complete answer of a model."""
    max_tokens: int | None = Field(default=None, ge=16, le=1_000_000)
    """Maximum length of a model's reply."""
    max_reply_bytes: int | None = Field(default=None, ge=1_000, le=1_000_000_000)
    """Maximum size of a response from a model's server."""

    @property
    def store_path(self) -> str:
        """Where runs and answers are stored: a file, or the database in ADJUDGE_STORE."""
        return self.store or str(self.home / "adjudge.db")

    @property
    def index_path(self) -> Path:
        """The folder of the evidence index."""
        return self.index or self.home / "index"

    @property
    def receipts_path(self) -> Path:
        """The folder of answers that were received but are not in the store yet."""
        return self.home / "receipts"

    @property
    def pages_path(self) -> Path:
        """The folder of the PDFs whose pages the web app shows."""
        return self.home / "pages"

    @property
    def calibrations_path(self) -> Path:
        """The file of the calibrations that the user has fitted."""
        return self.home / "calibrations.json"

    @property
    def promises_path(self) -> Path:
        """The file of the labelled cases behind them, for `--risk`."""
        return self.home / "promises.json"


_OWN_FILES = frozenset(
    {
        "calibration",
        "calibrations.json",
        "evaluations",
        "index",
        "juries",
        "pages",
        "panel",
        "promises.json",
        "receipts",
        "uploads",
        "works",
    }
)


def load_environment() -> Environment:
    """Read `.env` of the working directory into the environment (what is set already stays), then the variables.

    A home that others can read is closed to them, unless it holds files of others too.
    """
    environment = _read_environment()
    with suppress(OSError):
        _close_to_others(environment.home)
    return environment


def _close_to_others(home: Path) -> None:
    """Remove the permissions of group and others from a home that only Adjudge uses, unless its setgid bit is set for a
    group to share it."""
    mode = home.stat().st_mode if home.is_dir() else 0
    if not mode & 0o077 or mode & stat.S_ISGID:
        return
    if any(one.name not in _OWN_FILES and not one.name.startswith("adjudge.db") for one in home.iterdir()):
        return
    home.chmod(0o700)
    make_private(home)


def _read_environment() -> Environment:
    if Path(".env").is_file():
        from dotenv import dotenv_values

        try:
            for name, value in dotenv_values(".env").items():
                if value:
                    os.environ.setdefault(name, value)
        except (OSError, ValueError) as error:
            raise ConfigError(
                f"'{Path('.env').resolve()}' cannot be read: {reason_of(error)}.",
                hint="It must be a text file in UTF-8 with a NAME=VALUE on each line.",
            ) from error
    try:
        return Environment()
    except ValidationError as error:
        wrong = error.errors()[0]
        name = f"ADJUDGE_{str(wrong['loc'][0]).upper()}"
        raise ConfigError(f"{name} is '{wrong['input']}': {wrong['msg']}.", hint=f"Change or unset {name}.") from None
