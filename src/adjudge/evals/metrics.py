"""Figures of a two-class decision, each with a bootstrap interval in which whole documents are drawn. Pure.

The positive class is the problem: an unfaithful summary that is found is a true positive.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from adjudge.record import Record

_DRAWS = 1000
_OUTSIDE = 0.025


@dataclass(frozen=True, slots=True)
class Outcome:
    """One scored row: what it is, what was said of it, how strongly, and which document it belongs to."""

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


MEASURES: dict[str, Callable[[Sequence[Outcome]], float | None]] = {
    "balanced_accuracy": lambda rows: confusion(rows).balanced_accuracy,
    "recall": lambda rows: confusion(rows).recall,
    "precision": lambda rows: confusion(rows).precision,
    "specificity": lambda rows: confusion(rows).specificity,
    "f1": lambda rows: confusion(rows).f1,
    "accuracy": lambda rows: confusion(rows).accuracy,
    "mcc": lambda rows: confusion(rows).mcc,
}


def confusion(rows: Sequence[Outcome]) -> Confusion:
    """The counts of these rows."""
    said = [(row.unfaithful, row.said_unfaithful) for row in rows]
    return Confusion(
        tp=said.count((True, True)),
        tn=said.count((False, False)),
        fp=said.count((False, True)),
        fn=said.count((True, False)),
    )


def auroc(rows: Sequence[Outcome]) -> float | None:
    """How often an unfaithful row is more suspicious than a faithful one; ties count half."""
    ordered = sorted(rows, key=lambda row: row.suspicion)
    positives = sum(row.unfaithful for row in rows)
    negatives = len(rows) - positives
    if not positives or not negatives:
        return None
    ranks, at = 0.0, 0
    while at < len(ordered):
        end = at
        while end < len(ordered) and ordered[end].suspicion == ordered[at].suspicion:
            end += 1
        ranks += (at + end + 1) / 2 * sum(row.unfaithful for row in ordered[at:end])
        at = end
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)


def figures(rows: Sequence[Outcome], *, draws: int = _DRAWS, seed: int = 0) -> dict[str, Figure]:
    """Every measure with its interval."""
    measures = {**MEASURES, "auroc": auroc}
    samples: dict[str, list[float]] = {name: [] for name in measures}
    for drawn in _draws(rows, draws, seed):
        for name, measure in measures.items():
            if (value := measure(drawn)) is not None:
                samples[name].append(value)
    return {name: _figure(measure(rows), samples[name]) for name, measure in measures.items()}


def majority(rows: Sequence[Outcome]) -> float | None:
    """The accuracy of always giving the commoner label."""
    unfaithful = sum(row.unfaithful for row in rows)
    return _share(max(unfaithful, len(rows) - unfaithful), len(rows))


def _draws(rows: Sequence[Outcome], draws: int, seed: int) -> list[list[Outcome]]:
    by_document: dict[str, list[Outcome]] = {}
    for row in rows:
        by_document.setdefault(row.document, []).append(row)
    documents = list(by_document.values())
    if not documents:
        return []
    chance = random.Random(seed)
    return [[row for own in chance.choices(documents, k=len(documents)) for row in own] for _ in range(draws)]


def _figure(value: float | None, sample: list[float]) -> Figure:
    if value is None:
        return Figure(value=None)
    if not sample:
        return Figure(value=round(value, 4))
    ordered = sorted(sample)
    low, high = ordered[int(_OUTSIDE * (len(ordered) - 1))], ordered[round((1 - _OUTSIDE) * (len(ordered) - 1))]
    return Figure(value=round(value, 4), low=round(low, 4), high=round(high, 4))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
