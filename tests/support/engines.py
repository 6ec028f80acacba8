"""Engines for the tests of what wraps them, and a clock that does not make anyone wait."""

import asyncio
from collections.abc import Mapping

from pydantic import JsonValue

from adjudge.engines.base import Answer, R
from adjudge.questions.base import Question, Reply
from adjudge.transcript import Usage


class Steps:
    """Answers or fails as told, one step per call, the last one for ever."""

    def __init__(self, *steps: Reply | BaseException, usd: float = 0.0, name: str = "steps", turns: int = 1) -> None:
        self.name = name
        self.asked: list[Question[Reply]] = []
        self.running = self.peak = self.closed = 0
        self._steps = list(steps)
        self._usd = usd
        self._turns = turns

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return {"engine": self.name}

    async def ask(self, question: Question[R]) -> Answer[R]:
        self.asked.append(question)
        self.running += 1
        self.peak = max(self.peak, self.running)
        try:
            for _ in range(self._turns):
                await asyncio.sleep(0)
        finally:
            self.running -= 1
        step = self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]
        if isinstance(step, BaseException):
            raise step
        return Answer(reply=step, engine=self.name, usage=Usage(calls=1, cost_usd=self._usd))  # type: ignore[arg-type]

    async def close(self) -> None:
        self.closed += 1


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)
