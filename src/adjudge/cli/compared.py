"""What `adjudge eval compare` and `adjudge eval debate` do and print."""

import sys
from collections import Counter
from json import dumps, loads
from pathlib import Path
from typing import Any

from rich.table import Table

from adjudge.cli.console import notice, out
from adjudge.errors import DataError
from adjudge.evals.compare import compare
from adjudge.evals.datasets import table_rows
from adjudge.evals.debate import Heard, heard, matrix
from adjudge.evals.figures import MEASURE_NAMES, interval, number
from adjudge.evals.labelled import LABEL_COLUMNS
from adjudge.evals.labels import normal, parse_mapping, scheme
from adjudge.evals.prediction import Prediction, read_predictions
from adjudge.files import require_file
from adjudge.settings.environment import load_environment
from adjudge.store.store import Store
from adjudge.verdict import Verdict

_SHOWN = 20


def compare_folders(a: Path, b: Path, *, json: bool) -> None:
    """The two folders side by side."""
    (before, classes), (after, others) = _folder(a), _folder(b)
    if classes != others:
        raise DataError(
            f"The evaluations have other classes: {', '.join(classes)} and {', '.join(others)}.",
            hint="Evaluate both with or without --two-classes.",
        )
    found = compare(before, after, classes)
    if json:
        sys.stdout.write(dumps({"a": str(a), "b": str(b), **found}, ensure_ascii=False) + "\n")
        return
    table = Table(title=f"{a} → {b}", title_justify="left")
    for column in ("", "a", "b", "b - a (95 % interval)"):
        table.add_column(column, justify="right" if column else "left")
    for name, one in found["metrics"].items():
        table.add_row(MEASURE_NAMES[name], number(one["a"]), number(one["b"]), interval(one))
    out().print(table)
    test, rows = found["mcnemar"], found["rows"]
    out().print(
        f"{rows['shared']:,} rows in both; only a right: {test['a_only_right']}, only b right: {test['b_only_right']}; "
        f"McNemar, exact: p = {number(test['p'])}.",
        markup=False,
    )
    changes = Counter(one["change"] for one in found["flipped"])
    out().print(", ".join(f"{count} {change}" for change, count in changes.items()) or "No case flipped.", markup=False)
    for one in found["flipped"][:_SHOWN]:
        out().print(f"  {one['id']}: is {one['gold']}, a {one['a']}, b {one['b']} ({one['change']})", markup=False)
    if len(found["flipped"]) > _SHOWN:
        notice(f"{len(found['flipped']) - _SHOWN} more; --json lists all.")


def _folder(path: Path) -> tuple[dict[str, Prediction], list[str]]:
    results = sorted(path.glob("results_*.json")) if path.is_dir() else []
    if not results:
        raise DataError(
            f"'{path}' holds no finished evaluation.",
            hint="Give two folders that `adjudge eval DATA --out` has written.",
        )
    return read_predictions(path / "predictions.jsonl"), list(loads(results[0].read_text())["classes"])


async def debate_of(name: str, labels: Path | None, *, label_col: str | None, mapping: list[str], json: bool) -> None:
    """The repair and damage matrix of a stored run."""
    words = _words(labels, label_col) if labels else {}
    found: list[tuple[Verdict, str]] = []
    failed = unlabelled = 0
    async with await Store.open(load_environment().store_path) as store:
        run = await store.get_run(name)
        async for stored in store.outcomes(run.id):
            meta = stored.case.meta if stored.case else {}
            word = words.get(meta.get("row", stored.position)) if labels else meta.get("label")  # type: ignore[arg-type]
            if not isinstance(stored.outcome, Verdict):
                failed += 1
            elif not word:
                unlabelled += 1
            else:
                found.append((stored.outcome, normal(word)))
    if not found:
        raise DataError(
            f"Run {run.id} has no case with a label.",
            hint="Give the data file with --labels; rows are matched by number.",
        )
    classes = scheme({word for _, word in found}, parse_mapping(mapping))
    cases: list[Heard] = [heard(verdict, classes.of[word], classes) for verdict, word in found]
    whole = {"run": run.id, "failed": failed, "unlabelled": unlabelled, **matrix(cases)}
    if json:
        sys.stdout.write(dumps(whole, ensure_ascii=False) + "\n")
    else:
        _show_debate(whole)


def _words(path: Path, column: str | None) -> dict[int, str]:
    require_file(path, what="The label file")
    found = {}
    for number_, row in table_rows(path):
        name = column or next((name for name in LABEL_COLUMNS if name in row), None)
        if name is None or name not in row:
            raise DataError(
                f"'{path}' has no label column.", hint=f"Its columns are: {', '.join(row)}. Use --label-col."
            )
        found[number_] = str(row[name] or "")
    return found


def _show_debate(whole: dict[str, Any]) -> None:
    title = f"Run {whole['run']}: {whole['cases']} cases, {whole['debated']} debated"
    steps = Table(title=title, title_justify="left")
    for column in ("", "right, right", "repaired", "damaged", "wrong, wrong"):
        steps.add_column(column, justify="right" if column else "left")
    for step, counts in whole["steps"].items():
        steps.add_row(step, *(str(count) for count in counts.values()))
    out().print(steps)
    ways = Table(title="What decides how well, at how many calls a case", title_justify="left")
    for column in ("", "accuracy", "calls a case"):
        ways.add_column(column, justify="right" if column else "left")
    for way, one in whole["ways"].items():
        ways.add_row(way, number(one["accuracy"]), number(one["calls"]))
    out().print(ways)
    if whole["failed"] or whole["unlabelled"]:
        notice(f"Left out: {whole['failed']} failed cases, {whole['unlabelled']} without a label.")
    notice("A plain vote with more calls asks the same jurors again; at temperature 0 it says the same.")
