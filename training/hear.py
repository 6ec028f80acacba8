"""Hear what the protocols say of labelled rows, before any calibration: one file of outcomes a set.

In: a folder of labelled .jsonl.gz files. Out: what each protocol said of each row, and whether it was right; no texts.
A few rows are written at a time, so that a run that was stopped goes on. Outcomes of other rules or of another model
are never used.
"""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from answers import save
from benchmarks.scorecard.versions import rules_version
from gather import rows_of

from adjudge import Case, Verdict, check_many
from adjudge.analysis.model.nli import Model
from adjudge.evals.calibration import ScoredConfidence
from adjudge.evals.evaluation import version_of
from adjudge.protocols import calibration
from adjudge.protocols.calibration import Extent, Kind, extent_of, kind_of
from adjudge.protocols.traits import traits

RIGHT = {
    "SUPPORTED": {Kind.SUPPORTED},
    "FAITHFUL": {Kind.SUPPORTED},
    "CONTRADICTED": {Kind.CONTRADICTED, Kind.NOT_SUPPORTED},
    "NEI": {Kind.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED},
    "UNFAITHFUL": {Kind.CONTRADICTED, Kind.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED},
}
PROTOCOLS = ("jury", "entailment", "trial")
TOGETHER = 32


class Outcome(NamedTuple):
    """A verdict on a labelled row: whose it is, how much the claim says, and whether the verdict was right."""

    id: str
    protocol: str
    extent: Extent
    scored: ScoredConfidence


def heard(data: Path, sets: Mapping[str, int], kept: Path, model: Model) -> dict[str, dict[str, list[Outcome]]]:
    """The outcomes of every protocol on so many rows of every set, in the order of the rows; all that can be is read
    from `kept`."""
    # What is fitted is what the protocols say themselves, not what an older calibration made of it.
    calibration.FILE = Path("/nowhere")
    calibration.shipped.cache_clear()
    kept.mkdir(parents=True, exist_ok=True)
    found = {protocol: dict[str, list[Outcome]]() for protocol in PROTOCOLS}
    for name, limit in sets.items():
        rows = rows_of(data / f"{name}.jsonl.gz", limit)
        known = _of_set(rows, kept / f"{name}.jsonl", model)
        for protocol in PROTOCOLS:
            outcomes = (known.get((protocol, str(row["id"]))) for row in rows)
            found[protocol][name] = [one for one in outcomes if one is not None]
        print(f"{name}: {len(rows)} rows", flush=True)
    return found


def _of_set(rows: Sequence[Mapping[str, Any]], path: Path, model: Model) -> dict[tuple[str, str], Outcome | None]:
    """The outcomes on these rows by protocol and id, None for a failure; what the file lacks is heard and added."""
    known, version = dict[tuple[str, str], Outcome | None](), _version()
    lines = path.read_text("utf-8").split("\n") if path.exists() else []
    if not lines or lines[0] != version:
        path.write_text(f"{version}\n", "utf-8")
    else:
        # The last line may have been cut off.
        path.write_text("".join(f"{line}\n" for line in lines[:-1]), "utf-8")
        known |= map(_read, lines[1:-1])
    for protocol in PROTOCOLS:
        missing = [row for row in rows if (protocol, str(row["id"])) not in known]
        for start in range(0, len(missing), TOGETHER):
            fresh = asyncio.run(_judged(protocol, missing[start : start + TOGETHER]))
            with path.open("a", encoding="utf-8") as file:
                file.writelines(f"{_line(key, one)}\n" for key, one in fresh.items())
            known |= fresh
    save(model)
    return known


async def _judged(protocol: str, rows: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Outcome | None]:
    """Every row's outcome. A failure cannot be calibrated."""
    wanted = {str(row["id"]): row for row in rows}
    cases = {id: Case(id=id, claim=row["claim"], documents=[row["source"]]) for id, row in wanted.items()}
    found = dict[tuple[str, str], Outcome | None]()
    async for verdict in check_many(list(cases.values()), protocol=protocol):
        id, row = verdict.case_id, wanted[verdict.case_id]
        found[protocol, id] = None
        if isinstance(verdict, Verdict):
            kind = kind_of(verdict.stance, verdict.label)
            hard = {name: round(value, 5) for name, value in traits(row["claim"], [row["source"]]).items()}
            scored = ScoredConfidence(kind, verdict.confidence.value, kind in RIGHT[row["label"]], hard)
            found[protocol, id] = Outcome(id, protocol, extent_of(cases[id]), scored)
    return found


def _line(key: tuple[str, str], one: Outcome | None) -> str:
    protocol, id = key
    if one is None:
        return json.dumps([protocol, id])
    said = one.scored
    return json.dumps([protocol, id, one.extent, said.kind, said.said, said.right, said.traits])


def _read(line: str) -> tuple[tuple[str, str], Outcome | None]:
    protocol, id, *rest = json.loads(line)
    if not rest:
        return (protocol, id), None
    extent, kind, said, right, hard = rest
    return (protocol, id), Outcome(id, protocol, Extent(extent), ScoredConfidence(Kind(kind), said, right, hard))


def _version() -> str:
    """Engine and rules, without the calibrations: they change no raw confidence."""
    return f"{version_of('offline')} {rules_version('protocols/calibrations.json')}"
