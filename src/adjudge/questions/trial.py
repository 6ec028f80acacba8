"""The trial's questions: two openings, a checklist, rebuttals, and the judge's verdict.

Each question holds what its step may see and nothing more: openings and checklist only claim and truth; the advocate's
rebuttal what the skeptic said and where the fact-checker found a mismatch; the skeptic's rebuttal the advocate's
defences and where the fact-checker found a match; the judge all of it.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from adjudge.questions.base import Question, Reply, Source
from adjudge.record import Record

Share = Annotated[float, Field(ge=0.0, le=1.0, description="between 0 and 1")]
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


class Outcome(StrEnum):
    """Whether claim and truth agree on a point."""

    MATCH = "match"
    MISMATCH = "mismatch"


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


class Difference(Record):
    """Words of the claim against words of the truth; both empty where there is no difference to name."""

    why: str
    claim_says: ClaimWords
    truth_says: TruthWords


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
    outcome: Outcome
    severity: Gravity = Field(description="of a mismatch: critical if it changes the meaning; of a match: minor")


class Line(Record):
    """One dimension of the checklist: what each text has on it, and the points where they meet or part."""

    in_claim: tuple[str, ...] = Field(description="every such expression of the claim, in its exact words")
    in_truth: tuple[str, ...] = Field(description="every such expression of the truth, in its exact words")
    points: tuple[Point, ...]

    @property
    def outcome(self) -> Outcome:
        """A mismatch if one point is one; nothing to compare is a match."""
        return Outcome.MISMATCH if self.mismatches else Outcome.MATCH

    @property
    def severity(self) -> Gravity | None:
        """That of the gravest mismatch."""
        found = {point.severity for point in self.mismatches}
        return None if not found else Gravity.CRITICAL if Gravity.CRITICAL in found else Gravity.MINOR

    @property
    def mismatches(self) -> tuple[Point, ...]:
        """The points on which the texts part."""
        return tuple(point for point in self.points if point.outcome is Outcome.MISMATCH)


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


class Answer(Record):
    """What a rebuttal says to one point. An answer counts if it gives words of the truth that are there."""

    id: str = Field(description="the id of the point that is answered")
    argument: str
    claim_says: ClaimWords
    truth_says: TruthWords
    response: Response


class Rebuttal(Reply):
    """Every point answered or conceded, and the speech that sums it up."""

    answers: tuple[Answer, ...]
    argument: str


class Exchange(Record):
    """One round of rebuttals; None for a side that failed."""

    round: int
    advocate: Rebuttal | None
    skeptic: Rebuttal | None


class Judgment(Reply):
    """The judge's verdict: the fields of the specification, reasons before the label."""

    rationale: tuple[str, ...]
    critical_differences: tuple[str, ...] = Field(description='each as: claim "WORDS" against truth "WORDS": why')
    what_would_make_it_faithful: tuple[str, ...] = Field(
        description='each as: claim "WORDS" against truth "WORDS": what to change'
    )
    one_sentence_summary: str
    verdict: TrialLabel
    confidence: Share


class OpenAdvocate(Question[AdvocateOpening]):
    """Step 1: argue that the claim is faithful, without hearing the skeptic."""

    kind = "open_advocate"
    reply = AdvocateOpening

    claim: str
    truth: tuple[Source, ...]

    @property
    def seat(self) -> str:
        return "advocate"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, AdvocateOpening)
        bare = [str(n) for n, bullet in enumerate(reply.bullets, start=1) if not bullet.truth_says.strip()]
        return [f"truth_says is empty in bullet {', '.join(bare)}: every bullet must cite the truth"] if bare else []


class OpenSkeptic(Question[SkepticOpening]):
    """Step 1: argue that the claim is mutated, without hearing the advocate."""

    kind = "open_skeptic"
    reply = SkepticOpening

    claim: str
    truth: tuple[Source, ...]

    @property
    def seat(self) -> str:
        return "skeptic"


