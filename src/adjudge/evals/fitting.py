"""From predictions to a calibration: fitted on all, its error measured on documents that were not fitted on."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from adjudge.errors import DataError
from adjudge.evals.calibration import ScoredConfidence, fit
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.prediction import Prediction
from adjudge.protocols.calibration import Calibration, language_of
from adjudge.verdict import Failure

FEWEST = 30


def calibration_of(
    predictions: Sequence[Prediction], *, protocol: str, engine: str, name: str, languages: tuple[str, ...] = ()
) -> Calibration:
    """A calibration of one protocol on one engine, for texts in these languages. Confidences must be raw.

    The documents are halved by their hash. Each half is fitted and measured on the other; the mean of the two errors is
    what is told. The curve itself is fitted on all of them.
    """
    halves: tuple[list[ScoredConfidence], list[ScoredConfidence]] = ([], [])
    for one in predictions:
        if one.confidence is not None and one.about is not None:
            side = hashlib.sha256(one.document.encode()).digest()[0] % 2
            halves[side].append(ScoredConfidence(one.about, one.confidence, one.meant_right, one.traits or None))
    first, second = halves
    both = [*first, *second]
    if len(both) < FEWEST or not first or not second:
        raise DataError(
            f"{len(both)} verdicts are too few to calibrate a confidence.",
            hint=f"Give at least {FEWEST} labelled rows of several documents.",
        )
    if len({outcome.right for outcome in both}) < 2:
        raise DataError(
            f"All {len(both)} verdicts are {'right' if both[0].right else 'wrong'}: there is nothing to fit.",
            hint="Give more rows, harder ones too.",
        )
    of = partial(fit, protocol=protocol, engine=engine, name=name, languages=languages)
    one_way, other_way = of(first, second), of(second, first)
    error = (one_way.ece * len(second) + other_way.ece * len(first)) / len(both)
    return of(both, both).model_copy(update={"ece": round(error, 4)})


def languages_of(rows: Iterable[LabelledCase]) -> tuple[str, ...]:
    """The languages with enough rows for a calibration, the most frequent first.

    The commonest is named however few rows show it; a language that a few rows seem to be in is not.
    """
    shown = Counter(language_of(row.case) for row in rows if not isinstance(row.case, Failure))
    del shown[""]
    ranked = shown.most_common()
    return tuple(name for at, (name, count) in enumerate(ranked) if at == 0 or count >= FEWEST)
