"""The entailment pipeline's record, exactly its six fields, and what a confidence means: the calibration bands."""

from enum import StrEnum

from pydantic import ConfigDict

from adjudge.questions.entailment import EntailmentLabel, Percent, Rating
from adjudge.verdict import Result


class Band(StrEnum):
    """The meaning of a confidence."""

    EXPLICIT = "explicit"
    STRONG = "strong"
    PARTIAL = "partial"
    WEAK = "weak"


RANGES = {Band.EXPLICIT: (90, 100), Band.STRONG: (70, 89), Band.PARTIAL: (40, 69), Band.WEAK: (0, 39)}
MEANINGS = {
    Band.EXPLICIT: "the text states or denies it explicitly",
    Band.STRONG: "the text bears on it clearly, with minor uncertainty",
    Band.PARTIAL: "the text bears on it in part, indirectly or with a qualification",
    Band.WEAK: "high ambiguity, weak alignment or too little text to go on",
}


def band(confidence: int) -> Band:
    """The calibration anchor that a confidence belongs to."""
    return next(name for name, (low, high) in RANGES.items() if low <= confidence <= high)


class EntailmentResult(Result):
    """What the four agents add up to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str
    final_verdict: EntailmentLabel
    final_confidence: Percent
    entailment_confidence: Percent
    reliability_rating: Rating
    notes: tuple[str, ...]
