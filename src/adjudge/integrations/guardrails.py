"""A guardrail in one call: an answer and its context in; pass, flag, or the corrected text out. It needs no framework.

It never passes what it could not judge: an answer without context, or of an engine that fails, is flagged.
"""

from enum import StrEnum

from adjudge.check import finished
from adjudge.integrations.faithfulness import (
    AnswerVerdict,
    Context,
    acheck_answer,
    documents_of,
    reason_of,
    try_answer,
)
from adjudge.integrations.guard.judge import AnswerJudge
from adjudge.record import Record
from adjudge.results.factuality import SentenceLabel
from adjudge.verdict import Failure

_JUDGE_S = 120.0


class GuardrailAction(StrEnum):
    """What to do with an answer."""

    PASS = "pass"
    FLAG = "flag"
    CORRECT = "correct"
    """The answer is wrong, and `text` is what the context supports in its place."""


class Guarded(Record):
    """What a guardrail says of an answer."""

    action: GuardrailAction
    text: str
    """The answer; the corrected answer if the action is `correct`."""
    reason: str
    verdict: AnswerVerdict | None = None
    """The verdict of the answer as it was given; None if there is none."""


def validate(answer: str, context: Context, *, correct: bool = True, engine: str = "offline") -> Guarded:
    """Pass an answer, flag it, or correct it; works inside a running event loop too.

    >>> validate("It opened in 1932.", "The bridge opened in 1931.").text
    'It opened in 1931.'
    """
    return finished(avalidate(answer, context, correct=correct, engine=engine))


async def avalidate(answer: str, context: Context, *, correct: bool = True, engine: str = "offline") -> Guarded:
    """Pass an answer, flag it, or correct it. It is corrected only if the context then supports every sentence."""
    outcome = await try_answer(answer, context, engine=engine)
    reason = reason_of(outcome)
    if isinstance(outcome, Failure):
        return Guarded(action=GuardrailAction.FLAG, text=answer, reason=reason)
    if not outcome.issues:
        return Guarded(action=GuardrailAction.PASS, text=answer, reason=reason, verdict=outcome)
    mendable = all(one.label is SentenceLabel.INCORRECT for one in outcome.issues)
    text = await _corrected(answer, outcome, context, engine) if correct and mendable else answer
    action = GuardrailAction.FLAG if text == answer else GuardrailAction.CORRECT
    return Guarded(action=action, text=text, reason=reason, verdict=outcome)


async def _corrected(answer: str, verdict: AnswerVerdict, context: Context, engine: str) -> str:
    """The answer with the minimal edits of its sentences; unchanged if they do not make it faithful."""
    documents, text = documents_of(context), answer
    judge = AnswerJudge(engine, timeout_s=_JUDGE_S)
    try:
        await judge.start()
        for one in reversed(verdict.issues):
            found = await judge.judge(one.text, answer[: one.start].strip(), documents, edit=True)
            if not found.corrected:
                return answer
            text = text[: one.start] + found.corrected + text[one.end :]
    finally:
        await judge.close()
    return answer if (await acheck_answer(text, context, engine=engine)).issues else text
