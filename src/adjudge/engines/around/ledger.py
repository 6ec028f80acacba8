"""The ledger: every answer is stored by question and engine, so that nothing is paid for twice.

`Ledger` wraps any engine: equal questions to an engine of equal identity are asked once, in this run and later ones.
Failures are never stored. The key of an answer is `<question key>-<version>`: the first part identifies question and
engine, the second is a hash of the answer. So a fresh answer never replaces the one that an older run depends on, and
a changed answer is detected.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol, TypeVar, cast

from pydantic import AwareDatetime, Field, JsonValue, ValidationError

from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.errors import NotAnswered, TamperedRun, UnusableReply
from adjudge.questions.base import Question, Reply
from adjudge.record import Record, canonical, digest
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)

VERSION_LENGTH = 16


class StoredAnswer(Record):
    """An answer as the ledger keeps it."""

    reply: Mapping[str, JsonValue]
    engine: str
    raw: str | None = None
    notes: tuple[str, ...] = ()
    usage: Usage = Field(default_factory=Usage)
    latency_s: float = 0.0
    created_at: AwareDatetime

    @property
    def version(self) -> str:
        """A hash of the parts of an answer that a verdict shows; the time and latency are not among them."""
        return digest(self.model_dump(mode="json", exclude={"latency_s", "created_at"}))[:VERSION_LENGTH]

    @property
    def cost_nothing(self) -> bool:
        """Whether it cost neither money nor tokens, as with the offline engine: then it is cheap to ask again."""
        return self.usage.cost_usd == 0 and not self.usage.input_tokens and not self.usage.output_tokens


class Answers(Protocol):
    """Where answers are stored."""

    async def get(self, key: str) -> StoredAnswer | None:
        """The answer of that full key, or the newest one of a question key."""
        ...

    async def put(self, key: str, answer: StoredAnswer) -> str:
        """Keep an answer to a question key; gives its full key once it is safe."""
        ...


class NoAnswers:
    """Stores nothing: every question is asked, and every answer still gets its key."""

    async def get(self, key: str) -> StoredAnswer | None:  # noqa: ARG002 - there is nothing to look up
        return None

    async def put(self, key: str, answer: StoredAnswer) -> str:
        return f"{key}-{answer.version}"


def question_key(engine: Engine, question: Question[Reply]) -> str:
    """The key of a question to an engine: a hash of the engine's identity and the question's kind and content."""
    return digest({"identity": dict(engine.identity(question)), "question": question.hash})


def split_key(key: str) -> tuple[str, str]:
    """A full key as question key and version; the version is empty where the key names none."""
    asked, _, version = key.partition("-")
    return asked, version


@dataclass(slots=True)
class Meter:
    """Counts what a run paid, over all its engines. Answers from the ledger cost nothing."""

    paid: Usage = field(default_factory=Usage)
    asked: int = 0
    cached: int = 0
    _taken: Usage = field(default_factory=Usage)

    def count(self, answer: Answer[R]) -> None:
        """Count an answer."""
        self.asked += 1
        if answer.cached:
            self.cached += 1
        else:
            self.paid += answer.usage
            self._taken += answer.usage

    def take(self) -> Usage:
        """What was paid since the last call, to be stored with the next outcome."""
        taken, self._taken = self._taken, Usage()
        return taken


class Ledger(Wrapper):
    """Asks the engine only what has not been answered before."""

    def __init__(
        self,
        inner: Engine,
        answers: Answers,
        *,
        fresh: bool = False,
        since: datetime | None = None,
        meter: Meter | None = None,
    ) -> None:
        """`fresh` passes over answers that were stored before `since` (default: now): a resumed run gives its start."""
        super().__init__(inner)
        self.answers = answers
        self.meter = meter or Meter()
        self._since = (since or datetime.now(UTC)) if fresh else None
        self._flights: dict[str, asyncio.Future[Answer[Reply]]] = {}

    async def ask(self, question: Question[R]) -> Answer[R]:
        key = question_key(self.inner, question)
        answer = await self._join(key) or await self._lead(key, question)
        self.meter.count(answer)
        return cast(Answer[R], answer)

    async def _join(self, key: str) -> Answer[Reply] | None:
        """The answer to an equal question that is being asked right now, if there is one."""
        while (flight := self._flights.get(key)) is not None:
            await asyncio.wait({flight})
            # Whoever asked may have been cancelled; that is no reason for the others to go without an answer.
            if not flight.cancelled():
                return replace(flight.result(), cached=True)
        return None

    async def _lead(self, key: str, question: Question[R]) -> Answer[Reply]:
        flight = self._flights[key] = asyncio.get_running_loop().create_future()
        try:
            answer = await self._stored(key, question) or await self._paid(key, question)
            flight.set_result(answer)
            return answer
        except Exception as error:
            flight.set_exception(error)
            flight.exception()  # marks it as retrieved: there may be no other waiter
            raise
        finally:
            flight.cancel()
            del self._flights[key]

    async def _stored(self, key: str, question: Question[R]) -> Answer[Reply] | None:
        found = await self.answers.get(key)
        if found is None or (self._since and found.created_at < self._since):
            return None
        try:
            return revive(question, found, key)
        except TamperedRun:
            return None  # does not fit what is asked today: cheaper to ask again than to guess

    async def _paid(self, key: str, question: Question[R]) -> Answer[Reply]:
        stored = keep(await self.inner.ask(question))
        try:
            # Through the stored form, so that the first run and every later one see the same bytes.
            answer = revive(question, stored, key)
        except TamperedRun as error:
            raise UnusableReply(error.message, raw=canonical(stored.reply)) from error
        await self.answers.put(key, stored)
        return cast(Answer[Reply], replace(answer, cached=False))


def not_in_ledger(question: Question[Reply]) -> NotAnswered:
    """No stored answer, said with the seat and the question."""
    return NotAnswered(
        f"The ledger has no answer of '{question.seat}' to this question ({question.kind} {question.hash[:12]}).",
        hint="Run the case again with an engine; a replay asks none.",
    )


def keep(answer: Answer[R]) -> StoredAnswer:
    """An answer in the form in which it is stored."""
    return StoredAnswer(
        reply=answer.reply.model_dump(mode="json"),
        engine=answer.engine,
        raw=answer.raw,
        notes=answer.notes,
        usage=answer.usage,
        latency_s=answer.latency_s,
        created_at=datetime.now(UTC),
    )


def revive(question: Question[R], stored: StoredAnswer, key: str) -> Answer[R]:
    """A stored answer as the answer to this question, or `TamperedRun` if it is not one."""
    asked, version = split_key(key)
    try:
        reply = question.reply_type.model_validate(stored.reply)
    except ValidationError as error:
        raise TamperedRun(f"The stored answer of '{question.seat}' does not fit: {error}") from error
    wrong = question.problems(reply)
    if version and version != stored.version:
        wrong.append(f"its hash is {stored.version}, not {version}")
    if wrong:
        raise TamperedRun(f"The stored answer of '{question.seat}' does not fit: {'; '.join(wrong)}.")
    return Answer(
        reply=cast(R, reply),
        engine=stored.engine,
        usage=stored.usage,
        raw=stored.raw,
        notes=stored.notes,
        latency_s=stored.latency_s,
        cached=True,
        key=f"{asked}-{stored.version}",
    )
