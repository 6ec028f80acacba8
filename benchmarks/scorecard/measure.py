"""The figures of one row of the scorecard: predictions of a group in, one record out. Two classes: faithful or not.

A row that failed is wrong in every figure. The threshold is the protocol's own, never one that is chosen on the set.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudge.evals.labelled import LabelledData
from adjudge.evals.labels import FAILED, Gold
from adjudge.evals.metrics import ScoredRow, confusion, figures, majority
from adjudge.evals.panel import PolledCase, polled, worth
from adjudge.evals.prediction import Prediction, read_predictions
from adjudge.evals.results import calibration, risk_coverage
from adjudge.protocols.factuality.rules import THRESHOLD

_FAITHFUL = (Gold.SUPPORTED, Gold.FAITHFUL)
DRAWS = 500
SURE = 0.9


def jury_worth(folders: Mapping[Path, Path]) -> dict[str, Any] | None:
    """What the panel and the debates of a jury gained on these samples, by its predictions' folders; None if none has
    votes."""
    cases, failed = list[PolledCase](), 0
    for path, folder in folders.items():
        scheme = LabelledData(paths=(path,)).scheme
        for id, one in read_predictions(folder / "predictions.jsonl").items():
            failed += one.course is None
            if one.course is not None:
                cases.append(polled(f"{path.stem} {id}", one.course, Gold(one.gold), scheme))
    return worth(cases, failed=failed) if cases else None


def scored(one: Prediction, *, by_score: bool = False) -> ScoredRow:
    """A prediction in two classes: by its label, or by its score at the fixed threshold."""
    unfaithful = one.gold not in _FAITHFUL
    said = one.score < THRESHOLD if by_score and one.score is not None else one.said not in _FAITHFUL
    if one.said == FAILED:
        said = not unfaithful
    return ScoredRow(unfaithful, said, 1 - (0.5 if one.score is None else one.score), one.document)


def measured(predictions: Sequence[Prediction], *, by_score: bool = False) -> dict[str, Any]:
    """Every figure of a group; `by_score` where the score is what decides, as for factuality."""
    rows = [scored(one, by_score=by_score) for one in predictions]
    found = figures(rows, draws=DRAWS)
    coverage = risk_coverage(predictions)["coverage_at_risk"]
    return {
        "rows": len(rows),
        "failed": sum(one.said == FAILED for one in predictions),
        "balanced_accuracy": found["balanced_accuracy"].model_dump(),
        "accuracy": found["accuracy"].value,
        "majority": majority(rows),
        "auroc": found["auroc"].model_dump(),
        "ece": calibration(predictions, draws=0)["ece"],
        "sure": _sure(predictions),
        "coverage": {risk: coverage.get(risk) for risk in ("0.05", "0.1")},
        "sets": {name: _set(held, by_score) for name, held in sorted(_by(predictions, "dataset").items())},
        "kinds": {name: _share(held) for name, held in sorted(_by(predictions, "kind").items()) if name},
    }


def _sure(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """How many verdicts say 90 % or more, and how many of them are right."""
    mine = [one.meant_right for one in predictions if one.stance and (one.confidence or 0.0) >= SURE]
    return {"rows": len(mine), "right": round(sum(mine) / len(mine), 4) if mine else None}


def _by(predictions: Sequence[Prediction], field: str) -> dict[str, list[Prediction]]:
    found: dict[str, list[Prediction]] = defaultdict(list)
    for one in predictions:
        found[getattr(one, field)].append(one)
    return found


def _set(predictions: Sequence[Prediction], by_score: bool) -> dict[str, Any]:
    table = confusion([scored(one, by_score=by_score) for one in predictions])
    shares = {"balanced_accuracy": table.balanced_accuracy, "f1": table.f1}
    return {"rows": len(predictions)} | {name: value and round(value, 4) for name, value in shares.items()}


def _share(predictions: Sequence[Prediction]) -> dict[str, Any]:
    return {"rows": len(predictions), "right": round(sum(one.right for one in predictions) / len(predictions), 4)}
