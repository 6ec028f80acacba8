"""Detect drift: a reference and new cases in, traits and outcomes that moved out. Pure.

A promise of `--risk` holds for cases like the calibrated ones. A trait has moved if its mean differs by half a standard
deviation of the reference or more, and by more than chance would explain. The reference is a calibration's labelled
cases or another run.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from adjudge.errors import DataError
from adjudge.plurals import count_of
from adjudge.protocols.risk import RiskPromise, TraitSpread

FEWEST = 20
_FAR = 0.5
_CHANCE = 3.0
_OUTCOMES_FAR = 0.15
_LEAST_SPREAD = 0.01


@dataclass(frozen=True, slots=True)
class Sampled:
    """One case: the traits of its texts and its outcome."""

    traits: Mapping[str, float]
    outcome: str


@dataclass(frozen=True, slots=True)
class Moved:
    """One comparison of a trait or of an outcome's share."""

    what: str
    before: float
    after: float
    distance: float
    """In standard deviations of the reference; for a share of outcomes, the difference itself."""
    drifted: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """Cases as far as drift is about them."""

    cases: int
    traits: Mapping[str, TraitSpread]
    outcomes: Mapping[str, int]


def summary(cases: Sequence[Sampled]) -> Summary:
    """The summary of cases."""
    names = {name for one in cases for name in one.traits}
    columns = {name: [one.traits.get(name, 0.0) for one in cases] for name in names}
    spreads = {name: TraitSpread(mean=fmean(values), spread=pstdev(values)) for name, values in columns.items()}
    return Summary(len(cases), spreads, Counter(one.outcome for one in cases))


def labelled_summary(promise: RiskPromise) -> Summary:
    """The summary of the labelled cases behind a calibration."""
    return Summary(promise.cases, promise.traits, promise.outcomes)


def drift(reference: Summary, new: Summary) -> list[Moved]:
    """Compare every trait and every outcome's share; the largest change comes first."""
    for name, texts in (("The reference", reference), ("The run", new)):
        if texts.cases < FEWEST:
            raise DataError(
                f"{name} has {count_of(texts.cases, 'case')} with a verdict.",
                hint=f"At least {FEWEST} are needed to detect drift.",
            )
    found = [_trait(name, reference, new) for name in sorted({*reference.traits, *new.traits})]
    found += _outcomes(reference, new)
    return sorted(found, key=lambda one: (not one.drifted, -abs(one.distance), one.what))


def _trait(name: str, reference: Summary, new: Summary) -> Moved:
    nothing = TraitSpread(mean=0.0, spread=0.0)
    before, after = reference.traits.get(name, nothing), new.traits.get(name, nothing)
    distance = (after.mean - before.mean) / max(before.spread, _LEAST_SPREAD)
    chance = sqrt(1 / reference.cases + 1 / new.cases)
    drifted = abs(distance) >= _FAR and abs(distance) > _CHANCE * chance
    return Moved(name, round(before.mean, 4), round(after.mean, 4), round(distance, 2), drifted)


def _outcomes(reference: Summary, new: Summary) -> list[Moved]:
    before, after = reference.outcomes, new.outcomes
    found = []
    for name in sorted({*before, *after}):
        a, b = before.get(name, 0) / reference.cases, after.get(name, 0) / new.cases
        both = (before.get(name, 0) + after.get(name, 0)) / (reference.cases + new.cases)
        chance = sqrt(both * (1 - both) * (1 / reference.cases + 1 / new.cases))
        drifted = abs(b - a) >= _OUTCOMES_FAR and abs(b - a) > _CHANCE * chance
        found.append(Moved(f"outcome: {name}", round(a, 4), round(b, 4), round(b - a, 4), drifted))
    return found
