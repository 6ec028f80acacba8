"""Replies for a scripted entailment pipeline."""

from typing import Any

SOURCE = "The ferry to Alder Island carries 120 passengers. It may sail daily from May. Tickets are sold on board."
CLAIM = "The ferry carries 120 passengers."


def extraction(*texts: str) -> dict[str, Any]:
    return {"agent": "EXTRACTOR", "statements": [{"id": n, "text": text} for n, text in enumerate(texts, start=1)]}


def reliability(rating: str = "HIGH", source_type: str = "peer-reviewed study", confidence: int = 80) -> dict[str, Any]:
    return {"agent": "RELIABILITY", "source_type": source_type, "reliability": rating, "confidence": confidence}


def judged(verdict: str = "SUPPORTED", confidence: int = 92, *reasoning: str) -> dict[str, Any]:
    reasons = reasoning or ("Statement 1 explicitly states it: '120 passengers'.",)
    return {"agent": "ENTAILMENT_JUDGE", "verdict": verdict, "confidence": confidence, "reasoning": list(reasons)}


def audit(final_verdict: str = "UNCHANGED", adjustment: int = 0, *reasoning: str) -> dict[str, Any]:
    return {
        "agent": "ADVERSARIAL_AUDITOR",
        "final_verdict": final_verdict,
        "confidence_adjustment": adjustment,
        "auditor_reasoning": list(reasoning),
    }


def script(**changes: Any) -> dict[str, list[Any]]:
    """One reply for each seat; a change replaces one of them."""
    replies = {
        "extractor": extraction("The ferry to Alder Island carries 120 passengers."),
        "reliability": reliability(),
        "entailment_judge": judged(),
        "adversarial_auditor": audit(),
    }
    return {seat: [reply] for seat, reply in (replies | changes).items()}
