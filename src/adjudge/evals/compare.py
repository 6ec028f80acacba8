"""Compare two evaluations of the same rows: the differences with intervals, and the cases that flipped."""

from collections.abc import Mapping, Sequence
from math import comb, erfc, sqrt
from typing import Any

import numpy as np

from adjudge.errors import DataError
from adjudge.evals.classes import MEASURES, ClassifiedRow, ConfusionTable
from adjudge.evals.metrics import DRAWS, draws_of, figure_of
from adjudge.evals.prediction import Prediction

_LARGE = 1000


def compare(
    before: Mapping[str, Prediction], after: Mapping[str, Prediction], classes: Sequence[str], *, draws: int = DRAWS
) -> dict[str, Any]:
    """The paired difference (after minus before) of every measure, McNemar's exact test, and what flipped.

    Rows with the same id but different texts are excluded and counted.
    """
    both = [id for id in before if id in after]
    shared = [id for id in both if _same_texts(before[id], after[id])]
    if not shared:
        other = f" {len(both)} ids are in both, but with other texts." if both else ""
        raise DataError(f"The two evaluations have no row in common.{other}", hint="Both must be of the same data.")
    if odd := [id for id in shared if before[id].gold != after[id].gold]:
        raise DataError(
            f"Row {odd[0]} has another label in the other evaluation.", hint="Map labels the same way in both."
        )
    first, second = ([_row(side[id]) for id in shared] for side in (before, after))
    flipped = [id for id in shared if before[id].said != after[id].said]
    gained = [id for id in flipped if after[id].right and not before[id].right]
    lost = [id for id in flipped if before[id].right and not after[id].right]
    return {
        "rows": {
            "shared": len(shared),
            "only_a": len(before) - len(both),
            "only_b": len(after) - len(both),
            "other_texts": len(both) - len(shared),
        },
        "metrics": _differences(first, second, classes, draws),
        "mcnemar": {"a_only_right": len(lost), "b_only_right": len(gained), "p": mcnemar(len(lost), len(gained))},
        "flipped": [
            {
                "id": id,
                "gold": before[id].gold,
                "a": before[id].said,
                "b": after[id].said,
                "change": "repaired" if id in gained else "damaged" if id in lost else "wrong either way",
            }
            for id in flipped
        ],
    }


def _same_texts(one: Prediction, other: Prediction) -> bool:
    known = one.texts and other.texts
    return one.document == other.document and (not known or one.texts == other.texts)


def mcnemar(one: int, other: int) -> float | None:
    """The exact two-sided p-value of McNemar's test; None if the two sides never differ."""
    total = one + other
    if not total:
        return None
    if total >= _LARGE:
        return _mcnemar_large(one, other)
    tail: int = sum(comb(total, k) for k in range(min(one, other) + 1))
    return round(min(1.0, 2 * tail / float(2**total)), 6)


def _mcnemar_large(one: int, other: int) -> float:
    """The normal approximation, for counts whose binomial does not fit a float."""
    distance = max(0.0, abs(one - other) - 1) / sqrt(one + other)
    return round(erfc(distance / sqrt(2)), 6)


def _differences(
    first: list[ClassifiedRow], second: list[ClassifiedRow], classes: Sequence[str], draws: int
) -> dict[str, Any]:
    tables = ConfusionTable(first, classes), ConfusionTable(second, classes)
    ones = np.ones(len(first))
    documents = [row.document for row in first]
    samples: dict[str, list[float]] = {name: [] for name in MEASURES}
    for times in draws_of(documents, draws if len(set(documents)) > 1 else 0, 0):
        a, b = (table.measured(times) for table in tables)
        for name in MEASURES:
            one, other = a[name], b[name]
            if one is not None and other is not None:
                samples[name].append(other - one)
    a, b = (table.measured(ones) for table in tables)
    found = {}
    for name in MEASURES:
        one, other = a[name], b[name]
        difference = None if one is None or other is None else other - one
        found[name] = {"a": _rounded(one), "b": _rounded(other), **figure_of(difference, samples[name]).model_dump()}
    return found


def _row(one: Prediction) -> ClassifiedRow:
    return ClassifiedRow(one.gold, one.said, 0.5 if one.score is None else one.score, one.document)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
