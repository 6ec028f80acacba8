"""The factuality agent: every sentence of a summary against its article.

    sentences (code)  ->  claim extractor, one question a sentence  ->  retriever (code)
                      ->  claim verifier, one question a claim, through the gate  ->  labels, score, issue spans (code)

This module contains only the sequence of steps: the gate is in `evidence`, aggregation in `rules`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from adjudge.agents.hearing import Hearing
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.case import Case
from adjudge.engines.replay import recorded_error
from adjudge.errors import ConfigError
from adjudge.evidence.retriever import EvidenceRetriever, RankingMethod
from adjudge.protocols.base import Procedure, provenance
from adjudge.protocols.factuality import account, rules
from adjudge.protocols.factuality.evidence import ClaimVerifier, Gated, Prepared
from adjudge.questions.factuality import ClaimLabel, ClaimList, ErrorType, ExtractClaims, Verification
from adjudge.results.factuality import (
    FactualityResult,
    JudgedClaim,
    JudgedSentence,
    SummaryLabel,
    TextSpan,
)
from adjudge.transcript import Trouble
from adjudge.verdict import Confidence, Verdict

_CONTEXT = 2


@dataclass(frozen=True, slots=True)
class _PlacedClaim:
    """A claim that is being verified."""

    sentence: int
    text: str
    span: TextSpan
    prepared: Prepared


@dataclass(frozen=True)
class Factuality(Procedure):
    """The agent's settings."""

    name: ClassVar[str] = "factuality"
    summary: ClassVar[str] = "A summary, claim by claim, against its article: a score, and the words that are wrong."
    judges_single_claims: ClassVar[bool] = False
    labels: ClassVar[tuple[str, ...]] = tuple(SummaryLabel)
    withheld_label: ClassVar[str] = SummaryLabel.UNCERTAIN.value
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {"passages": (1, 50)}
    excludes_sentences: ClassVar[bool] = True

    retriever: RankingMethod = "bm25"
    """`bm25`, or `jaccard`: similarity of words with a boost for numbers and names."""
    passages: int = 6
    """Number of passages that a claim is verified against."""
    require_evidence_for_correct: bool = True
    """Whether "correct" requires a quote from the article, as "incorrect" always does."""

    def __post_init__(self) -> None:
        if self.retriever not in ("bm25", "jaccard"):
            raise ConfigError(f"retriever is '{self.retriever}'.", hint="Use bm25 or jaccard.")
        if self.passages < 1:
            raise ConfigError(f"passages is {self.passages}.", hint="Use 1 or more; the default is 6.")

    def calls(self) -> tuple[int, int]:
        """One for a summary without claims; at most for about ten sentences of four claims: longer ones take more."""
        return 1, 50

    async def judge(self, hearing: Hearing) -> Verdict:
        """Extract, retrieve, verify, aggregate."""
        case = hearing.case
        verifier = ClaimVerifier(
            EvidenceRetriever(self.retriever, limit=self.passages), self.require_evidence_for_correct
        )
        spans = sentences(case.claim)
        hearing.phase("extract claims")
        lists = await hearing.poll(_extractions(spans), phase="extract claims")
        claims = _claims(case, verifier, spans, lists)
        hearing.phase("verify claims")
        polled = await hearing.poll_with_raw([claim.prepared.question for claim in claims], phase="verify claims")
        replies = [one.reply for one in polled]
        if not any(isinstance(reply, Verification) for reply in replies) and _all_failed(lists, replies):
            trouble = next(one for one in (*lists, *replies) if isinstance(one, Trouble))
            raise recorded_error(trouble)
        gated = [
            verifier.gated(claim.prepared, one.reply, raw=one.raw) if isinstance(one.reply, Verification) else None
            for claim, one in zip(claims, polled, strict=True)
        ]
        judged = [
            _judged(case, spans, number, claim, reply, passed)
            for number, (claim, reply, passed) in enumerate(zip(claims, replies, gated, strict=True))
        ]
        return self._verdict(hearing, _sentences(case, spans, lists, judged), judged, gated)

    def _verdict(
        self,
        hearing: Hearing,
        judged: Sequence[JudgedSentence],
        claims: Sequence[JudgedClaim],
        gated: Sequence[Gated | None],
    ) -> Verdict:
        label = rules.summary_label(judged)
        result = FactualityResult(
            label=label,
            score=rules.summary_score([one.score for one in judged if one.score is not None]),
            sentence_score=rules.share_correct(judged),
            counts=rules.counted(judged, claims),
            sentences=tuple(judged),
            claims=tuple(claims),
            issue_spans=rules.issue_spans(judged, claims),
            notes=account.notes_about(hearing.case),
        )
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=label.value,
            stance=rules.STANCES[label],
            confidence=Confidence(value=rules.confidence(label, claims)),
            reasons=account.reasons(result),
            quotes=tuple(dict.fromkeys(one.evidence_quote for one in claims if one.evidence_quote is not None)),
            rejected_quotes=tuple(
                dict.fromkeys(one.rejected for one in gated if one is not None and one.rejected is not None)
            ),
            findings=tuple(account.finding(claim) for claim in claims if claim.label is not None),
            failed_agents=tuple(sorted({entry.agent for entry in hearing.transcript.entries if entry.trouble})),
            result=result,
            usage=hearing.transcript.usage,
            provenance=provenance(self, hearing),
            transcript=hearing.transcript,
            timing=hearing.timing,
        )


