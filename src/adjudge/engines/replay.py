"""Replay a stored case: every question is answered from its transcript and the ledger, never by an engine.

A question that is not in the transcript means that the case, the settings or the code have changed: `TamperedRun`. A
recorded error is raised again with the same words, so that the replayed verdict has the same bytes.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from pydantic import JsonValue

from adjudge import errors
from adjudge.engines.around.ledger import Answers, StoredAnswer, not_in_ledger, revive
from adjudge.engines.base import Answer
from adjudge.errors import AdjudgeError, EngineError, TamperedRun, UnusableReply
from adjudge.questions.base import Question, Reply
from adjudge.transcript import Entry, Trouble

R = TypeVar("R", bound=Reply)


class Replay:
    """Answers only what is in a transcript. Entries without a ledger key are answered from the transcript itself."""

    def __init__(self, entries: Iterable[Entry], answers: Answers, *, prompts: Mapping[str, str] | None = None) -> None:
        """`prompts` are those of the verdict's provenance, by kind of question."""
        recorded = tuple(entries)
        # Only an entry that failed names the engine as a whole; an answered one names the model that answered.
        named = [entry.engine for entry in recorded if entry.trouble] or [entry.engine for entry in recorded]
        self._name = named[0] if named else "replay"
        self._answers = answers
        self._prompts = dict(prompts or {})
        self._entries: dict[str, deque[Entry]] = {}
        for entry in recorded:
            self._entries.setdefault(entry.question_hash, deque()).append(entry)

    @property
    def name(self) -> str:
        return self._name

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        prompt = self._prompts.get(question.kind)
        return {"engine": self._name, "prompt": prompt} if prompt else {"engine": self._name}

    async def ask(self, question: Question[R]) -> Answer[R]:
        entry = self._next(question)
        if entry.trouble is not None:
            raise recorded_error(entry.trouble, raw=entry.raw)
        if not entry.ledger_key:
            return replace(revive(question, from_entry(entry), ""), key="")
        stored = await self._answers.get(entry.ledger_key)
        if stored is None:
            raise not_in_ledger(question)
        if stored.reply != entry.reply:
            raise TamperedRun(
                f"The reply of '{question.seat}' in the transcript (entry {entry.number}) is not the ledger's.",
                hint="See `adjudge runs verify`.",
            )
        return revive(question, stored, entry.ledger_key)

    async def close(self) -> None:
        return None

    def _next(self, question: Question[Reply]) -> Entry:
        """The entries of one question in their order; the last one again, however often it is asked."""
        queue = self._entries.get(question.hash)
        if not queue:
            raise TamperedRun(
                f"The stored run never asked '{question.seat}' this ({question.kind} {question.hash[:12]}).",
                hint="The case, the settings or the program differ from those of the run.",
            )
        return queue.popleft() if len(queue) > 1 else queue[0]


def recorded_error(trouble: Trouble, *, raw: str | None = None) -> AdjudgeError:
    """The error that a transcript recorded, as it was raised."""
    kind = getattr(errors, trouble.error, None)
    if kind is UnusableReply:
        return UnusableReply(trouble.message, hint=trouble.hint, raw=raw or "")
    if isinstance(kind, type) and issubclass(kind, AdjudgeError):
        return kind(trouble.message, hint=trouble.hint)
    return EngineError(trouble.message, hint=trouble.hint)


def from_entry(entry: Entry) -> StoredAnswer:
    """A transcript's entry as an answer."""
    return StoredAnswer(
        reply=entry.reply or {},
        engine=entry.engine,
        raw=entry.raw,
        notes=entry.notes,
        usage=entry.usage,
        created_at=datetime.fromtimestamp(0, UTC),
    )
