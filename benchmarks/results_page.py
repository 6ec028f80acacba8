"""docs/results.md from the evaluations in benchmarks/results/evaluations: measured by `make evaluate`, never typed.

In: results_NAME.json files of `adjudge eval`, one a protocol and set, named PROTOCOL-SET.json. Out: the page. What is
bad is said by the same rules for all: at chance, below the majority, confidence that means nothing, rows that failed.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "benchmarks" / "results" / "evaluations"
PAGE = ROOT / "docs" / "results.md"
CATCHES = ROOT / "docs" / "evaluation.md"
_BEGIN, _END = "<!-- mutations -->", "<!-- /mutations -->"
_COLUMNS = ("protocol", "rows", "balanced accuracy", "accuracy", "majority", "macro F1", "MCC", "AUROC", "ECE")
_MORE = ("answered at 5 % error", "undetermined", "failed", "calls a case")
_NEAR_CHANCE = 0.05
_BAD_ECE = 0.15

Result = dict[str, Any]


def main() -> None:
    """Write the page."""
    found = [json.loads(path.read_text()) for path in sorted(KEPT.glob("*.json"))]
    PAGE.write_text(page(found))
    benched = [one for one in found if "mutations" in one and one["engine"] == "offline"]
    if benched:
        CATCHES.write_text(with_table(CATCHES.read_text(), benched))
    print(f"{len(found)} evaluations written to {PAGE}")


def with_table(text: str, benched: list[Result]) -> str:
    """The page with the mutation table between its two marks: a column for each protocol."""
    head, rest = text.split(_BEGIN, 1)
    return f"{head}{_BEGIN}\n{_catches(benched)}\n{_END}{rest.split(_END, 1)[1]}"


def _catches(benched: list[Result]) -> str:
    names = [one["protocol"]["name"] for one in benched]
    first = benched[0]["mutations"]
    lines = [_row(("caught", "claims", *names)), "|---|---|" + "---|" * len(names)]
    tables = [one["mutations"] for one in benched]
    for label in ("MUTATED", "FAITHFUL"):
        for kind, row in first["kinds"].items():
            if row["label"] == label:
                shares = (_share(table["kinds"].get(kind, {}).get("rate")) for table in tables)
                lines.append(_row((kind, f"{row['count']:,}", *shares)))
        if label == "MUTATED":
            total = (f"**{_share(table['catch_rate'])}**" for table in tables)
            lines.append(_row(("**all mutated**", f"**{first['mutated']:,}**", *total)))
            lines.append(_row(("*false alarms:*", "", *("" for _ in names))))
    total = (f"**{_share(table['false_alarm_rate'])}**" for table in tables)
    lines.append(_row(("**all faithful**", f"**{first['faithful']:,}**", *total)))
    return "\n".join(lines)


def page(found: list[Result]) -> str:
    """The page of these results."""
    if not found:
        return f"{_HEAD}\nNothing has been measured yet.\n"
    plain = [one for one in found if "mutations" not in one]
    sets = sorted({one["dataset"] for one in plain})
    parts = [_HEAD, *(_set(name, [one for one in plain if one["dataset"] == name]) for name in sets)]
    parts += [_mutations(one) for one in found if "mutations" in one]
    parts.append(_faults(plain))
    return "\n".join(parts)


_HEAD = """# Results