def _extractions(spans: Sequence[Span]) -> list[ExtractClaims]:
    return [
        ExtractClaims(sentence=span.text, context=" ".join(one.text for one in spans[max(0, at - _CONTEXT) : at]))
        for at, span in enumerate(spans)
    ]


def _claims(
    case: Case, verifier: ClaimVerifier, spans: Sequence[Span], lists: Sequence[ClaimList | Trouble]
) -> list[_PlacedClaim]:
    documents = [(document.id, document.text) for document in case.documents]
    found = []
    for index, (sentence, extracted) in enumerate(zip(spans, lists, strict=True)):
        after = sentence.start
        before = spans[index - 1].text if index else ""
        for claim in extracted.claims if isinstance(extracted, ClaimList) else ():
            places = [_text_span(case.claim, after, sentence.end), _text_span(case.claim, sentence.start, sentence.end)]
            span = rules.placed(claim.quote, case.claim, places, claim.context)
            if span == places[0]:
                span = places[1]
            after = span.start
            prepared = verifier.prepared(claim.text, sentence.text, documents, before=before)
            found.append(_PlacedClaim(index, claim.text, span, prepared))
    return found


def _judged(
    case: Case,
    spans: Sequence[Span],
    number: int,
    claim: _PlacedClaim,
    reply: Verification | Trouble,
    gated: Gated | None,
) -> JudgedClaim:
    if isinstance(reply, Trouble) or gated is None:
        why = reply.message if isinstance(reply, Trouble) else ""
        return JudgedClaim(
            id=number, sentence=claim.sentence, text=claim.text, span=claim.span, label=None, explanation=why
        )
    issue = None
    if gated.label is not ClaimLabel.CORRECT:
        sentence = spans[claim.sentence]
        within = [claim.span, _text_span(case.claim, sentence.start, sentence.end)]
        issue = rules.placed(reply.claim_quote, case.claim, within, reply.claim_context)
    return JudgedClaim(
        id=number,
        sentence=claim.sentence,
        text=claim.text,
        span=claim.span,
        label=gated.label,
        confidence=gated.confidence,
        support=gated.support,
        evidence_found=gated.evidence_found,
        selected_evidence_index=gated.selected_evidence_index,
        evidence_quote=gated.evidence_quote,
        issue=issue,
        error_type=reply.error_type if issue else ErrorType.NONE,
        severity=reply.severity,
        explanation=reply.explanation,
        trace=gated.trace,
    )


def _sentences(
    case: Case, spans: Sequence[Span], lists: Sequence[ClaimList | Trouble], claims: Sequence[JudgedClaim]
) -> list[JudgedSentence]:
    judged = []
    by_sentence: dict[int, list[JudgedClaim]] = {}
    for claim in claims:
        by_sentence.setdefault(claim.sentence, []).append(claim)
    for index, (span, extracted) in enumerate(zip(spans, lists, strict=True)):
        own = by_sentence.get(index, [])
        failed = isinstance(extracted, Trouble)
        note = extracted.message if isinstance(extracted, Trouble) else "" if extracted.claims else extracted.reason
        judged.append(
            JudgedSentence(
                index=index,
                span=_text_span(case.claim, span.start, span.end),
                label=rules.sentence_label(own, failed=failed),
                score=rules.sentence_score(own),
                claims=tuple(claim.id for claim in own),
                note=note,
            )
        )
    return judged


def _all_failed(lists: Sequence[ClaimList | Trouble], replies: Sequence[Verification | Trouble]) -> bool:
    return any(isinstance(one, Trouble) for one in (*lists, *replies))


def _text_span(text: str, start: int, end: int) -> TextSpan:
    return TextSpan(start=start, end=end, text=text[start:end])
