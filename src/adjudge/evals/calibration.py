"""Fit a calibration: verdicts of known correctness in, a map from confidence to the share of right verdicts out.

Isotonic regression (pool adjacent violators) for each kind of verdict, in blocks large enough to mean something; then,
where there are cases enough, weights for what makes a pair of texts hard: how far it moves the odds, and how far it
stretches them. The expected calibration error is measured on
other cases than those fitted on.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudge.protocols.calibration import Calibration, Kind
from adjudge.protocols.traits import Traits

_BINS = 10
_SMALLEST_BLOCK = 25
_FEWEST_FOR_TRAITS = 300
HELD = 5 / 3
"""Strength of the regularisation, in neutral cases per trait."""
_SLOPES_HELD_MORE = 6.0
_USUAL = 0.005
"""The share of texts at either end of a trait's range that count as unusual."""
_LEAST_RANGE = 0.01
_STEPS = 20


@dataclass(frozen=True, slots=True)
class ScoredConfidence:
    """The confidence of a verdict, and whether the verdict was right."""

    kind: Kind
    said: float
    right: bool
    traits: Traits | None = None
    decides: bool = True
    """Whether the verdict decides the claim; `--risk` withholds no other."""


def fit(
    outcomes: Sequence[ScoredConfidence],
    held_out: Sequence[ScoredConfidence],
    *,
    protocol: str,
    engine: str,
    name: str,
    languages: tuple[str, ...] = (),
    held: float | None = HELD,
) -> Calibration:
    """A calibration of one protocol on one engine; with `held=None`, one that does not look at traits."""
    by_kind = {kind: [one for one in outcomes if one.kind is kind] for kind in Kind}
    points = {kind: tuple(isotonic(mine)) for kind, mine in by_kind.items() if mine}
    drawn = Calibration(
        protocol=protocol,
        engine=engine,
        name=name,
        cases=len(outcomes),
        ece=0.0,
        points=points,
        languages=languages,
        ranges=trait_ranges(outcomes),
        base={
            kind: round((sum(one.right for one in mine) + 1) / (len(mine) + 2), 4)
            for kind, mine in by_kind.items()
            if mine
        },
    )
    weighed = {
        kind: found
        for kind, mine in by_kind.items()
        if held is not None and (found := weighed_traits(mine, drawn, held=held))
    }
    unmeasured = drawn.model_copy(
        update={
            "traits": {kind: found.moves for kind, found in weighed.items()},
            "slopes": {kind: found.stretches for kind, found in weighed.items()},
        }
    )
    return unmeasured.model_copy(update={"ece": round(ece(applied(held_out, unmeasured)), 4)})


def applied(outcomes: Iterable[ScoredConfidence], calibration: Calibration) -> list[ScoredConfidence]:
    """The outcomes that the calibration covers, with calibrated confidences."""
    return [
        replace(one, said=calibration.of(one.kind, one.said, one.traits))
        for one in outcomes
        if calibration.points.get(one.kind)
    ]


@dataclass(frozen=True, slots=True)
class TraitWeights:
    """How much each trait shifts and scales the log-odds of the curve."""

    moves: Mapping[str, float]
    stretches: Mapping[str, float]


def trait_ranges(outcomes: Sequence[ScoredConfidence]) -> dict[str, tuple[float, float]]:
    """The usual range of each trait; none for few cases, since they show little of what is usual."""
    known = [one.traits for one in outcomes if one.traits]
    if len(known) < _FEWEST_FOR_TRAITS:
        return {}
    import numpy

    names = sorted(set().union(*known))
    ends = {name: numpy.quantile([one.get(name, 0.0) for one in known], [_USUAL, 1 - _USUAL]) for name in names}
    return {name: (round(float(low), 4), round(float(high), 4)) for name, (low, high) in ends.items()}


