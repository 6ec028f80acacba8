"""Adjudge as a DeepEval metric (the extra `deepeval`): a test case in, the share of supported sentences."""

from typing import Any

from adjudge.case import Document
from adjudge.check import EngineChoice, finished
from adjudge.integrations.faithfulness import AnswerVerdict, reason_of, score_of, try_answer
from adjudge.integrations.frameworks import require
from adjudge.verdict import Failure

require("deepeval")

from deepeval.metrics import BaseMetric  # noqa: E402
from deepeval.test_case import LLMTestCase, SingleTurnParams  # noqa: E402
from deepeval.test_case.llm_test_case import RetrievedContextData  # noqa: E402


class AdjudgeMetric(BaseMetric):
    """The share of the sentences of `actual_output` that `retrieval_context` (or else `context`) supports.

    A test case without a verdict, or whose output states nothing, scores 0 and fails: DeepEval leaves cases that raise
    out of its averages. `verdict` holds the sentences with their spans, `failure` why there is no verdict.
    """

    _required_params = [SingleTurnParams.ACTUAL_OUTPUT, SingleTurnParams.RETRIEVAL_CONTEXT]  # noqa: RUF012

    def __init__(self, threshold: float = 1.0, *, engine: EngineChoice = "offline", async_mode: bool = True) -> None:
        self.threshold = threshold
        self.async_mode = async_mode
        self.engine = engine
        self.evaluation_model = engine if isinstance(engine, str) else "adjudge"
        self.verdict: AnswerVerdict | None = None
        self.failure: Failure | None = None

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """The score of a test case; works inside a running event loop too."""
        return finished(self.a_measure(test_case, *args, **kwargs))

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """The score of a test case."""
        outcome = await try_answer(test_case.actual_output or "", _contexts(test_case), engine=self.engine)
        self.verdict = None if isinstance(outcome, Failure) else outcome
        self.failure = outcome if isinstance(outcome, Failure) else None
        self.score = score_of(outcome) or 0.0
        self.reason = reason_of(outcome)
        self.success = self.is_successful()
        return self.score

    @property
    def __name__(self) -> str:
        return "Adjudge"


def _contexts(test_case: LLMTestCase) -> list[Document | str]:
    contexts = test_case.retrieval_context or test_case.context or []
    return [
        Document(id=one.source, text=one.context) if isinstance(one, RetrievedContextData) else one for one in contexts
    ]
