"""Figures of a decision between two or three classes, with bootstrap intervals over documents.

All rows are in every denominator: what was undetermined or failed counts as a class that no row has, and is wrong.
What is not defined is None: one class only, nothing predicted, no score.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from adjudge.evals.metrics import DRAWS, Figure, Floats, Ranking, draws_of, figure_of

MEASURES = ("balanced_accuracy", "accuracy", "macro_f1", "mcc", "kappa", "auroc")


@dataclass(frozen=True, slots=True)
class ClassifiedRow:
    """One row: its class, the predicted class, a support score (0.5 if unknown) and its document."""

    gold: str
    said: str
    score: float
    document: str


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """One class: its number of rows and predictions, and how well it is predicted."""

    support: int
    predicted: int
    precision: Figure
    recall: Figure
    f1: Figure


class ConfusionTable:
    """A confusion table: one line per class, one column per prediction."""

    def __init__(self, rows: Sequence[ClassifiedRow], classes: Sequence[str]) -> None:
        self.classes = tuple(classes)
        self.columns = (*classes, *sorted({row.said for row in rows} - set(classes)))
        self._at = np.array(
            [self.classes.index(row.gold) * len(self.columns) + self.columns.index(row.said) for row in rows],
            dtype=np.int64,
        )
        self._ranking = Ranking([1 - row.score for row in rows], [row.gold != self.classes[0] for row in rows])

    def counts(self, times: Floats) -> Floats:
        """The confusion matrix with a weight for each row."""
        size = len(self.classes) * len(self.columns)
        flat = np.bincount(self._at, weights=times, minlength=size) if len(times) else np.zeros(size)
        return flat.astype(np.float64).reshape(len(self.classes), len(self.columns))

    def measured(self, times: Floats) -> dict[str, float | None]:
        """Every measure, with a weight for each row."""
        found = _measured(self.counts(times))
        return {**found, "auroc": self._ranking.auroc(times)}


def confusion(rows: Sequence[ClassifiedRow], classes: Sequence[str]) -> dict[str, dict[str, int]]:
    """The confusion table of the rows."""
    table = ConfusionTable(rows, classes)
    counts = table.counts(np.ones(len(rows)))
    return {
        gold: {said: int(counts[at, column]) for column, said in enumerate(table.columns)}
        for at, gold in enumerate(table.classes)
    }


def figures(
    rows: Sequence[ClassifiedRow], classes: Sequence[str], *, draws: int = DRAWS, seed: int = 0
) -> dict[str, Figure]:
    """Every measure with its interval."""
    table = ConfusionTable(rows, classes)
    samples: dict[str, list[float]] = {name: [] for name in MEASURES}
    for times in row_draws(rows, draws, seed):
        for name, value in table.measured(times).items():
            if value is not None:
                samples[name].append(value)
    return {name: figure_of(value, samples[name]) for name, value in table.measured(np.ones(len(rows))).items()}


def row_draws(rows: Sequence[ClassifiedRow], draws: int, seed: int = 0) -> Iterator[Floats]:
    """The number of times that each row is in each bootstrap draw. One document drawn again and again varies in
    nothing: then there is no draw, since no interval is better than one of width zero."""
    documents = [row.document for row in rows]
    return draws_of(documents, draws if len(set(documents)) > 1 else 0, seed)


def by_class(
    rows: Sequence[ClassifiedRow], classes: Sequence[str], *, draws: int = DRAWS, seed: int = 0
) -> dict[str, ClassFigures]:
    """Precision, recall and F1 of each class, with their intervals."""
    table = ConfusionTable(rows, classes)
    counts = table.counts(np.ones(len(rows)))
    drawn = [table.counts(times) for times in row_draws(rows, draws, seed)]
    found = {}
    for at, name in enumerate(table.classes):
        precision, recall, f1 = (
            figure_of(share(counts, at), [value for one in drawn if (value := share(one, at)) is not None])
            for share in (_precision, _recall, _f1)
        )
        found[name] = ClassFigures(int(counts[at].sum()), int(counts[:, at].sum()), precision, recall, f1)
    return found


def _precision(counts: Floats, at: int) -> float | None:
    return _share(counts[at, at], counts[:, at].sum())


def _recall(counts: Floats, at: int) -> float | None:
    return _share(counts[at, at], counts[at].sum())


def _f1(counts: Floats, at: int) -> float | None:
    support = counts[at].sum()
    return _share(2 * counts[at, at], support + counts[:, at].sum()) if support else None


def baseline(rows: Sequence[ClassifiedRow], classes: Sequence[str]) -> dict[str, float | None]:
    """The figures of always predicting the most frequent class."""
    golds = [row.gold for row in rows]
    commonest = max(classes, key=golds.count) if golds else ""
    always = [ClassifiedRow(row.gold, commonest, 0.5, row.document) for row in rows]
    return ConfusionTable(always, classes).measured(np.ones(len(always))) if always else dict.fromkeys(MEASURES)


def _measured(counts: Floats) -> dict[str, float | None]:
    """Accuracy, balanced accuracy, macro F1, multi-class MCC and Cohen's kappa of a table of counts."""
    total, size = float(counts.sum()), len(counts)
    support, predicted = counts.sum(axis=1), counts.sum(axis=0)
    hits = np.diagonal(counts)
    present = support > 0
    several = int(present.sum()) > 1
    recall = hits[present] / support[present]
    f1 = 2 * hits[present] / (support[present] + predicted[:size][present])
    golds = np.zeros(len(predicted))
    golds[:size] = support
    accuracy = _share(float(hits.sum()), total)
    return {
        "balanced_accuracy": float(recall.mean()) if several else None,
        "accuracy": accuracy,
        "macro_f1": float(f1.mean()) if several else None,
        "mcc": _mcc(float(hits.sum()), total, golds, predicted),
        "kappa": _kappa(accuracy, total, golds, predicted) if several else None,
    }


def _mcc(hits: float, total: float, golds: Floats, predicted: Floats) -> float | None:
    spread = (total**2 - float((predicted**2).sum())) * (total**2 - float((golds**2).sum()))
    return (hits * total - float((golds * predicted).sum())) / float(np.sqrt(spread)) if spread > 0 else None


def _kappa(accuracy: float | None, total: float, golds: Floats, predicted: Floats) -> float | None:
    chance = float((golds * predicted).sum()) / total**2 if total else 1.0
    return None if accuracy is None or chance == 1 else (accuracy - chance) / (1 - chance)


def _share(part: float | np.float64, total: float | np.float64) -> float | None:
    return float(part / total) if total else None
