"""Figures of a two-class decision, each with a bootstrap interval in which whole documents are drawn. Pure.

The positive class is the problem: an unfaithful summary that is found is a true positive.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from adjudge.record import Record

Floats = npt.NDArray[np.float64]
DRAWS = 1000
_OUTSIDE = 0.025


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """One scored row: its class, the prediction, its score and its document."""

    unfaithful: bool
    said_unfaithful: bool | None
    """None where the system abstained."""
    suspicion: float
    """Higher means less faithful."""
    document: str


class Figure(Record):
    """A value and the interval in which 95 of 100 draws lie; None where it is not defined."""

    value: float | None
    low: float | None = None
    high: float | None = None


class Confusion(Record):
    """Counts of a two-class decision; rows that were abstained from are in none of them."""

    tp: int
    tn: int
    fp: int
    fn: int

    @property
    def recall(self) -> float | None:
        """Of the unfaithful, the share that was found."""
        return _share(self.tp, self.tp + self.fn)

    @property
    def specificity(self) -> float | None:
        """Of the faithful, the share that was left alone."""
        return _share(self.tn, self.tn + self.fp)

    @property
    def precision(self) -> float | None:
        """Of those called unfaithful, the share that is."""
        return _share(self.tp, self.tp + self.fp)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float | None:
        """The share that is right."""
        return _share(self.tp + self.tn, self.tp + self.tn + self.fp + self.fn)

    @property
    def balanced_accuracy(self) -> float | None:
        """The mean of recall and specificity."""
        if self.recall is None or self.specificity is None:
            return None
        return (self.recall + self.specificity) / 2

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation."""
        product = (self.tp + self.fp) * (self.tp + self.fn) * (self.tn + self.fp) * (self.tn + self.fn)
        return (self.tp * self.tn - self.fp * self.fn) / sqrt(product) if product else None


MEASURES: tuple[str, ...] = ("balanced_accuracy", "recall", "precision", "specificity", "f1", "accuracy", "mcc")


def confusion(rows: Sequence[ScoredRow]) -> Confusion:
    """The counts of these rows."""
    said = [(row.unfaithful, row.said_unfaithful) for row in rows]
    return Confusion(
        tp=said.count((True, True)),
        tn=said.count((False, False)),
        fp=said.count((False, True)),
        fn=said.count((True, False)),
    )


def auroc(rows: Sequence[ScoredRow]) -> float | None:
    """How often an unfaithful row is more suspicious than a faithful one; ties count half."""
    return _ranking(rows).auroc(np.ones(len(rows)))


def figures(rows: Sequence[ScoredRow], *, draws: int = DRAWS, seed: int = 0) -> dict[str, Figure]:
    """Every measure with its interval."""
    ranking = _ranking(rows)
    samples: dict[str, list[float]] = {name: [] for name in (*MEASURES, "auroc")}
    for times in draws_of([row.document for row in rows], draws, seed):
        for name, value in _measured(rows, ranking, times).items():
            if value is not None:
                samples[name].append(value)
    full_table = _measured(rows, ranking, np.ones(len(rows)))
    return {name: figure_of(value, samples[name]) for name, value in full_table.items()}


def majority(rows: Sequence[ScoredRow]) -> float | None:
    """The accuracy of always giving the commoner label."""
    unfaithful = sum(row.unfaithful for row in rows)
    return _share(max(unfaithful, len(rows) - unfaithful), len(rows))


def _ranking(rows: Sequence[ScoredRow]) -> "Ranking":
    return Ranking([row.suspicion for row in rows], [row.unfaithful for row in rows])


class Ranking:
    """Rows in the order of their suspicion, so that a draw only counts how often each is in it."""

    def __init__(self, suspicion: Sequence[float], unfaithful: Sequence[bool]) -> None:
        self._unfaithful = np.array(unfaithful, dtype=bool)
        # Rows of equal suspicion are one step of the ranking.
        _, self._steps = np.unique(np.array(suspicion), return_inverse=True)

    def auroc(self, times: Floats) -> float | None:
        """The area with a weight for each row."""
        if not len(times):
            return None
        positives = np.bincount(self._steps, weights=times * self._unfaithful)
        negatives = np.bincount(self._steps, weights=times * ~self._unfaithful)
        pairs = positives.sum() * negatives.sum()
        if not pairs:
            return None
        below = np.cumsum(negatives) - negatives
        return float((positives * (below + negatives / 2)).sum() / pairs)


def _measured(rows: Sequence[ScoredRow], ranking: Ranking, times: Floats) -> dict[str, float | None]:
    counts = dict.fromkeys(((True, True), (False, False), (False, True), (True, False)), 0)
    for row, many in zip(rows, times.tolist(), strict=True):
        if row.said_unfaithful is not None and many:
            counts[row.unfaithful, row.said_unfaithful] += int(many)
    tp, tn, fp, fn = counts.values()
    table = Confusion(tp=tp, tn=tn, fp=fp, fn=fn)
    return {**{name: getattr(table, name) for name in MEASURES}, "auroc": ranking.auroc(times)}


def draws_of(documents: Sequence[str], draws: int, seed: int) -> Iterator[Floats]:
    """How often each row is in a draw: documents are drawn, and all rows of a document come with it."""
    numbers = {document: n for n, document in enumerate(dict.fromkeys(documents))}
    of = np.array([numbers[document] for document in documents], dtype=np.int64)
    chance = random.Random(seed)
    for _ in range(draws if numbers else 0):
        drawn = np.bincount(chance.choices(range(len(numbers)), k=len(numbers)), minlength=len(numbers))
        yield drawn[of].astype(np.float64)


def figure_of(value: float | None, sample: list[float]) -> Figure:
    """The value with the interval of a sample."""
    if value is None:
        return Figure(value=None)
    if not sample:
        return Figure(value=round(value, 4))
    ordered = sorted(sample)
    low, high = ordered[int(_OUTSIDE * (len(ordered) - 1))], ordered[round((1 - _OUTSIDE) * (len(ordered) - 1))]
    return Figure(value=round(value, 4), low=round(low, 4), high=round(high, 4))


def _share(part: int, total: int) -> float | None:
    return part / total if total else None
