"""The entailment pipeline's record: the final consolidated object, exactly its six fields."""

from pydantic import ConfigDict

from adjudge.questions.entailment import EntailmentLabel, Percent, Rating
from adjudge.verdict import Result


class EntailmentResult(Result):
    """What the four agents add up to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str
    final_verdict: EntailmentLabel
    final_confidence: Percent
    entailment_confidence: Percent
    reliability_rating: Rating
    notes: tuple[str, ...]
