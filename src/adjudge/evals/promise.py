"""What `--risk` can promise, and whether labelled rows allow any promise. Pure.

In: confidences that are known to be right or wrong. Out: how many cases a risk would answer, or how many labels it
lacks. The bound is that of conformal risk control, (wrong + 1) / (answered + 1): it holds on average for new cases that
are drawn like the labelled ones, and for no others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil

from adjudge.errors import DataError
from adjudge.evals.calibration import ScoredConfidence
from adjudge.evals.labelled import LabelledCase
from adjudge.record import digest
from adjudge.verdict import Failure

RISKS = (0.01, 0.05, 0.1, 0.2)
_COPIED = 0.5
_MANY = 100_000


@dataclass(frozen=True, slots=True)
class Promise:
    """What can be promised at a risk: the cases it would answer, or how many more labels are needed; None: no number of
    labels helps, because even the surest verdicts are wrong too often."""

    risk: float
    answered: int
    cases: int
    more_labels: int | None = 0

    def __str__(self) -> str:
        if self.answered:
            share = self.answered / self.cases
            return f"--risk {self.risk:g}: {self.answered} of {self.cases} cases answered ({share:.0%})"
        if self.more_labels is None:
            return f"--risk {self.risk:g}: no promise; even the surest verdicts are wrong more often"
        return f"--risk {self.risk:g}: no promise yet; about {self.more_labels} more labelled rows are needed"


def promise(outcomes: Sequence[ScoredConfidence], risk: float) -> Promise:
    """The most cases, the surest first, whose bound is within the risk."""
    answered, steps = 0, _steps(outcomes)
    for count, wrong in steps:
        if (wrong + 1) / (count + 1) <= risk:
            answered = count
    if answered:
        return Promise(risk, answered, len(outcomes))
    return Promise(risk, 0, len(outcomes), _more(steps, len(outcomes), risk))


def _steps(outcomes: Sequence[ScoredConfidence]) -> list[tuple[int, int]]:
    """(answered, wrong) at each confidence; equal confidences cannot be told apart and are answered together."""
    ranked = sorted(outcomes, key=lambda one: -one.said)
    found, wrong = list[tuple[int, int]](), 0
    for number, one in enumerate(ranked, 1):
        wrong += not one.right
        if number == len(ranked) or ranked[number].said != one.said:
            found.append((number, wrong))
    return found


def _more(steps: Sequence[tuple[int, int]], cases: int, risk: float) -> int | None:
    """How many more rows, if the surest go on to err as often as they did: the least over all confidences."""
    needed: list[int] = []
    for count, wrong in steps:
        share = wrong / count
        if share < risk:
            # (share * n + 1) / (n + 1) <= risk
            answers = ceil((1 - risk) / (risk - share))
            needed.append(max(1, ceil(answers * cases / count) - cases))
    best = min(needed, default=_MANY)
    return best if best < _MANY else None


def require_fit_for_calibration(rows: Iterable[LabelledCase], *, fewest: int) -> None:
    """Raise a `DataError` for rows that no calibration can be fitted on, before any of them is judged."""
    texts: dict[str, set[str]] = {}
    golds, count = set[str](), 0
    for row in rows:
        count += 1
        golds.add(row.gold.value)
        if not isinstance(row.case, Failure):
            texts.setdefault(row.dataset, set()).add(digest([row.case.claim, row.case.truth]))
    if count < fewest:
        raise DataError(
            f"{count} labelled rows are too few to calibrate a confidence.",
            hint=f"At least {fewest} are needed: label {fewest - count} more, of several documents.",
        )
    if len(golds) == 1:
        raise DataError(
            f"All {count} rows are labelled {min(golds)}.",
            hint="A confidence is fitted on right and wrong claims: add rows of another label, a third of all or more.",
        )
    _require_no_copies(texts)


def _require_no_copies(texts: dict[str, set[str]]) -> None:
    for (one, mine), (other, theirs) in combinations(texts.items(), 2):
        shared, fewer = len(mine & theirs), min(len(mine), len(theirs))
        if shared > _COPIED * fewer:
            raise DataError(
                f"'{one}' and '{other}' share {shared} of {fewer} rows: one is a copy of the other.",
                hint="Leave one out: rows that count twice make a promise look safer than it is.",
            )
