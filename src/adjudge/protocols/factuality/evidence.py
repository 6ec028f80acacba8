"""ClaimVerifier: retrieves passages for a claim, and lets the verifier's label through the evidence gate.

All gate logic of the factuality agent is in `ClaimVerifier.gated` and in no other place. Its invariants:

1. selected_evidence_index == -1  ->  evidence_quote is None  ->  evidence_found is False.
2. selected_evidence_index >= 0   ->  evidence_quote is not empty and in that passage  ->  evidence_found is True.
3. A coverage failure never changes the label; it only clamps the confidence.
4. No other part downgrades a label.
5. The label does not depend on the severity.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudge.agents.gate import Gate
from adjudge.case import Case, Document
from adjudge.evidence.missing import missing
from adjudge.evidence.passages import Passage
from adjudge.evidence.retriever import EvidenceRetriever, Retrieved
from adjudge.questions.factuality import NO_EVIDENCE, Candidate, ClaimLabel, Verification, VerifyClaim
from adjudge.record import canonical
from adjudge.results.factuality import ClaimTrace
from adjudge.verdict import Quote, RejectedQuote

CLAMP = 0.5
"""Maximum confidence of a label whose evidence does not cover the claim, or that the gate lowered."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A claim's question, and the passages that it shows."""

    question: VerifyClaim
    retrieved: tuple[Retrieved, ...]


@dataclass(frozen=True, slots=True)
class Gated:
    """A verification as it counts."""

    label: ClaimLabel
    confidence: float
    support: float
    evidence_found: bool
    selected_evidence_index: int
    evidence_quote: Quote | None
    rejected: RejectedQuote | None
    trace: ClaimTrace


@dataclass(frozen=True, slots=True)
class Selection:
    """The evidence that was selected, checked: invariants 1 and 2 hold for it."""

    index: int = NO_EVIDENCE
    quote: Quote | None = None
    reason: str = ""
    rejected: RejectedQuote | None = None

    @property
    def found(self) -> bool:
        """Whether there is evidence."""
        return self.index >= 0


@dataclass(frozen=True)
class ClaimVerifier:
    """The verifier's settings: where evidence comes from, and whether "correct" needs it too."""

    retriever: EvidenceRetriever = field(default_factory=EvidenceRetriever)
    require_evidence_for_correct: bool = True

    def prepared(
        self, claim: str, sentence: str, documents: Sequence[tuple[str, str]], *, before: str = ""
    ) -> Prepared:
        """The question about a claim, with the passages about it in the order of the article."""
        place = {id: at for at, (id, _) in enumerate(documents)}
        found = self.retriever.retrieve(claim, documents)
        retrieved = tuple(sorted(found, key=lambda one: (place[one.passage.document_id], one.passage.start)))
        passages = tuple(Candidate(index=n, text=one.passage.text) for n, one in enumerate(retrieved))
        question = VerifyClaim(claim=claim, sentence=sentence, passages=passages, before=before)
        return Prepared(question, retrieved)

    def gated(self, prepared: Prepared, reply: Verification, *, raw: str | None = None) -> Gated:
        """The label that the evidence allows. `raw` is the engine's own text, where it had to be repaired."""
        selection = _selected(prepared.retrieved, reply)
        label, gate_reason = self._allowed(reply.label, selection)
        covered, note = _coverage(prepared, reply, selection)
        put_down = label is not reply.label
        confidence = min(reply.confidence, CLAMP) if put_down or not covered else reply.confidence
        support = min(reply.support, CLAMP) if put_down and reply.label is ClaimLabel.CORRECT else reply.support
        trace = ClaimTrace(
            label_raw=reply.label,
            label_final=label,
            gate_reason=gate_reason,
            evidence_selection_reason=selection.reason,
            coverage_ok=covered,
            coverage_note=note,
            raw_verifier_output=canonical(reply) if raw is None else raw,
            selected_evidence_index_raw=reply.selected_evidence_index,
            evidence_quote_raw=reply.evidence_quote,
        )
        return Gated(
            label, confidence, support, selection.found, selection.index, selection.quote, selection.rejected, trace
        )

    def _allowed(self, label: ClaimLabel, selection: Selection) -> tuple[ClaimLabel, str]:
        if label is ClaimLabel.UNCERTAIN:
            return label, "uncertain passes"
        if selection.found:
            return label, f"{label} with evidence"
        if label is ClaimLabel.CORRECT and not self.require_evidence_for_correct:
            return label, "correct without evidence, which the settings allow"
        return ClaimLabel.UNCERTAIN, f"{label} without evidence"


def _selected(retrieved: Sequence[Retrieved], reply: Verification) -> Selection:
    index, words = reply.selected_evidence_index, reply.evidence_quote
    if index < 0:
        return Selection(reason="no passage was selected")
    if index >= len(retrieved):
        return Selection(reason=f"there is no passage {index}")
    passage = retrieved[index].passage
    if not words.strip():
        return Selection(reason="a passage was selected and no words of it were quoted")
    admitted = _admitted(words, passage, reply.evidence_context)
    if isinstance(admitted, RejectedQuote):
        return Selection(reason=f"the quote is {admitted.reason}", rejected=admitted)
    return Selection(index, admitted, f"passage {index}: {retrieved[index].reason}")


def _admitted(words: str, passage: Passage, context: str) -> Quote | RejectedQuote:
    """The words as a quote of the document, found in this passage of it and nowhere else."""
    own = Case(claim=words, documents=(Document(id=passage.document_id, text=passage.text),))
    admitted = Gate(own).admit(words, who="claim_verifier", document_ids=[passage.document_id], context=context)
    if isinstance(admitted, RejectedQuote):
        return admitted
    moved = {
        "start": admitted.start + passage.start,
        "end": admitted.end + passage.start,
        "also_at": tuple(place + passage.start for place in admitted.also_at),
    }
    return admitted.model_copy(update=moved)


def _coverage(prepared: Prepared, reply: Verification, selection: Selection) -> tuple[bool, str]:
    """Whether the passage has the claim's numbers, dates and names, except the disputed words."""
    if not selection.found:
        return False, "no evidence to cover the claim"
    passage = prepared.retrieved[selection.index].passage.text
    absent = missing(prepared.question.claim, passage)
    uncovered = [words for words in absent if words not in reply.claim_quote]
    if not uncovered:
        return True, f"the passage has the claim's {'other ' if absent else ''}numbers and names"
    return False, f"not in the passage: {', '.join(uncovered)}"
