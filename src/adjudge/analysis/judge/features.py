"""What the combiner looks at: the model's answer, on which axes the comparison found a contradiction, and whether the
sources speak of something else.

Names, not positions: the fitted weights in `combiner.json` are keyed by them and can be read. Other features (coverage,
unmatched words, agreement by axis, doubts) were tried; on sets left out of the fit they made verdicts worse.
"""

from collections.abc import Sequence
from math import log

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.model.nli import Judgement
from adjudge.verdict import Axis, Relation

_LEAST = 1e-3


def features(comparison: Comparison, judged: Sequence[Sequence[Judgement]]) -> dict[str, float]:
    """All features of a claim; `judged` holds, for each of its sentences, what the model says of each window."""
    found, answer = _from_findings(comparison), worst(judged)
    if answer is None:
        return found
    shares = zip(("supported", "contradicted", "unclear"), answer.shares, strict=True)
    return {f"model.log_{name}": log(max(share, _LEAST)) for name, share in shares} | found


def worst(judged: Sequence[Sequence[Judgement]]) -> Judgement | None:
    """What the model says of the sentence that it supports least; None where it read nothing."""
    return min(map(_together, filter(None, judged)), key=lambda one: one.supported, default=None)


def _together(windows: Sequence[Judgement]) -> Judgement:
    """The best support that any window gives; the rest is split as in the window that decides most."""
    best, decides = max(one.supported for one in windows), min(windows, key=lambda one: one.unclear)
    rest = (1 - best) / ((1 - decides.supported) or 1.0)
    return Judgement(best, rest * decides.contradicted, rest * decides.unclear)


def _from_findings(comparison: Comparison) -> dict[str, float]:
    against = {finding.axis for finding in comparison.with_relation(Relation.CONTRADICTED)}
    # The model was trained on captions too, where another scene is a contradiction: only longer sources count.
    is_off_topic = comparison.coverage == 0.0 and not against and comparison.source_sentences > 1
    return {f"{axis.value}.contradicted": float(axis in against) for axis in Axis} | {"off_topic": float(is_off_topic)}
