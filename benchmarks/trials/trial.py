"""The counts of a trial (work done, and faults, of which there must be none), its limits and its progress line."""

import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.table import machine


@dataclass
class Trial:
    """One trial while it runs. It is over when `size` is reached or the minutes are used up."""

    name: str
    size: int
    minutes: float
    full_size: int
    """The size that the default options give."""
    done: int = 0
    counts: dict[str, str] = field(default_factory=dict)
    """Other counts, in words."""
    faults: dict[str, int] = field(default_factory=dict)
    """The count of each kind of fault; 0 for a kind that did not happen."""
    examples: list[str] = field(default_factory=list)
    machine: str = field(default_factory=machine)
    seconds: float = 0.0
    _began: float = field(default_factory=time.monotonic, repr=False)
    _shown: float = field(default=0.0, repr=False)

    def goes_on(self) -> bool:
        """Whether work and time remain."""
        return self.done < self.size and time.monotonic() - self._began < 60 * self.minutes

    def step(self, number: int = 1) -> None:
        """Add to the work done and print progress, at most once a second."""
        self.done += number
        now = time.monotonic()
        if now - self._shown >= 1 or not self.goes_on():
            self._shown = now
            faults = sum(self.faults.values())
            print(f"{self.name}: {self.done:,} of {self.size:,}, {faults} faults", file=sys.stderr, flush=True)

    def fault(self, kind: str, number: int = 1, example: str = "") -> None:
        """Count a fault; with 0, only list its kind."""
        self.faults[kind] = self.faults.get(kind, 0) + number
        if number and example and len(self.examples) < 20:
            self.examples.append(f"{kind}: {example[:300]}")

    def as_json(self) -> dict[str, Any]:
        """The result for its file."""
        self.seconds = round(time.monotonic() - self._began, 1)
        return {name: value for name, value in asdict(self).items() if not name.startswith("_")}


def section(title: str, result: dict[str, Any], command: str) -> str:
    """The section of the page for one result."""
    size, full = result["done"], result["full_size"]
    reduced = "" if size >= full else f" Reduced size: the full trial has {full:,}."
    lines = [
        f"### {title}",
        "",
        f"{size:,} done in {result['seconds'] / 60:.1f} minutes.{reduced} Command for the full size: `{command}`.",
        "",
        "| counted | number |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in result["counts"].items()),
        *(f"| **{name}** | **{number:,}** |" for name, number in result["faults"].items()),
        "",
        f"<sub>{result['machine']}</sub>",
    ]
    return "\n".join(lines)
