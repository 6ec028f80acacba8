"""The account of an entailment verdict: reasons, findings and dissent.

In: the agents' replies and the ruling. Out: parts of the verdict. It decides nothing.
"""

from collections.abc import Sequence

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.protocols.entailment import rules
from adjudge.protocols.entailment.rules import AuditEffect
from adjudge.questions.entailment import Audit, AuditLabel, EntailmentLabel, EntailmentVerdict, cited_ids
from adjudge.verdict import Dissent, Finding, Quote, Relation, Severity

_RELATIONS = {
    EntailmentLabel.SUPPORTED: Relation.ENTAILED,
    EntailmentLabel.CONTRADICTED: Relation.CONTRADICTED,
    EntailmentLabel.NOT_ENOUGH_INFO: Relation.ABSENT,
}


def findings(
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


def _others(phrases: Sequence[str], source_quote: Quote | None) -> list[str]:
    """The phrases without the last one that is the quote's: both sides may have said the same word."""
    others = list(phrases)
    if source_quote is not None and source_quote.text in others:
        del others[len(others) - 1 - others[::-1].index(source_quote.text)]
    return others


def _in_claim(hearing: Hearing, phrases: Sequence[str]) -> Quote | None:
    admitted = (hearing.gate.admit(words, who="", document_ids=[CLAIM_ID]) for words in phrases)
    return next((quote for quote in admitted if isinstance(quote, Quote)), None)


def dissent(
    verdict: EntailmentVerdict, audit: Audit, review: AuditEffect, label: EntailmentLabel
) -> tuple[Dissent, ...]:
    """The dissent: a judge who was overruled, or an auditor whose change was refused."""
    found = []
    if verdict.verdict is not label:
        reasoning = " ".join(verdict.reasoning)
        found.append(
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
        found.append(
            Dissent(
                who="adversarial_auditor", verdict=audit.final_verdict.value, confidence=confidence, reasoning=reasoning
            )
        )
    return tuple(found)
