"""The one judgement behind every adapter: an answer and its contexts in, a verdict for each sentence with spans out.

Adapters translate between this and a framework; they never judge. Offsets count in the answer and in the context's own
text. A sentence that could not be judged stays in the denominator of the score. One answer raises, many answers record.
"""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic_core import PydanticSerializationError, to_jsonable_python

from adjudge.case import Case, Document
from adjudge.check import EngineChoice, acheck, check_many, failure_of, finished
from adjudge.engines.cascade import stage_names
from adjudge.errors import AdjudgeError, CaseError, ConfigError
from adjudge.record import Record
from adjudge.results.factuality import (
    FactualityResult,
    JudgedClaim,
    JudgedSentence,
    SentenceLabel,
    SummaryLabel,
    TextSpan,
)
from adjudge.results.registry import typed_result
from adjudge.verdict import Failure, Quote, Share, Verdict

PROTOCOL = "factuality"
Context: TypeAlias = str | Document | Mapping[str, Any] | Sequence[Any]
"""A text, a document, or data (a tool's JSON), which is read as its JSON."""

_WORST_FIRST = ("incorrect", "uncertain", None, "correct")


class SentenceVerdict(Record):
    """A sentence of the answer, what was decided about it, and the words on both sides that decided it."""

    text: str
    start: int
    end: int
    label: SentenceLabel
    score: Share | None = None
    """How well the context bears the sentence out."""
    words: TextSpan | None = None
    """The words of the answer that are wrong or not supported; None for a correct sentence."""
    source: Quote | None = None
    """The words of the context that decided it."""
    explanation: str = ""


class AnswerVerdict(Record):
    """What was decided about an answer, sentence by sentence."""

    label: SummaryLabel
    sentences: tuple[SentenceVerdict, ...]
    support: Share | None = None
    """How likely the context supports the whole answer: for ranking and thresholds."""
    notes: tuple[str, ...] = ()

    @property
    def asked(self) -> int:
        """The sentences that state something. Those that could not be judged are among them."""
        return len(self.sentences) - self.count(SentenceLabel.EXCLUDED)

    @property
    def score(self) -> float | None:
        """The share of sentences that the context supports; None if the answer states nothing."""
        return self.count(SentenceLabel.CORRECT) / self.asked if self.asked else None

    @property
    def issues(self) -> tuple[SentenceVerdict, ...]:
        """The sentences that are wrong, not supported, or could not be judged."""
        fine = (SentenceLabel.CORRECT, SentenceLabel.EXCLUDED)
        return tuple(one for one in self.sentences if one.label not in fine)

    @property
    def reason(self) -> str:
        """The counts, then every sentence that is not supported and why."""
        counts = ", ".join(f"{n} {label}" for label in SentenceLabel if (n := self.count(label)))
        issues = (f"'{one.text}' is {one.label}: {one.explanation}" for one in self.issues)
        sentences = "1 sentence" if len(self.sentences) == 1 else f"{len(self.sentences)} sentences"
        return " ".join((f"Of {sentences}: {counts}.", *issues, *self.notes))

    def count(self, label: SentenceLabel) -> int:
        """How many sentences have this label."""
        return sum(one.label is label for one in self.sentences)


def check_answer(answer: str, contexts: Context, *, engine: EngineChoice = "offline") -> AnswerVerdict:
    """Decide every sentence of an answer, and wait for it. Works inside a running event loop too.

    >>> verdict = check_answer("It opened in 1932.", "The bridge opened in 1931.")
    >>> verdict.sentences[0].words.text, verdict.score
    ('1932', 0.0)
    """
    return finished(_decided(case_of(answer, contexts), engine))


async def acheck_answer(answer: str, contexts: Context, *, engine: EngineChoice = "offline") -> AnswerVerdict:
    """Decide every sentence of an answer. The offline engine computes in a thread, so that the loop stays free."""
    case = case_of(answer, contexts)
    if isinstance(engine, str) and "offline" in stage_names(engine):
        return await asyncio.to_thread(lambda: finished(_decided(case, engine)))
    return await _decided(case, engine)


async def try_answer(answer: str, contexts: Context, *, engine: EngineChoice = "offline") -> AnswerVerdict | Failure:
    """As `acheck_answer`, with a `Failure` in place of an error: for frameworks in which one bad answer ends the run.

    A `ConfigError` is raised all the same, since it would be that of every answer.
    """
    try:
        return await acheck_answer(answer, contexts, engine=engine)
    except ConfigError:
        raise
    except AdjudgeError as error:
        return failure_of("", error)


