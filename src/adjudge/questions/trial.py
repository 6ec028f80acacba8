"""The trial's questions: two openings, a checklist, rebuttals, and the judge's verdict.

Each question holds what its step may see and nothing more: openings and checklist only claim and truth; the advocate's
rebuttal what the skeptic said and where the fact-checker found a mismatch; the skeptic's rebuttal the advocate's
defences and where the fact-checker found a match; the judge all of it.
"""

from collections.abc import Iterable, Sequence

from adjudge.questions.base import Question, Reply, Source
from adjudge.questions.trial_replies import (
    MINIMUM_DIFFERENCE,
    AdvocateOpening,
    Bullet,
    CheckedPoint,
    Checklist,
    Exchange,
    Judgment,
    PointAnswer,
    Rebuttal,
    Said,
    SkepticOpening,
    TrialLabel,
)


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
        charges = [one.id for one in self.skeptic]
        must = [*(one.id for one in self.mismatches), *(id for id in charges if id == MINIMUM_DIFFERENCE)]
        return _answers_problems(reply.answers, must=must, may=charges)


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


def _answers_problems(answers: Sequence[PointAnswer], *, must: Sequence[str], may: Sequence[str]) -> list[str]:
    answered = [answer.id for answer in answers]
    problems = []
    if missing := [id for id in must if id not in answered]:
        problems.append(f"answers must hold each of these ids once; missing: {', '.join(missing)}")
    if unknown := sorted({id for id in answered if id not in must and id not in may}):
        problems.append(f"answers holds ids that were not asked: {', '.join(unknown)}")
    if doubled := sorted({id for id in answered if answered.count(id) > 1}):
        problems.append(f"answers holds an id twice: {', '.join(doubled)}")
    return problems
