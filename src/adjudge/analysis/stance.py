"""From a comparison to three probabilities, by a few weights that can be read and changed. No model, no fit.

`decisive` names the finding that weighed most, so that a reason can quote it.
"""

from math import exp
from typing import NamedTuple

from adjudge.analysis.compare import Comparison
from adjudge.verdict import Finding, Relation, Severity


class Probabilities(NamedTuple):
    """Three shares that sum to one."""

    supported: float
    contradicted: float
    not_enough_info: float


_ORDER = ("negation", "wording", "quantity", "date", "name", "role", "quantifier", "causality", "certainty", "caveat")
_SEVERITY = {Severity.HIGH: 2, Severity.MEDIUM: 1, Severity.LOW: 0}


def probabilities(comparison: Comparison) -> Probabilities:
    """How likely the claim is supported, contradicted, or left open by its sources."""
    against = comparison.with_relation(Relation.CONTRADICTED)
    missing = [finding for finding in comparison.with_relation(Relation.ABSENT) if finding.severity is not Severity.LOW]
    supported = 6.0 * (comparison.coverage - 0.6) - 1.2 * len(missing)
    contradicted = -0.8 + 2.6 * min(1, len(against)) + 0.5 * max(0, len(against) - 1)
    open_question = 0.2 + 0.5 * len(missing)
    return _softmax(supported - 2.0 * len(against), contradicted, open_question)


def decisive(comparison: Comparison) -> Finding | None:
    """The finding that weighs most: contradictions first, then what is missing, then agreement."""
    ranked = (Relation.CONTRADICTED, Relation.ABSENT, Relation.COARSER, Relation.ENTAILED, Relation.SAME)
    return min(
        comparison.findings,
        key=lambda one: (
            ranked.index(one.relation),
            -_SEVERITY[one.severity],
            _ORDER.index(one.axis) if one.axis in _ORDER else len(_ORDER),
        ),
        default=None,
    )


def _softmax(*scores: float) -> Probabilities:
    top = max(scores)
    weights = [exp(score - top) for score in scores]
    total = sum(weights)
    return Probabilities(*(weight / total for weight in weights))
