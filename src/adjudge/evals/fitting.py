"""From predictions to a calibration: fitted on all, its error measured on documents that were not fitted on."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from adjudge.errors import DataError
from adjudge.evals.calibration import ScoredConfidence, applied, fit
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.prediction import Prediction
from adjudge.protocols.calibration import Calibration, language_of
from adjudge.verdict import Failure

FEWEST = 30
_FOLDS = 10

Fit = Callable[[Sequence[ScoredConfidence], Sequence[ScoredConfidence]], Calibration]


@dataclass(frozen=True)
class FittedCalibration:
    """A calibration, and the labelled confidences, each by a calibration that was fitted on other documents."""

    calibration: Calibration
    held_out: tuple[ScoredConfidence, ...]


def calibration_of(
    predictions: Sequence[Prediction], *, protocol: str, engine: str, name: str, languages: tuple[str, ...] = ()
) -> FittedCalibration:
    """A calibration of one protocol on one engine, for texts in these languages. Confidences must be raw.

    The documents are halved by their hash. Each half is fitted and measured on the other; the mean of the two errors is
    what is reported. The curve itself is fitted on all of them.
    """
    halves: tuple[list[ScoredConfidence], list[ScoredConfidence]] = ([], [])
    for one in predictions:
        if outcome := _outcome(one):
            halves[_side(one.document, 2)].append(outcome)
    first, second = halves
    both = [*first, *second]
    if len(both) < FEWEST or not first or not second:
        raise DataError(
            f"Too few verdicts to calibrate a confidence: {len(both)}.",
            hint=f"Give at least {FEWEST} labelled rows of several documents.",
        )
    if len({outcome.right for outcome in both}) < 2:
        raise DataError(
            f"All {len(both)} verdicts are {'right' if both[0].right else 'wrong'}: there is nothing to fit.",
            hint="Give more rows, including harder ones.",
        )
    of = partial(fit, protocol=protocol, engine=engine, name=name, languages=languages)
    one_way, other_way = of(first, second), of(second, first)
    error = (one_way.ece * len(second) + other_way.ece * len(first)) / len(both)
    fitted = of(both, both).model_copy(update={"ece": round(error, 4)})
    return FittedCalibration(fitted, tuple(_held_out(predictions, of)))


def _held_out(predictions: Sequence[Prediction], fitted_on: Fit) -> Iterator[ScoredConfidence]:
    """Each labelled confidence by a calibration of nine tenths of the documents, without its own."""
    tenths = defaultdict[int, list[ScoredConfidence]](list)
    for one in predictions:
        if outcome := _outcome(one):
            tenths[_side(one.document, _FOLDS)].append(outcome)
    for number, mine in sorted(tenths.items()):
        others = [one for other, rows in sorted(tenths.items()) if other != number for one in rows]
        if others:
            yield from applied(mine, fitted_on(others, []))


def _side(document: str, sides: int) -> int:
    return hashlib.sha256(document.encode()).digest()[0] % sides


def _outcome(one: Prediction) -> ScoredConfidence | None:
    if one.confidence is None or one.about is None:
        return None
    return ScoredConfidence(one.about, one.confidence, one.meant_right, one.traits or None, one.decides)


def languages_of(rows: Iterable[LabelledCase]) -> tuple[str, ...]:
    """The languages with enough rows for a calibration, the most frequent first.

    The commonest is named however few rows show it; a language that a few rows seem to be in is not.
    """
    shown = Counter(language_of(row.case) for row in rows if not isinstance(row.case, Failure))
    del shown[""]
    ranked = shown.most_common()
    return tuple(name for at, (name, count) in enumerate(ranked) if at == 0 or count >= FEWEST)
