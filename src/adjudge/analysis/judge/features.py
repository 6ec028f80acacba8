"""What the combiner looks at: the model's judgements and the findings of the comparison, as named numbers.

Names, not positions: the fitted weights in `combiner.json` are keyed by them and can be read.
"""

from collections.abc import Mapping, Sequence
from math import log

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.model.nli import Judgement
from adjudge.verdict import Axis, Relation, Severity

_LEAST = 1e-3


def features(comparison: Comparison, judged: Sequence[Sequence[Judgement]]) -> dict[str, float]:
    """All features of a claim. `judged` holds, for each sentence of the claim, the judgement of each passage that was
    read, the nearest passage first; it may be empty where there is no model."""
    return {**_from_model(judged), **_from_findings(comparison)}


def _from_model(judged: Sequence[Sequence[Judgement]]) -> dict[str, float]:
    if not judged or not all(judged):
        return {}
    # A claim of several sentences is as good as its worst sentence.
    rows = [{**_sentence(passages), **_words(passages)} for passages in judged]
    worst = min(rows, key=lambda row: row["model.support"] - row["model.contradiction"])
    return {**worst, "model.sentences": log(len(rows))}


def _sentence(passages: Sequence[Judgement]) -> dict[str, float]:
    """The window that decides most, beside the best support and the hardest contradiction of any window."""
    decided = min(passages, key=lambda one: one.unclear)
    return {
        "model.log_supported": log(max(decided.supported, _LEAST)),
        "model.log_contradicted": log(max(decided.contradicted, _LEAST)),
        "model.log_unclear": log(max(decided.unclear, _LEAST)),
        "model.support": _odds(max(one.supported for one in passages)),
        "model.contradiction": _odds(max(one.contradicted for one in passages)),
        "model.windows": log(len(passages)),
    }


def _words(passages: Sequence[Judgement]) -> dict[str, float]:
    """The word that is doubted most, though each is taken where it is doubted least; nothing without doubts."""
    shares = [min(doubt.share for doubt in word) for word in zip(*(one.doubts for one in passages), strict=False)]
    if not shares:
        return {}
    return {"model.doubt": _odds(max(shares)), "model.doubt_mean": _odds(sum(shares) / len(shares))}


def _from_findings(comparison: Comparison) -> dict[str, float]:
    values: dict[str, float] = {
        "coverage": comparison.coverage,
        "focus": comparison.focus,
        "left_out": comparison.left_out,
        "unmatched": min(len(comparison.unmatched), 6) / 6,
        "all_answered": float(not comparison.unmatched and bool(comparison.aligned)),
    }
    contradictions = comparison.with_relation(Relation.CONTRADICTED)
    values["contradictions"] = min(len(contradictions), 3) / 3
    for axis in Axis:
        found = comparison.on(axis)
        values[f"{axis}.contradicted"] = float(any(f.relation is Relation.CONTRADICTED for f in found))
        values[f"{axis}.absent"] = float(
            any(f.relation is Relation.ABSENT and f.severity is not Severity.LOW for f in found)
        )
        values[f"{axis}.agrees"] = float(any(f.relation in _AGREES for f in found))
    return values


_AGREES = (Relation.SAME, Relation.ENTAILED, Relation.COARSER)


def _odds(share: float) -> float:
    return _ratio(share, 1 - share)


def _ratio(one: float, other: float) -> float:
    return log(max(one, _LEAST) / max(other, _LEAST))


def dense(values: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """The features in this order; what is missing counts as zero."""
    return [values.get(name, 0.0) for name in names]
