"""What is said in a trial: labels, bullets, the checklist, answers to one another's points, and the judgment.

In every reply, reasons stand before the decision they lead to.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from adjudge.questions.base import QuoteContext, Reply, StatedConfidence, at_most
from adjudge.record import Record

ClaimWords = Annotated[str, Field(description="the exact words of the claim, or empty")]
TruthWords = Annotated[str, Field(description="the exact words of the truth, or empty")]
MINIMUM_DIFFERENCE = "minimum_difference"
FEWEST_BULLETS, MOST_BULLETS = 3, 5


class TrialLabel(StrEnum):
    """The judge's three verdicts."""

    FAITHFUL = "FAITHFUL"
    PARTIALLY_FAITHFUL = "PARTIALLY_FAITHFUL"
    MUTATED = "MUTATED"


class Dimension(StrEnum):
    """What the fact-checker compares."""

    NUMBERS_AND_UNITS = "numbers_and_units"
    DATES_AND_TIME_WINDOWS = "dates_and_time_windows"
    LOCATIONS_AND_ENTITIES = "locations_and_entities"
    QUANTIFIERS = "quantifiers"
    CAUSALITY = "causality"


class PointOutcome(StrEnum):
    """Whether claim and truth agree, on a point or on a whole dimension; only a dimension can be not mentioned."""

    MATCH = "match"
    MISMATCH = "mismatch"
    NOT_MENTIONED = "not mentioned"


class Gravity(StrEnum):
    """How much a mismatch matters."""

    MINOR = "minor"
    CRITICAL = "critical"


class Response(StrEnum):
    """What a rebuttal does with a point: accept it, or say why it does not hold."""

    CONCEDED = "conceded"
    ANSWERED = "answered"


class Bullet(Record):
    """One reason of an opening statement, and the words it rests on."""

    point: str
    claim_says: ClaimWords
    truth_says: TruthWords
    claim_context: QuoteContext = ""
    truth_context: QuoteContext = ""


class Difference(Record):
    """Words of the claim against words of the truth; both empty where there is no difference to name."""

    why: str
    claim_says: ClaimWords
    truth_says: TruthWords
    claim_context: QuoteContext = ""
    truth_context: QuoteContext = ""


Bullets = Annotated[tuple[Bullet, ...], Field(min_length=FEWEST_BULLETS, max_length=MOST_BULLETS)]


class AdvocateOpening(Reply):
    """Why the claim is faithful, each reason on exact words of the truth."""

    bullets: Bullets


class SkepticOpening(Reply):
    """Why the claim is mutated, and the smallest difference that changes its meaning."""

    bullets: Bullets
    minimum_difference: Difference


class Point(Record):
    """One thing that the fact-checker compared. The severity of a match has no weight."""

    note: str = Field(description="what agrees or differs, in one sentence")
    claim_says: ClaimWords
    truth_says: TruthWords
    outcome: Literal[PointOutcome.MATCH, PointOutcome.MISMATCH]
    severity: Gravity = Field(description="of a mismatch: critical if it changes the meaning; of a match: minor")
    claim_context: QuoteContext = ""
    truth_context: QuoteContext = ""


class Line(Record):
    """One dimension of the checklist: what each text has on it, and the points where they meet or part."""

    in_claim: tuple[str, ...] = Field(description="every such expression of the claim, in its exact words")
    in_truth: tuple[str, ...] = Field(description="every such expression of the truth, in its exact words")
    points: tuple[Point, ...]

    @property
    def outcome(self) -> PointOutcome:
        """A mismatch if one point is one, else a match if there is a point; without any, it is not mentioned."""
        if self.mismatches:
            return PointOutcome.MISMATCH
        return PointOutcome.MATCH if self.points else PointOutcome.NOT_MENTIONED

    @property
    def severity(self) -> Gravity | None:
        """That of the gravest mismatch."""
        found = {point.severity for point in self.mismatches}
        return None if not found else Gravity.CRITICAL if Gravity.CRITICAL in found else Gravity.MINOR

    @property
    def mismatches(self) -> tuple[Point, ...]:
        """The points on which the texts part."""
        return tuple(point for point in self.points if point.outcome is PointOutcome.MISMATCH)


class Checklist(Reply):
    """The five dimensions, each once."""

    numbers_and_units: Line
    dates_and_time_windows: Line
    locations_and_entities: Line
    quantifiers: Line
    causality: Line

    @property
    def lines(self) -> dict[Dimension, Line]:
        """The lines by dimension."""
        return {dimension: getattr(self, dimension.value) for dimension in Dimension}


class Said(Record):
    """Something that one side said and the other may answer, by its id."""

    id: str
    point: str
    claim_says: str
    truth_says: str


class CheckedPoint(Record):
    """A point of the checklist, by its id."""

    id: str
    dimension: Dimension
    point: Point


class PointAnswer(Record):
    """What a rebuttal says to one point. An answer counts if it gives words of the truth that are there."""

    id: str = Field(description="the id of the point that is answered")
    argument: str
    claim_says: ClaimWords
    truth_says: TruthWords
    response: Response
    claim_context: QuoteContext = ""
    truth_context: QuoteContext = ""


class Rebuttal(Reply):
    """Every point answered or conceded, and the speech that sums it up."""

    answers: tuple[PointAnswer, ...]
    argument: str


class Exchange(Record):
    """One round of rebuttals; None for a side that failed."""

    round: int
    advocate: Rebuttal | None
    skeptic: Rebuttal | None


class Judgment(Reply):
    """The judge's verdict: the fields of the specification, reasons before the label."""

    rationale: tuple[str, ...] = at_most(8)
    critical_differences: tuple[str, ...] = at_most(8, 'each as: claim "WORDS" against truth "WORDS": why')
    what_would_make_it_faithful: tuple[str, ...] = at_most(
        8, 'each as: claim "WORDS" against truth "WORDS": what to change'
    )
    one_sentence_summary: str
    verdict: TrialLabel
    confidence: StatedConfidence
