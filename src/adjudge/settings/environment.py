"""What the environment says: where things are kept, which engine is the default. Keys stay in the environment."""

import os
from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Environment(BaseSettings):
    """The variables ADJUDGE_HOME, ADJUDGE_ENGINE, ADJUDGE_STORE and ADJUDGE_INDEX."""

    model_config = SettingsConfigDict(env_prefix="ADJUDGE_", frozen=True, extra="ignore")

    home: Path = Field(default_factory=lambda: user_data_path("adjudge", appauthor=False))
    engine: str | None = None
    store: str | None = None
    index: Path | None = None

    @property
    def store_path(self) -> str:
        """Where runs and answers are kept: a file, or the database that ADJUDGE_STORE names."""
        return self.store or str(self.home / "adjudge.db")

    @property
    def index_path(self) -> Path:
        """The folder of the evidence index."""
        return self.index or self.home / "index"

    @property
    def receipts_path(self) -> Path:
        """The folder of answers that came in but are not in the store yet."""
        return self.home / "receipts"

    @property
    def calibrations_path(self) -> Path:
        """The file of the calibrations that the user has fitted."""
        return self.home / "calibrations.json"


def load_environment() -> Environment:
    """Read `.env` of the working directory into the environment (what is set already stays), then the variables."""
    if Path(".env").is_file():
        from dotenv import dotenv_values

        for name, value in dotenv_values(".env").items():
            if value:
                os.environ.setdefault(name, value)
    return Environment()
