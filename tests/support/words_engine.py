"""An engine for a jury that reads nothing but words: a claim that stands in its source is Faithful, others are not."""

from typing import Any

from adjudge.engines.scripted import Scripted
from adjudge.questions.base import Question, Reply
from tests.support.jury import FRAME, argument, rubric, vote


def words_engine(name: str = "scripted", *, wrong_about: str = "") -> Scripted:
    """`wrong_about` turns every answer about a claim with these words around."""

    def answer(question: Question[Reply]) -> dict[str, Any]:
        content: dict[str, Any] = question.model_dump()
        claim = content.get("claim", "")
        truth = " ".join(source["text"] for source in content.get("truth", ()))
        faithful = (claim in truth) != bool(wrong_about and wrong_about in claim)
        sure = 0.95 if len(claim) % 2 else 0.7
        match question.kind:
            case "parse_frame":
                return FRAME
            case "cast_vote" | "vote_again":
                return vote("Faithful" if faithful else "Mutated", sure)
            case "argue":
                return argument()
            case "check_progress":
                return {"reason": "seen", "new_reasoning": "No"}
            case _:
                return rubric(*(() if faithful else ("numeric_fidelity",)), quote="" if faithful else claim)

    return Scripted(answer, name=name)
