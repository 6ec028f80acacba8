"""Different engines for different seats: the jurors of one jury may use different models."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import JsonValue

from adjudge.engines.base import Answer, Engine
from adjudge.questions.base import Question, Reply

R = TypeVar("R", bound=Reply)


class Routed:
    """Sends each question to the engine of its seat, or to the default one."""

    def __init__(self, default: Engine, by_seat: Mapping[str, Engine]) -> None:
        self.default = default
        self.by_seat = dict(by_seat)

    @property
    def name(self) -> str:
        return " + ".join(dict.fromkeys(engine.name for engine in self._engines()))

    def engine_of(self, question: Question[Reply]) -> Engine:
        """The engine that answers this question."""
        return self.by_seat.get(question.seat, self.default)

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return self.engine_of(question).identity(question)

    async def ask(self, question: Question[R]) -> Answer[R]:
        return await self.engine_of(question).ask(question)

    async def close(self) -> None:
        for engine in self._engines():
            await engine.close()

    def _engines(self) -> list[Engine]:
        distinct = {id(engine): engine for engine in (self.default, *self.by_seat.values())}
        return list(distinct.values())
