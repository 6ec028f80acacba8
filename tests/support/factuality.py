"""Replies for a scripted factuality agent."""

from typing import Any

from adjudge.engines.scripted import Given, Scripted
from adjudge.questions.base import Question, Reply
from adjudge.questions.factuality import ExtractClaims, VerifyClaim

ARTICLE = (
    "The ferry to Alder Island carries 120 passengers. The ferry was built in Kiel in 1994. "
    "Tickets are sold on board. The crossing takes forty minutes in calm weather. "
    "The harbour has a café. Passengers wait there in winter."
)
SUMMARY = "The ferry carries 120 passengers. It was built in 1996."


ALL = "(all of the passage)"
"""Stands for the whole text of the first passage."""


def verification(label: str = "correct", index: int = 0, quote: str = ALL, **changes: Any) -> dict[str, Any]:
    return {
        "selected_evidence_index": index,
        "evidence_quote": quote,
        "explanation": "Because.",
        "claim_quote": "",
        "error_type": "none" if label == "correct" else "other",
        "severity": "medium",
        "label": label,
        "confidence": 0.9,
        "support": {"correct": 0.95, "incorrect": 0.05}.get(label, 0.4),
    } | changes


def whole_sentence(question: ExtractClaims) -> dict[str, Any]:
    return {"reason": "", "claims": [{"text": question.sentence, "quote": question.sentence}]}


def agent(*verifications: Given, extraction: Given | None = None) -> Scripted:
    """One claim a sentence; the verifications in the order in which they are asked for, the last again and again."""
    left = list(verifications) or [verification()]

    def answer(question: Question[Reply]) -> Given:
        if isinstance(question, ExtractClaims):
            return whole_sentence(question) if extraction is None else extraction
        assert isinstance(question, VerifyClaim)
        reply = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(reply, dict) and reply["evidence_quote"] == ALL:
            return reply | {"evidence_quote": question.passages[0].text}
        return reply

    return Scripted(answer)