class FactCheck(Question[Checklist]):
    """Step 2: compare the hard constraints of both texts."""

    kind = "fact_check"
    reply = Checklist

    claim: str
    truth: tuple[Source, ...]

    @property
    def seat(self) -> str:
        return "fact_checker"


class RebutAdvocate(Question[Rebuttal]):
    """Step 3: the advocate responds to the skeptic and to the fact-checker's mismatches."""

    kind = "rebut_advocate"
    reply = Rebuttal

    claim: str
    truth: tuple[Source, ...]
    skeptic: tuple[Said, ...]
    mismatches: tuple[CheckedPoint, ...]
    round: int

    @property
    def seat(self) -> str:
        return "advocate"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Rebuttal)
        said = [one.id for one in self.skeptic]
        must = [*(one.id for one in self.mismatches), *(id for id in said if id == MINIMUM_DIFFERENCE)]
        return _answers_problems(reply.answers, must=must, may=said)


class RebutSkeptic(Question[Rebuttal]):
    """Step 3: the skeptic responds to the advocate's defences and to the fact-checker's matches."""

    kind = "rebut_skeptic"
    reply = Rebuttal

    claim: str
    truth: tuple[Source, ...]
    defences: tuple[Said, ...]
    matches: tuple[CheckedPoint, ...]
    round: int

    @property
    def seat(self) -> str:
        return "skeptic"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Rebuttal)
        return _answers_problems(
            reply.answers, must=[one.id for one in self.defences], may=[one.id for one in self.matches]
        )


class JudgeTrial(Question[Judgment]):
    """Step 4: the whole trial. An opening or checklist is None where its agent failed."""

    kind = "judge_trial"
    reply = Judgment

    claim: str
    truth: tuple[Source, ...]
    advocate: AdvocateOpening | None
    skeptic: SkepticOpening | None
    checklist: tuple[CheckedPoint, ...] | None
    rebuttals: tuple[Exchange, ...]

    @property
    def seat(self) -> str:
        return "judge"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Judgment)
        problems = [] if reply.rationale else ["rationale is empty: give at least one reason"]
        if reply.verdict is TrialLabel.MUTATED and not reply.critical_differences:
            problems.append("verdict is MUTATED but critical_differences is empty: name the difference")
        if reply.verdict is TrialLabel.FAITHFUL and (reply.critical_differences or reply.what_would_make_it_faithful):
            problems.append(
                "verdict is FAITHFUL but critical_differences or what_would_make_it_faithful is not empty: "
                "empty them, or give another verdict"
            )
        return problems


def checked_points(checklist: Checklist) -> tuple[CheckedPoint, ...]:
    """The points of a checklist with their ids: the dimension's name and a number from 1."""
    return tuple(
        CheckedPoint(id=f"{dimension}_{number}", dimension=dimension, point=point)
        for dimension, line in checklist.lines.items()
        for number, point in enumerate(line.points, start=1)
    )


def said_by(side: str, bullets: Iterable[Bullet]) -> tuple[Said, ...]:
    """The bullets of an opening with their ids: the side's name and a number from 1."""
    return tuple(
        Said(id=f"{side}_{number}", point=bullet.point, claim_says=bullet.claim_says, truth_says=bullet.truth_says)
        for number, bullet in enumerate(bullets, start=1)
    )


def _answers_problems(answers: Sequence[Answer], *, must: Sequence[str], may: Sequence[str]) -> list[str]:
    given = [answer.id for answer in answers]
    problems = []
    if missing := [id for id in must if id not in given]:
        problems.append(f"answers must hold each of these ids once; missing: {', '.join(missing)}")
    if unknown := sorted({id for id in given if id not in must and id not in may}):
        problems.append(f"answers holds ids that were not asked: {', '.join(unknown)}")
    if doubled := sorted({id for id in given if given.count(id) > 1}):
        problems.append(f"answers holds an id twice: {', '.join(doubled)}")
    return problems
