"""The trial: two sides with opposite interests, a fact-checker without one, a judge, and rules that bind the judge.

    case file -> openings and checklist (all at once) -> rebuttals, 0 to 2 rounds (both sides at once) -> judge -> label

The label is the judge's within what the typed differences allow (`rules`); where the two differ, the judge's own
label is the verdict's dissent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from adjudge.agents.hearing import Hearing
from adjudge.errors import ConfigError, PanelFailed
from adjudge.protocols.base import Procedure, failed_seats, provenance
from adjudge.protocols.trial import account, rules
from adjudge.protocols.trial.evidence import AdmittedEvidence, evidence, last_answers, marked
from adjudge.questions.base import Question, Reply, Source
from adjudge.questions.trial import (
    FactCheck,
    JudgeTrial,
    OpenAdvocate,
    OpenSkeptic,
    RebutAdvocate,
    RebutSkeptic,
    checked_points,
    said_by,
)
from adjudge.questions.trial_replies import (
    MINIMUM_DIFFERENCE,
    AdvocateOpening,
    CheckedPoint,
    Checklist,
    Exchange,
    Judgment,
    PointOutcome,
    Rebuttal,
    Response,
    Said,
    SkepticOpening,
    TrialLabel,
)
from adjudge.results.trial import TrialResult
from adjudge.transcript import Transcript, Trouble
from adjudge.verdict import Confidence, Verdict

MOST_ROUNDS = 2


@dataclass(frozen=True)
class Trial(Procedure):
    """The trial's settings; the defaults are those of its specification."""

    name: ClassVar[str] = "trial"
    summary: ClassVar[str] = "An advocate and a skeptic argue over a fact-checker's list; a judge decides."
    labels: ClassVar[tuple[str, ...]] = tuple(TrialLabel)
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {"rebuttal_rounds": (0, 2)}

    rebuttal_rounds: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.rebuttal_rounds <= MOST_ROUNDS:
            raise ConfigError(
                f"trial.rebuttal_rounds is {self.rebuttal_rounds}.", hint=f"Use 0 to {MOST_ROUNDS}; the default is 1."
            )

    def calls(self) -> tuple[int, int]:
        """Always the same: two openings, a checklist, two rebuttals per round, and a judgment."""
        calls = 4 + 2 * self.rebuttal_rounds
        return calls, calls

    async def judge(self, hearing: Hearing) -> Verdict:
        """Run the procedure."""
        claim = hearing.case.claim
        truth = tuple(Source(id=document.id, text=document.text) for document in hearing.case.documents)
        hearing.phase("case file")
        advocate, skeptic, checklist = await _openings(hearing, claim, truth)
        points = checked_points(checklist) if checklist else ()
        rebuttals: tuple[Exchange, ...] = ()
        for round in range(1, self.rebuttal_rounds + 1):
            hearing.phase(f"rebuttals {round}")
            ours, theirs = await hearing.poll(
                [
                    RebutAdvocate(
                        claim=claim,
                        truth=truth,
                        skeptic=charges(skeptic, rebuttals),
                        mismatches=_with(points, PointOutcome.MISMATCH),
                        round=round,
                    ),
                    RebutSkeptic(
                        claim=claim,
                        truth=truth,
                        defences=defences(advocate, rebuttals),
                        matches=_with(points, PointOutcome.MATCH),
                        round=round,
                    ),
                ],
                phase=f"rebuttals {round}",
            )
            rebuttals += (Exchange(round=round, advocate=_rebuttal(ours), skeptic=_rebuttal(theirs)),)
        hearing.phase("judge")
        question = JudgeTrial(
            claim=claim,
            truth=truth,
            advocate=advocate,
            skeptic=skeptic,
            checklist=points if checklist else None,
            rebuttals=rebuttals,
        )
        judgment = await hearing.ask(marked(hearing, question), phase="judge")
        return self._decide(hearing, judgment, evidence(hearing, question, judgment))

    def _decide(self, hearing: Hearing, judgment: Judgment, found: AdmittedEvidence) -> Verdict:
        label = rules.trial_label(judgment.verdict, found.charges)
        failed = _failed(hearing.transcript)
        result = _result(hearing, judgment, found, label, failed=len(failed))
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=label.value,
            stance=rules.TRIAL_STANCE[label],
            confidence=Confidence(value=result.confidence),
            reasons=tuple(dict.fromkeys((result.one_sentence_summary, *result.rationale))),
            quotes=found.quotes,
            findings=account.findings(found, label),
            dissent=account.dissent(judgment, label),
            failed_agents=failed,
            result=result,
            usage=hearing.transcript.usage,
            rejected_quotes=hearing.rejected,
            provenance=provenance(self, hearing),
            transcript=hearing.transcript,
            timing=hearing.timing,
        )


