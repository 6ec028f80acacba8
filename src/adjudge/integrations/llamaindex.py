"""Adjudge as a LlamaIndex evaluator (the extra `llamaindex`): a response and its nodes in, a result with spans out."""

from collections.abc import Sequence
from typing import Any

from adjudge.case import Document
from adjudge.check import EngineChoice, finished
from adjudge.integrations.faithfulness import AnswerVerdict, documents_of, reason_of, score_of, try_answer
from adjudge.integrations.frameworks import require
from adjudge.verdict import Failure

require("llama-index-core")

from llama_index.core.base.response.schema import Response  # noqa: E402
from llama_index.core.evaluation import BaseEvaluator, EvaluationResult  # noqa: E402
from llama_index.core.prompts.mixin import PromptDictType  # noqa: E402


class AdjudgeResult(EvaluationResult):
    """The result of an evaluation, with the verdict of each sentence. A quote names its node by id."""

    verdict: AnswerVerdict | None = None


class AdjudgeEvaluator(BaseEvaluator):
    """Whether every sentence of a response is supported by its contexts; passing from `threshold` of them.

    A response without a verdict has the score 0, does not pass, and is marked as an invalid result. One that states
    nothing has neither score nor pass.
    """

    def __init__(self, *, threshold: float = 1.0, engine: EngineChoice = "offline") -> None:
        self.threshold = threshold
        self.engine = engine

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str | Document] | None = None,
        **kwargs: Any,
    ) -> AdjudgeResult:
        """Evaluate a response; works inside a running event loop too."""
        return finished(self.aevaluate(query, response, contexts, **kwargs))

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str | Document] | None = None,
        **kwargs: Any,
    ) -> AdjudgeResult:
        """Evaluate a response."""
        outcome = await try_answer(response or "", contexts or (), engine=self.engine)
        failed, score = isinstance(outcome, Failure), score_of(outcome)
        return AdjudgeResult(
            query=query,
            response=response,
            contexts=[one.text for one in documents_of(contexts or ())],
            passing=None if score is None else score >= self.threshold and not failed,
            score=score,
            feedback=reason_of(outcome),
            invalid_result=failed,
            invalid_reason=reason_of(outcome) if failed else None,
            verdict=None if isinstance(outcome, Failure) else outcome,
        )

    def evaluate_response(
        self, query: str | None = None, response: Response | None = None, **kwargs: Any
    ) -> AdjudgeResult:
        """Evaluate the response of a query engine against its source nodes."""
        return finished(self.aevaluate_response(query, response, **kwargs))

    async def aevaluate_response(
        self, query: str | None = None, response: Response | None = None, **kwargs: Any
    ) -> AdjudgeResult:
        """Evaluate the response of a query engine against its source nodes."""
        nodes = response.source_nodes if response else []
        contexts = [Document(id=one.node.node_id, text=one.get_content()) for one in nodes]
        return await self.aevaluate(query, response.response if response else None, contexts, **kwargs)

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts_dict: PromptDictType) -> None:
        """There are no prompts to change."""
