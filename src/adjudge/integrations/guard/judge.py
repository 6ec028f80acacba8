"""One sentence of an answer against the context: in come sentence, the words before it and the documents; out comes a
`AnswerJudgement`. The same questions, evidence gate and rules as the protocol `factuality`, one sentence at a time.

Judging takes processor time, so it runs in a thread with its own event loop: streams go on while a sentence is judged.
"""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.case import Case, Document
from adjudge.check import engine_of
from adjudge.errors import AdjudgeError
from adjudge.evidence.retriever import Retrieved
from adjudge.integrations.guard.rows import ContextPart, parts_about
from adjudge.protocols.factuality.evidence import ClaimVerifier, Gated, Prepared
from adjudge.protocols.jury import DEFAULT_RUBRIC
from adjudge.questions.base import Source
from adjudge.questions.factuality import Candidate, ClaimLabel, ExtractClaims
from adjudge.questions.jury import AnswerRubric, Frame
from adjudge.verdict import Quote

T = TypeVar("T")


_ANY = "The text says so."
_READ_AT_ONCE, _MOST_WORDS = 260, 200
"""Words of the context that are given whole, and of the passages that a sentence is judged against otherwise: the model
takes about a third of a millisecond for each that it has not read yet."""
_LONGEST_WORD = 12
_MOST_CLAIMS = 1
"""A sentence of more clauses is read as one claim: each takes as long as the first."""


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
        await self._there(self._read(documents))

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

    async def _read(self, documents: Sequence[Document]) -> None:
        """Index the documents; what is short enough to be given whole, the model reads now."""
        prepared = self._prepared(_ANY, "", [ContextPart(one, one.id) for one in documents])
        if self._name == "offline" and _is_whole(prepared.retrieved, documents):
            await self._engine.ask(prepared.question)

    async def _decide(self, sentence: str, before: str, documents: Sequence[Document]) -> AnswerJudgement:
        hearing = Hearing(Case(claim=sentence, documents=tuple(documents)), self._engine)
        claims = await hearing.ask(ExtractClaims(sentence=sentence, context=before), phase="extract claims")
        if not claims.claims:
            return AnswerJudgement(SentenceStatus.NOT_CHECKABLE, claims.reason)
        # The claims of a sentence share its passages, so that the model reads them once.
        parts = parts_about(sentence, before, documents)
        shared = self._prepared(sentence, before, parts)
        texts = [one.text for one in claims.claims]
        found = []
        for text in texts if len(texts) <= _MOST_CLAIMS else [sentence]:
            prepared = replace(shared, question=shared.question.model_copy(update={"claim": text}))
            reply = await hearing.ask(prepared.question, phase="verify claims")
            found.append((self._verifier.gated(prepared, reply), reply.explanation))
        return _placed(_worst(found), parts)

    def _prepared(self, sentence: str, before: str, parts: Sequence[ContextPart]) -> Prepared:
        """The question about a sentence. An engine that computes here gets few words: its time goes by them."""
        documents = [one.document for one in parts]
        prepared = self._verifier.prepared(sentence, sentence, _pairs(documents), before=before)
        if self._name != "offline" or _is_whole(prepared.retrieved, documents):
            return prepared
        best, words = list[Retrieved](), 0
        for one in sorted(prepared.retrieved, key=lambda one: -one.score):
            words += len(one.passage.text.split())
            if best and words > _MOST_WORDS:
                break
            best.append(one)
        kept = [one for one in prepared.retrieved if one in best]
        passages = tuple(Candidate(index=n, text=one.passage.text) for n, one in enumerate(kept))
        return Prepared(prepared.question.model_copy(update={"passages": passages}), tuple(kept))

    async def _edited(
        self, sentence: str, before: str, documents: Sequence[Document], found: AnswerJudgement
    ) -> AnswerJudgement:
        """The judgement with the minimal edit, if the context bears the edited sentence out."""
        passages = self._prepared(sentence, before, parts_about(sentence, before, documents)).retrieved
        truth = tuple(Source(id=f"source-{n}", text=one.passage.text) for n, one in enumerate(passages, start=1))
        question = AnswerRubric(claim=sentence, truth=truth, frame=Frame(), debate=(), votes=(), rubric=DEFAULT_RUBRIC)
        edit = (await self._engine.ask(question)).reply.minimal_edit.strip()
        if not edit or edit == sentence:
            return found
        again = await self._decide(edit, before, documents)
        if again.status is not SentenceStatus.SUPPORTED:
            return found
        return AnswerJudgement(found.status, found.reason, found.evidence, corrected=edit)


def _is_whole(retrieved: Sequence[Retrieved], documents: Sequence[Document]) -> bool:
    """Whether the passages are all there is, and the model reads them at once."""
    if sum(len(one.text) for one in documents) > _READ_AT_ONCE * _LONGEST_WORD:
        return False
    words = sum(len(one.text.split()) for one in documents)
    return words <= _READ_AT_ONCE and words == sum(len(one.passage.text.split()) for one in retrieved)


def _placed(judgement: AnswerJudgement, parts: Sequence[ContextPart]) -> AnswerJudgement:
    """The judgement with its evidence placed in the document that the part is of."""
    quote = judgement.evidence
    part = next((one for one in parts if quote and one.document.id == quote.document_id), None)
    return replace(judgement, evidence=part.placed(quote)) if part and quote else judgement


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
