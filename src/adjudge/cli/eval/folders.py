"""Reports on judged cases: two evaluations compared (`adjudge eval compare`), and the effect of a jury's debates in a
stored run or an evaluation folder (`adjudge eval debate`)."""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Any

from adjudge.cli.show.console import notice, out
from adjudge.cli.show.tables import figures
from adjudge.errors import ConfigError, DataError
from adjudge.evals.compare import compare
from adjudge.evals.debate import Course, course, matrix, moves, scored_course
from adjudge.evals.figures import MEASURE_NAMES, interval, number
from adjudge.evals.labelled import LABEL_COLUMNS
from adjudge.evals.labels import Gold, Scheme, normal, parse_mapping, scheme
from adjudge.evals.prediction import Prediction, read_predictions
from adjudge.files import read_json, require_file
from adjudge.plurals import count_of
from adjudge.results.jury import JuryLabel
from adjudge.rows import table_rows
from adjudge.settings.environment import load_environment
from adjudge.store.reviews import Reviews
from adjudge.store.store import Store
from adjudge.verdict import Stance, Verdict

_SHOWN = 20
_WAY_COLUMNS = ("", "accuracy", "calls per case", "tokens", "$ per case")


def compare_folders(a: Path, b: Path, *, json: bool) -> None:
    """Compare two evaluation folders."""
    (before, classes), (after, others) = folder_of(a), folder_of(b)
    if classes != others:
        raise DataError(
            f"The evaluations have different classes: {', '.join(classes)} and {', '.join(others)}.",
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
        f"{count_of(counts['shared'], 'row')} in both; only a right: {test['a_only_right']}, "
        f"only b right: {test['b_only_right']}; McNemar, exact: p = {number(test['p'])}.",
        markup=False,
    )
    _tell_unpaired(counts)
    changes = Counter(one["change"] for one in found["flipped"])
    out().print(", ".join(f"{count} {change}" for change, count in changes.items()) or "No case flipped.", markup=False)
    for one in found["flipped"][:_SHOWN]:
        out().print(f"  {one['id']}: is {one['gold']}, a {one['a']}, b {one['b']} ({one['change']})", markup=False)
    if len(found["flipped"]) > _SHOWN:
        notice(f"{len(found['flipped']) - _SHOWN} more; --json lists all of them.")


def _tell_unpaired(rows: dict[str, int]) -> None:
    """Report the rows that were not compared."""
    if rows["only_a"] or rows["only_b"]:
        notice(f"Excluded: {count_of(rows['only_a'], 'row')} only in a, {count_of(rows['only_b'], 'row')} only in b.")
    if rows["other_texts"]:
        notice(f"Excluded: {count_of(rows['other_texts'], 'row')} with the same id but a different claim or source.")


def folder_of(path: Path) -> tuple[dict[str, Prediction], list[str]]:
    """The predictions of a finished evaluation, and its classes."""
    results = sorted(path.glob("results_*.json")) if path.is_dir() else []
    if not results:
        raise DataError(
            f"'{path}' contains no finished evaluation.",
            hint="Give the output folder of an `adjudge eval DATA --out` that finished.",
        )
    content = read_json(results[0], what="The results file")
    if not isinstance(content, dict) or not isinstance(content.get("classes"), list):
        raise DataError(f"'{results[0]}' names no classes.", hint="Evaluate again into another folder.")
    return read_predictions(path / "predictions.jsonl"), list(content["classes"])


@dataclass
class JuryCases:
    """The jury's cases of a run or a folder: those with a label, those without, and how many cases failed."""

    name: str
    scheme: Scheme
    labelled: dict[str, tuple[Course, Gold]] = field(default_factory=dict)
    unlabelled: dict[str, Course] = field(default_factory=dict)
    failed: int = 0
    reviewed: int = 0
    """How many labels come from reviews."""


async def jury_cases(name: str, labels: Path | None, *, label_col: str | None, mapping: list[str]) -> JuryCases:
    """The cases of a stored run or of an evaluation's folder."""
    if Path(name).is_dir():
        if labels or label_col or mapping:
            raise ConfigError("An evaluation folder already contains its labels.", hint="Omit --labels and --map.")
        found = _in_folder(Path(name))
    else:
        if Path(name).suffix or len(Path(name).parts) > 1:  # no run has such a name
            require_file(Path(name), what="The data file")
        found = await _in_store(name, _words(labels, label_col) if labels else None, mapping)
    if not found.labelled and not found.unlabelled:
        raise DataError(f"'{found.name}' has no case with a verdict.", hint=f"{count_of(found.failed, 'case')} failed.")
    return found


async def debate_of(name: str, labels: Path | None, *, label_col: str | None, mapping: list[str], json: bool) -> None:
    """The repair and damage matrix of a stored run or of an evaluation's folder."""
    found = await jury_cases(name, labels, label_col=label_col, mapping=mapping)
    cases = [scored_course(id, taken, gold, found.scheme) for id, (taken, gold) in found.labelled.items()]
    if cases:
        report = {"run": found.name, "unlabelled": len(found.unlabelled), **matrix(cases, failed=found.failed)}
    else:
        report = {"run": found.name, "failed": found.failed, **moves(found.unlabelled)}
    if json:
        sys.stdout.write(dumps(report, ensure_ascii=False) + "\n")
    elif cases:
        _show_matrix(report)
    else:
        _show_moves(report)


