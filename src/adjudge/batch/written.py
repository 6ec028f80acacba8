"""Write the outcomes of a stored run to one file, in the order of the data: JSON lines, or Parquet.

A reader sees the old file or the new one, never half of one.
"""

from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from adjudge.errors import ConfigError
from adjudge.files import write_error
from adjudge.record import as_json
from adjudge.store.runs import usage_of
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

_ROWS = 1_000
_HINT = "Free some space, or choose another folder with --out. Decided cases are stored; run the same command again."


class VerdictFormat(StrEnum):
    """The formats of a file of verdicts, by its ending."""

    JSONL = "jsonl"
    PARQUET = "parquet"


def verdict_line(outcome: Verdict | Failure, *, full: bool) -> str:
    """An outcome as one line of JSON; the transcript only with `full`."""
    return as_json(outcome, without=None if full else {"transcript"}) + "\n"


async def write_verdicts(path: Path, store: Store, run_id: str, *, format: VerdictFormat, full: bool) -> None:
    """Write all outcomes of the run."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if format is VerdictFormat.PARQUET:
            await _write_parquet(part, store, run_id, full=full)
        else:
            with part.open("wb") as file:
                async for stored in store.outcomes(run_id):
                    file.write(verdict_line(stored.outcome, full=full).encode())
        part.replace(path)
    except OSError as error:
        raise write_error(path, error, hint=_HINT) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


async def _write_parquet(path: Path, store: Store, run_id: str, *, full: bool) -> None:
    from adjudge.parquet import table_file

    rows: list[dict[str, object]] = []
    with table_file(path, COLUMNS) as write:
        async for stored in store.outcomes(run_id):
            rows.append(row_of(stored.outcome, full=full))
            if len(rows) == _ROWS:
                write(rows)
                rows = []
        write(rows)


COLUMNS = {
    "case_id": "string",
    "outcome": "string",
    "label": "string",
    "stance": "string",
    "confidence": "double",
    "reason": "string",
    "evidence": "string",
    "minimal_edit": "string",
    "error": "string",
    "calls": "int64",
    "cost_usd": "double",
    "json": "string",
}
"""The columns of a Parquet file of verdicts; `json` is the line that a file of JSON lines would have."""


def row_of(outcome: Verdict | Failure, *, full: bool) -> dict[str, object]:
    """An outcome as one row of a table; what it does not have is None."""
    usage = usage_of(outcome)
    row: dict[str, object] = dict.fromkeys(COLUMNS) | {
        "case_id": outcome.case_id,
        "calls": usage.calls,
        "cost_usd": usage.cost_usd,
        "json": verdict_line(outcome, full=full).rstrip("\n"),
    }
    if isinstance(outcome, Failure):
        return row | {"error": outcome.error, "reason": outcome.message}
    return row | {
        "outcome": outcome.outcome.value,
        "label": outcome.label,
        "stance": outcome.stance.value,
        "confidence": outcome.confidence.value,
        "reason": _first(outcome.reasons),
        "evidence": _first(quote.text for quote in outcome.quotes),
        "minimal_edit": outcome.minimal_edit.text if outcome.minimal_edit else None,
    }


def _first(texts: Iterable[str]) -> str | None:
    return next(iter(texts), None)


def format_named(path: Path | None, option: str | None) -> VerdictFormat:
    """The format that the option names, or else the ending of the file."""
    wanted = option or ("parquet" if path is not None and path.suffix == ".parquet" else "jsonl")
    if wanted not in list(VerdictFormat):
        raise ConfigError(f"--format is '{wanted}'.", hint="Give jsonl or parquet.")
    return VerdictFormat(wanted)
