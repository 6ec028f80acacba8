"""Labelled rows of our own, in files."""

import json
from pathlib import Path
from typing import Any

TOWNS = ("Brenn", "Halden", "Lund", "Malm", "Oster", "Passau", "Ruhla", "Selb")


def rows(count: int = 12, *, labels: tuple[str, str] = ("FAITHFUL", "UNFAITHFUL")) -> list[dict[str, Any]]:
    """Half of the claims stand in their source, the others do not."""
    found = []
    for number in range(count):
        town = TOWNS[number % len(TOWNS)]
        source = f"The mill of {town} opened in {1900 + number}. It stands by the river."
        year = 1900 + number if number % 2 else 1950 + number
        found.append(
            {"claim": f"The mill of {town} opened in {year}.", "source": source, "label": labels[number % 2 == 0]}
        )
    return found


def written(path: Path, content: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in content))
    return path
