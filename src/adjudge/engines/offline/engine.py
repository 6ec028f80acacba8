"""Answers every kind of question from an analysis of the texts, by an explicit table: kind of question -> function.

Each protocol has a module with its answers; a new question kind gets a row in `ANSWERS`.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from pydantic import JsonValue

from adjudge.engines.base import Answer
from adjudge.engines.offline import entailment, factuality, jury, news, support, trial
from adjudge.engines.offline.edition import edition
from adjudge.engines.offline.languages import unread_language
from adjudge.engines.offline.reading import Reader
from adjudge.errors import EngineUnavailable, UnreadLanguage
from adjudge.questions.base import Question, Reply
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)

ANSWERS: Mapping[str, Callable[[Any, Reader], Awaitable[Reply]]] = {
    "parse_frame": jury.parse_frame,
    "cast_vote": jury.cast_vote,
    "argue": jury.argue,
    "check_progress": jury.check_progress,
    "vote_again": jury.vote_again,
    "answer_rubric": jury.answer_rubric,
    "extract_statements": entailment.extract_statements,
    "rate_reliability": entailment.rate_reliability,
    "judge_entailment": entailment.judge_entailment,
    "audit_entailment": entailment.audit_entailment,
    "open_advocate": trial.open_advocate,
    "open_skeptic": trial.open_skeptic,
    "fact_check": trial.fact_check,
    "rebut_advocate": trial.rebut_advocate,
    "rebut_skeptic": trial.rebut_skeptic,
    "judge_trial": trial.judge_trial,
    "extract_claims": factuality.extract_claims,
    "verify_claim": factuality.verify_claim,
    "analyze_claim": news.analyze_claim,
    "determine_verdict": news.determine_verdict,
    "criticise_verdict": news.criticise_verdict,
}


class Offline:
    """The engine without a language model."""

    def __init__(self, reader: Reader | None = None) -> None:
        self._reader = reader or Reader()

    @property
    def name(self) -> str:
        return "offline"

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        identity = {"engine": "offline", "version": edition(), "model": self._reader.model}
        return identity | {"support": support.fingerprint()} if question.kind == "verify_claim" else identity

    async def ask(self, question: Question[R]) -> Answer[R]:
        answer = ANSWERS.get(question.kind)
        if answer is None:
            raise EngineUnavailable(
                f"The offline engine cannot answer '{question.kind}'.", hint="Use a language model for this protocol."
            )
        if unread := unread_language(question):
            raise UnreadLanguage(
                f"{unread[0].upper()}{unread[1:]} is not read by the offline engine.",
                hint="Use a language model: --engine MODEL.",
            )
        began = time.perf_counter()
        reply = await answer(question, self._reader)
        return Answer(
            reply=reply,  # type: ignore[arg-type]
            engine=self.name,
            usage=Usage(calls=1),
            latency_s=time.perf_counter() - began,
        )

    async def close(self) -> None:
        return None
