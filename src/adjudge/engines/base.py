"""The engine's contract: one method, `ask`.

An engine answers a typed question with a typed reply, or raises an `EngineError`; it never guesses a label.
Caching, retrying, limiting and counting wrap an engine (`Wrapper`); they never enter it. Constructors only store:
loading a model or a client happens on the first question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from pydantic import JsonValue

from adjudge.questions.base import Question, Reply
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True, slots=True)
class Answer(Generic[R]):
    """A reply, and how it came about."""

    reply: R
    engine: str
    """Who answered, as a user would name it: `offline`, `openai:gpt-4o-mini`."""
    usage: Usage = field(default_factory=Usage)
    raw: str | None = None
    """The text as it came, where it differs from the reply."""
    notes: tuple[str, ...] = ()
    """Repairs that were needed, in words."""
    latency_s: float = 0.0
    cached: bool = False
    key: str = ""
    """The ledger's key of this answer."""


class Engine(Protocol):
    """Answers questions."""

    @property
    def name(self) -> str:
        """How a user names it on the command line."""
        ...

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        """Everything besides the question that can change the answer: engine, version, model, parameters, endpoint,
        prompt text, schema. Two engines of equal identity may share answers."""
        ...

    async def ask(self, question: Question[R]) -> Answer[R]:
        """Answer, or raise an `EngineError`."""
        ...

    async def close(self) -> None:
        """Release connections and threads; asking again afterwards is allowed."""
        ...


class Wrapper:
    """An engine around an engine; forwards what it does not change."""

    def __init__(self, inner: Engine) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        return self.inner.name

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return self.inner.identity(question)

    async def ask(self, question: Question[R]) -> Answer[R]:
        return await self.inner.ask(question)

    async def close(self) -> None:
        await self.inner.close()
