"""Adjudge as Haystack components (the extra `haystack`): `AdjudgeChecker` after a generator, in a pipeline that
answers; `AdjudgeAnswersEvaluator` in a pipeline that evaluates. Both run synchronously and asynchronously.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from adjudge.case import Document
from adjudge.errors import DataError
from adjudge.integrations.faithfulness import AnswerVerdict, check_answers, reason_of, score_of
from adjudge.integrations.frameworks import require
from adjudge.verdict import Failure

require("haystack-ai")

from haystack import Document as HaystackDocument  # noqa: E402
from haystack import component  # noqa: E402
from haystack.dataclasses import ChatMessage  # noqa: E402

Results = dict[str, Any]


@component
class AdjudgeChecker:
    """Checks the replies of a generator against the documents of a retriever.

    `verdicts` has an `AnswerVerdict`, or a `Failure`, for each reply; `faithful` says whether every reply has a verdict
    without an issue.
    """

    def __init__(self, engine: str = "offline") -> None:
        self.engine = engine

    @component.output_types(verdicts=list[AnswerVerdict | Failure], faithful=bool)
    def run(self, replies: list[str] | list[ChatMessage], documents: list[HaystackDocument]) -> Results:
        """Check replies."""
        verdicts = check_answers([(_text(one), _contexts(documents)) for one in replies], engine=self.engine)
        return {"verdicts": verdicts, "faithful": all(_is_faithful(one) for one in verdicts)}

    @component.output_types(verdicts=list[AnswerVerdict | Failure], faithful=bool)
    async def run_async(self, replies: list[str] | list[ChatMessage], documents: list[HaystackDocument]) -> Results:
        """Check replies."""
        return await asyncio.to_thread(self.run, replies, documents)


@component
class AdjudgeAnswersEvaluator:
    """Scores predicted answers against their contexts, in the form of Haystack's own evaluators.

    An answer without a verdict has the score 0 and the status `error`, and stays in the mean. One that states nothing
    has no score.
    """

    def __init__(self, engine: str = "offline") -> None:
        self.engine = engine

    @component.output_types(score=float, individual_scores=list[float | None], results=list[dict[str, Any]])
    def run(self, predicted_answers: list[str], contexts: list[list[Any]]) -> Results:
        """Score answers."""
        if len(predicted_answers) != len(contexts):
            raise DataError(
                f"There are {len(predicted_answers)} predicted answers and {len(contexts)} contexts.",
                hint="Give each answer a list of its contexts.",
            )
        pairs = zip(predicted_answers, map(_contexts, contexts), strict=True)
        outcomes = check_answers(pairs, engine=self.engine)
        scores = [score_of(one) for one in outcomes]
        stating = [one for one in scores if one is not None]
        return {
            "score": sum(stating) / len(stating) if stating else 0.0,
            "individual_scores": scores,
            "results": [_result(one) for one in outcomes],
        }

    @component.output_types(score=float, individual_scores=list[float | None], results=list[dict[str, Any]])
    async def run_async(self, predicted_answers: list[str], contexts: list[list[Any]]) -> Results:
        """Score answers."""
        return await asyncio.to_thread(self.run, predicted_answers, contexts)


def _text(reply: str | ChatMessage) -> str:
    return (reply.text or "") if isinstance(reply, ChatMessage) else reply


def _contexts(contexts: Sequence[Any]) -> list[Any]:
    return [
        Document(id=one.id, text=one.content or "") if isinstance(one, HaystackDocument) else one for one in contexts
    ]


def _is_faithful(outcome: AnswerVerdict | Failure) -> bool:
    return not isinstance(outcome, Failure) and not outcome.issues


def _result(outcome: AnswerVerdict | Failure) -> dict[str, Any]:
    if isinstance(outcome, Failure):
        return {"status": "error", "score": 0.0, "reason": reason_of(outcome), "sentences": []}
    sentences = [one.model_dump(mode="json") for one in outcome.sentences]
    return {"status": "evaluated", "score": outcome.score, "reason": outcome.reason, "sentences": sentences}
