"""Fit the calibrations that ship: what the offline engine's confidences are worth, for each claim protocol.

    python training/calibrate.py --data ../shared/data/dev --out src/adjudge/protocols/calibrations.json

The protocols are run for real on labelled rows. Half of the rows (by a hash of their id) fit, the other half measure;
the error is printed for each set and kept over all of them. Beside it stands the error of both halves in turn, each by
a calibration that did not see it: of twice the rows, so that chance makes less of it; and the error on each set of a
calibration that was fitted on the others, which is what a new kind of text may expect. No set gives more than `--limit`
rows, so that none decides alone; sets of documents, which take longer, no more than `--documents`. Few rows have an
error of their own: 300 that are calibrated perfectly measure about 0.05, a thousand 0.03.
"""

import argparse
import asyncio
import json
import pickle
from pathlib import Path
from typing import Any

from answers import installed, save
from combiner import half
from gather import rows_of

from adjudge import Case, Verdict, check_many
from adjudge.evals.calibration import ScoredConfidence, applied, ece, fit
from adjudge.protocols import calibration
from adjudge.protocols.calibration import Calibration, Kind, kind_of
from adjudge.protocols.traits import traits

RIGHT = {
    "SUPPORTED": {Kind.SUPPORTED},
    "FAITHFUL": {Kind.SUPPORTED},
    "CONTRADICTED": {Kind.CONTRADICTED, Kind.NOT_SUPPORTED},
    "NEI": {Kind.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED},
    "UNFAITHFUL": {Kind.CONTRADICTED, Kind.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED},
}
SETS = (
    "written", "snli", "mnli", "vitaminc_pages", "healthver", "fever_symmetric", "citations", "tables",
    "summedits", "lfqa",
)  # fmt: skip
DOCUMENT_SETS = ("summedits", "lfqa")
PROTOCOLS = ("jury", "entailment", "trial")
TOGETHER = 64


async def judged(protocol: str, rows: list[dict[str, Any]]) -> list[tuple[int, ScoredConfidence]]:
    """Every row's outcome and its half; a failure cannot be calibrated and is left out."""
    wanted = {f"{at}": row for at, row in enumerate(rows)}
    cases = [Case(id=at, claim=row["claim"], documents=[row["source"]]) for at, row in wanted.items()]
    found = []
    async for verdict in check_many(cases, protocol=protocol):
        if isinstance(verdict, Verdict):
            row = wanted[verdict.case_id]
            kind = kind_of(verdict.stance, verdict.label)
            hard = traits(row["claim"], [row["source"]])
            outcome = ScoredConfidence(kind, verdict.confidence.value, kind in RIGHT[row["label"]], hard)
            found.append((half(str(row["id"])), outcome))
    return found


async def hear(rows: list[dict[str, Any]]) -> dict[str, list[tuple[int, ScoredConfidence]]]:
    """The outcomes of every protocol, a few rows at a time: what the engine read for one is there for the next."""
    found: dict[str, list[tuple[int, ScoredConfidence]]] = {protocol: [] for protocol in PROTOCOLS}
    for start in range(0, len(rows), TOGETHER):
        for protocol in PROTOCOLS:
            found[protocol] += await judged(protocol, rows[start : start + TOGETHER])
    return found


def report(protocol: str, by_set: dict[str, list[tuple[int, ScoredConfidence]]]) -> Calibration:
    """Fit on one half, print what it is worth on the other."""
    seen = [outcome for rows in by_set.values() for part, outcome in rows if part == 0]
    unseen = {name: [outcome for part, outcome in rows if part == 1] for name, rows in by_set.items()}
    everything = [outcome for rows in unseen.values() for outcome in rows]
    name = f"{len(SETS)} labelled sets"
    one = fit(seen, everything, protocol=protocol, engine="offline", name=name, languages=("English",))
    other = fit(
        [outcome for rows in unseen.values() for outcome in rows], seen, protocol=protocol, engine="offline", name=name
    )
    print(f"{protocol}: ECE {ece(everything):.3f} before, {one.ece:.3f} after, on {len(everything)} unseen rows")
    for set_name, rows in unseen.items():
        others = [outcome for other, found in by_set.items() if other != set_name for _, outcome in found]
        every = [outcome for _, outcome in by_set[set_name]]
        elsewhere = ece(applied(every, fit(others, every, protocol=protocol, engine="offline", name=name)))
        turned = applied((outcome for part, outcome in by_set[set_name] if part == 0), other)
        after = applied(rows, one)
        print(
            f"  {set_name:20} n={len(rows):4} before {ece(rows):.3f} after {ece(after):.3f}"
            f"   both halves in turn n={len(after) + len(turned):4} {ece([*after, *turned]):.3f}"
            f"   set left out {elsewhere:.3f}",
            flush=True,
        )
    return one


def hear_all(data: Path, limit: int, documents: int) -> dict[str, dict[str, list[tuple[int, ScoredConfidence]]]]:
    """The outcomes of every protocol on every set."""
    # What is fitted is what the protocols say themselves, not what an older calibration made of it.
    calibration.FILE = Path("/nowhere")
    calibration.shipped.cache_clear()
    heard = {protocol: dict[str, list[tuple[int, ScoredConfidence]]]() for protocol in PROTOCOLS}
    for name in SETS:
        rows = rows_of(data / f"{name}.jsonl.gz", documents if name in DOCUMENT_SETS else limit)
        for protocol, outcomes in asyncio.run(hear(rows)).items():
            heard[protocol][name] = outcomes
        print(f"{name}: {len(rows)} rows", flush=True)
    return heard


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a folder of labelled .jsonl.gz files")
    parser.add_argument("--out", type=Path, default=Path("src/adjudge/protocols/calibrations.json"))
    parser.add_argument("--limit", type=int, default=2000, help="rows of each set of pairs")
    parser.add_argument("--documents", type=int, default=600, help="rows of each set of documents")
    parser.add_argument("--answers", type=Path, help="a folder that keeps the model's answers for the next time")
    parser.add_argument("--keep", type=Path, help="a file of outcomes: read where it is there, else written")
    options = parser.parse_args()
    model = installed(options.answers)
    if options.keep and options.keep.exists():
        heard = pickle.loads(options.keep.read_bytes())
    else:
        heard = hear_all(options.data, options.limit, options.documents)
        save(model)
        if options.keep:
            options.keep.write_bytes(pickle.dumps(heard))
    fitted = [report(protocol, by_set).model_dump(mode="json") for protocol, by_set in heard.items()]
    options.out.write_text(json.dumps(fitted, indent=1) + "\n")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
