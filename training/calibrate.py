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
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from answers import installed, save
from gather import half, rows_of

from adjudge import Case, Verdict, check_many
from adjudge.evals.calibration import ScoredConfidence, applied, ece, fit
from adjudge.protocols import calibration
from adjudge.protocols.calibration import Calibration, Extent, Kind, extent_of, kind_of
from adjudge.protocols.traits import traits

RIGHT = {
    "SUPPORTED": {Kind.SUPPORTED},
    "FAITHFUL": {Kind.SUPPORTED},
    "CONTRADICTED": {Kind.CONTRADICTED, Kind.NOT_SUPPORTED},
    "NEI": {Kind.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED},
    "UNFAITHFUL": {Kind.CONTRADICTED, Kind.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED},
}
PAIR_SETS = (
    "written", "snli", "mnli", "vitaminc_pages", "healthver", "fever_symmetric", "citations", "tables",
)  # fmt: skip
DOCUMENT_SETS = (
    "trials", "contracts", "summedits", "lfqa", "frank", "wice", "ragtruth_summary", "ragtruth_qa", "written_summaries",
    "bump", "finesumfact", "summeval",
)  # fmt: skip
STRENGTHS = (None, 5 / 3, 5.0, 15.0, 50.0)
"""How strongly the traits of texts are held; without any, they do not count."""
LARGEST_ERROR = 0.15
"""The mean error on sets left out above which a confidence is worth nothing elsewhere."""
MOST = 250
SURE = 0.9
RIGHT_IF_SURE = 0.85
"""Where fewer of the sure verdicts are right on sets left out, none is told to be so sure."""
PROTOCOLS = ("jury", "entailment", "trial")
TOGETHER = 64
PAGE_FILE = Path("docs/calibration.md")

FEWEST = 20
"""Rows of one extent that a set must have to count."""


class Outcome(NamedTuple):
    """A verdict on a labelled row: which half the row is in, how much its claim says, and whether it was right."""

    half: int
    extent: Extent
    scored: ScoredConfidence


BySet: TypeAlias = Mapping[str, Sequence[Outcome]]


async def judged(protocol: str, rows: list[dict[str, Any]]) -> list[Outcome]:
    """Every row's outcome; a failure cannot be calibrated and is left out."""
    wanted = {f"{at}": row for at, row in enumerate(rows)}
    cases = {at: Case(id=at, claim=row["claim"], documents=[row["source"]]) for at, row in wanted.items()}
    found = []
    async for verdict in check_many(list(cases.values()), protocol=protocol):
        if isinstance(verdict, Verdict):
            row = wanted[verdict.case_id]
            kind = kind_of(verdict.stance, verdict.label)
            hard = traits(row["claim"], [row["source"]])
            scored = ScoredConfidence(kind, verdict.confidence.value, kind in RIGHT[row["label"]], hard)
            found.append(Outcome(half(str(row["id"])), extent_of(cases[verdict.case_id]), scored))
    return found


async def hear(rows: list[dict[str, Any]]) -> dict[str, list[Outcome]]:
    """The outcomes of every protocol, a few rows at a time: what the engine read for one is there for the next."""
    found: dict[str, list[Outcome]] = {protocol: [] for protocol in PROTOCOLS}
    for start in range(0, len(rows), TOGETHER):
        for protocol in PROTOCOLS:
            found[protocol] += await judged(protocol, rows[start : start + TOGETHER])
    return found


def of_extent(by_set: BySet, extent: Extent) -> dict[str, list[Outcome]]:
    """The outcomes on claims of this extent; sets with few of them are left out."""
    found = {name: [one for one in rows if one.extent is extent] for name, rows in by_set.items()}
    return {name: rows for name, rows in found.items() if len(rows) >= FEWEST}


def even(rows: Sequence[Outcome], most: int) -> list[ScoredConfidence]:
    """At most so many rows of a set, so that none decides alone."""
    return [one.scored for one in rows[:most]]


def left_out(by_set: BySet, held: float | None) -> dict[str, float]:
    """The calibration error on each set of a calibration that was fitted on all the others."""
    errors = {}
    for name, rows in by_set.items():
        others = [one for other, found in by_set.items() if other != name for one in even(found, MOST)]
        mine = even(rows, len(rows))
        errors[name] = round(ece(applied(mine, fit(others, mine, protocol="", engine="", name="", held=held))), 4)
    return errors


