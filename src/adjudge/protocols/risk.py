"""What `--risk` promises: labelled cases in, the confidence from which labels are given out.

Of new cases that are drawn like the labelled ones, the labels that are given are wrong no more often than the risk, in
nine of ten calibrations ("learn then test", the form of conformal risk control that bounds the error of the labels that
are given). Verdicts that claim too little information decide nothing and are never withheld, so they do not count.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp, lgamma, log
from pathlib import Path

from adjudge.errors import DataError
from adjudge.files import private_folder, read_json, write_error, write_private
from adjudge.record import Record
from adjudge.verdict import Promised, Verdict

CHANCE = 0.1
"""How often a promise may fail because the labelled cases happened to be easy."""

Step = tuple[float, int, int]
"""A confidence, how many labelled cases have it or more, and how many of those are wrong."""


class TraitSpread(Record):
    """A trait of the labelled texts."""

    mean: float
    spread: float


class RiskPromise(Record):
    """The labelled cases behind a calibration, as far as `--risk` and `adjudge runs drift` need them."""

    protocol: str
    engine: str
    calibrated_on: str
    """The calibration it belongs to, as verdicts name it."""
    cases: int
    """The number of labelled cases with a verdict."""
    steps: tuple[Step, ...]
    """From the highest confidence down; each case by a calibration that did not see it."""
    traits: Mapping[str, TraitSpread] = {}
    outcomes: Mapping[str, int] = {}

    def at(self, risk: float) -> Promised:
        """What can be promised at a risk."""
        return Promised(least_confidence=threshold(self.steps, risk), labels=self.cases)


@lru_cache(maxsize=64)
def threshold(steps: tuple[Step, ...], risk: float) -> float | None:
    """The lowest confidence at which the labelled cases show that the error is within the risk; None if none does."""
    return next((said for said, given, wrong in reversed(steps) if wrong <= most_wrong(given, risk)), None)


@lru_cache(maxsize=65_536)
def most_wrong(given: int, risk: float) -> int:
    """How many of `given` labels may be wrong for an error above the risk to be unlikely; -1 if even none is too
    many."""
    if risk >= 1:
        return given
    within, wrong = 0.0, -1
    while risk > 0 and wrong < given:
        within += _chance_of(wrong + 1, given, risk)
        if within > CHANCE:
            break
        wrong += 1
    return wrong


def _chance_of(wrong: int, given: int, risk: float) -> float:
    """The binomial probability of exactly this many wrong labels."""
    ways = lgamma(given + 1) - lgamma(wrong + 1) - lgamma(given - wrong + 1)
    return exp(ways + wrong * log(risk) + (given - wrong) * log(1 - risk))


def steps_of(outcomes: Iterable[tuple[float, bool]]) -> tuple[Step, ...]:
    """Confidences and whether each was right, as steps; equal confidences are one step."""
    ranked = sorted(outcomes, key=lambda one: -one[0])
    found, wrong = list[Step](), 0
    for number, (said, right) in enumerate(ranked, 1):
        wrong += not right
        if number == len(ranked) or ranked[number][0] != said:
            found.append((said, number, wrong))
    return tuple(found)


def is_accepted(verdict: Verdict, risk: float, promised: Promised | None) -> bool:
    """Whether a label may be given: by the promise if there is one, else by the expected error of this verdict."""
    if not verdict.confidence.calibrated:
        return False
    if promised is None:
        return round(1 - verdict.confidence.value, 4) <= risk
    least = promised.least_confidence
    return least is not None and not verdict.confidence.unlike and verdict.confidence.value >= least


def promise_for(verdict: Verdict, risk: float, promises: Mapping[tuple[str, str], RiskPromise]) -> Promised | None:
    """The promise for the calibration that gave this confidence; None if it keeps no labelled cases."""
    engines = set(verdict.provenance.engines.values())
    found = promises.get((verdict.protocol, engines.pop())) if len(engines) == 1 else None
    return found.at(risk) if found and found.calibrated_on == verdict.confidence.calibrated_on else None


def keyed(promises: Iterable[RiskPromise]) -> Mapping[tuple[str, str], RiskPromise]:
    """Promises by protocol and engine; of several for one pair, the last counts."""
    return {(one.protocol, one.engine): one for one in promises}


def read(path: Path) -> tuple[RiskPromise, ...]:
    """The promises of a file; none if there is no such file."""
    if not path.exists():
        return ()
    try:
        return tuple(RiskPromise.model_validate(item) for item in read_json(path))
    except (DataError, OSError, TypeError, ValueError) as error:
        raise DataError(
            f"The promises in '{path}' cannot be read: {error}.", hint="Run `adjudge calibrate` again."
        ) from error


def write(path: Path, promises: Sequence[RiskPromise]) -> None:
    """Write promises to a file, one for each pair of protocol and engine."""
    content = "[\n" + ",\n".join(one.model_dump_json() for _, one in sorted(keyed(promises).items())) + "\n]\n"
    try:
        private_folder(path.parent)
        write_private(path, content.encode())
    except OSError as error:
        raise write_error(path, error) from error
