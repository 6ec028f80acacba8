"""The results of an evaluation: predictions in, one JSON record out, or an error where the counts do not add up.

asked = predicted as some class + undetermined + failed, for every class and in total. It contains no times: the same
predictions give the same bytes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from adjudge.errors import ProtocolError
from adjudge.evals.calibration import ScoredConfidence, ece
from adjudge.evals.classes import (
    MEASURES,
    ClassFigures,
    ClassifiedRow,
    baseline,
    by_class,
    confusion,
    figures,
    row_draws,
)
from adjudge.evals.labels import FAILED, TWO, UNDETERMINED
from adjudge.evals.metrics import figure_of
from adjudge.evals.prediction import Prediction
from adjudge.protocols.calibration import Kind
from adjudge.transcript import Usage
from adjudge.verdict import Stance

_BINS = 10
_CURVE = 50
_KINDS = 60
_RISKS = (0.01, 0.02, 0.05, 0.1, 0.2)


def results(
    predictions: Sequence[Prediction],
    classes: Sequence[str],
    *,
    asked: int,
    draws: int = 1000,
    cascading: bool = False,
) -> dict[str, Any]:
    """Every figure of these predictions; those of a cascade also say how much was handed on."""
    rows = [
        ClassifiedRow(one.gold, one.said, 0.5 if one.score is None else one.score, one.document) for one in predictions
    ]
    strict = [
        ClassifiedRow(one.gold, one.strict, 0.5 if one.score is None else one.score, one.document)
        for one in predictions
    ]
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
        "by_class": {name: _of_class(one) for name, one in by_class(rows, classes, draws=draws).items()},
        "kinds": len({one.kind for one in predictions if one.kind}),
        "by_kind": _by_kind(predictions),
        "calibration": calibration(predictions, draws=draws),
        "risk_coverage": risk_coverage(predictions),
        "usage": _usage(predictions),
        "cascade": _cascade(predictions) if cascading else None,
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


def _of_class(one: ClassFigures) -> dict[str, Any]:
    shares = {"precision": one.precision, "recall": one.recall, "f1": one.f1}
    return {
        "support": one.support,
        "predicted": one.predicted,
        **{name: figure.value for name, figure in shares.items()},
        "intervals": {name: [figure.low, figure.high] for name, figure in shares.items()},
    }


def calibration(predictions: Sequence[Prediction], *, draws: int = 1000) -> dict[str, Any]:
    """What the confidences are worth: ECE, Brier score and the reliability diagram, over all that have one.

    A label that was withheld has its confidence still, and is right or not. Beside the figures stand those of the
    calibrated verdicts alone, and what always giving the commonest class, as surely as it is common, would reach.
    """
    sure = _sure(predictions)
    outcomes = _outcomes(sure)
    bins = []
    for number in range(_BINS):
        low, high = number / _BINS, (number + 1) / _BINS
        mine = [one for one in outcomes if low <= one.said < high or (number == _BINS - 1 and one.said == 1.0)]
        if mine:
            said, right = sum(one.said for one in mine) / len(mine), sum(one.right for one in mine) / len(mine)
            bins.append({"count": len(mine), "said": _rounded(said), "right": _rounded(right)})
    commonest = max(Counter(one.gold for one in predictions).values(), default=0) / max(1, len(predictions))
    found = _worth(outcomes)
    fitted = [one for one in sure if one.calibrated_on]
    return {
        "on": sorted({one.calibrated_on for one in fitted if one.calibrated_on}),
        "cases": len(outcomes),
        **{name: _rounded(value) for name, value in found.items()},
        "calibrated": {
            "cases": len(fitted),
            **{name: _rounded(value) for name, value in _worth(_outcomes(fitted)).items()},
        },
        "intervals": _calibration_intervals(sure, found, draws),
        "majority": {"ece": 0.0, "brier": _rounded(commonest * (1 - commonest))} if outcomes else {},
        "bins": bins,
    }


def _sure(predictions: Sequence[Prediction]) -> list[Prediction]:
    """The predictions with a confidence in a class, including withheld ones."""
    return [one for one in predictions if one.confidence is not None and one.meant not in (UNDETERMINED, FAILED)]


def _outcomes(sure: Sequence[Prediction]) -> list[ScoredConfidence]:
    return [ScoredConfidence(one.about or Kind.NOT_ENOUGH_INFO, one.confidence or 0.0, one.meant_right) for one in sure]


def _worth(outcomes: Sequence[ScoredConfidence]) -> dict[str, float | None]:
    if not outcomes:
        return {"ece": None, "brier": None}
    return {
        "ece": ece(outcomes),
        "brier": sum((one.said - one.right) ** 2 for one in outcomes) / len(outcomes),
    }


def _calibration_intervals(
    sure: Sequence[Prediction], found: Mapping[str, float | None], draws: int
) -> dict[str, list[float | None]]:
    """Bootstrap over documents. A drawn ECE is larger than the whole one by chance: the interval begins no higher."""
    confidences = np.array([one.confidence or 0.0 for one in sure])
    right = np.array([float(one.meant_right) for one in sure])
    bins = np.minimum((confidences * _BINS).astype(np.int64), _BINS - 1)
    samples: dict[str, list[float]] = {"ece": [], "brier": []}
    for times in row_draws([ClassifiedRow(one.gold, one.said, 0.5, one.document) for one in sure], draws):
        gaps = np.bincount(bins, weights=times * (confidences - right))
        samples["ece"].append(float(np.abs(gaps).sum() / times.sum()))
        samples["brier"].append(float((times * (confidences - right) ** 2).sum() / times.sum()))
    intervals = {}
    for name, value in found.items():
        figure = figure_of(value, samples[name])
        low = None if figure.low is None or figure.value is None else min(figure.low, figure.value)
        intervals[name] = [low, figure.high]
    return intervals


def risk_coverage(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """What abstaining buys: the most confident first, how many of those answered are wrong.

    Coverage counts all rows that were asked; what failed or was undetermined is never covered. What `--risk` withheld
    is covered like the rest: the curve shows what any risk would cost.
    """
    ranked = sorted(_sure(predictions), key=lambda one: (-(one.confidence or 0.0), one.id))
    wrong = 0
    points: list[tuple[float, float]] = []
    for number, one in enumerate(ranked, 1):
        wrong += not one.meant_right
        last = number == len(ranked) or ranked[number].confidence != one.confidence
        if last:
            # Rows of equal confidence cannot be told apart: they are covered together.
            points.append((number / len(predictions), wrong / number))
    at = {
        str(risk): _rounded(max((covered for covered, error in points if error <= risk), default=0.0))
        for risk in _RISKS
    }
    step = max(1, len(points) // _CURVE)
    sampled = points[::step] if not points or points[-1] in points[::step] else [*points[::step], points[-1]]
    # Each step of the curve counts by the rows that it covers more than the one before.
    steps = zip([(0.0, 0.0), *points], points, strict=False)
    area = sum(error * (covered - before) for (before, _), (covered, error) in steps)
    return {
        "area": _rounded(area / points[-1][0] if points else None),
        "coverage_at_risk": at if points else {},
        "points": [[_rounded(covered), _rounded(error)] for covered, error in sampled],
    }


def _by_kind(predictions: Sequence[Prediction]) -> dict[str, dict[str, Any]]:
    """The commonest kinds, in the order of their names."""
    commonest = Counter(one.kind for one in predictions if one.kind).most_common(_KINDS)
    found = {}
    for kind in sorted(name for name, _ in commonest):
        mine = [one for one in predictions if one.kind == kind]
        labels = Counter(one.said for one in mine)
        right = sum(one.right for one in mine)
        found[kind] = {"count": len(mine), "right": right, "share": _rounded(right / len(mine)), "said": dict(labels)}
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


def _cascade(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """How much was handed on to a dearer engine, and what these rows cost with all engines that they were put to."""
    handed = [one for one in predictions if one.escalated]
    usage = sum((one.usage for one in handed), Usage())
    share = _rounded(len(handed) / len(predictions)) if predictions else None
    return {"escalated": len(handed), "share": share, "usage": usage.model_dump()}


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return value if value is None or isinstance(value, int) else round(value, digits)
