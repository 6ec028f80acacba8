"""Detect drift: traits and outcomes of reference and new cases in, those that moved out. Pure.

A promise of `--risk` holds for cases like the calibrated ones. A trait has moved if its mean differs by half a standard
deviation of the reference or more, and by more than chance would explain.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, pstdev

from adjudge.errors import DataError

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


def drift(reference: Sequence[Sampled], new: Sequence[Sampled]) -> list[Moved]:
    """Compare every trait and every outcome's share; the largest change comes first."""
    for name, held in (("The reference", reference), ("The run", new)):
        if len(held) < FEWEST:
            raise DataError(
                f"{name} has {len(held)} cases with a verdict.", hint=f"At least {FEWEST} are needed to detect drift."
            )
    names = sorted({name for one in (*reference, *new) for name in one.traits})
    found = [_trait(name, reference, new) for name in names] + _outcomes(reference, new)
    return sorted(found, key=lambda one: (not one.drifted, -abs(one.distance), one.what))


def _trait(name: str, reference: Sequence[Sampled], new: Sequence[Sampled]) -> Moved:
    before, after = ([one.traits.get(name, 0.0) for one in held] for held in (reference, new))
    spread = max(pstdev(before), _LEAST_SPREAD)
    distance = (fmean(after) - fmean(before)) / spread
    chance = sqrt(1 / len(before) + 1 / len(after))
    drifted = abs(distance) >= _FAR and abs(distance) > _CHANCE * chance
    return Moved(name, round(fmean(before), 4), round(fmean(after), 4), round(distance, 2), drifted)


def _outcomes(reference: Sequence[Sampled], new: Sequence[Sampled]) -> list[Moved]:
    before, after = (Counter(one.outcome for one in held) for held in (reference, new))
    found = []
    for name in sorted({*before, *after}):
        a, b = before[name] / len(reference), after[name] / len(new)
        both = (before[name] + after[name]) / (len(reference) + len(new))
        chance = sqrt(both * (1 - both) * (1 / len(reference) + 1 / len(new)))
        drifted = abs(b - a) >= _OUTCOMES_FAR and abs(b - a) > _CHANCE * chance
        found.append(Moved(f"outcome: {name}", round(a, 4), round(b, 4), round(b - a, 4), drifted))
    return found
