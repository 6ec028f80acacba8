"""The factuality agent's card: score, counts, sentences, every claim with its evidence and its trace through the
gate."""

from adjudge.case import Case
from adjudge.plurals import count_of
from adjudge.questions.factuality import ClaimLabel, ClaimList, Verification
from adjudge.render import blocks as b
from adjudge.render.blocks import Block, Depth, Opinion, Section, Tone
from adjudge.render.marks import words
from adjudge.render.parts import ProtocolView
from adjudge.render.visible import one_line
from adjudge.results.factuality import FactualityResult, JudgedClaim, SentenceLabel, SummaryLabel
from adjudge.results.registry import typed_result
from adjudge.transcript import Entry
from adjudge.verdict import Verdict

TONES: dict[str, Tone] = {
    SummaryLabel.FAITHFUL: Tone.GOOD,
    SummaryLabel.UNFAITHFUL: Tone.BAD,
    ClaimLabel.CORRECT: Tone.GOOD,
    ClaimLabel.INCORRECT: Tone.BAD,
    ClaimLabel.UNCERTAIN: Tone.UNSURE,
    SentenceLabel.EXCLUDED: Tone.PLAIN,
    SentenceLabel.FAILED: Tone.FAILED,
}


def sections(case: Case, verdict: Verdict) -> tuple[Section, ...]:
    """The sections that only this card has."""
    result = typed_result(verdict)
    if not isinstance(result, FactualityResult):
        return ()
    return (
        Section("At a glance", _glance(result)),
        Section("Notes", tuple(b.Note("", note, Tone.UNSURE) for note in result.notes)),
        Section(f"Sentences ({len(result.sentences)})", _sentences(result), Depth.FOLDED),
        Section(f"Claims ({len(result.claims)})", _claims(case, result), Depth.FOLDED),
        Section("The evidence gate", _gate(result), Depth.FOLDED),
    )


def score_line(result: FactualityResult) -> str:
    """The score in words, with what it is a share of."""
    if result.score is None:
        return "not scored: no claim could be judged"
    share = "" if result.sentence_score is None else f"; {result.sentence_score:.0%} of the sentences are correct"
    return f"{result.score:.2f} of 1{share}"


def _glance(result: FactualityResult) -> tuple[Block, ...]:
    return (b.Note("Score", score_line(result)),)


def _sentences(result: FactualityResult) -> tuple[Block, ...]:
    pairs = tuple(
        (f"{one.index + 1} · {one.label}{_score(one.score)}", f"{one.span.text}{f' ({one.note})' if one.note else ''}")
        for one in result.sentences
    )
    return (b.Facts(pairs),) if pairs else ()


def _score(score: float | None) -> str:
    return "" if score is None else f" {score:.2f}"


def _claims(case: Case, result: FactualityResult) -> tuple[Block, ...]:
    return (b.AnsweredQuestions(tuple(_claim(case, claim) for claim in result.claims)),) if result.claims else ()


def _claim(case: Case, claim: JudgedClaim) -> b.AnsweredQuestion:
    label = claim.label.value if claim.label else SentenceLabel.FAILED.value
    quotes = (words(case, claim.evidence_quote),) if claim.evidence_quote else ()
    note = f"severity {claim.severity}, {claim.error_type}" if claim.issue else ""
    sure = claim.confidence if claim.label else None
    answer = Opinion(label, TONES[label], sure)
    return b.AnsweredQuestion(f"claim {claim.id + 1}", claim.text, answer, claim.explanation, quotes, note)


def _gate(result: FactualityResult) -> tuple[Block, ...]:
    pairs = tuple(
        (
            f"claim {claim.id + 1}",
            f"{claim.trace.label_raw} → {claim.trace.label_final}: {claim.trace.gate_reason}; "
            f"{claim.trace.evidence_selection_reason}; {claim.trace.coverage_note}",
        )
        for claim in result.claims
        if claim.trace is not None
    )
    return (b.Facts(pairs),) if pairs else ()


def extracted(entry: Entry) -> tuple[Block, ...]:
    """The claims of a sentence as they arrive."""
    reply = ClaimList.model_validate(entry.reply)
    sentence = one_line(str(entry.question.get("sentence", "")), limit=90)
    if not reply.claims:
        return (b.Note("excluded", f"{sentence} ({reply.reason})"),)
    return (b.Note(count_of(len(reply.claims), "claim"), sentence),)


def verified(entry: Entry) -> tuple[Block, ...]:
    """A verifier's label, before the gate."""
    reply = Verification.model_validate(entry.reply)
    claim = one_line(str(entry.question.get("claim", "")), limit=90)
    return (b.Note(reply.label.value, f"{claim} – {reply.explanation}", TONES[reply.label]),)


VIEW = ProtocolView(
    tones=TONES,
    sections=sections,
    entries={"extract_claims": extracted, "verify_claim": verified},
)
