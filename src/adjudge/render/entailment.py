"""The entailment pipeline's card and live view.

Statements and reasons are not part of the final object and are read from the transcript.
"""

from adjudge.case import Case
from adjudge.questions.entailment import (
    Audit,
    AuditLabel,
    EntailmentLabel,
    EntailmentVerdict,
    Extraction,
    Rating,
    Reliability,
    Statement,
)
from adjudge.render import blocks as b
from adjudge.render.blocks import Block, Depth, Opinion, Section, Tone
from adjudge.render.marks import words
from adjudge.render.parts import ProtocolView
from adjudge.results.entailment import MEANINGS, EntailmentResult, band
from adjudge.results.registry import typed_result
from adjudge.transcript import Entry
from adjudge.verdict import Verdict

TONES: dict[str, Tone] = {
    EntailmentLabel.SUPPORTED: Tone.GOOD,
    EntailmentLabel.CONTRADICTED: Tone.BAD,
    EntailmentLabel.NOT_ENOUGH_INFO: Tone.BEYOND,
    AuditLabel.UNCHANGED: Tone.PLAIN,
}


def sections(case: Case, verdict: Verdict) -> tuple[Section, ...]:
    """The sections that only this card has."""
    result = typed_result(verdict)
    if not isinstance(result, EntailmentResult):
        return ()
    replies = {entry.kind: entry for entry in verdict.transcript.entries if entry.reply is not None}
    return (
        Section("At a glance", _glance(result, replies)),
        Section("Statements", _statements(case, verdict, replies), Depth.FOLDED),
        Section("Notes", (_band(result), b.Note("", " ".join(_sentence(note) for note in result.notes))), Depth.FOLDED),
        Section("Judge and auditor", _opinions(replies), Depth.FOLDED),
        Section("Reliability", _rating(replies), Depth.FOLDED),
    )


def _glance(result: EntailmentResult, replies: dict[str, Entry]) -> tuple[Block, ...]:
    chips = []
    if entry := replies.get("judge_entailment"):
        judged = EntailmentVerdict.model_validate(entry.reply)
        chips.append(b.Chip("judge", TONES[judged.verdict], f"{judged.verdict}, {judged.confidence}"))
    if entry := replies.get("audit_entailment"):
        audit = Audit.model_validate(entry.reply)
        chips.append(b.Chip("auditor", TONES[audit.final_verdict], _changed(audit)))
    chips.append(b.Chip("reliability", Tone.PLAIN, f"{result.reliability_rating}, not part of the verdict"))
    return (b.Strip("Agents", tuple(chips)),)


def _band(result: EntailmentResult) -> b.Note:
    """The band of the final confidence."""
    name = band(result.final_confidence)
    was = f"; the judge's was {result.entailment_confidence}"
    changed = was if result.final_confidence != result.entailment_confidence else ""
    return b.Note("Own scale", f"{result.final_confidence} of 100, {name}: {MEANINGS[name]}{changed}")


def _sentence(note: str) -> str:
    return note if note.endswith((".", "!", "?")) else f"{note}."


def _statements(case: Case, verdict: Verdict, replies: dict[str, Entry]) -> tuple[Block, ...]:
    """The statements that counted, by id, with their places."""
    asked = replies["judge_entailment"].question.get("statements") if "judge_entailment" in replies else None
    statements = [Statement.model_validate(item) for item in asked] if isinstance(asked, list) else []
    pairs = tuple(
        (f"{statement.id} · {words(case, quote).place}", quote.text)
        for statement, quote in zip(statements, verdict.quotes, strict=False)
    )
    return (b.Facts(pairs),) if pairs else (b.Note("", "None could be extracted.", Tone.UNSURE),)


def _opinions(replies: dict[str, Entry]) -> tuple[Block, ...]:
    ballots = []
    if entry := replies.get("judge_entailment"):
        ballots.append(_judge(entry))
    if entry := replies.get("audit_entailment"):
        ballots.append(_auditor(entry))
    return (b.Ballots(tuple(ballots)),) if ballots else ()


def _rating(replies: dict[str, Entry]) -> tuple[Block, ...]:
    return rated(replies["rate_reliability"]) if "rate_reliability" in replies else ()


def _changed(audit: Audit) -> str:
    step = f", {audit.confidence_adjustment}" if audit.confidence_adjustment else ""
    return f"{audit.final_verdict}{step}"


def extracted(entry: Entry) -> tuple[Block, ...]:
    """The statements as the extractor gave them, before the evidence gate."""
    extraction = Extraction.model_validate(entry.reply)
    if not extraction.statements:
        return (b.Note("Extractor", "no statement", Tone.UNSURE),)
    return (
        b.Note("Extractor", "statements of the excerpt"),
        b.Facts(tuple((str(statement.id), statement.text) for statement in extraction.statements)),
    )


def rated(entry: Entry) -> tuple[Block, ...]:
    """The rating of the source type."""
    reply = Reliability.model_validate(entry.reply)
    tone = Tone.UNSURE if reply.reliability is Rating.LOW else Tone.PLAIN
    text = f"{reply.reliability} (certainty {reply.confidence}) for: {reply.source_type}"
    return (b.Note("Reliability", text, tone),)


def judged(entry: Entry) -> tuple[Block, ...]:
    """The judge's verdict."""
    return (b.Ballots((_judge(entry),)),)


def audited(entry: Entry) -> tuple[Block, ...]:
    """The auditor's answer, before the rules apply."""
    return (b.Ballots((_auditor(entry),)),)


def _judge(entry: Entry) -> b.JurorOpinion:
    reply = EntailmentVerdict.model_validate(entry.reply)
    opinion = Opinion(reply.verdict.value, TONES[reply.verdict], reply.confidence / 100)
    return b.JurorOpinion("judge", "Entailment Judge", opinion, reason=" ".join(reply.reasoning))


def _auditor(entry: Entry) -> b.JurorOpinion:
    reply = Audit.model_validate(entry.reply)
    reason = " ".join(reply.auditor_reasoning) or "No materially plausible other interpretation."
    opinion = Opinion(_changed(reply), TONES[reply.final_verdict])
    return b.JurorOpinion("auditor", "Adversarial Auditor", opinion, reason=reason)


VIEW = ProtocolView(
    tones=TONES,
    sections=sections,
    entries={
        "extract_statements": extracted,
        "rate_reliability": rated,
        "judge_entailment": judged,
        "audit_entailment": audited,
    },
)
