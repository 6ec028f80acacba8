"""Prepared replies, in order or by rule, for tests, documentation and demonstrations.

Replies are listed per seat (`{"literal": [reply, ...], "parser": [...]}`) or made by a function of the question. A
reply is a `Reply`, plain data of one, a text to be read and repaired like a language model's, or an error to be raised.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from pydantic import JsonValue, ValidationError

from adjudge.engines import repair
from adjudge.engines.around.correct import Correction
from adjudge.engines.base import Answer
from adjudge.errors import AdjudgeError, EngineUnavailable, UnusableReply
from adjudge.questions.base import Question, Reply
from adjudge.record import canonical
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)
Given: TypeAlias = Reply | Mapping[str, Any] | str | AdjudgeError
Script: TypeAlias = Mapping[str, Iterable[Given]] | Callable[[Question[Reply]], Given]


class Scripted:
    """Answers from a script and keeps the questions it was asked (`asked`)."""

    def __init__(self, script: Script, *, name: str = "scripted") -> None:
        self._name = name
        self._rule = script if callable(script) else None
        self._queues = {} if callable(script) else {seat: deque(given) for seat, given in script.items()}
        self.asked: list[Question[Reply]] = []

    @property
    def name(self) -> str:
        return self._name

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return {"engine": self._name, "model": question.seat}

    async def ask(self, question: Question[R]) -> Answer[R]:
        self.asked.append(question)
        scripted = self._rule(question) if self._rule else self._next(question)
        if isinstance(scripted, AdjudgeError):
            raise scripted
        if isinstance(scripted, str):
            return self._read(scripted, question)
        try:
            reply = scripted if isinstance(scripted, Reply) else question.reply_type.model_validate(scripted)
        except ValidationError as error:
            raise UnusableReply(f"The scripted reply does not fit: {error}", raw=canonical(scripted)) from error
        if problems := question.problems(reply):
            raise UnusableReply("; ".join(problems), raw=canonical(reply))
        return Answer(reply=reply, engine=self._name, usage=Usage(calls=1))  # type: ignore[arg-type]

    async def close(self) -> None:
        return None

    def _read(self, text: str, question: Question[R]) -> Answer[R]:
        asked = question.original if isinstance(question, Correction) else question
        try:
            parsed = repair.parse(text, question.reply_type, strict=asked.strict)
            if problems := question.problems(parsed.reply):
                raise repair.Unreadable.because(problems)
        except repair.Unreadable as error:
            error.raw = text
            raise
        raw = text if parsed.notes else None
        return Answer(parsed.reply, self._name, Usage(calls=1), raw, parsed.notes)  # type: ignore[arg-type]

    def _next(self, question: Question[Reply]) -> Given:
        queue = self._queues.get(question.seat)
        if not queue:
            raise EngineUnavailable(
                f"The script has no reply left for '{question.seat}' ({question.kind}).",
                hint="Add one reply for each question that this seat is asked.",
            )
        return queue.popleft()
