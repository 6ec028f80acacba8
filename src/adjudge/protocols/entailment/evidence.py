"""What counts: statements in the words of the excerpt, and an audit that names a phrase of the texts."""

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.protocols.entailment import rules
from adjudge.questions.entailment import Audit, Extraction
from adjudge.verdict import Quote


def quoted_statements(hearing: Hearing, extraction: Extraction) -> dict[int, Quote]:
    """The statements found in the excerpt, in the excerpt's own words and with their original ids.

    A sentence that stands there twice is taken where it comes after the statement before it.
    """
    found: dict[int, Quote] = {}
    previous: Quote | None = None
    for statement in extraction.statements:
        quote = hearing.quote(statement.text, who="extractor")
        if quote is None:
            continue
        if previous and quote.also_at and quote.document_id == previous.document_id and quote.start < previous.end:
            later = next((place for place in sorted(quote.also_at) if place >= previous.end), quote.start)
            others = tuple(sorted({quote.start, *quote.also_at} - {later}))
            quote = quote.model_copy(update={"start": later, "end": later + quote.end - quote.start, "also_at": others})
        found[statement.id] = previous = quote
    return found


def audit_is_founded(hearing: Hearing, audit: Audit) -> bool:
    """Whether one of the auditor's reasons names a phrase of claim or excerpt and says why it matters."""
    everywhere = [CLAIM_ID, *hearing.gate.source_ids]
    named = [
        hearing.quote(phrase, who="adversarial_auditor", document_ids=everywhere) is not None and rules.says_why(reason)
        for reason in audit.auditor_reasoning
        for phrase in rules.quoted(reason)
    ]
    return any(named)
