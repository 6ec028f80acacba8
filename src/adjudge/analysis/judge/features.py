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
    """All features of a claim. `judged` holds the judgements of the windows of each claim sentence that the model read;
    it may be empty where there is no model."""
    return {**_from_model(judged), **_from_findings(comparison)}


def worst(judged: Sequence[Sequence[Judgement]]) -> Judgement | None:
    """The judgement of the worst sentence, each by the window that decides most; None where the model read nothing."""
    sentences = [min(windows, key=lambda one: one.unclear) for windows in judged if windows]
    return min(sentences, key=lambda one: one.supported - one.contradicted, default=None)


def _from_model(judged: Sequence[Sequence[Judgement]]) -> dict[str, float]:
    answer = worst(judged)
    if answer is None:
        return {}
    shares = zip(("supported", "contradicted", "unclear"), answer.shares, strict=True)
    return {f"model.log_{name}": log(max(share, _LEAST)) for name, share in shares}


def _from_findings(comparison: Comparison) -> dict[str, float]:
    against = {finding.axis for finding in comparison.with_relation(Relation.CONTRADICTED)}
    axes = {f"{axis.value}.contradicted": float(axis in against) for axis in Axis}
    # The model was trained on captions too, where another scene is a contradiction: only longer sources count.
    is_off_topic = comparison.coverage == 0.0 and not against and comparison.source_sentences > 1
    return {**axes, "off_topic": float(is_off_topic)}