def score_of(outcome: AnswerVerdict | Failure) -> float | None:
    """The share of sentences that the context supports; None if the answer states nothing.

    A failure is 0, not missing: most frameworks leave missing scores out of their means.
    """
    return 0.0 if isinstance(outcome, Failure) else outcome.score


def reason_of(outcome: AnswerVerdict | Failure) -> str:
    """The reason of a verdict; for a failure, why there is none."""
    if isinstance(outcome, Failure):
        return f"No verdict: {outcome.message} {outcome.hint}".strip()
    return outcome.reason


def check_answers(
    pairs: Iterable[tuple[str, Context]], *, engine: EngineChoice = "offline"
) -> list[AnswerVerdict | Failure]:
    """Decide many answers; the result has their order, with a `Failure` for each that has no verdict."""
    return finished(_many([_case_or_failure(str(n), *pair) for n, pair in enumerate(pairs)], engine))


def case_of(answer: str, contexts: Context, *, id: str = "") -> Case:
    """The case of an answer. Contexts without text are left out; without any, it raises a `CaseError`."""
    if not isinstance(answer, str):
        raise CaseError(f"The answer is of type {type(answer).__name__}.", hint="Give the text of the answer.")
    if not answer.strip():
        raise CaseError("The answer is empty.", hint="There is nothing to check.")
    documents = documents_of(contexts)
    if not documents:
        raise CaseError("The answer has no context.", hint="Give at least one text that the answer should follow from.")
    return Case(id=id, claim=answer, documents=documents)


def documents_of(contexts: Context) -> tuple[Document, ...]:
    """The contexts that have text, as documents: with their own ids if these differ, else `source`, `source-2`, ..."""
    items = [contexts] if isinstance(contexts, str | Document | Mapping) else list(contexts)
    texts = [one if isinstance(one, Document) else Document(text=text_of(one)) for one in items]
    own = [one.id for one in texts]
    keep = len(set(own)) == len(own) and "claim" not in own
    named = (
        one if keep else one.model_copy(update={"id": "source" if n == 1 else f"source-{n}"})
        for n, one in enumerate(texts, start=1)
    )
    return tuple(one for one in named if one.text.strip())


def text_of(context: object) -> str:
    """A text as it is, None as nothing, data as its JSON."""
    if context is None or isinstance(context, str):
        return context or ""
    try:
        return json.dumps(to_jsonable_python(context), ensure_ascii=False)
    except PydanticSerializationError as error:
        raise CaseError(
            f"A context is of type {type(context).__name__}.", hint="Give text, or data that can be written as JSON."
        ) from error


def answer_verdict(verdict: Verdict) -> AnswerVerdict:
    """The verdict of the protocol, sentence by sentence."""
    result = typed_result(verdict)
    assert isinstance(result, FactualityResult)
    claims: dict[int, list[JudgedClaim]] = {}
    for claim in result.claims:
        claims.setdefault(claim.sentence, []).append(claim)
    sentences = tuple(_sentence(one, claims.get(one.index, [])) for one in result.sentences)
    return AnswerVerdict(label=result.label, sentences=sentences, support=result.score, notes=result.notes)


def _sentence(judged: JudgedSentence, claims: list[JudgedClaim]) -> SentenceVerdict:
    worst = min(claims, key=lambda claim: _WORST_FIRST.index(claim.label), default=None)
    return SentenceVerdict(
        text=judged.span.text,
        start=judged.span.start,
        end=judged.span.end,
        label=judged.label,
        score=judged.score,
        words=worst.issue if worst else None,
        source=worst.evidence_quote if worst else None,
        explanation=worst.explanation if worst else judged.note,
    )


async def _decided(case: Case, engine: EngineChoice) -> AnswerVerdict:
    return answer_verdict(await acheck(case, protocol=PROTOCOL, engine=engine))


async def _many(cases: list[Case | Failure], engine: EngineChoice) -> list[AnswerVerdict | Failure]:
    found = {one.case_id: one async for one in check_many(cases, protocol=PROTOCOL, engine=engine)}
    outcomes = (found[str(n)] for n in range(len(cases)))
    return [answer_verdict(one) if isinstance(one, Verdict) else one for one in outcomes]


def _case_or_failure(id: str, answer: str, contexts: Context) -> Case | Failure:
    try:
        return case_of(answer, contexts, id=id)
    except AdjudgeError as error:
        return failure_of(id, error)
