"""One case and one engine: asks questions, records the answers, checks quotes at the gate.

A hearing appends to the transcript and never rewrites it. The questions of a `poll` run concurrently and are recorded
in the order they were asked. In a poll, a failing agent becomes `Trouble`; errors that affect every agent (no key,
budget reached, an unavailable store) are raised.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import JsonValue

from adjudge.agents.gate import Gate
from adjudge.case import Case, Document
from adjudge.engines.base import Answer, Engine
from adjudge.engines.repair import Unreadable
from adjudge.errors import AdjudgeError, EngineBusy, EngineTimeout, UnusableReply
from adjudge.questions.base import Question, Reply
from adjudge.record import Record
from adjudge.transcript import Entry, Transcript, Trouble, Usage
from adjudge.verdict import Quote, RejectedQuote, Timing

R = TypeVar("R", bound=Reply)


class Event(Record):
    """What an observer receives while a case is being decided."""

    case_id: str
    what: Literal["phase", "answer", "documents"]
    phase: str
    entry: Entry | None = None
    case: Case | None = None
    """With `documents`: the case as it is from now on."""


Observer = Callable[[Event], None]


def _unwatched(_event: Event) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True)
class PollReply(Generic[R]):
    """An agent's reply in a poll, or why there is none; `raw` is its text, unless that was clean JSON."""

    reply: R | Trouble
    raw: str | None