Written by `make results` from the files in `benchmarks/results/evaluations`; not by hand. Offline engine, no key, no
network, unless a row says otherwise. Intervals (95 %) are from a bootstrap over documents. Rows that failed or were
undetermined are in every denominator. The sets are for choosing thresholds and looking at errors, not held out: on
other texts expect less. How to measure your own: [evaluation.md](evaluation.md). The engine's version changes with
every rule, weight or model; a set that names others than the rest was measured before or after such a change.
"""


def _set(name: str, found: list[Result]) -> str:
    first = found[0]
    gold = ", ".join(f"{count:,} {label}" for label, count in first["gold"].items())
    versions = ", ".join(sorted({str(one.get("engine_version", ""))[:8] or "not told" for one in found}))
    about = f"{first['documents']:,} documents; {gold}. Engine: {versions}."
    lines = [f"## {name}", "", about, "", _row((*_COLUMNS, *_MORE))]
    lines.append("|" + "---|" * (len(_COLUMNS) + len(_MORE)))
    lines.extend(_row(_cells(one)) for one in sorted(found, key=lambda one: str(one["protocol"]["name"])))
    return "\n".join([*lines, ""])


def _cells(one: Result) -> tuple[str, ...]:
    metrics, rows = one["metrics"], one["rows"]
    covered = one["risk_coverage"]["coverage_at_risk"].get("0.05")
    engine = "" if one["engine"] == "offline" else f" on {one['engine']}"
    return (
        f"{one['protocol']['name']}{engine}",
        f"{rows['asked']:,}",
        _figure(metrics["balanced_accuracy"]),
        _figure(metrics["accuracy"]),
        _number(metrics["accuracy"]["majority"]),
        _number(metrics["macro_f1"]["value"]),
        _number(metrics["mcc"]["value"]),
        _number(metrics["auroc"]["value"]),
        _number(one["calibration"]["ece"]),
        "undefined" if covered is None else f"{covered:.0%}",
        f"{rows['undetermined']:,}",
        f"{rows['failed']:,}",
        _number(one["usage"]["calls_per_case"]),
    )


def _mutations(one: Result) -> str:
    found = one["mutations"]
    lines = [
        f"## Mutation bench: {one['protocol']['name']} on {one['engine']}",
        "",
        f"{_share(found['catch_rate'])} of {found['mutated']:,} mutations caught; "
        f"{_share(found['false_alarm_rate'])} false alarms on {found['faithful']:,} faithful claims.",
        "",
        mutation_table(found),
    ]
    return "\n".join([*lines, ""])


def mutation_table(found: Result) -> str:
    """The table of a mutation benchmark."""
    lines = [_row(("kind", "claims", "caught", "false alarms")), "|---|---|---|---|"]
    for kind, row in found["kinds"].items():
        rates = (_share(row["rate"]), "") if row["label"] == "MUTATED" else ("", _share(row["rate"]))
        lines.append(_row((kind, f"{row['count']:,}", *rates)))
    return "\n".join(lines)


def _faults(found: Iterable[Result]) -> str:
    lines = ["## What is bad about it", ""]
    for one in found:
        name = f"{one['protocol']['name']} on {one['dataset']}"
        lines.extend(f"- {name}: {fault}" for fault in faults(one))
    if len(lines) == 2:
        lines.append("None of the rules below found anything.")
    lines.append(
        f"\nRules: balanced accuracy within {_NEAR_CHANCE} of chance; accuracy below the majority class; ECE above "
        f"{_BAD_ECE}; rows that failed; no share of the cases can be answered at 5 % error."
    )
    return "\n".join(lines) + "\n"


def faults(one: Result) -> list[str]:
    """The weaknesses of one evaluation."""
    metrics, said = one["metrics"], []
    balanced, accuracy = metrics["balanced_accuracy"], metrics["accuracy"]
    if balanced["value"] is not None and balanced["value"] < balanced["majority"] + _NEAR_CHANCE:
        said.append(f"no better than chance (balanced accuracy {balanced['value']:.2f}).")
    if accuracy["value"] is not None and accuracy["value"] < accuracy["majority"]:
        said.append(
            f"always giving the commonest class would be right more often ({accuracy['majority']:.2f} against "
            f"{accuracy['value']:.2f})."
        )
    if (ece := one["calibration"]["ece"]) is not None and ece > _BAD_ECE:
        said.append(f"its confidence is off by {ece:.2f} on average.")
    if one["rows"]["failed"]:
        said.append(f"{one['rows']['failed']:,} rows failed.")
    if one["risk_coverage"]["coverage_at_risk"].get("0.05", 0.0) == 0:
        said.append("at no confidence is it wrong in less than 5 % of the cases.")
    return said


def _figure(figure: Result) -> str:
    if figure["value"] is None or figure["low"] is None:
        return _number(figure["value"])
    return f"{figure['value']:.3f} ({figure['low']:.2f}–{figure['high']:.2f})"


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"


def _share(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.0%}"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
