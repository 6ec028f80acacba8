"""What `adjudge eval debate` does and prints: the debates of a stored run, or of an evaluation's folder."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Any

from adjudge.cli.compared import folder_of
from adjudge.cli.console import notice, out
from adjudge.cli.tables import figures
from adjudge.errors import ConfigError, DataError
from adjudge.evals.debate import Course, Heard, course, heard, matrix, moves
from adjudge.evals.figures import number
from adjudge.evals.labelled import LABEL_COLUMNS
from adjudge.evals.labels import Gold, Scheme, normal, parse_mapping, scheme
from adjudge.evals.prediction import Prediction
from adjudge.files import require_file
from adjudge.results.jury import JuryLabel
from adjudge.rows import table_rows
from adjudge.settings.environment import load_environment
from adjudge.store.store import Store
from adjudge.verdict import Stance, Verdict

_WAY_COLUMNS = ("", "accuracy", "calls a case", "tokens", "$ a case")


@dataclass
class _Found:
    """The debates of a run or a folder: those with a label, those without, and how many cases failed."""

    name: str
    labelled: list[Heard] = field(default_factory=list)
    unlabelled: dict[str, Course] = field(default_factory=dict)
    failed: int = 0


async def debate_of(name: str, labels: Path | None, *, label_col: str | None, mapping: list[str], json: bool) -> None:
    """The repair and damage matrix of a stored run or of an evaluation's folder."""
    if Path(name).is_dir():
        if labels or label_col or mapping:
            raise ConfigError("An evaluation's folder holds its labels already.", hint="Leave --labels and --map out.")
        found = _in_folder(Path(name))
    else:
        found = await _in_store(name, _words(labels, label_col) if labels else None, mapping)
    if found.labelled:
        whole = {"run": found.name, "unlabelled": len(found.unlabelled), **matrix(found.labelled, failed=found.failed)}
    elif found.unlabelled:
        whole = {"run": found.name, "failed": found.failed, **moves(found.unlabelled)}
    else:
        raise DataError(f"'{found.name}' has no case with a verdict.", hint=f"{found.failed} cases failed.")
    if json:
        sys.stdout.write(dumps(whole, ensure_ascii=False) + "\n")
    elif found.labelled:
        _show_matrix(whole)
    else:
        _show_moves(whole)


def _label_words(predictions: Iterable[Prediction]) -> dict[str, Gold]:
    """That the data meant the label Mutated, as far as a folder shows it: a silent one was counted as contradicted."""
    silent = any(one.stance is Stance.NOT_ENOUGH_INFO and one.said == Gold.CONTRADICTED for one in predictions)
    return {normal(JuryLabel.MUTATED): Gold.CONTRADICTED} if silent else {}


def _in_folder(path: Path) -> _Found:
    predictions, classes = folder_of(path)
    known = Scheme(tuple(Gold(name) for name in classes), _label_words(predictions.values()))
    found = _Found(str(path))
    for one in predictions.values():
        if one.stance is None:
            found.failed += 1
        elif one.course is None:
            raise DataError(
                f"'{path}' holds no debates.",
                hint="Only a jury debates: `adjudge eval DATA --protocol jury`. A folder of an older version: --fresh.",
            )
        else:
            found.labelled.append(heard(one.id, one.course, Gold(one.gold), known))
    return found


async def _in_store(name: str, words: dict[int, str] | None, mapping: list[str]) -> _Found:
    courses: list[tuple[str, Course, str]] = []
    async with await Store.open(load_environment().store_path) as store:
        run = await store.get_run(name)
        found = _Found(run.id)
        async for stored in store.outcomes(run.id):
            meta = stored.case.meta if stored.case else {}
            word = meta.get("label") if words is None else words.get(meta.get("row", stored.position))  # type: ignore[arg-type]
            if not isinstance(stored.outcome, Verdict):
                found.failed += 1
                continue
            taken = course(stored.outcome)
            if taken is None:
                raise DataError(f"Run {run.id} was decided by {run.protocol}.", hint="Only a jury debates.")
            courses.append((stored.outcome.case_id, taken, normal(word) if word else ""))
    known = scheme({word for _, _, word in courses if word}, parse_mapping(mapping))
    found.labelled = [heard(id, taken, known.of[word], known) for id, taken, word in courses if word]
    found.unlabelled = {id: taken for id, taken, word in courses if not word}
    return found


def _words(path: Path, column: str | None) -> dict[int, str]:
    """The label words by row; a row without one has none, a column that no row has is an error."""
    require_file(path, what="The label file")
    found, held = dict[int, str](), dict[str, None]()
    for number_, row in table_rows(path):
        held.update(dict.fromkeys(row))
        name = column or next((name for name in LABEL_COLUMNS if name in row), "")
        found[number_] = str(row.get(name) or "")
    if not any(name in held for name in ((column,) if column else LABEL_COLUMNS)):
        raise DataError(
            f"'{path}' has no label column.", hint=f"Its columns are: {', '.join(map(str, held))}. Use --label-col."
        )
    return found


def _show_matrix(whole: dict[str, Any]) -> None:
    steps = [(step, *map(str, counts.values())) for step, counts in whole["steps"].items()]
    out().print(figures(_title(whole), ("", "right, right", "repaired", "damaged", "wrong, wrong"), steps))
    ways = [(way, number(one["accuracy"]), *_taken(one)) for way, one in whole["ways"].items()]
    out().print(figures("What decides how well, and what it takes", _WAY_COLUMNS, ways))
    for word in ("repaired", "damaged"):
        if whole[word]:
            out().print(f"{word}: {', '.join(whole[word])}", markup=False)
    if whole["failed"]:
        notice(f"{whole['failed']} cases failed: they are in every accuracy, and wrong.")
    if whole["unlabelled"]:
        notice(f"{whole['unlabelled']} cases have no label and are left out.")
    notice(
        "The rows with as many calls were not asked anew: they take it that at temperature 0 the same question "
        "gets the same answer, which a server may not keep."
    )


def _show_moves(whole: dict[str, Any]) -> None:
    moves = []
    for step, one in whole["moves"].items():
        became = "; ".join(f"{count} {move}" for move, count in one["changed"].items())
        moves.append((step, str(one["same"]), str(sum(one["changed"].values())), became.replace("_", " ").lower()))
    out().print(figures(_title(whole), ("", "the same", "changed", "to what"), moves))
    ways = [(way, *_taken(one)) for way, one in whole["takes"].items()]
    out().print(figures("What each takes", (_WAY_COLUMNS[0], *_WAY_COLUMNS[2:]), ways))
    if whole["failed"]:
        notice(f"{whole['failed']} cases failed.")
    notice("No case has a label, so nobody knows what was repaired: give the data file with --labels.")


def _title(whole: dict[str, Any]) -> str:
    return f"{whole['run']}: {whole['cases']} cases, {whole['debated']} debated"


def _taken(one: dict[str, Any]) -> tuple[str, str, str]:
    cost = "unknown" if one["cost_usd"] is None else f"{one['cost_usd']:.4f}"
    return f"{one['calls']:.1f}", f"{one['tokens']:,.0f}", cost
