"""Replies for a scripted trial, and one question of each of its kinds."""

from typing import Any

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
    AdvocateOpening,
    Checklist,
    Dimension,
    Exchange,
    PointOutcome,
    Rebuttal,
    SkepticOpening,
)

CLAIM = "The bridge opened in 1932."
TRUTH = "The bridge opened in 1931."


def said(claim_says: str = "", truth_says: str = "", point: str = "a point") -> dict[str, str]:
    return {"point": point, "claim_says": claim_says, "truth_says": truth_says}


def advocate(truth_says: str = "The bridge opened") -> dict[str, Any]:
    return {"bullets": [said(truth_says=truth_says, point=f"reason {n}") for n in range(3)]}


def skeptic(claim_says: str = "", truth_says: str = "") -> dict[str, Any]:
    least = {"why": "the year", "claim_says": claim_says, "truth_says": truth_says}
    return {"bullets": [said(point=f"doubt {n}") for n in range(3)], "minimum_difference": least}


def point(claim_says: str, truth_says: str, severity: str = "critical", outcome: str = "mismatch") -> dict[str, str]:
    words = {"note": "the year", "claim_says": claim_says, "truth_says": truth_says}
    return {**words, "outcome": outcome, "severity": severity}


def checklist(*dates: dict[str, str]) -> dict[str, Any]:
    empty = {"in_claim": [], "in_truth": [], "points": []}
    return {dimension.value: empty for dimension in Dimension} | {
        "dates_and_time_windows": {"in_claim": ["1932"], "in_truth": ["1931"], "points": list(dates)}
    }


def judgment(verdict: str = "FAITHFUL", confidence: float = 0.8, *differences: str) -> dict[str, Any]:
    named = list(differences) or (["something is wrong"] if verdict == "MUTATED" else [])
    return {
        "rationale": ["Weighed."],
        "critical_differences": named,
        "what_would_make_it_faithful": named,
        "one_sentence_summary": f"I say {verdict}.",
        "verdict": verdict,
        "confidence": confidence,
    }


def answer(id: str, response: str = "conceded", truth_says: str = "") -> dict[str, str]:
    return {"id": id, "argument": "so it is", "claim_says": "", "truth_says": truth_says, "response": response}


def ruled(
    *,
    checked: dict[str, Any] | None = None,
    doubt: dict[str, Any] | None = None,
    judged: dict[str, Any] | None = None,
    response: str = "answered",
    answer_words: str = "opened in 1931",
    skeptic_response: str = "answered",
    failing: dict[str, Any] | None = None,
) -> Any:
    """A rule that answers any question of a trial; `failing` names what fails, by seat or by kind."""

    def reply(question: Question[Reply]) -> Any:
        for name in (question.seat, question.kind):
            if failing and name in failing:
                return failing[name]
        match question:
            case OpenAdvocate():
                return advocate()
            case OpenSkeptic():
                return doubt or skeptic()
            case FactCheck():
                return checked or checklist()
            case RebutAdvocate():
                ids = [*(one.id for one in question.mismatches), *(x.id for x in question.skeptic if x.id[0] == "m")]
                return {"answers": [answer(id, response, answer_words) for id in ids], "argument": "as I said"}
            case RebutSkeptic():
                answers = [answer(one.id, skeptic_response, "opened in 1931") for one in question.defences]
                return {"answers": answers, "argument": "as I said"}
            case _:
                return judged or judgment()

    return reply


def all_kinds(claim: str = CLAIM, truth: tuple[Source, ...] = (Source(id="truth", text=TRUTH),)) -> list[Any]:
    """A question of each kind."""
    opening = AdvocateOpening.model_validate(advocate())
    doubt = SkepticOpening.model_validate(skeptic("1932", "1931"))
    points = checked_points(Checklist.model_validate(checklist(point("1932", "1931"))))
    rebuttal = Rebuttal.model_validate({"answers": [answer("dates_and_time_windows_1")], "argument": "so be it"})
    return [
        OpenAdvocate(claim=claim, truth=truth),
        OpenSkeptic(claim=claim, truth=truth),
        FactCheck(claim=claim, truth=truth),
        RebutAdvocate(claim=claim, truth=truth, skeptic=said_by("skeptic", doubt.bullets), mismatches=points, round=1),
        RebutSkeptic(
            claim=claim,
            truth=truth,
            defences=said_by("advocate", opening.bullets),
            matches=tuple(one for one in points if one.point.outcome is PointOutcome.MATCH),
            round=1,
        ),
        JudgeTrial(
            claim=claim,
            truth=truth,
            advocate=opening,
            skeptic=doubt,
            checklist=points,
            rebuttals=(Exchange(round=1, advocate=rebuttal, skeptic=None),),
        ),
    ]
