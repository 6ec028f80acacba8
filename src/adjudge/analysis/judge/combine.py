"""The model's answer and the findings in, three shares out.

With the model by the weights in `combiner.json`, fitted by `training/combiner.py`: each says how much a finding speaks
for a class. Without it by a few weights that can be read and changed, and are not fitted.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.judge.weights import Weights
from adjudge.verdict import Axis, Relation, Severity

FILE = Path(__file__).with_name("combiner.json")
ANSWERS = ("model.log_supported", "model.log_contradicted", "model.log_unclear")
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


class Combiner:
    """A softmax over the logarithms of the model's shares and the weights of what was found."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.fingerprint = str(content["fingerprint"])
        self._weights: Mapping[str, list[float]] = content["weights"]

    def probabilities(self, features: Mapping[str, float]) -> Weights:
        """How likely the claim is supported, contradicted, or left open."""
        found = [(weights, features[name]) for name, weights in self._weights.items() if name in features]
        added = [sum(weights[at] * value for weights, value in found) for at in range(len(ANSWERS))]
        return Weights.softmax([features.get(name, 0.0) + more for name, more in zip(ANSWERS, added, strict=True)])


@lru_cache(maxsize=1)
def shipped() -> Combiner | None:
    """The combiner inside the package."""
    return Combiner(json.loads(FILE.read_text())) if FILE.exists() else None


def probabilities(comparison: Comparison) -> Weights:
    """How likely the claim is supported, contradicted, or left open, by the findings alone."""
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
