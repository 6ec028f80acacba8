"""Fit the calibrations that ship: what the offline engine's confidences are worth, for each claim protocol.

    PYTHONPATH=. python training/calibrate.py --data ../shared/data/dev --heard ~/adjudge-training/heard

The protocols are run for real on labelled rows (`hear.py`). What ships is fitted on all of them. How strongly the
traits of texts count, and how far the confidence goes from the base rate, is chosen by the error on sets that were left
out of the fit. No set gives more than `--limit` rows, and no more than MOST to a fit, so that none decides alone.
Writes docs/calibration.md too.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from answers import installed
from benchmarks.scorecard.groups import group_of
from gather import half
from hear import Outcome, heard

from adjudge.evals.calibration import ScoredConfidence, applied, ece, fit
from adjudge.protocols.calibration import Calibration, Extent, Kind

SETS = (
    "written", "snli", "mnli", "vitaminc_pages", "healthver", "fever_symmetric", "citations", "tables", "trials",
    "contracts", "summedits", "lfqa", "frank", "xsumfaith", "wice", "ragtruth_summary", "ragtruth_qa",
    "ragtruth_data2txt", "written_summaries", "bump", "finesumfact", "summeval",
)  # fmt: skip
STRENGTHS = (None, 5.0, 15.0, 50.0)
"""How strongly the traits of texts are held; without any, they do not count."""
SHRINKS = (1.0, 0.8, 0.6, 0.4)
LARGEST_ERROR = 0.15
"""The mean error on sets left out above which a confidence is worth nothing elsewhere."""
MOST = 250
SURE = 0.9
RIGHT_IF_SURE, FEWEST_SURE = 0.85, 10
"""Where fewer of the sure verdicts of a kind are right in a group left out that has so many of them, none of that kind
is told to be so sure."""
FEWEST = 100
"""Rows of one extent that a set must have to be measured; all sets are fitted on. Of 56 rows, chance alone shows an
error of 0.1."""
DRAWS = 30
PAGE_FILE = Path("docs/calibration.md")

BySet: TypeAlias = Mapping[str, Sequence[Outcome]]


class Way(NamedTuple):
    """A way to fit: how strongly traits are held, and how much of the way from the base rate is gone."""

    held: float | None
    shrink: float


def scored(rows: Sequence[Outcome]) -> list[ScoredConfidence]:
    """The confidences of rows."""
    return [one.scored for one in rows]


def without(by_set: BySet, left_out: Sequence[str], way: Way) -> Calibration:
    """A calibration that was fitted on all sets but these; at most so many rows of each, so that none decides alone."""
    others = [one for name, rows in by_set.items() if name not in left_out for one in scored(rows[:MOST])]
    return fit(others, [], protocol="", engine="", name="", held=way.held).model_copy(update={"shrink": way.shrink})


Errors: TypeAlias = dict[Way, dict[str, float]]


def errors_elsewhere(by_set: BySet, measured: Sequence[str]) -> Errors:
    """For each way, the calibration error on each set of a calibration that never saw the set."""
    found: Errors = defaultdict(dict)
    for held in STRENGTHS:
        for name in measured:
            fitted = without(by_set, [name], Way(held, 1.0))
            for shrink in SHRINKS:
                said = applied(scored(by_set[name]), fitted.model_copy(update={"shrink": shrink}))
                found[Way(held, shrink)][name] = ece(said)
    return found


def best(errors: Errors, *, but: str = "") -> Way:
    """The way with the least mean error on sets left out, not counting one."""
    return min(errors, key=lambda way: np.mean([error for name, error in errors[way].items() if name != but]))


def by_chance(said: Sequence[ScoredConfidence]) -> float:
    """The error that so few rows would show if every confidence were exactly right."""
    chance = np.random.default_rng(0)
    drawn = (
        [one_right(one, right) for one, right in zip(said, chance.random(len(said)), strict=True)] for _ in range(DRAWS)
    )
    return float(np.mean([ece(one) for one in drawn]))


def one_right(one: ScoredConfidence, draw: float) -> ScoredConfidence:
    """The same confidence, right as often as it says."""
    return ScoredConfidence(one.kind, one.said, draw < one.said)


def sure_by_group(by_set: BySet, way: Way) -> dict[str, list[ScoredConfidence]]:
    """The sure verdicts in each group of sets, by a calibration that saw no set of the group."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in by_set:
        groups[group_of(name)].append(name)
    found = {}
    for group, names in groups.items():
        fitted = without(by_set, names, way)
        said = [one for name in names for one in applied(scored(by_set[name]), fitted)]
        found[group] = [one for one in said if one.said >= SURE]
    return found


def ceilings(sure: Mapping[str, Sequence[ScoredConfidence]]) -> dict[Kind, float]:
    """The kinds of verdicts of which too few sure ones were right in some group that was left out, or of which no group
    has enough to tell."""
    kept = {}
    for kind in Kind:
        of_kind = [[one.right for one in held if one.kind is kind] for held in sure.values()]
        telling = [right for right in of_kind if len(right) >= FEWEST_SURE]
        if not telling or any(sum(right) < RIGHT_IF_SURE * len(right) for right in telling):
            kept[kind] = SURE - 0.01
    return kept


class Report(NamedTuple):
    """A calibration, if it may be told, and its lines for the page."""

    fitted: Calibration | None
    sets: list[str]
    groups: list[str]