class Hearing:
    """The hearing of one case."""

    def __init__(self, case: Case, engine: Engine, *, observe: Observer | None = None) -> None:
        self.case = case
        self.gate = Gate(case)
        self._engine = engine
        self._observe = observe or _unwatched
        self._entries: list[Entry] = []
        self._rejected: list[RejectedQuote] = []
        self._prompts: dict[str, str] = {}
        self._seconds: dict[str, float] = {}
        self._cached = 0
        self._prefix = ""
        self._began = time.perf_counter()

    def phase(self, name: str) -> None:
        """Announce the next phase."""
        self._observe(Event(case_id=self.case.id, what="phase", phase=self._prefix + name))

    def bring(self, documents: Iterable[Document], *, meta: Mapping[str, JsonValue] | None = None) -> None:
        """Documents that were found: from now on they are the case's, and quotes are looked up in them too."""
        found = {"documents": (*self.case.documents, *documents), "meta": {**self.case.meta, **(meta or {})}}
        self.case = Case(**(dict(self.case) | found))
        self.gate = Gate(self.case)
        self._observe(Event(case_id=self.case.id, what="documents", phase=self._prefix + "documents", case=self.case))

    async def ask(self, question: Question[R], *, phase: str) -> R:
        """One answer, or the error."""
        entry, outcome = await self._put(question, phase)
        self._record(entry)
        if isinstance(outcome, AdjudgeError):
            raise outcome
        return outcome

    async def poll(self, questions: Sequence[Question[R]], *, phase: str) -> list[R | Trouble]:
        """Ask all questions concurrently. Returns the replies in the order of the questions."""
        return [polled.reply for polled in await self.poll_with_raw(questions, phase=phase)]

    async def poll_with_raw(self, questions: Sequence[Question[R]], *, phase: str) -> list[PollReply[R]]:
        """The same, with the text of each reply that was not clean JSON."""
        results = await asyncio.gather(*(self._put(question, phase) for question in questions))
        for entry, _ in results:
            self._record(entry)
        for _, outcome in results:
            if isinstance(outcome, AdjudgeError) and not isinstance(
                outcome, EngineBusy | EngineTimeout | UnusableReply
            ):
                raise outcome
        return [
            PollReply(_trouble(outcome) if isinstance(outcome, AdjudgeError) else outcome, entry.raw)
            for entry, outcome in results
        ]

    def quote(
        self, words: str, *, who: str, document_ids: Iterable[str] | None = None, context: str = ""
    ) -> Quote | None:
        """The words as a quote, at the place that the context names; None if they are not there: then they are kept
        among the rejected and carry no weight."""
        ids = self.gate.source_ids if document_ids is None else document_ids
        admitted = self.gate.admit(words, who=who, document_ids=ids, context=context)
        if isinstance(admitted, Quote):
            return admitted
        if admitted not in self._rejected:
            self._rejected.append(admitted)
        return None

    @property
    def engine(self) -> Engine:
        """The engine that is asked."""
        return self._engine

    def before(self, engine: Engine) -> "Hearing":
        """A new hearing of the same case before another engine."""
        return Hearing(self.case, engine, observe=self._observe)

    def about(self, case: Case, *, prefix: str) -> "Hearing":
        """A hearing inside this one on another case, such as an edited claim; its record is joined by `join`."""
        inner = Hearing(case, self._engine, observe=self._observe)
        inner._prefix = f"{self._prefix}{prefix}/"
        return inner

    def join(self, inner: "Hearing") -> None:
        """Append the record of an inner hearing."""
        for entry in inner._entries:
            self._record(entry)
        for agent, seconds in inner._seconds.items():
            self._seconds[agent] = self._seconds.get(agent, 0.0) + seconds
        self._prompts.update(inner._prompts)
        self._cached += inner._cached

    @property
    def transcript(self) -> Transcript:
        """Everything asked and answered so far."""
        return Transcript(entries=tuple(self._entries))

    @property
    def rejected(self) -> tuple[RejectedQuote, ...]:
        """The quotes that did not pass the gate."""
        return tuple(self._rejected)

    @property
    def prompts(self) -> Mapping[str, str]:
        """The fingerprint of the prompt of each kind of question, where the engine uses prompts."""
        return dict(sorted(self._prompts.items()))

    @property
    def engines(self) -> Mapping[str, str]:
        """The engine that answered for each seat."""
        return dict(sorted({entry.agent: entry.engine for entry in self._entries}.items()))

    @property
    def timing(self) -> Timing:
        """Wall-clock seconds so far."""
        rounded = {agent: round(seconds, 4) for agent, seconds in self._seconds.items()}
        return Timing(
            total_s=round(time.perf_counter() - self._began, 4), by_agent_s=rounded, cached_calls=self._cached
        )

    async def _put(self, question: Question[R], phase: str) -> tuple[Entry, R | AdjudgeError]:
        began = time.perf_counter()
        outcome: R | AdjudgeError
        try:
            answer = await self._engine.ask(question)
        except AdjudgeError as error:
            entry, outcome = self._failed(question, phase, error), error
        else:
            entry, outcome = self._answered(question, phase, answer), answer.reply
            self._cached += answer.cached
        self._seconds[question.seat] = self._seconds.get(question.seat, 0.0) + time.perf_counter() - began
        if prompt := self._engine.identity(question).get("prompt"):
            self._prompts[question.kind] = str(prompt)
        self._observe(Event(case_id=self.case.id, what="answer", phase=entry.phase, entry=entry))
        return entry, outcome

    def _answered(self, question: Question[R], phase: str, answer: Answer[R]) -> Entry:
        return Entry(
            number=0,
            phase=self._prefix + phase,
            agent=question.seat,
            kind=question.kind,
            question=question.content,
            question_hash=question.hash,
            ledger_key=answer.key,
            engine=answer.engine,
            reply=answer.reply.model_dump(mode="json"),
            raw=answer.raw,
            notes=answer.notes,
            usage=answer.usage,
        )

    def _failed(self, question: Question[Reply], phase: str, error: AdjudgeError) -> Entry:
        return Entry(
            number=0,
            phase=self._prefix + phase,
            agent=question.seat,
            kind=question.kind,
            question=question.content,
            question_hash=question.hash,
            engine=self._engine.name,
            trouble=_trouble(error),
            raw=(error.raw or None) if isinstance(error, UnusableReply) else None,
            usage=error.usage if isinstance(error, Unreadable) else Usage(),
        )

    def _record(self, entry: Entry) -> None:
        self._entries.append(entry.model_copy(update={"number": len(self._entries) + 1}))


def _trouble(error: AdjudgeError) -> Trouble:
    return Trouble(error=error.name, message=error.message, hint=error.hint)