def report(protocol: str, extent: Extent, by_set: BySet) -> tuple[Calibration | None, list[str]]:
    """The calibration with the least mean error on sets that were left out, if that is small enough to be told, and
    its lines for the page."""
    tried = {held: left_out(by_set, held) for held in STRENGTHS}
    means = {held: float(np.mean(list(errors.values()))) for held, errors in tried.items()}
    for held, mean in means.items():
        print(f"{protocol}, {extent}: traits held {held}: mean error on sets left out {mean:.4f}", flush=True)
    best = min(means, key=means.__getitem__)
    elsewhere = tried[best]
    halves = [[one.scored for rows in by_set.values() for one in rows[:MOST] if one.half == half] for half in (0, 1)]
    name = f"{extent} of {len(by_set)} labelled sets"
    settings = {"protocol": protocol, "engine": "offline", "name": name, "languages": ("English",), "held": best}
    first, second = fit(halves[0], halves[1], **settings), fit(halves[1], halves[0], **settings)
    fitted = fit([*halves[0], *halves[1]], halves[1], **settings)
    fitted = fitted.model_copy(update={"ece": round(means[best], 4), "elsewhere": elsewhere, "extent": extent})
    lines, sure_anywhere = [], []
    for set_name, rows in by_set.items():
        raw = even(rows, len(rows))
        seen = [
            applied([one.scored for one in rows if one.half == half], way) for half, way in ((1, first), (0, second))
        ]
        others = [outcome for other, found in by_set.items() if other != set_name for outcome in even(found, MOST)]
        unseen = applied(raw, fit(others, raw, **settings))
        sure = [outcome.right for outcome in unseen if outcome.said >= SURE]
        sure_anywhere += sure
        lines.append(
            f"| {protocol} | {set_name} | {len(rows)} | {sum(one.right for one in raw) / max(1, len(raw)):.2f} "
            f"| {ece(raw):.3f} | {ece([*seen[0], *seen[1]]):.3f} | {elsewhere[set_name]:.3f} | {share_of(sure)} |"
        )
        print(lines[-1], flush=True)
    if sure_anywhere and sum(sure_anywhere) < RIGHT_IF_SURE * len(sure_anywhere):
        fitted = fitted.model_copy(update={"ceiling": SURE - 0.01})
    ships = means[best] <= LARGEST_ERROR
    lines.append(
        f"| {protocol} | **mean**{'' if ships else ', not used'} | | | | | **{means[best]:.3f}** "
        f"| {share_of(sure_anywhere)} |"
    )
    return fitted if ships else None, lines


def share_of(right: Sequence[bool]) -> str:
    """How many are right, as a share; a dash for none."""
    return f"{sum(right) / len(right):.2f} of {len(right)}" if right else "-"


PAGE = """# Calibration of the offline engine

Written by `training/calibrate.py`; not by hand. Expected calibration error (ECE) of the confidence that a verdict
shows. *Raw* is what the protocol says itself; *same sets* is the calibrated confidence, each half of the rows by a
calibration fitted on the other half of all sets; *left out* is the error on a set that the calibration never saw,
which is what to expect on your texts. *Sure* are verdicts of 90 % and more, with the set left out: how many of them
are right. How strongly the traits of the texts count was chosen by the mean of the column *left out*. Few rows have
an error of their own: 300 that are calibrated perfectly measure about 0.05.

Claims of one sentence and texts of several are calibrated apart. Where the mean error on sets left out is above {most},
the calibration is not used: the verdict says that its confidence is not calibrated. Where fewer than 85 % of the sure
verdicts on sets left out are right, no verdict is told to be sure: its confidence ends at 89 %.
"""
HEAD = """
## {extent}

| protocol | set | rows | right | raw | same sets | left out | sure and right |
|---|---|---|---|---|---|---|---|
"""


def hear_all(data: Path, limit: int, documents: int) -> dict[str, dict[str, list[Outcome]]]:
    """The outcomes of every protocol on every set."""
    # What is fitted is what the protocols say themselves, not what an older calibration made of it.
    calibration.FILE = Path("/nowhere")
    calibration.shipped.cache_clear()
    heard = {protocol: dict[str, list[Outcome]]() for protocol in PROTOCOLS}
    for name in (*PAIR_SETS, *DOCUMENT_SETS):
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
    page, shipped = PAGE.format(most=LARGEST_ERROR), []
    for extent in Extent:
        reports = [report(protocol, extent, of_extent(by_set, extent)) for protocol, by_set in heard.items()]
        page += HEAD.format(extent=extent.capitalize()) + "".join(f"{line}\n" for _, lines in reports for line in lines)
        shipped += [fitted for fitted, _ in reports if fitted is not None]
    content = sorted(shipped, key=lambda one: (one.protocol, one.extent or ""))
    options.out.write_text(json.dumps([one.model_dump(mode="json") for one in content], indent=1) + "\n")
    PAGE_FILE.write_text(page)
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
