"""The output folders of `adjudge eval` that the service was shown: a list of them, and their reports.

A name that a client gives is only compared with the names of folders that are there; it never becomes a path.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime, Field, JsonValue

from adjudge.errors import DataError
from adjudge.files import read_json
from adjudge.record import Record

_REPORT = "report.html"
_SHOWN = ("balanced_accuracy", "accuracy", "macro_f1")


class EvaluationLine(Record):
    """An evaluation in a list."""

    name: str
    dataset: str = ""
    protocol: str = ""
    engine: str = ""
    rows: JsonValue = None
    figures: Mapping[str, JsonValue] = Field(default_factory=dict)
    written_at: AwareDatetime
    report: str


def evaluations(folder: Path) -> list[EvaluationLine]:
    """The evaluations in a folder, the newest first; a folder that is itself one is one."""
    found = [_line(name, place) for name, place in _places(folder).items()]
    return sorted(found, key=lambda line: (line.written_at, line.name), reverse=True)


def report_of(folder: Path, name: str) -> bytes | None:
    """The report of that name."""
    place = _places(folder).get(name)
    return (place / _REPORT).read_bytes() if place else None


def _places(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        return {}
    inner = {place.name: place for place in sorted(folder.iterdir()) if (place / _REPORT).is_file()}
    return {folder.resolve().name: folder, **inner} if (folder / _REPORT).is_file() else inner


def _line(name: str, place: Path) -> EvaluationLine:
    results = _results(place)
    protocol = results.get("protocol")
    return EvaluationLine(
        name=name,
        dataset=str(results.get("dataset", "")),
        protocol=str(protocol.get("name", "") if isinstance(protocol, dict) else protocol or ""),
        engine=str(results.get("engine", "")),
        rows=results.get("rows"),
        figures=_figures(results.get("metrics")),
        written_at=datetime.fromtimestamp((place / _REPORT).stat().st_mtime, UTC),
        report=f"/v1/evaluations/{name}/report.html",
    )


def _figures(metrics: Any) -> dict[str, JsonValue]:
    """The figures that a list shows: each with its value, interval and the majority's, as `adjudge eval` wrote it."""
    return {name: metrics[name] for name in _SHOWN if name in metrics} if isinstance(metrics, dict) else {}


def _results(place: Path) -> dict[str, Any]:
    for path in sorted(place.glob("results_*.json")):
        try:
            found = read_json(path)
        except (DataError, OSError):
            continue
        if isinstance(found, dict):
            return found
    return {}
