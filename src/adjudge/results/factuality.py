"""The factuality agent's record: score, sentences, claims with their traces, issue spans, and the count of all of them.

All spans count in the summary: `summary[start:end] == text`, always.
"""

from enum import StrEnum

from pydantic import model_validator

from adjudge.questions.factuality import ClaimLabel, ErrorType
from adjudge.record import Record
from adjudge.verdict import Quote, Result, Severity, Share


class SummaryLabel(StrEnum):
    """The label of a summary."""

    FAITHFUL = "faithful"
    UNFAITHFUL = "unfaithful"
    UNCERTAIN = "uncertain"


class SentenceLabel(StrEnum):
    """What a sentence can be: the worst of its claims; excluded if it has none, failed if it could not be judged."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNCERTAIN = "uncertain"
    EXCLUDED = "excluded"
    FAILED = "failed"


class TextSpan(Record):
    """Words of the summary with their offsets."""

    start: int
    end: int
    text: str


class ClaimTrace(Record):
    """How a claim went through the gate: for analysis only, nothing decides by it."""

    label_raw: ClaimLabel
    label_final: ClaimLabel
    gate_reason: str
    evidence_selection_reason: str
    coverage_ok: bool
    coverage_note: str
    raw_verifier_output: str
    selected_evidence_index_raw: int
    evidence_quote_raw: str


class JudgedClaim(Record):
    """An atomic claim after the gate. `label` is None for a claim that could not be judged."""

    id: int
    sentence: int
    text: str
    span: TextSpan
    label: ClaimLabel | None
    confidence: Share = 0.0
    support: Share | None = None
    evidence_found: bool = False
    selected_evidence_index: int = -1
    evidence_quote: Quote | None = None
    issue: TextSpan | None = None
    """The smallest words that are wrong or unsupported; None for a correct claim."""
    error_type: ErrorType = ErrorType.NONE
    severity: Severity = Severity.LOW
    explanation: str = ""
    trace: ClaimTrace | None = None


class JudgedSentence(Record):
    """A sentence, the worst label of its claims, and the lowest support that one of them has."""

    index: int
    span: TextSpan
    label: SentenceLabel
    score: Share | None
    claims: tuple[int, ...]
    note: str = ""


class IssueSpan(Record):
    """The span of a sentence that represents its error."""

    start: int
    end: int
    text: str
    sentence: int
    claim: int
    label: ClaimLabel
    severity: Severity
    error_type: ErrorType
    explanation: str
    confidence: Share
    evidence_quote: Quote | None = None


class ClaimCounts(Record):
    """Claims by label; a sentence without claims counts once, as excluded, or as failed if its extraction failed."""

    asked: int
    correct: int
    incorrect: int
    uncertain: int
    excluded: int
    failed: int

    @model_validator(mode="after")
    def _nothing_is_lost(self) -> "ClaimCounts":
        total = self.correct + self.incorrect + self.uncertain + self.excluded + self.failed
        if total != self.asked:
            raise ValueError(f"{self.asked} asked and {total} accounted for")
        return self


class FactualityResult(Result):
    """What the agent says of a summary. `score` is None where no claim could be judged."""

    label: SummaryLabel
    score: Share | None
    """How likely the summary is supported as a whole, from the support of its sentences."""
    sentence_score: Share | None
    """The share of judged sentences that are correct."""
    counts: ClaimCounts
    sentences: tuple[JudgedSentence, ...]
    claims: tuple[JudgedClaim, ...]
    issue_spans: tuple[IssueSpan, ...]
    notes: tuple[str, ...] = ()
