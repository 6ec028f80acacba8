"""A shard: one of N parts of a run, the files it leaves, and the marker that says it is complete.

In: `3/64` and a folder. Out: which rows belong to the shard, where its files are, and its marker, which is written last
and atomically. A shard without a marker is not complete, whatever other files there are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from pydantic import JsonValue, ValidationError

from adjudge.errors import ConfigError, DataError
from adjudge.files import file_hash, read_text, write_error, write_private
from adjudge.record import Record, as_json
from adjudge.transcript import Usage

MOST_SHARDS = 100_000
_BLOCK_ROWS = 1_000
_MARKERS = "shard-*.done.json"
_MARKER_NAME = re.compile(r"shard-(\d+)-of-(\d+)\.done\.json")


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number` of `of`, counted from 1."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """The shard that `3/64` names.

        >>> Shard.parse("3/64")
        Shard(number=3, of=64)
        """
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip())
        number, of = (int(found[1]), int(found[2])) if found else (0, 0)
        if not 1 <= number <= of <= MOST_SHARDS:
            raise ConfigError(
                f"--shard is '{text}'.",
                hint=f"Give NUMBER/COUNT such as 3/64. Shards are counted from 1; there are at most {MOST_SHARDS:,}.",
            )
        return cls(number, of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def contains(self, row: int, source: str) -> bool:
        """Whether the row belongs to this shard."""
        return self.number_of(row, source, of=self.of) == self.number

    @staticmethod
    def number_of(row: int, source: str, *, of: int) -> int:
        """The number of the shard that the row belongs to. Rows of one source that are near each other go to the same
        shard, so that the source is read once; a source with many claims is still spread over the shards."""
        key = f"{row // _BLOCK_ROWS}\0{source}".encode("utf-8", "surrogatepass")
        return int.from_bytes(blake2b(key, digest_size=8).digest(), "big") % of + 1


@dataclass(frozen=True, slots=True)
class ShardFiles:
    """The paths of a shard's verdicts, store (with ledger) and marker."""

    folder: Path
    shard: Shard
    suffix: str = "jsonl"

    @property
    def verdicts(self) -> Path:
        return self._path(f"verdicts.{self.suffix}")

    @property
    def store(self) -> Path:
        return self._path("db")

    @property
    def lock(self) -> Path:
        return self._path("lock")

    @property
    def receipts(self) -> Path:
        return self._path("receipts")

    @property
    def marker(self) -> Path:
        return self._path("done.json")

    def _path(self, ending: str) -> Path:
        return self.folder / f"shard-{self.shard.number:04}-of-{self.shard.of:04}.{ending}"


class ShardPlan(Record):
    """What all shards of a run have in common; shards that differ in it cannot be merged."""

    fingerprint: str
    """Of protocol, engines, data and standard: the same on every machine that has the same data."""
    edition: str
    """Of the program that answered."""
    shards: int
    asked: int
    """Cases of the whole run."""
    protocol: str
    settings: Mapping[str, JsonValue]
    engines: Mapping[str, str]
    suffix: str
    full: bool


_SHARED = {
    "shards": "the number of shards",
    "edition": "the version of Adjudge",
    "engines": "the engines",
    "settings": "the protocol or its settings",
    "suffix": "--format",
    "full": "--full",
    "fingerprint": "the data, the calibration or --risk",
}


class ShardMarker(Record):
    """The marker of a complete shard: its counts and the hash of its verdicts."""

    plan: ShardPlan
    number: int
    run_id: str
    asked: int
    decided: int
    failed: int
    excluded: int
    usage: Usage
    paid: Usage
    verdicts_sha256: str


def write_marker(files: ShardFiles, marker: ShardMarker) -> None:
    """Mark the shard as complete."""
    try:
        write_private(files.marker, as_json(marker).encode())
    except OSError as error:
        raise write_error(files.marker, error, hint="Decided cases are stored; run the shard again.") from error


def read_marker(path: Path) -> ShardMarker:
    """The marker in that file; raises `DataError` for a file that is none or that has another shard's name."""
    try:
        marker = ShardMarker.model_validate_json(read_text(path, what="The marker"))
    except (ValidationError, ValueError) as error:
        raise DataError(
            f"'{path}' is not the marker of a shard.",
            hint="Delete it and run the shard again; decided cases are stored.",
        ) from error
    named = _MARKER_NAME.fullmatch(path.name)
    if named is None or (int(named[1]), int(named[2])) != (marker.number, marker.plan.shards):
        raise DataError(
            f"'{path}' is the marker of shard {marker.number}/{marker.plan.shards}.",
            hint="Each shard must exist once, under its own name.",
        )
    return marker


def markers_in(folder: Path) -> list[ShardMarker]:
    """The markers of a folder, in the order of their shards."""
    found = [read_marker(path) for path in sorted(folder.glob(_MARKERS))]
    return sorted(found, key=lambda marker: (marker.plan.shards, marker.number))


def require_same_plan(marker: ShardMarker, plan: ShardPlan, folder: Path) -> None:
    """Raise unless the shard belongs to the run of that plan; the error names what differs."""
    differing = next((name for name in _SHARED if getattr(marker.plan, name) != getattr(plan, name)), None)
    if differing:
        values = [getattr(one, differing) for one in (marker.plan, plan)]
        readable = differing not in ("settings", "fingerprint")
        raise ConfigError(
            f"Shard {marker.number}/{marker.plan.shards} in '{folder}' belongs to another run. It differs in "
            f"{_SHARED[differing]}{f': {_said(values[0])}, not {_said(values[1])}' if readable else ''}.",
            hint="All shards of a run need the same run file, data, options and version of Adjudge. Undo what was "
            "changed, or start again in another folder.",
        )


def _said(value: object) -> str:
    """A value of a plan, as a person writes it."""
    return ", ".join(f"{key}={one}" for key, one in value.items()) if isinstance(value, Mapping) else str(value)


def require_untouched(files: ShardFiles, marker: ShardMarker) -> None:
    """Raise unless the marker's files exist and are unchanged."""
    again = f"Delete '{files.marker}' and run the shard again: what is in its store is kept."
    for path in (files.verdicts, files.store):
        if not path.is_file():
            raise DataError(f"Shard {files.shard} is marked as complete, but '{path}' is missing.", hint=again)
    if file_hash(files.verdicts, what="The verdicts") != marker.verdicts_sha256:
        raise DataError(f"'{files.verdicts}' is not what shard {files.shard} wrote.", hint=again)
