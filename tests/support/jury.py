"""Replies for a scripted jury."""

from typing import Any

from adjudge.protocols.jury import DEFAULT_RUBRIC
from adjudge.questions.base import Question, Reply

FRAME = {
    "entities": ["the bridge"],
    "quantities": [{"value": "1932", "unit": "year", "in_claim": True, "in_truth": False}],
    "scope": {"region": "", "group": "", "timeframe": "1932"},
    "modality": "other",
    "relationship_type": "description",
    "caveats": [],
}
JURORS = ("literal", "context", "steelman", "sceptic")


def vote(verdict: str = "Faithful", confidence: float = 0.8, **evidence: str) -> dict[str, Any]:
    points = (
        [{"field": "scope", "claim_says": "", "truth_says": "", "issue": "the year", **evidence}] if evidence else []
    )
    return {"reasoning": f"I say {verdict}.", "key_evidence": points, "verdict": verdict, "confidence": confidence}


def argument(text: str = "The year differs.", **evidence: str) -> dict[str, Any]:
    points = [{"field": "scope", "claim_says": "", "truth_says": "", "issue": text, **evidence}] if evidence else []
    return {"argument": text, "key_evidence": points}


def rubric(*no: str, quote: str = "", edit: str = "", confidence: float = 0.9) -> dict[str, Any]:
    answers = [
        {
            "axis": axis.axis,
            "reason": f"about {axis.axis}",
            "claim_quotes": [quote] if quote else [],
            "truth_quotes": [],
            "answer": "No" if axis.axis in no else "Yes",
        }
        for axis in DEFAULT_RUBRIC
    ]
    return {"answers": answers, "reasoning": "In sum.", "minimal_edit": edit, "confidence": confidence}


def unanimous(verdict: str = "Faithful", **foreperson: Any) -> dict[str, list[Any]]:
    return {
        "parser": [FRAME],
        **{juror: [vote(verdict), vote(verdict)] for juror in JURORS},
        "foreperson": [foreperson or rubric()],
    }


def ruled(
    votes: dict[str, str], *, no: tuple[str, ...] = (), quote: str = "", edit: str = "", check: str = "No"
) -> Any:
    """A rule that answers any jury question: the same votes in both rounds."""

    def answer(question: Question[Reply]) -> dict[str, Any]:
        match question.kind:
            case "parse_frame":
                return FRAME
            case "cast_vote" | "vote_again":
                return vote(votes.get(question.seat, "Faithful"))
            case "argue":
                return argument()
            case "check_progress":
                return {"reason": "seen", "new_reasoning": check}
            case _:
                return rubric(*no, quote=quote, edit=edit)

    return answer
