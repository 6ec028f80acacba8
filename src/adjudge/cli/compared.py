"""What `adjudge eval compare` does and prints."""

import sys
from collections import Counter
from json import dumps
from pathlib import Path

from adjudge.cli.console import notice, out
from adjudge.cli.tables import figures
from adjudge.errors import DataError
from adjudge.evals.compare import compare
from adjudge.evals.figures import MEASURE_NAMES, interval, number
from adjudge.evals.prediction import Prediction, read_predictions
from adjudge.files import read_json

_SHOWN = 20


def compare_folders(a: Path, b: Path, *, json: bool) -> None:
    """The two folders side by side."""
    (before, classes), (after, others) = folder_of(a), folder_of(b)
    if classes != others:
        raise DataError(
            f"The evaluations have other classes: {', '.join(classes)} and {', '.join(others)}.",
            hint="Evaluate both with or without --two-classes.",
        )
    found = compare(before, after, classes)
    if json:
        sys.stdout.write(dumps({"a": str(a), "b": str(b), **found}, ensure_ascii=False) + "\n")
        return
    rows = [
        (MEASURE_NAMES[name], number(one["a"]), number(one["b"]), interval(one))
        for name, one in found["metrics"].items()
    ]
    out().print(figures(f"{a} → {b}", ("", "a", "b", "b - a (95 % interval)"), rows))
    test, counts = found["mcnemar"], found["rows"]
    out().print(
        f"{counts['shared']:,} rows in both; only a right: {test['a_only_right']}, "
        f"only b right: {test['b_only_right']}; McNemar, exact: p = {number(test['p'])}.",
        markup=False,
    )
    _tell_unpaired(counts)
    changes = Counter(one["change"] for one in found["flipped"])
    out().print(", ".join(f"{count} {change}" for change, count in changes.items()) or "No case flipped.", markup=False)
    for one in found["flipped"][:_SHOWN]:
        out().print(f"  {one['id']}: is {one['gold']}, a {one['a']}, b {one['b']} ({one['change']})", markup=False)
    if len(found["flipped"]) > _SHOWN:
        notice(f"{len(found['flipped']) - _SHOWN} more; --json lists all.")


def _tell_unpaired(rows: dict[str, int]) -> None:
    """What was not compared."""
    if rows["only_a"] or rows["only_b"]:
        notice(f"Left out: {rows['only_a']:,} rows that only a has, {rows['only_b']:,} that only b has.")
    if rows["other_texts"]:
        notice(f"Left out: {rows['other_texts']:,} rows of the same id whose claim or source is another.")


def folder_of(path: Path) -> tuple[dict[str, Prediction], list[str]]:
    """The predictions of a finished evaluation, and its classes."""
    results = sorted(path.glob("results_*.json")) if path.is_dir() else []
    if not results:
        raise DataError(
            f"'{path}' holds no finished evaluation.",
            hint="Give a folder that `adjudge eval DATA --out` has written to its end.",
        )
    content = read_json(results[0], what="The results file")
    if not isinstance(content, dict) or not isinstance(content.get("classes"), list):
        raise DataError(f"'{results[0]}' names no classes.", hint="Evaluate again into another folder.")
    return read_predictions(path / "predictions.jsonl"), list(content["classes"])
