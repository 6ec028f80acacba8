"""The factuality agent's questions: extract the claims of one sentence, verify one claim against candidate passages.

The extractor never sees the article, the verifier never sees more of the summary than the claim's own sentence and the
one before it. A reply gives findings; whether its label counts is decided by the evidence gate
(`protocols/factuality/evidence.py`).
"""

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field

from adjudge.questions.base import Question, QuoteContext, Reply
from adjudge.record import Record
from adjudge.verdict import Severity, Share

NO_EVIDENCE = -1
"""The index by which a verifier says that no passage speaks about the claim."""


class ClaimLabel(StrEnum):
    """What a claim can be."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    UNCERTAIN = "uncertain"


class ErrorType(StrEnum):
    """What is wrong with a claim, as far as it shows."""

    NONE = "none"
    NUMBER = "number"
    DATE = "date"
    ENTITY = "entity"
    PREDICATE = "predicate"
    NEGATION = "negation"
    CERTAINTY = "certainty"
    QUANTIFIER = "quantifier"
    CAUSE = "cause"
    ADDITION = "addition"
    OTHER = "other"


def _with_words(text: str) -> str:
    """Some words. A minimal length of the field would refuse texts with half a character, which users do have."""
    if not text:
        raise ValueError("the claim has no words")
    return text


class AtomicClaim(Record):
    """One thing that a sentence says."""

    text: Annotated[str, AfterValidator(_with_words)] = Field(
        description="the claim as a sentence that can be read by itself", json_schema_extra={"minLength": 1}
    )
    quote: str = Field(description="the words of the sentence that say it, copied exactly")
    context: QuoteContext = ""


class ClaimList(Reply):
    """The claims of a sentence, in its order; none, with the reason, where nothing can be checked."""

    reason: str = Field(description="why there is nothing to check: a question, an opinion, a heading; else empty")
    claims: tuple[AtomicClaim, ...]


class Candidate(Record):
    """A passage of the article and the index by which the verifier names it."""

    index: int
    text: str


class Verification(Reply):
    """The verifier's finding; evidence and reasons stand before the label they lead to."""

    selected_evidence_index: Annotated[int, Field(ge=NO_EVIDENCE, description="the passage's index, or -1 for none")]
    evidence_quote: str = Field(description="words of that passage, copied exactly; empty if there is none")
    explanation: str
    claim_quote: str = Field(description="the smallest words of the claim that are wrong or unsupported; else empty")
    error_type: ErrorType
    severity: Severity
    label: ClaimLabel
    confidence: Share
    support: Share = Field(description="how likely it is that the passages bear the claim out, 0 to 1")
    evidence_context: QuoteContext = ""
    claim_context: QuoteContext = ""


class ExtractClaims(Question[ClaimList]):
    """The extractor sees a sentence and the words before it, so that a pronoun can be put back to its name."""

    kind = "extract_claims"
    reply = ClaimList

    sentence: str
    context: str

    @property
    def seat(self) -> str:
        return "claim_extractor"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, ClaimList)
        if not reply.claims and not reply.reason.strip():
            return ["a sentence without claims needs the reason why there is nothing to check"]
        return []


class VerifyClaim(Question[Verification]):
    """The verifier sees one claim, the sentence it comes from, the sentence before, and the candidate passages.

    An index beyond the passages is no reason to refuse a reply: the gate makes it a claim without evidence.
    """

    kind = "verify_claim"
    reply = Verification

    claim: str
    sentence: str
    passages: tuple[Candidate, ...]
    before: str = ""
    """What stands before the sentence: it tells what a pronoun stands for."""

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Verification)
        if reply.label is ClaimLabel.CORRECT and reply.error_type is not ErrorType.NONE:
            return [
                f"the label is correct, but error_type is {reply.error_type}: a correct claim has the error_type none"
            ]
        return []

    @property
    def seat(self) -> str:
        return "claim_verifier"
