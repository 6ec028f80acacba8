"""A second chance for an unusable reply: the model is told exactly what was wrong.

The second question is an ordinary one and goes through the wrapped engine, so that it is counted, limited and paid
for like any other. A reply whose problems the model cannot fix (a refusal) is not asked for again.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, TypeVar, cast

from pydantic import JsonValue, SerializeAsAny, SkipValidation

from adjudge.engines.base import Answer, Wrapper
from adjudge.engines.repair import Unreadable
from adjudge.prompts.loader import load
from adjudge.questions.base import Question, Reply

R = TypeVar("R", bound=Reply)


class Correction(Question[Reply]):
    """A question asked again, with the reply that was refused and what was wrong with it."""

    kind: ClassVar[str] = "correction"
    reply: ClassVar[type[Reply]] = Reply

    original: SkipValidation[SerializeAsAny[Question[Reply]]]
    refused: str
    complaints: tuple[str, ...]

    @property
    def seat(self) -> str:
        return self.original.seat

    @property
    def reply_type(self) -> type[Reply]:
        return self.original.reply_type

    def problems(self, reply: Reply) -> list[str]:
        return self.original.problems(reply)


class Correcting(Wrapper):
    """Asks once more where the first reply was not usable."""

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return {**self.inner.identity(question), "correction": load(Correction.kind).fingerprint}

    async def ask(self, question: Question[R]) -> Answer[R]:
        try:
            return await self.inner.ask(question)
        except Unreadable as refused:
            if not refused.problems:
                raise
            first = refused
        again = Correction(original=question, refused=first.raw, complaints=first.problems)
        try:
            answer = cast("Answer[R]", await self.inner.ask(again))
        except Unreadable as second:
            second.usage = first.usage + second.usage
            raise
        note = f"asked again after: {'; '.join(first.problems)}"
        return replace(answer, usage=first.usage + answer.usage, notes=(note, *answer.notes))
