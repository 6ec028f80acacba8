"""Adjudge as Ragas metrics (the extra `ragas`): `AdjudgeFaithfulness` has the interface of `ragas.metrics.collections`,
`AdjudgeSingleTurn` the one that `ragas.evaluate` takes. A response and its contexts in, the share of its sentences out.

A response without a verdict scores 0: Ragas leaves missing scores out of its means. One that states nothing has the
score NaN, as with Ragas's own faithfulness.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.check import EngineChoice, finished
from adjudge.integrations.faithfulness import AnswerVerdict, reason_of, score_of, try_answer
from adjudge.integrations.frameworks import require
from adjudge.verdict import Failure

require("ragas")

from ragas.dataset_schema import SingleTurnSample  # noqa: E402
from ragas.metrics.base import MetricType, SingleTurnMetric  # noqa: E402
from ragas.metrics.collections.base import BaseMetric  # noqa: E402
from ragas.metrics.result import MetricResult  # noqa: E402
from ragas.run_config import RunConfig  # noqa: E402

_NAME = "adjudge_faithfulness"


class AdjudgeFaithfulness(BaseMetric):
    """The share of the sentences of a response that its contexts support; the reason names the others.

    The sentences, with their spans and the words of the contexts, are in `result.traces["output"]`.
    """

    def __init__(self, name: str = _NAME, *, engine: EngineChoice = "offline") -> None:
        super().__init__(name=name)
        self.engine = engine

    async def ascore(
        self, *, response: str = "", retrieved_contexts: Sequence[str] | None = None, **kwargs: Any
    ) -> MetricResult:
        """Score a response. Other columns, such as `user_input`, are ignored."""
        outcome = await try_answer(response or "", retrieved_contexts or (), engine=self.engine)
        return MetricResult(value=_score(outcome), reason=reason_of(outcome), traces={"output": _metadata(outcome)})

    def score(self, **kwargs: Any) -> MetricResult:
        """Score a response, and wait for it; works inside a running event loop too."""
        return finished(self.ascore(**kwargs))


@dataclass
class AdjudgeSingleTurn(SingleTurnMetric):
    """The same score for `evaluate(dataset, metrics=[AdjudgeSingleTurn()])`."""

    name: str = _NAME
    engine: EngineChoice = "offline"
    _required_columns: dict[MetricType, set[str]] = field(
        # Optional, since Ragas would refuse the whole data set where one response has no contexts.
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response", "retrieved_contexts:optional"}}
    )

    def init(self, run_config: RunConfig) -> None:
        """Nothing to prepare."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        outcome = await try_answer(sample.response or "", sample.retrieved_contexts or (), engine=self.engine)
        return _score(outcome)


def _score(outcome: AnswerVerdict | Failure) -> float:
    score = score_of(outcome)
    return float("nan") if score is None else score


def _metadata(outcome: AnswerVerdict | Failure) -> dict[str, Any]:
    if isinstance(outcome, Failure):
        return {"error": outcome.error, "sentences": []}
    return {"error": None, "sentences": [one.model_dump(mode="json") for one in outcome.sentences]}
