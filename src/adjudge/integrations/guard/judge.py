"""One sentence of an answer against the context: in come sentence, the words before it and the documents; out comes a
`AnswerJudgement`. The same questions, evidence gate and rules as the protocol `factuality`, one sentence at a time.

Judging takes processor time, so it runs in a thread with its own event loop: streams go on while a sentence is judged.
"""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.case import Case, Document
from adjudge.check import engine_of
from adjudge.errors import AdjudgeError
from adjudge.protocols.factuality.evidence import ClaimVerifier, Gated
from adjudge.protocols.jury import DEFAULT_RUBRIC
from adjudge.questions.base import Source
from adjudge.questions.factuality import ClaimLabel, ExtractClaims
from adjudge.questions.jury import AnswerRubric, Frame
from adjudge.verdict import Quote

T = TypeVar("T")


class SentenceStatus(StrEnum):
    """What a sentence of an answer can be."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_IN_CONTEXT = "not in the context"
    NOT_CHECKABLE = "not checkable"
    """A question, an opinion, a greeting, code."""
    UNCHECKED = "unchecked"
    """It could not be judged; the reason says why."""


@dataclass(frozen=True, slots=True)
class AnswerJudgement:
    """The status of a sentence, why, the words of the context, and the sentence as it should be, if that is known."""

    status: SentenceStatus
    reason: str = ""
    evidence: Quote | None = None
    corrected: str = ""

    @property
    def is_unsupported(self) -> bool:
        """Whether the context was read and does not bear the sentence out."""
        return self.status in (SentenceStatus.CONTRADICTED, SentenceStatus.NOT_IN_CONTEXT)


class AnswerJudge:
    """Judges sentences in a thread of its own. Start it before use; close it at the end."""

    def __init__(self, engine: str, *, timeout_s: float) -> None:
        self._name = engine
        self._timeout_s = timeout_s
        self._verifier = ClaimVerifier()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="adjudge-guard", daemon=True)

    async def start(self) -> None:
        """Open the engine and let it read a sentence, so that the first answer does not wait for the model."""
        self._thread.start()
        self._engine = await self._there(_made(engine_of, self._name))
        if self._name == "offline":
            await self._there(self._decide("It opened in 1932.", "", (Document(text="The bridge opened in 1931."),)))

    async def close(self) -> None:
        """Close the engine and end the thread."""
        if self._thread.is_alive():
            await self._there(self._engine.close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)
        self._loop.close()

    async def read(self, documents: Sequence[Document]) -> None:
        """Read the documents, while the upstream is still thinking; every sentence then finds them read."""
        await self._there(_made(self._verifier.retriever.retrieve, "", _pairs(documents)))

    async def judge(self, sentence: str, before: str, documents: Sequence[Document], *, edit: bool) -> AnswerJudgement:
        """The judgement of a sentence; with `edit`, a contradicted one comes with its correction. Never raises an
        `AdjudgeError`: what cannot be judged is UNCHECKED."""
        try:
            async with asyncio.timeout(self._timeout_s):
                found = await self._there(self._decide(sentence, before, documents))
                if edit and found.status is SentenceStatus.CONTRADICTED:
                    found = await self._there(self._edited(sentence, before, documents, found))
                return found
        except TimeoutError:
            return AnswerJudgement(SentenceStatus.UNCHECKED, f"No judgement within {self._timeout_s:g} seconds.")
        except AdjudgeError as error:
            return AnswerJudgement(SentenceStatus.UNCHECKED, error.message)

    async def _there(self, work: Coroutine[Any, Any, T]) -> T:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def _decide(self, sentence: str, before: str, documents: Sequence[Document]) -> AnswerJudgement:
        hearing = Hearing(Case(claim=sentence, documents=tuple(documents)), self._engine)
        claims = await hearing.ask(ExtractClaims(sentence=sentence, context=before), phase="extract claims")
        if not claims.claims:
            return AnswerJudgement(SentenceStatus.NOT_CHECKABLE, claims.reason)
        found = []
        for claim in claims.claims:
            prepared = self._verifier.prepared(claim.text, sentence, _pairs(documents), before=before)
            reply = await hearing.ask(prepared.question, phase="verify claims")
            found.append((self._verifier.gated(prepared, reply), reply.explanation))
        return _worst(found)

    async def _edited(
        self, sentence: str, before: str, documents: Sequence[Document], found: AnswerJudgement
    ) -> AnswerJudgement:
        """The judgement with the minimal edit, if the context bears the edited sentence out."""
        passages = self._verifier.retriever.retrieve(sentence, _pairs(documents))
        truth = tuple(Source(id=f"source-{n}", text=one.passage.text) for n, one in enumerate(passages, start=1))
        question = AnswerRubric(claim=sentence, truth=truth, frame=Frame(), debate=(), votes=(), rubric=DEFAULT_RUBRIC)
        edit = (await self._engine.ask(question)).reply.minimal_edit.strip()
        if not edit or edit == sentence:
            return found
        again = await self._decide(edit, before, documents)
        if again.status is not SentenceStatus.SUPPORTED:
            return found
        return AnswerJudgement(found.status, found.reason, found.evidence, corrected=edit)


def _worst(found: Sequence[tuple[Gated, str]]) -> AnswerJudgement:
    """A sentence is as good as its worst claim."""
    order = (ClaimLabel.INCORRECT, ClaimLabel.UNCERTAIN, ClaimLabel.CORRECT)
    statuses = (SentenceStatus.CONTRADICTED, SentenceStatus.NOT_IN_CONTEXT, SentenceStatus.SUPPORTED)
    gated, why = min(found, key=lambda one: order.index(one[0].label))
    return AnswerJudgement(statuses[order.index(gated.label)], why, gated.evidence_quote)


def _pairs(documents: Sequence[Document]) -> list[tuple[str, str]]:
    return [(document.id, document.text) for document in documents]


async def _made(work: Any, *arguments: Any) -> Any:
    return work(*arguments)
