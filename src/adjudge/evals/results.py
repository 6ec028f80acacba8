"""The results of an evaluation: predictions in, one JSON record out, or an error where the counts do not add up.

asked = said to be some class + undetermined + failed, for every class and in all. Figures that a clock gives are not in
it: the same predictions give the same bytes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from adjudge.errors import ProtocolError
from adjudge.evals.calibration import Outcome, ece
from adjudge.evals.classes import MEASURES, Row, baseline, by_class, confusion, figures
from adjudge.evals.labels import FAILED, TWO, UNDETERMINED
from adjudge.evals.prediction import Prediction
from adjudge.transcript import Usage
from adjudge.verdict import Stance

_BINS = 10
_CURVE = 50
_RISKS = (0.01, 0.02, 0.05, 0.1, 0.2)


def results(
    predictions: Sequence[Prediction], classes: Sequence[str], *, asked: int, draws: int = 1000
) -> dict[str, Any]:
    """Every figure of these predictions."""
    rows = [Row(one.gold, one.said, 0.5 if one.score is None else one.score, one.document) for one in predictions]
    strict = [Row(one.gold, one.strict, 0.5 if one.score is None else one.score, one.document) for one in predictions]
    table = confusion(rows, classes)
    counts = _counts(predictions, asked, table)
    base = baseline(rows, classes)
    content: dict[str, Any] = {
        "classes": list(classes),
        "rows": counts,
        "documents": len({one.document for one in predictions}),
        "gold": {name: sum(one.gold == name for one in predictions) for name in classes},
        "confusion": table,
        "metrics": {
            name: {**figure.model_dump(), "majority": _rounded(base[name])}
            for name, figure in figures(rows, classes, draws=draws).items()
        },
        "by_class": {
            name: {key: _rounded(getattr(one, key)) for key in ("support", "predicted", "precision", "recall", "f1")}
            for name, one in by_class(rows, classes).items()
        },
        "by_kind": _by_kind(predictions),
        "calibration": calibration(predictions),
        "risk_coverage": risk_coverage(predictions),
        "usage": _usage(predictions),
        "cascade": _cascade(predictions),
    }
    if tuple(classes) == tuple(gold.value for gold in TWO):
        found = figures(strict, classes, draws=draws)
        content["strict"] = {name: found[name].model_dump() for name in MEASURES}
    return content


def _counts(predictions: Sequence[Prediction], asked: int, table: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    stances = Counter(one.stance.value if one.stance else FAILED for one in predictions)
    counts = {
        "asked": asked,
        "supported": stances[Stance.SUPPORTED.value],
        "contradicted": stances[Stance.CONTRADICTED.value],
        "not_enough_info": stances[Stance.NOT_ENOUGH_INFO.value],
        "failed": stances[FAILED],
        "undetermined": sum(one.strict == UNDETERMINED for one in predictions),
    }
    decided = counts["supported"] + counts["contradicted"] + counts["not_enough_info"]
    in_table = sum(sum(line.values()) for line in table.values())
    if not asked == decided + counts["failed"] == in_table == len({one.id for one in predictions}):
        raise ProtocolError(
            f"The counts do not add up: {asked} rows were asked about, {decided} have a verdict, {counts['failed']} "
            f"failed, {in_table} are in the table.",
            hint="Nothing is reported. Run again with --fresh.",
        )
    return counts


def calibration(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """What the confidences are worth: ECE, Brier score and the reliability diagram, over what was decided."""
    sure = [one for one in predictions if one.confidence is not None and one.said not in (UNDETERMINED, FAILED)]
    outcomes = [Outcome(one.stance or Stance.NOT_ENOUGH_INFO, one.confidence or 0.0, one.right) for one in sure]
    bins = []
    for number in range(_BINS):
        low, high = number / _BINS, (number + 1) / _BINS
        mine = [one for one in outcomes if low <= one.said < high or (number == _BINS - 1 and one.said == 1.0)]
        if mine:
            said, right = sum(one.said for one in mine) / len(mine), sum(one.right for one in mine) / len(mine)
            bins.append({"count": len(mine), "said": _rounded(said), "right": _rounded(right)})
    return {
        "on": sorted({one.calibrated_on for one in sure if one.calibrated_on}),
        "cases": len(outcomes),
        "ece": _rounded(ece(outcomes)) if outcomes else None,
        "brier": _rounded(sum((one.said - one.right) ** 2 for one in outcomes) / len(outcomes)) if outcomes else None,
        "bins": bins,
    }


def risk_coverage(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """What abstaining buys: the most confident first, how many of those answered are wrong.

    Coverage counts all rows that were asked; what failed or was undetermined is never covered.
    """
    sure = [one for one in predictions if one.confidence is not None and one.said not in (UNDETERMINED, FAILED)]
    ranked = sorted(sure, key=lambda one: (-(one.confidence or 0.0), one.id))
    wrong = 0
    points: list[tuple[float, float]] = []
    for number, one in enumerate(ranked, 1):
        wrong += not one.right
        last = number == len(ranked) or ranked[number].confidence != one.confidence
        if last:
            # Rows of equal confidence cannot be told apart: they are covered together.
            points.append((number / len(predictions), wrong / number))
    at = {
        str(risk): _rounded(max((covered for covered, error in points if error <= risk), default=0.0))
        for risk in _RISKS
    }
    step = max(1, len(points) // _CURVE)
    kept = points[::step] if not points or points[-1] in points[::step] else [*points[::step], points[-1]]
    area = sum(error for _, error in points) / len(points) if points else None
    return {
        "area": _rounded(area),
        "coverage_at_risk": at if points else {},
        "points": [[_rounded(covered), _rounded(error)] for covered, error in kept],
    }


def _by_kind(predictions: Sequence[Prediction]) -> dict[str, dict[str, Any]]:
    kinds = sorted({one.kind for one in predictions if one.kind})
    found = {}
    for kind in kinds if len(kinds) <= 60 else ():
        mine = [one for one in predictions if one.kind == kind]
        said = Counter(one.said for one in mine)
        right = sum(one.right for one in mine)
        found[kind] = {"count": len(mine), "right": right, "share": _rounded(right / len(mine)), "said": dict(said)}
        found[kind]["gold"] = dict(Counter(one.gold for one in mine))
    return found


def _usage(predictions: Sequence[Prediction]) -> dict[str, Any]:
    total = sum((one.usage for one in predictions), Usage())
    cases = len(predictions)
    cost = None if total.cost_usd is None or not cases else _rounded(total.cost_usd / cases, 6)
    return {
        **total.model_dump(),
        "calls_per_case": _rounded(total.calls / cases) if cases else None,
        "cost_usd_per_case": cost,
    }


def _cascade(predictions: Sequence[Prediction]) -> dict[str, Any] | None:
    """How much was handed on to a dearer engine, and what that cost."""
    handed = [one for one in predictions if one.escalated]
    if not handed:
        return None
    usage = sum((one.usage for one in handed), Usage())
    return {"escalated": len(handed), "share": _rounded(len(handed) / len(predictions)), "usage": usage.model_dump()}


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return value if value is None or isinstance(value, int) else round(value, digits)
