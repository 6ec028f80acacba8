"""The strict entailment pipeline: extract, rate the source type, judge, audit, consolidate in code.

    extractor (claim, excerpt)   ┐
    reliability (source type)    ┘ at once
    judge (claim, statements)  ->  auditor (claim, excerpt, judge's verdict)  ->  final object

Agents that fail leave no verdict: each of the four outputs is part of the final object.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.errors import AdjudgeError, ConfigError, EngineBusy, EngineTimeout, UnusableReply
from adjudge.protocols.base import Procedure, provenance
from adjudge.protocols.entailment import rules
from adjudge.protocols.entailment.consistency import clashes
from adjudge.protocols.entailment.rules import AuditEffect, Ruling
from adjudge.questions.base import Reply, Source
from adjudge.questions.entailment import (
    Audit,
    AuditLabel,
    AuditVerdict,
    EntailmentLabel,
    EntailmentVerdict,
    Extraction,
    ExtractStatements,
    JudgeEntailment,
    RateReliability,
    Reliability,
    Statement,
    cited_ids,
)
from adjudge.transcript import Trouble
from adjudge.verdict import Confidence, Dissent, Finding, Quote, Relation, Severity, Verdict

R = TypeVar("R", bound=Reply)
_RELATIONS = {
    EntailmentLabel.SUPPORTED: Relation.ENTAILED,
    EntailmentLabel.CONTRADICTED: Relation.CONTRADICTED,
    EntailmentLabel.NOT_ENOUGH_INFO: Relation.ABSENT,
}


@dataclass(frozen=True)
class Entailment(Procedure):
    """The pipeline's settings. Its rules are mandatory; only the work of comparing statements can be set."""

    name: ClassVar[str] = "entailment"
    summary: ClassVar[str] = "A strict pipeline: statements are extracted, judged and audited; the audit only lowers."
    withheld_label: ClassVar[str] = "NOT ENOUGH INFO"

    compared_pairs: int = 200
    """Maximum number of pairs of statements to compare."""

    def __post_init__(self) -> None:
        if self.compared_pairs < 1:
            raise ConfigError(f"compared_pairs is {self.compared_pairs}.", hint="Use 1 or more; the default is 200.")

    def calls(self) -> tuple[int, int]:
        """One question to each of the four agents, always."""
        return 4, 4

    async def judge(self, hearing: Hearing) -> Verdict:
        """Run the pipeline."""
        case = hearing.case
        excerpt = tuple(Source(id=document.id, text=document.text) for document in case.documents)

        hearing.phase("extract and rate")
        extract = ExtractStatements(claim=case.claim, excerpt=excerpt)
        rate = RateReliability(source_type=rules.source_type([document.kind for document in case.documents]))
        extraction, reliability = await hearing.poll([extract, rate], phase="extract and rate")
        assert isinstance(extraction, Extraction | Trouble)
        assert isinstance(reliability, Reliability | Trouble)
        stated = _stated(hearing, _usable(extraction, extract.seat))
        rating = _usable(reliability, rate.seat)

        hearing.phase("judge")
        statements = tuple(Statement(id=id, text=quote.text) for id, quote in stated.items())
        verdict = await hearing.ask(JudgeEntailment(claim=case.claim, statements=statements), phase="judge")

        hearing.phase("audit")
        audit = await hearing.ask(AuditVerdict(claim=case.claim, excerpt=excerpt, judge_verdict=verdict), phase="audit")
        inconsistencies = [str(clash) for clash in clashes(statements, most_pairs=self.compared_pairs)]
        ruling = rules.ruled(verdict, statements=len(statements), inconsistencies=inconsistencies)
        review = rules.audited(verdict, audit, founded=_founded(hearing, audit))
        return self._decided(hearing, stated, rating, verdict, audit, ruling, review)

    def _decided(
        self,
        hearing: Hearing,
        stated: dict[int, Quote],
        reliability: Reliability,
        verdict: EntailmentVerdict,
        audit: Audit,
        ruling: Ruling,
        review: AuditEffect,
    ) -> Verdict:
        result = rules.consolidated(hearing.case.claim, ruling, review, reliability)
        label = result.final_verdict
        counted = audit.auditor_reasoning if review.counted else ()
        agreed = verdict.verdict is label
        # The reasons for the label come first; an overruled judge's reasons follow.
        reasons = (*verdict.reasoning, *counted) if agreed else (*ruling.notes, *counted, *verdict.reasoning)
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=label.value,
            stance=rules.STANCES[label],
            confidence=Confidence(value=result.final_confidence / 100),
            reasons=reasons,
            quotes=tuple(stated.values()),
            rejected_quotes=hearing.rejected,
            findings=_findings(hearing, stated, reasons if agreed else counted, label),
            dissent=_dissent(verdict, audit, review, label),
            result=result,
            usage=hearing.transcript.usage,
            provenance=provenance(self, hearing),
            transcript=hearing.transcript,
            timing=hearing.timing,
        )