def _label_words(predictions: Iterable[Prediction]) -> dict[str, Gold]:
    """The label words as far as a folder shows them: Mutated on a silent source was counted as contradicted."""
    silent = any(one.stance is Stance.NOT_ENOUGH_INFO and one.said == Gold.CONTRADICTED for one in predictions)
    return {normal(JuryLabel.MUTATED): Gold.CONTRADICTED} if silent else {}


def _in_folder(path: Path) -> JuryCases:
    predictions, classes = folder_of(path)
    known = Scheme(tuple(Gold(name) for name in classes), _label_words(predictions.values()))
    found = JuryCases(str(path), known)
    for one in predictions.values():
        if one.stance is None:
            found.failed += 1
        elif one.course is None:
            raise DataError(
                f"'{path}' contains no debates.",
                hint="Only a jury debates: use `adjudge eval DATA --protocol jury`. If an "
                "older version wrote the folder, add --fresh.",
            )
        else:
            found.labelled[one.id] = (one.course, Gold(one.gold))
    return found


async def _in_store(name: str, words: dict[int, str] | None, mapping: list[str]) -> JuryCases:
    courses: list[tuple[str, Course, str]] = []
    failed = reviewed = 0
    async with await Store.open(load_environment().store_path) as store:
        run = await store.get_run(name)
        reviews = await Reviews(store).labels(run.id)
        async for stored in store.outcomes(run.id):
            meta = stored.case.meta if stored.case else {}
            word = meta.get("label") if words is None else words.get(meta.get("row", stored.position))  # type: ignore[arg-type]
            if not isinstance(stored.outcome, Verdict):
                failed += 1
                continue
            taken = course(stored.outcome)
            if taken is None:
                raise DataError(f"Run {run.id} was decided by {run.protocol}.", hint="Only a jury debates.")
            if not word and (word := reviews.get(stored.position)):
                reviewed += 1
            courses.append((stored.outcome.case_id, taken, normal(word) if word else ""))
    known = scheme({word for _, _, word in courses if word}, parse_mapping(mapping))
    return JuryCases(
        run.id,
        known,
        labelled={id: (taken, known.of[word]) for id, taken, word in courses if word},
        unlabelled={id: taken for id, taken, word in courses if not word},
        failed=failed,
        reviewed=reviewed,
    )


def _words(path: Path, column: str | None) -> dict[int, str]:
    """The label words by row. Raises an error if no row has the column."""
    require_file(path, what="The label file")
    found, distinct = dict[int, str](), dict[str, None]()
    for number_, row in table_rows(path):
        distinct.update(dict.fromkeys(row))
        name = column or next((name for name in LABEL_COLUMNS if name in row), "")
        found[number_] = str(row.get(name) or "")
    if not any(name in distinct for name in ((column,) if column else LABEL_COLUMNS)):
        raise DataError(
            f"'{path}' has no label column.", hint=f"Its columns are: {', '.join(map(str, distinct))}. Use --label-col."
        )
    return found


def _show_matrix(report: dict[str, Any]) -> None:
    steps = [(step, *map(str, counts.values())) for step, counts in report["steps"].items()]
    out().print(figures(_title(report), ("", "right, right", "repaired", "damaged", "wrong, wrong"), steps))
    ways = [(way, number(one["accuracy"]), *_spent(one)) for way, one in report["ways"].items()]
    out().print(figures("Accuracy and cost of each way to decide", _WAY_COLUMNS, ways))
    _show_independence(report["independence"])
    for word in ("repaired", "damaged"):
        if report[word]:
            out().print(f"{word}: {', '.join(report[word])}", markup=False)
    if report["failed"]:
        notice(f"{count_of(report['failed'], 'case')} failed and counted as wrong in every accuracy.")
    if report["unlabelled"]:
        notice(f"Excluded: {count_of(report['unlabelled'], 'case')} without a label.")
    notice(
        "The rows with as many calls were computed, not asked again: they assume that at temperature 0 the same "
        "question gets the same answer, which not every server guarantees."
    )


def _show_independence(one: dict[str, Any]) -> None:
    if one["n_eff"] is None:
        return
    rows = [(pair, number(value)) for pair, value in one["error_correlation"].items()]
    out().print(figures("Correlation of the jurors' errors", ("", "correlation of errors"), rows))
    worth = f"{one['jurors']} jurors are worth {one['n_eff']:.1f} independent votes"
    out().print(f"{worth} (mean correlation {one['mean_error_correlation']:.2f}).", markup=False)


def _show_moves(report: dict[str, Any]) -> None:
    moves = []
    for step, one in report["moves"].items():
        became = "; ".join(f"{count} {move}" for move, count in one["changed"].items())
        moves.append((step, str(one["same"]), str(sum(one["changed"].values())), became.replace("_", " ").lower()))
    out().print(figures(_title(report), ("", "the same", "changed", "change"), moves))
    ways = [(way, *_spent(one)) for way, one in report["takes"].items()]
    out().print(figures("What each takes", (_WAY_COLUMNS[0], *_WAY_COLUMNS[2:]), ways))
    if report["failed"]:
        notice(f"{count_of(report['failed'], 'case')} failed.")
    notice("No case has a label, so repairs cannot be counted: give the data file with --labels.")


def _title(report: dict[str, Any]) -> str:
    return f"{report['run']}: {count_of(report['cases'], 'case')}, {report['debated']} debated"


def _spent(one: dict[str, Any]) -> tuple[str, str, str]:
    cost = "unknown" if one["cost_usd"] is None else f"{one['cost_usd']:.4f}"
    return f"{one['calls']:.1f}", f"{one['tokens']:,.0f}", cost