def weighed_traits(outcomes: Sequence[ScoredConfidence], drawn: Calibration, *, held: float) -> TraitWeights | None:
    """Logistic regression with the curve as its offset.

    Weights are regularised towards zero, so that few cases change little.
    """
    known = [one for one in outcomes if one.traits]
    if len(known) < _FEWEST_FOR_TRAITS:
        return None
    import numpy

    names = sorted({name for one in known for name in one.traits or ()})
    raw = numpy.array([[(one.traits or {}).get(name, 0.0) for name in names] for one in known])
    # Traits differ in how far they range: each is held as strongly as any other, and the more there are, the more.
    centre, scale = raw.mean(axis=0), numpy.maximum(raw.std(axis=0), _LEAST_RANGE)
    traits = numpy.concatenate([numpy.ones((len(raw), 1)), (raw - centre) / scale], axis=1)
    right = numpy.array([float(one.right) for one in known])
    share = numpy.array([drawn.of(one.kind, one.said) for one in known]).clip(0.01, 0.99)
    odds = numpy.log(share / (1 - share))
    x = numpy.concatenate([traits, (odds - odds.mean())[:, None] * traits], axis=1)
    every = len(names)
    slopes = _SLOPES_HELD_MORE * held
    penalty = numpy.diag([0.0, *([held * every] * every), slopes, *([slopes * every] * every)])
    weights = numpy.zeros(x.shape[1])
    for _ in range(_STEPS):
        found = 1 / (1 + numpy.exp(-(odds + x @ weights)))
        slope = x.T @ (found - right) + penalty @ weights
        curve = (x * (found * (1 - found))[:, None]).T @ x + penalty + 1e-6 * numpy.eye(len(weights))
        weights = weights - numpy.linalg.solve(curve, slope)
    # Back to traits as they are: neither centred nor scaled, and stretched from nought, not from the mean.
    plain = weights.reshape(2, -1)
    plain[:, 1:] /= scale
    plain[:, 0] -= plain[:, 1:] @ centre
    plain[0] -= odds.mean() * plain[1]
    moves, stretches = (
        {name: round(float(weight), 4) for name, weight in zip(("bias", *names), row, strict=True)} for row in plain
    )
    return TraitWeights(moves, stretches)


def isotonic(outcomes: Iterable[ScoredConfidence]) -> list[tuple[float, float]]:
    """Points of a curve that never falls. Shares are smoothed towards one half by two pseudo-cases per block."""
    blocks: list[list[float]] = []  # sum of said, sum of right, count
    before = -1.0
    for one in sorted(outcomes, key=lambda outcome: outcome.said):
        # Equal confidences cannot be told apart: they share a block, however large.
        same, before = one.said == before, one.said
        if blocks and (same or blocks[-1][2] < _SMALLEST_BLOCK):
            blocks[-1] = [blocks[-1][0] + one.said, blocks[-1][1] + one.right, blocks[-1][2] + 1]
        else:
            blocks.append([one.said, float(one.right), 1.0])
    merged: list[list[float]] = []
    for block in blocks:
        merged.append(block)
        while len(merged) > 1 and _share(merged[-2]) >= _share(merged[-1]):
            last = merged.pop()
            merged[-1] = [a + b for a, b in zip(merged[-1], last, strict=True)]
    points = [(round(said / count, 4), round(_share([said, right, count]), 4)) for said, right, count in merged]
    return [point for at, point in enumerate(points) if at == 0 or point[0] > points[at - 1][0]]


def _share(block: Sequence[float]) -> float:
    return (block[1] + 1) / (block[2] + 2)


def ece(outcomes: Sequence[ScoredConfidence]) -> float:
    """Expected calibration error over ten bins of equal width."""
    if not outcomes:
        return 0.0
    total = 0.0
    for number in range(_BINS):
        low, high = number / _BINS, (number + 1) / _BINS
        mine = [one for one in outcomes if low <= one.said < high or (number == _BINS - 1 and one.said == 1.0)]
        if mine:
            total += abs(sum(one.said for one in mine) - sum(one.right for one in mine))
    return total / len(outcomes)