def _usable(reply: R | Trouble, seat: str) -> R:
    """The reply. Raises the agent's error if it failed."""
    if not isinstance(reply, Trouble):
        return reply
    kinds: dict[str, type[AdjudgeError]] = {"EngineBusy": EngineBusy, "EngineTimeout": EngineTimeout}
    raise kinds.get(reply.error, UnusableReply)(f"{seat}: {reply.message}", hint=reply.hint)


def _stated(hearing: Hearing, extraction: Extraction) -> dict[int, Quote]:
    """The statements found in the excerpt, in the excerpt's own words and with their original ids.

    A sentence that stands there twice is taken where it comes after the statement before it.
    """
    found: dict[int, Quote] = {}
    taken: Quote | None = None
    for statement in extraction.statements:
        quote = hearing.quote(statement.text, who="extractor")
        if quote is None:
            continue
        if taken and quote.also_at and quote.document_id == taken.document_id and quote.start < taken.end:
            later = next((place for place in sorted(quote.also_at) if place >= taken.end), quote.start)
            others = tuple(sorted({quote.start, *quote.also_at} - {later}))
            quote = quote.model_copy(update={"start": later, "end": later + quote.end - quote.start, "also_at": others})
        found[statement.id] = taken = quote
    return found


def _founded(hearing: Hearing, audit: Audit) -> bool:
    """Whether one of the auditor's reasons names a phrase of claim or excerpt and says why it matters."""
    everywhere = [CLAIM_ID, *hearing.gate.source_ids]
    named = [
        hearing.quote(phrase, who="adversarial_auditor", document_ids=everywhere) is not None and rules.says_why(reason)
        for reason in audit.auditor_reasoning
        for phrase in rules.quoted(reason)
    ]
    return any(named)


def _findings(
    hearing: Hearing, stated: dict[int, Quote], reasons: Sequence[str], label: EntailmentLabel
) -> tuple[Finding, ...]:
    """The reasons that rest on words: the phrases they quote, or else the statement they cite."""
    findings = []
    for reason in reasons:
        cited = [stated[id] for id in sorted(cited_ids([reason])) if id in stated]
        phrases = rules.quoted(reason)
        source_quote = _in_source(hearing, phrases, cited)
        claim_quote = _in_claim(hearing, _others(phrases, source_quote))
        if source_quote is None and claim_quote is None:
            continue
        findings.append(
            Finding(
                axis="entailment",
                relation=_RELATIONS[label],
                claim_quote=claim_quote,
                source_quote=source_quote,
                explanation=reason,
                severity=Severity.LOW if label is EntailmentLabel.SUPPORTED else Severity.HIGH,
            )
        )
    return tuple(findings)


def _in_source(hearing: Hearing, phrases: Sequence[str], cited: Sequence[Quote]) -> Quote | None:
    """The last phrase that stands in a cited statement (the claim's words come first, as a rule), else in any source;
    else the statement that is cited."""
    for words in reversed(phrases):
        for quote in cited:
            if (place := quote.text.find(words)) >= 0:
                start = quote.start + place
                return Quote(text=words, document_id=quote.document_id, start=start, end=start + len(words))
    if cited:
        return cited[0]
    admitted = (hearing.gate.admit(words, who="", document_ids=hearing.gate.source_ids) for words in reversed(phrases))
    return next((quote for quote in admitted if isinstance(quote, Quote)), None)


def _others(phrases: Sequence[str], taken: Quote | None) -> list[str]:
    """The phrases without the last one that is the quote's: both sides may have said the same word."""
    left = list(phrases)
    if taken is not None and taken.text in left:
        del left[len(left) - 1 - left[::-1].index(taken.text)]
    return left


def _in_claim(hearing: Hearing, phrases: Sequence[str]) -> Quote | None:
    admitted = (hearing.gate.admit(words, who="", document_ids=[CLAIM_ID]) for words in phrases)
    return next((quote for quote in admitted if isinstance(quote, Quote)), None)


def _dissent(
    verdict: EntailmentVerdict, audit: Audit, review: AuditEffect, label: EntailmentLabel
) -> tuple[Dissent, ...]:
    """The dissent: a judge who was overruled, or an auditor whose change was refused."""
    dissent = []
    if verdict.verdict is not label:
        reasoning = " ".join(verdict.reasoning)
        dissent.append(
            Dissent(
                who="entailment_judge",
                verdict=verdict.verdict.value,
                confidence=verdict.confidence / 100,
                reasoning=reasoning,
            )
        )
    if audit.final_verdict is not AuditLabel.UNCHANGED and audit.final_verdict.value != label.value:
        confidence = rules.final_confidence(verdict.confidence, audit.confidence_adjustment) / 100
        reasoning = " ".join((*audit.auditor_reasoning, *review.notes))
        dissent.append(
            Dissent(
                who="adversarial_auditor", verdict=audit.final_verdict.value, confidence=confidence, reasoning=reasoning
            )
        )
    return tuple(dissent)
