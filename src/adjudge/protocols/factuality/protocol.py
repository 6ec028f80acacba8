"""The factuality agent: every sentence of a summary against its article.

    sentences (code)  ->  claim extractor, one question a sentence  ->  retriever (code)
                      ->  claim verifier, one question a claim, through the gate  ->  labels, score, issue spans (code)

This module contains only the sequence of steps: the gate is in `evidence`, aggregation in `rules`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from adjudge.agents.hearing import Hearing
from adjudge.analysis.text.language import language, languages_differ
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.case import CLAIM_ID, Case
from adjudge.engines.replay import recorded_error
from adjudge.errors import ConfigError
from adjudge.evidence.retriever import EvidenceRetriever, Method
from adjudge.protocols.base import Procedure, provenance
from adjudge.protocols.factuality import rules
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
from adjudge.verdict import Confidence, Finding, Quote, Relation, Verdict

_TAG = re.compile(
    r"<(/?)(!doctype|html|head|body|title|div|p|span|a|br|hr|img|b|i|em|strong|li|ul|ol|table|tr|td|th|section|article|"
    r"blockquote|script|style|h[1-6])(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ALONE = frozenset(("!doctype", "br", "hr", "img"))
_SAMPLE = 20_000
_WORD = re.compile(r"[^\W\d_]+")
_CONTEXT = 2
_RELATIONS = {
    ClaimLabel.CORRECT: Relation.ENTAILED,
    ClaimLabel.INCORRECT: Relation.CONTRADICTED,
    ClaimLabel.UNCERTAIN: Relation.ABSENT,
}


@dataclass(frozen=True, slots=True)
class _Claim:
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
    withheld_label: ClassVar[str] = "uncertain"
    excludes_sentences: ClassVar[bool] = True

    retriever: Method = "bm25"
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
        told: Sequence[JudgedSentence],
        claims: Sequence[JudgedClaim],
        gated: Sequence[Gated | None],
    ) -> Verdict:
        label = rules.summary_label(told)
        result = FactualityResult(
            label=label,
            score=rules.summary_score([one.score for one in told if one.score is not None]),
            sentence_score=rules.share_correct(told),
            counts=rules.counted(told, claims),
            sentences=tuple(told),
            claims=tuple(claims),
            issue_spans=rules.issue_spans(told, claims),
            notes=_notes(hearing.case),
        )
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=label.value,
            stance=rules.STANCES[label],
            confidence=Confidence(value=rules.confidence(label, claims)),
            reasons=_reasons(result),
            quotes=tuple(dict.fromkeys(one.evidence_quote for one in claims if one.evidence_quote is not None)),
            rejected_quotes=tuple(
                dict.fromkeys(one.rejected for one in gated if one is not None and one.rejected is not None)
            ),
            findings=tuple(_finding(claim) for claim in claims if claim.label is not None),
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
) -> list[_Claim]:
    documents = [(document.id, document.text) for document in case.documents]
    found = []
    for index, (sentence, given) in enumerate(zip(spans, lists, strict=True)):
        after = sentence.start
        before = spans[index - 1].text if index else ""
        for claim in given.claims if isinstance(given, ClaimList) else ():
            places = [_text_span(case.claim, after, sentence.end), _text_span(case.claim, sentence.start, sentence.end)]
            span = rules.placed(claim.quote, case.claim, places, claim.context)
            if span == places[0]:
                span = places[1]
            after = span.start
            prepared = verifier.prepared(claim.text, sentence.text, documents, before=before)
            found.append(_Claim(index, claim.text, span, prepared))
    return found


def _judged(
    case: Case, spans: Sequence[Span], number: int, claim: _Claim, reply: Verification | Trouble, gated: Gated | None
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
    told = []
    by_sentence: dict[int, list[JudgedClaim]] = {}
    for claim in claims:
        by_sentence.setdefault(claim.sentence, []).append(claim)
    for index, (span, given) in enumerate(zip(spans, lists, strict=True)):
        own = by_sentence.get(index, [])
        failed = isinstance(given, Trouble)
        note = given.message if isinstance(given, Trouble) else "" if given.claims else given.reason
        told.append(
            JudgedSentence(
                index=index,
                span=_text_span(case.claim, span.start, span.end),
                label=rules.sentence_label(own, failed=failed),
                score=rules.sentence_score(own),
                claims=tuple(claim.id for claim in own),
                note=note,
            )
        )
    return told


def _all_failed(lists: Sequence[ClaimList | Trouble], replies: Sequence[Verification | Trouble]) -> bool:
    return any(isinstance(one, Trouble) for one in (*lists, *replies))


def _finding(claim: JudgedClaim) -> Finding:
    assert claim.label is not None
    words = claim.issue or claim.span
    return Finding(
        axis=claim.error_type.value if claim.issue else "claim",
        relation=_RELATIONS[claim.label],
        claim_quote=Quote(text=words.text, document_id=CLAIM_ID, start=words.start, end=words.end),
        source_quote=claim.evidence_quote,
        explanation=claim.explanation,
        severity=claim.severity,
    )


def _reasons(result: FactualityResult) -> tuple[str, ...]:
    counts = result.counts
    told = [
        f"{count} {word}"
        for count, word in (
            (counts.correct, "correct"),
            (counts.incorrect, "incorrect"),
            (counts.uncertain, "uncertain"),
            (counts.excluded, "not checkable"),
            (counts.failed, "failed"),
        )
        if count
    ]
    head = f"Of {counts.asked} claims: {', '.join(told)}." if counts.asked else "There is nothing to check."
    if result.label is SummaryLabel.UNCERTAIN and not (counts.correct or counts.uncertain or counts.failed):
        head = "Nothing in the summary can be checked."
    return (head, *result.notes, *(f"'{span.text}': {span.explanation}" for span in result.issue_spans))


def _notes(case: Case) -> tuple[str, ...]:
    """Warnings about the texts that affect the labels."""
    notes = []
    if _is_markup(case.claim):
        notes.append("The summary looks like HTML and its tags were read as words; give its text for better labels.")
    for document in case.documents:
        if _is_markup(document.text):
            notes.append(f"The article '{document.id}' looks like HTML; give its text for better evidence.")
        if tongues := _tongues(case.claim, document.text):
            notes.append(f"The summary is in {tongues[0]}, the article '{document.id}' in {tongues[1]}.")
    return tuple(notes)


def _is_markup(text: str) -> bool:
    """Whether the text contains an HTML element with start and end tag, or a void element."""
    tags = [(slash, name.lower()) for slash, name in _TAG.findall(text[:_SAMPLE])]
    opened = {name for slash, name in tags if not slash}
    closed = {name for slash, name in tags if slash}
    return bool(opened & (closed | _ALONE))


def _tongues(summary: str, article: str) -> tuple[str, str] | None:
    """The two languages, if they differ; in a short text one common word that the other does not have is enough."""
    if language(summary) and language(article):
        return languages_differ(summary, article)
    ours, theirs = _WORD.findall(summary[:_SAMPLE]), _WORD.findall(article[:_SAMPLE])
    shared = {word.casefold() for word in ours} & {word.casefold() for word in theirs}
    # Without what both have, such as names: "Le Pen" is no French. Twice, since a language shows by two words at least.
    alone = [" ".join(2 * [word for word in words if word.casefold() not in shared]) for words in (ours, theirs)]
    return languages_differ(*alone)


def _text_span(text: str, start: int, end: int) -> TextSpan:
    return TextSpan(start=start, end=end, text=text[start:end])
