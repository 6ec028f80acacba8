"""Several engines, the cheapest first: `offline>openai:gpt-4o-mini`.

Whether an engine is sure enough is known only of a complete verdict, after calibration, not of one answer. So a
cascade does not choose an engine for each question: it names its stages, and `protocols.decision` lets them judge the
case one after the other. A single question outside of that goes to the first stage.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import JsonValue

from adjudge.engines.base import Answer, Engine
from adjudge.errors import ConfigError
from adjudge.questions.base import Question, Reply

R = TypeVar("R", bound=Reply)
MARK = ">"


class Cascade:
    """Engines in the order in which they judge."""

    def __init__(self, stages: Sequence[Engine]) -> None:
        self.stages = tuple(stages)

    @property
    def name(self) -> str:
        return MARK.join(engine.name for engine in self.stages)

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return self.stages[0].identity(question)

    async def ask(self, question: Question[R]) -> Answer[R]:
        return await self.stages[0].ask(question)

    async def close(self) -> None:
        for engine in self.stages:
            await engine.close()


def stage_names(name: str) -> tuple[str, ...]:
    """The engine names in a choice: one, or the stages of a cascade."""
    if MARK not in name:
        return (name,)
    names = tuple(part.strip() for part in name.split(MARK))
    if not all(names) or len(set(names)) < len(names):
        raise ConfigError(
            f"'{name}' is not a cascade.",
            hint="Name different engines, the first to be asked first: offline>gpt-4o-mini.",
        )
    return names
