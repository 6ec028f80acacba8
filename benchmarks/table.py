"""A table of measurements: a title, a description, the machine and the rows."""

import os
import platform
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any


def machine() -> str:
    """The machine and the date."""
    cores = os.cpu_count()
    return f"Python {platform.python_version()}, {platform.machine()}, {cores} cores, {datetime.now(UTC):%Y-%m-%d}"


@dataclass(frozen=True)
class Table:
    """A table and its description."""

    title: str
    what: str
    columns: list[str]
    rows: list[list[str]]
    machine: str = field(default_factory=machine)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> "Table":
        return cls(**content)

    def as_markdown(self) -> str:
        lines = [f"## {self.title}", "", self.what, "", "| " + " | ".join(self.columns) + " |"]
        lines.append("|" + "---|" * len(self.columns))
        lines.extend("| " + " | ".join(row) + " |" for row in self.rows)
        return "\n".join([*lines, "", f"<sub>{self.machine}</sub>", ""])