def report(protocol: str, extent: Extent, by_set: BySet) -> Report:
    """The calibration with the least mean error on sets left out, if that is small enough, with its figures."""
    measured = [name for name, rows in by_set.items() if len(rows) >= FEWEST]
    errors = errors_elsewhere(by_set, measured)
    way = best(errors)
    # How to fit was chosen on these sets: the error that is told of each is that of the way which the others choose.
    elsewhere = {name: round(errors[best(errors, but=name)][name], 4) for name in measured}
    mean = float(np.mean(list(elsewhere.values())))
    halves = [
        [one.scored for rows in by_set.values() for one in rows[:MOST] if half(one.id) == side] for side in (0, 1)
    ]
    name = f"{extent} of {len(by_set)} labelled sets"
    settings = {"protocol": protocol, "engine": "offline", "name": name, "languages": ("English",), "held": way.held}
    shrunk = {"shrink": way.shrink}
    seen = [fit(half_of_all, [], **settings).model_copy(update=shrunk) for half_of_all in halves]
    sure = sure_by_group(by_set, way)
    fitted = fit([*halves[0], *halves[1]], [], **settings).model_copy(
        update=shrunk | {"ece": round(mean, 4), "elsewhere": elsewhere, "extent": extent, "ceilings": ceilings(sure)}
    )
    lines = []
    for set_name in measured:
        rows = by_set[set_name]
        raw, other = scored(rows), without(by_set, [set_name], best(errors, but=set_name))
        same = [
            one
            for side in (0, 1)
            for one in applied([row.scored for row in rows if half(row.id) == side], seen[1 - side])
        ]
        lines.append(
            f"| {protocol} | {set_name} | {len(rows)} | {sum(one.right for one in raw) / len(raw):.2f} "
            f"| {ece(raw):.3f} | {ece(same):.3f} | {elsewhere[set_name]:.3f} | {by_chance(applied(raw, other)):.3f} |"
        )
        print(lines[-1], flush=True)
    ships = mean <= LARGEST_ERROR
    told = f"traits held {way.held or 'none'}, {way.shrink:.0%} of the way"
    lines.append(
        f"| {protocol} | **mean**, largest{'' if ships else '; not used'} ({told}) | | | | "
        f"| **{mean:.3f}**, {max(elsewhere.values()):.3f} | |"
    )
    print(lines[-1], flush=True)
    groups = [line for group, held in sure.items() for line in _sure_lines(protocol, group, held, fitted)]
    return Report(fitted if ships else None, lines, groups)


def _sure_lines(protocol: str, group: str, held: Sequence[ScoredConfidence], fitted: Calibration) -> list[str]:
    cells = []
    for kind in (Kind.SUPPORTED, Kind.CONTRADICTED, Kind.NOT_SUPPORTED):
        right = [one.right for one in held if one.kind is kind]
        told = f"{sum(right) / len(right):.2f} of {len(right)}" if right else "-"
        cells.append(f"({told})" if kind in fitted.ceilings and right else told)
    return [f"| {protocol} | {group} | {' | '.join(cells)} |"] if held else []


PAGE = """# Calibration of the offline engine

Written by `training/calibrate.py`; not by hand. Expected calibration error (ECE) of the confidence that a verdict
shows. *Raw* is what the protocol says itself; *same sets* is the calibrated confidence, each half of the rows by a
calibration fitted on the other half of all sets; *left out* is the error on a set that the calibration never saw,
which is what to expect on your texts. How strongly the traits of the texts count, and how far a confidence goes from
the base rate, was chosen by the mean of that error; the figure of a set is that of the way which the other sets choose.
*By chance* is what as few rows would measure if every confidence were exactly right: no error can be shown to be
smaller.

What a confidence is about is the outcome that a person reads. *Not in the source* is right where the claim is not
supported: of many labelled texts no more is known.

Claims of one sentence and texts of several are calibrated apart. Where the mean error on sets left out is above {most},
the calibration is not used: the verdict says that its confidence is not calibrated.
"""
HEAD = """
## {extent}

| protocol | set | rows | right | raw | same sets | left out | by chance |
|---|---|---|---|---|---|---|---|
"""
SURE_HEAD = """
Verdicts of 90 % and more, each group of sets by a calibration that saw none of it: how many are right. Where it is
fewer than 85 % in a group with ten of them, or no group has ten, no verdict of that kind says 90 % (in brackets: what
they would have been worth).

| protocol | group | supported | contradicted | not in the source |
|---|---|---|---|---|
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a folder of labelled .jsonl.gz files")
    parser.add_argument("--out", type=Path, default=Path("src/adjudge/protocols/calibrations.json"))
    parser.add_argument("--page", type=Path, default=PAGE_FILE)
    parser.add_argument("--limit", type=int, default=400, help="rows of each set")
    parser.add_argument("--sets", nargs="*", default=SETS, help="only these sets")
    parser.add_argument("--answers", type=Path, help="a folder that keeps the model's answers for the next time")
    parser.add_argument("--heard", type=Path, required=True, help="a folder of outcomes; what it lacks is added")
    options = parser.parse_args()
    limits = dict.fromkeys(options.sets, options.limit)
    outcomes = heard(options.data, limits, options.heard, installed(options.answers))
    page, shipped = PAGE.format(most=LARGEST_ERROR), list[Calibration]()
    for extent in Extent:
        reports = []
        for protocol, by_set in outcomes.items():
            mine = {name: [one for one in rows if one.extent is extent] for name, rows in by_set.items()}
            reports.append(report(protocol, extent, {name: rows for name, rows in mine.items() if rows}))
        page += HEAD.format(extent=extent.capitalize()) + "".join(f"{line}\n" for one in reports for line in one.sets)
        if groups := [line for one in reports for line in one.groups]:
            page += SURE_HEAD + "".join(f"{line}\n" for line in groups)
        shipped += [one.fitted for one in reports if one.fitted is not None]
    content = sorted(shipped, key=lambda one: (one.protocol, one.extent or ""))
    options.out.write_text(json.dumps([one.model_dump(mode="json") for one in content], indent=1) + "\n")
    options.page.write_text(page)
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
