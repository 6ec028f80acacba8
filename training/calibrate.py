"""Fit the calibrations that ship: what the offline engine's confidences are worth, for each claim protocol.

    python training/calibrate.py --data ../shared/data/dev --out src/adjudge/protocols/calibrations.json

The protocols are run for real on labelled rows. What ships is fitted on all of them; how strongly the traits of texts
count is chosen by the error on sets that were left out of the fit, and that error is what a verdict's calibration
states. No set gives more than `--limit` rows, and no more than MOST to a fit, so that none decides alone; sets of
documents, which take longer, no more than `--documents`. Writes docs/calibration.md too.
"""

import argparse
import asyncio
import json
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
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
    "written", "snli", "mnli", "vitaminc_pages", "healthver", "fever_symmetric", "citations", "tables", "trials",
    "contracts", "summedits", "lfqa", "frank", "wice", "ragtruth_summary", "written_summaries",
)  # fmt: skip
DOCUMENT_SETS = (
    "trials", "contracts", "summedits", "lfqa", "frank", "wice", "ragtruth_summary", "written_summaries",
)  # fmt: skip
STRENGTHS = (None, 5 / 3, 5.0, 15.0, 50.0)
"""How strongly the traits of texts are held; without any, they do not count."""
MOST = 250
SURE = 0.9
PROTOCOLS = ("jury", "entailment", "trial")
TOGETHER = 64
PAGE_FILE = Path("docs/calibration.md")

Outcome: TypeAlias = tuple[int, ScoredConfidence]
BySet: TypeAlias = Mapping[str, Sequence[Outcome]]


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


def even(rows: Sequence[Outcome], most: int) -> list[ScoredConfidence]:
    """At most so many rows of a set, so that none decides alone."""
    return [outcome for _, outcome in rows[:most]]


def left_out(by_set: BySet, held: float | None) -> dict[str, float]:
    """The calibration error on each set of a calibration that was fitted on all the others."""
    errors = {}
    for name, rows in by_set.items():
        others = [one for other, found in by_set.items() if other != name for one in even(found, MOST)]
        mine = even(rows, len(rows))
        errors[name] = round(ece(applied(mine, fit(others, mine, protocol="", engine="", name="", held=held))), 4)
    return errors


def report(protocol: str, by_set: BySet) -> tuple[Calibration, list[str]]:
    """The calibration with the least mean error on sets that were left out, and its lines for the page."""
    tried = {held: left_out(by_set, held) for held in STRENGTHS}
    means = {held: float(np.mean(list(errors.values()))) for held, errors in tried.items()}
    for held, mean in means.items():
        print(f"{protocol}: traits held {held}: mean error on sets left out {mean:.4f}", flush=True)
    best = min(means, key=means.__getitem__)
    elsewhere = tried[best]
    halves = [[one for rows in by_set.values() for part, one in rows[:MOST] if part == half] for half in (0, 1)]
    name = f"{len(by_set)} labelled sets"
    settings = {"protocol": protocol, "engine": "offline", "name": name, "languages": ("English",), "held": best}
    first, second = fit(halves[0], halves[1], **settings), fit(halves[1], halves[0], **settings)
    one = fit([*halves[0], *halves[1]], halves[1], **settings)
    one = one.model_copy(update={"ece": round(means[best], 4), "elsewhere": elsewhere})
    lines = []
    for set_name, rows in by_set.items():
        raw = even(rows, len(rows))
        seen = [
            applied([outcome for part, outcome in rows if part == half], way) for half, way in ((1, first), (0, second))
        ]
        others = [outcome for other, found in by_set.items() if other != set_name for outcome in even(found, MOST)]
        unseen = applied(raw, fit(others, raw, **settings))
        sure = [outcome.right for outcome in unseen if outcome.said >= SURE]
        right = f"{sum(sure) / len(sure):.2f} of {len(sure)}" if sure else "-"
        lines.append(
            f"| {protocol} | {set_name} | {len(rows)} | {sum(one.right for one in raw) / max(1, len(raw)):.2f} "
            f"| {ece(raw):.3f} | {ece([*seen[0], *seen[1]]):.3f} | {elsewhere[set_name]:.3f} | {right} |"
        )
        print(lines[-1], flush=True)
    return one, lines


PAGE = """# Calibration of the offline engine

Written by `training/calibrate.py`; not by hand. Expected calibration error (ECE) of the confidence that a verdict
shows. *Raw* is what the protocol says itself; *same sets* is the calibrated confidence, each half of the rows by a
calibration fitted on the other half of all sets; *left out* is the error on a set that the calibration never saw,
which is what to expect on your texts. *Sure* are verdicts of 90 % and more, with the set left out: how many of them
are right. How strongly the traits of the texts count was chosen by the mean of the column *left out*. Few rows have
an error of their own: 300 that are calibrated perfectly measure about 0.05.

| protocol | set | rows | right | raw | same sets | left out | sure and right |
|---|---|---|---|---|---|---|---|
"""


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
    parser.add_argument("--limit", type=int, default=300, help="rows of each set of pairs")
    parser.add_argument("--documents", type=int, default=100, help="rows of each set of documents")
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
    reports = [report(protocol, by_set) for protocol, by_set in heard.items()]
    options.out.write_text(json.dumps([one.model_dump(mode="json") for one, _ in reports], indent=1) + "\n")
    PAGE_FILE.write_text(PAGE + "\n".join(line for _, lines in reports for line in lines) + "\n")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
