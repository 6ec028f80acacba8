"""From a comparison to three probabilities, by a few weights that can be read and changed. No model, no fit."""

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.judge.weights import Weights
from adjudge.verdict import Axis, Relation, Severity

_SUPPORT_AT_NOTHING = -2.2
_SUPPORT_BY_COVERAGE = 4.0
_SUPPORT_IF_ALL_ANSWERED = 0.8
_SUPPORT_LOST_TO_A_CONTRADICTION = 2.6
_CONTRADICTION_AT_NOTHING = -0.8
_CONTRADICTION_FOUND = 2.4
_CONTRADICTION_FOUND_AGAIN = 0.4
_LOST_FURTHER = 0.5
_LOST_FURTHER_AT_MOST = 2.0
_LOST: dict[str, float] = {
    Axis.QUANTIFIER: 3.0,
    Axis.CERTAINTY: 3.0,
    Axis.CAUSALITY: 3.0,
    Axis.QUANTITY: 1.2,
    Axis.DATE: 1.2,
    Axis.NAME: 0.6,
    Axis.CAVEAT: 0.9,
    Axis.WORDING: 1.4,
}


def probabilities(comparison: Comparison) -> Weights:
    """How likely the claim is supported, contradicted, or left open by its sources."""
    against = len(comparison.with_relation(Relation.CONTRADICTED))
    supported = _SUPPORT_AT_NOTHING + _SUPPORT_BY_COVERAGE * comparison.coverage - _unsupported(comparison)
    if not comparison.unmatched and comparison.aligned:
        supported += _SUPPORT_IF_ALL_ANSWERED
    contradicted = _CONTRADICTION_AT_NOTHING
    if against:
        supported -= _SUPPORT_LOST_TO_A_CONTRADICTION
        contradicted += _CONTRADICTION_FOUND + _CONTRADICTION_FOUND_AGAIN * (min(against, 3) - 1)
    return Weights.softmax((supported, contradicted, 0.0))


def _unsupported(comparison: Comparison) -> float:
    """What support loses to things the claim says and the source does not. Low severity loses nothing."""
    missing = [one for one in comparison.with_relation(Relation.ABSENT) if one.severity is not Severity.LOW]
    losses = sorted((_LOST.get(one.axis, 1.0) for one in missing), reverse=True)
    # The worst counts in full and the others less, so that a long text is not lost by its length alone.
    return losses[0] + min(_LOST_FURTHER * sum(losses[1:]), _LOST_FURTHER_AT_MOST) if losses else 0.0
