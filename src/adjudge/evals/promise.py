"""What `--risk` can promise, and whether labelled rows allow any promise. Pure.

In: predictions, and confidences that are known to be right or wrong. Out: the labelled cases as `--risk` needs them
(`protocols/risk.py`), how many cases a risk would answer, or how many labels it lacks.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, pstdev

from adjudge.errors import DataError
from adjudge.evals.calibration import ScoredConfidence
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.prediction import Prediction
from adjudge.plurals import count_of
from adjudge.protocols.calibration import Calibration
from adjudge.protocols.risk import RiskPromise, Step, TraitSpread, most_wrong, steps_of, threshold
from adjudge.record import digest
from adjudge.verdict import Failure

RISKS = (0.01, 0.05, 0.1, 0.2)
_COPIED = 0.5
_MANY = 20_000


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
            return f"--risk {self.risk:g}: {self.answered} of {count_of(self.cases, 'case')} answered ({share:.0%})"
        if self.more_labels is None:
            return f"--risk {self.risk:g}: no promise; even the surest verdicts are wrong more often"
        return f"--risk {self.risk:g}: no promise yet; label about {count_of(self.more_labels, 'more row')}"


def risk_promise(
    predictions: Sequence[Prediction], held_out: Sequence[ScoredConfidence], fitted: Calibration
) -> RiskPromise:
    """The labelled cases behind a calibration; `held_out` are their confidences by one that did not see them."""
    judged = [one for one in predictions if one.stance is not None]
    names = sorted({name for one in judged for name in one.traits})
    columns = {name: [one.traits.get(name, 0.0) for one in judged] for name in names}
    return RiskPromise(
        protocol=fitted.protocol,
        engine=fitted.engine,
        calibrated_on=str(fitted),
        cases=len(judged),
        steps=_deciding(held_out),
        traits={
            name: TraitSpread(mean=round(fmean(values), 4), spread=round(pstdev(values), 4))
            for name, values in columns.items()
        },
        outcomes=Counter(one.stance.value for one in judged if one.stance),
    )


def _deciding(outcomes: Iterable[ScoredConfidence]) -> tuple[Step, ...]:
    """The steps of the verdicts that decide something; the others are never withheld."""
    return steps_of((round(one.said, 4), one.right) for one in outcomes if one.decides)


def promise(outcomes: Sequence[ScoredConfidence], risk: float) -> Promise:
    """How many of the labelled cases a risk would answer, or how many more labels it needs."""
    steps = _deciding(outcomes)
    least = threshold(steps, risk)
    if least is not None:
        return Promise(risk, next(given for said, given, _ in steps if said == least), len(outcomes))
    return Promise(risk, 0, len(outcomes), _more(steps, len(outcomes), risk))


def _more(steps: Sequence[Step], cases: int, risk: float) -> int | None:
    """How many more rows, if the surest go on to err as often as they did: the least over all confidences."""
    needed = [_enough(wrong / given, risk) * cases / given - cases for _, given, wrong in steps if wrong / given < risk]
    best = min(needed, default=_MANY)
    return max(1, round(best)) if best < _MANY else None


def _enough(share: float, risk: float) -> int:
    """How many labels show that the error is within the risk, if this share of them is wrong."""
    low, high = 1, 1
    while high < _MANY and round(share * high) > most_wrong(high, risk):
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        enough = round(share * middle) <= most_wrong(middle, risk)
        low, high = (low, middle) if enough else (middle + 1, high)
    return high


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
            f"All {count} rows have the label {min(golds)}.",
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
