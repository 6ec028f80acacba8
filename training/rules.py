"""Count what every axis and every overruling rule is worth, on labelled pairs that `gather.py` has read.

    python training/rules.py --gathered ~/adjudge-training/gathered

Writes docs/rules.md: for each axis how many rows have a finding, how often "contradicted" and "agrees" are right, and
how many verdicts the axis makes right or wrong (the combiner with and without its features); for each rule that
overrules the combiner, how often it changes the verdict and how often that is right; the same for
"overstated" and "foreign", which keep a claim from "supported". Runs with the package's own environment.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gather import SWAPPED

from adjudge.analysis.judge.combine import Combiner, shipped
from adjudge.analysis.judge.explain import STRENGTHS
from adjudge.analysis.judge.overrule import RULES
from adjudge.analysis.judge.weights import Weights
from adjudge.verdict import Axis, Relation, Severity

ROOT = Path(__file__).parents[1]
STANCES = {"SUPPORTED": "supported", "FAITHFUL": "supported", "CONTRADICTED": "contradicted", "NEI": "unclear"}
AGREES = {Relation.SAME.value, Relation.ENTAILED.value, Relation.COARSER.value}
OVERSTATED, FOREIGN = "overstated", "foreign"
Row = Mapping[str, Any]


def rows_of(folder: Path) -> list[Row]:
    """The rows with a label of three classes."""
    found = [json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.open(encoding="utf-8")]
    return [row for row in found if row["label"] in STANCES]


def verdict(row: Row, combiner: Combiner, *, without: str = "", rules: Iterable[str] = RULES) -> str:
    """What the engine would say; without an axis, or with some of the rules only."""
    features = {name: value for name, value in row["features"].items() if name.partition(".")[0] != without}
    weights = Weights(*combiner.probabilities(features))
    return weights.overruled(**{rule: row[rule] and rule in rules for rule in RULES}).strongest


def share(right: int, total: int) -> str:
    return f"{100 * right / total:.0f} %" if total else "-"


def axis_line(axis: Axis, rows: list[Row], combiner: Combiner) -> list[str]:
    """One row of the table of axes."""
    found = [row for row in rows if any(one[0] == axis.value for one in row["findings"])]

    def said(relations: set[str]) -> list[Row]:
        return [row for row in found if any(one[0] == axis.value and one[1] in relations for one in row["findings"])]

    against, agreeing = said({Relation.CONTRADICTED.value}), said(AGREES)
    mended = spoilt = 0
    for row in found:
        before, after = verdict(row, combiner, without=axis.value), verdict(row, combiner)
        right = STANCES[row["label"]]
        mended += before != right == after
        spoilt += before == right != after
    return [
        axis.value,
        f"{len(found):,}",
        f"{len(against):,}",
        share(sum(row["label"] == "CONTRADICTED" for row in against), len(against)),
        f"{len(agreeing):,}",
        share(sum(STANCES[row["label"]] == "supported" for row in agreeing), len(agreeing)),
        f"+{mended} / -{spoilt}",
    ]


def rule_line(rule: str, rows: list[Row], combiner: Combiner) -> list[str]:
    """One row of the table of rules: where it holds, changes the verdict, and is right."""
    holds = [row for row in rows if row[rule]]
    others = [other for other in RULES if other != rule]
    changed = [(row, verdict(row, combiner, rules=others), verdict(row, combiner)) for row in holds]
    changed = [one for one in changed if one[1] != one[2]]
    right = sum(after == STANCES[row["label"]] for row, _, after in changed)
    wrong = sum(before == STANCES[row["label"]] for row, before, _ in changed)
    return [rule, f"{len(holds):,}", f"{len(changed):,}", share(right, len(changed)), f"+{right} / -{wrong}"]


def engine_rule_line(rule: str, rows: list[Row], combiner: Combiner) -> list[str]:
    """The row of a rule of the engine or the protocols: a claim for which it holds is not supported."""
    holds = [row for row in rows if (_overstated(row) if rule == OVERSTATED else row[rule])]
    changed = [row for row in holds if verdict(row, combiner) == "supported"]
    wrong = sum(STANCES.get(row["label"]) == "supported" for row in changed)
    right = len(changed) - wrong
    return [rule, f"{len(holds):,}", f"{len(changed):,}", share(right, len(changed)), f"+{right} / -{wrong}"]


def swapped_line(rows: list[Row], combiner: Combiner) -> str:
    """How many claims with a name from elsewhere are called supported, without the rule and with it."""
    supported = [row for row in rows if verdict(row, combiner) == "supported"]
    left = sum(not row[FOREIGN] for row in supported)
    return f"{len(supported)} of {len(rows)} without the rule, {left} with it"


def _overstated(row: Row) -> bool:
    return any(_overstates(*finding) for finding in row["findings"])


def _overstates(axis: str, relation: str, severity: str) -> bool:
    """As `weights.distorts` tells it from a whole finding."""
    counted_together = axis == Axis.QUANTITY and severity == Severity.HIGH
    return relation == Relation.ABSENT and (counted_together or (axis in STRENGTHS and severity != Severity.LOW))


def table(header: list[str], lines: Iterable[list[str]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in (header, ["---"] * len(header), *lines)]


def page(rows: list[Row], swapped: Mapping[str, list[Row]], sets: list[str], combiner: Combiner) -> str:
    """docs/rules.md."""
    axes = [axis_line(axis, rows, combiner) for axis in Axis]
    rules = [
        *(rule_line(rule, rows, combiner) for rule in RULES),
        *(engine_rule_line(rule, rows, combiner) for rule in (OVERSTATED, FOREIGN)),
    ]
    lines = [
        "# What the rules are worth",
        "",
        f"Written by `make rules`; not by hand. {len(rows):,} labelled pairs of {len(sets)} sets ({', '.join(sets)}). ",
        "A finding is *right* where the label of the whole pair agrees with it. *Verdicts* counts the verdicts that "
        "change to right and to wrong when the axis is added to everything else.",
        "",
        "## Axes",
        "",
        *table(["axis", "rows with a finding", "contradicted", "right", "agrees", "supported", "verdicts"], axes),
        "",
        "## Rules that overrule the combiner",
        "",
        *table(["rule", "rows where it holds", "verdicts changed", "right", "verdicts"], rules),
        "",
        "`overstated` is a rule of jury, trial and entailment pipeline: a claim that says more than the source (all "
        "for some, will for may, caused for linked, a dropped condition) is not supported, whatever the model says. "
        "It is *right* where the label is not supported. The specifications demand it: many, most and all are "
        "materially distinct, and may and likely are not definitive. The annotators of these sets often let it pass.",
        "",
        "`foreign` is a rule of the offline engine: a claim is not supported if it has a name that its sources, three "
        "sentences or more, do not have and that no word of them resolves. Real claims seldom have one. In supported "
        "claims with one name replaced by a name of another claim it counts for more. Called supported were:",
        "",
        *(f"- {name}: {swapped_line(mine, combiner)}" for name, mine in sorted(swapped.items())),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gathered", type=Path, required=True, help="the folder that gather.py wrote")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "rules.md")
    options = parser.parse_args()
    combiner = shipped()
    rows = rows_of(options.gathered)
    if not rows or combiner is None:
        raise SystemExit(f"'{options.gathered}' holds no labelled pairs; run training/gather.py first.")
    sets = sorted({path.stem for path in options.gathered.glob("*.jsonl") if rows_of_one(path)})
    made = options.gathered / f"{SWAPPED}.jsonl"
    swapped = defaultdict[str, list[Row]](list)
    for line in made.read_text("utf-8").splitlines() if made.exists() else ():
        row = json.loads(line)
        swapped["sources of three sentences and more" if row["sentences"] > 2 else "shorter sources"].append(row)
    text = page(rows, swapped, sets, combiner)
    options.out.write_text(text, encoding="utf-8")
    print(text)


def rows_of_one(path: Path) -> bool:
    """Whether a file has rows of three classes."""
    return json.loads(path.open(encoding="utf-8").readline())["label"] in STANCES


if __name__ == "__main__":
    main()