def charges(opening: SkepticOpening | None, rebuttals: Sequence[Exchange]) -> tuple[Said, ...]:
    """What the advocate responds to: the skeptic's bullets and minimum difference, and what it has rebutted since."""
    if opening is None:
        return _rebutted(rebuttals, "skeptic")
    least = opening.minimum_difference
    # The skeptic may name no difference; then there is nothing to answer.
    named = bool(least.claim_says.strip() or least.truth_says.strip())
    minimum = Said(id=MINIMUM_DIFFERENCE, point=least.why, claim_says=least.claim_says, truth_says=least.truth_says)
    return (
        *said_by("skeptic", opening.bullets),
        *((minimum,) if named else ()),
        *_rebutted(rebuttals, "skeptic"),
    )


def defences(opening: AdvocateOpening | None, rebuttals: Sequence[Exchange]) -> tuple[Said, ...]:
    """What the skeptic responds to: the advocate's bullets, and what it has answered since."""
    return (*(said_by("advocate", opening.bullets) if opening else ()), *_rebutted(rebuttals, "advocate"))


def _rebutted(rebuttals: Sequence[Exchange], side: str) -> tuple[Said, ...]:
    """The points that a side has answered, not conceded; the last answer to each."""
    answers = last_answers(rebuttals, "advocate" if side == "advocate" else "skeptic").values()
    return tuple(
        Said(id=answer.id, point=answer.argument, claim_says=answer.claim_says, truth_says=answer.truth_says)
        for answer in answers
        if answer.response is Response.ANSWERED
    )


async def _openings(
    hearing: Hearing, claim: str, truth: tuple[Source, ...]
) -> tuple[AdvocateOpening | None, SkepticOpening | None, Checklist | None]:
    """Steps 1 and 2 at the same time: none of the three sees another's reply."""
    hearing.phase("openings and checklist")
    questions: list[Question[Reply]] = [
        OpenAdvocate(claim=claim, truth=truth),
        OpenSkeptic(claim=claim, truth=truth),
        FactCheck(claim=claim, truth=truth),
    ]
    replies = await hearing.poll(questions, phase="openings and checklist")
    answered = [q.seat for q, reply in zip(questions, replies, strict=True) if not isinstance(reply, Trouble)]
    if not rules.can_go_on(answered):
        failed = failed_seats((question.seat for question in questions), replies)
        raise PanelFailed(
            f"A trial needs the fact-checker or both sides; failed: {'; '.join(failed)}",
            hint="Try again, or use another model for these seats.",
        )
    advocate, skeptic, checklist = replies
    return (
        advocate if isinstance(advocate, AdvocateOpening) else None,
        skeptic if isinstance(skeptic, SkepticOpening) else None,
        checklist if isinstance(checklist, Checklist) else None,
    )


def _rebuttal(reply: Rebuttal | Trouble) -> Rebuttal | None:
    return reply if isinstance(reply, Rebuttal) else None


def _with(points: Sequence[CheckedPoint], outcome: PointOutcome) -> tuple[CheckedPoint, ...]:
    return tuple(point for point in points if point.point.outcome is outcome)


def _failed(transcript: Transcript) -> tuple[str, ...]:
    """Every seat that failed at least once."""
    return tuple(seat for seat in rules.SEATS if any(entry.trouble for entry in transcript.of(seat)))


def _result(
    hearing: Hearing, judgment: Judgment, found: AdmittedEvidence, label: TrialLabel, *, failed: int
) -> TrialResult:
    critical = tuple(account.described(one, hearing.case) for one in account.critical(found, label))
    overruled = judgment.verdict is not label
    return TrialResult(
        verdict=label,
        confidence=rules.trial_confidence(judgment.verdict, label, judgment.confidence, failed=failed),
        rationale=account.overruling(judgment, critical) if overruled else judgment.rationale,
        critical_differences=critical,
        what_would_make_it_faithful=tuple(
            account.correction(one, hearing.case) for one in account.mendable(found, label)
        ),
        one_sentence_summary=account.overruled_summary(judgment, label) if overruled else judgment.one_sentence_summary,
    )
