"""What a debate repaired and damaged."""

import asyncio
from typing import Any

import pytest

from adjudge import Case, Verdict
from adjudge.agents.hearing import Hearing
from adjudge.engines.scripted import Scripted
from adjudge.errors import DataError
from adjudge.evals.debate import heard, matrix
from adjudge.evals.labels import Gold, scheme
from adjudge.protocols.entailment import Entailment
from adjudge.protocols.jury import Jury
from adjudge.questions.base import Question, Reply
from tests.support.jury import FRAME, JURORS, argument, rubric, vote

CASE = Case(id="bridge", claim="It opened in 1932.", documents=["It opened in 1931."])
SCHEME = scheme({"faithful", "unfaithful"})


def verdict(first: str, second: str, *, no: tuple[str, ...] = ()) -> Verdict:
    """Votes as F and M, one letter a juror, in both rounds."""
    words = {"F": "Faithful", "M": "Mutated"}

    def answer(question: Question[Reply]) -> dict[str, Any]:
        seat = JURORS.index(question.seat) if question.seat in JURORS else 0
        match question.kind:
            case "parse_frame":
                return FRAME
            case "cast_vote":
                return vote(words[first[seat]])
            case "vote_again":
                return vote(words[second[seat]])
            case "argue":
                return argument()
            case "check_progress":
                return {"reason": "seen", "new_reasoning": "No"}
            case _:
                return rubric(*no, quote="It opened" if no else "")

    return asyncio.run(Jury(rejudge_edit=False).judge(Hearing(CASE, Scripted(answer))))


def test_a_wrong_first_vote_that_ends_right_is_repaired_and_the_other_way_round_damaged() -> None:
    repaired = heard(verdict("FFFM", "MMMM", no=("numeric_fidelity",)), Gold.UNFAITHFUL, SCHEME)
    damaged = heard(verdict("MMMF", "FFFF"), Gold.UNFAITHFUL, SCHEME)
    found = matrix([repaired, damaged])
    assert found["steps"]["first vote to verdict"] == {
        "right before and after": 0, "repaired": 1, "damaged": 1, "wrong before and after": 0,
    }  # fmt: skip
    assert found["steps"]["first vote to revote"]["repaired"] == 1
    assert found["debated"] == 2


def test_every_case_is_in_each_step_once() -> None:
    cases = [heard(verdict(votes, votes), Gold.FAITHFUL, SCHEME) for votes in ("FFFF", "MMMM", "FFMM")]
    found = matrix(cases)
    assert [sum(step.values()) for step in found["steps"].values()] == [3, 3, 3, 1]


def test_the_baselines_stand_beside_with_their_calls() -> None:
    one = heard(verdict("FFFM", "MMMM", no=("numeric_fidelity",)), Gold.UNFAITHFUL, SCHEME)
    ways = matrix([one])["ways"]
    assert set(ways) == {*(f"{name} alone" for name in JURORS), "plain vote", "debate and revote", "the whole jury"}
    assert ways["sceptic alone"]["accuracy"] == 1
    assert ways["plain vote"]["accuracy"] == 0
    assert ways["the whole jury"]["accuracy"] == 1
    assert ways["plain vote"]["calls"] <= ways["the whole jury"]["calls"]


def test_a_protocol_without_debate_is_refused() -> None:
    other = verdict("FFFF", "FFFF").model_copy(update={"protocol": Entailment.name})
    with pytest.raises(DataError, match="decided by"):
        heard(other.model_copy(update={"result": other.result.__class__.__mro__[1]()}), Gold.FAITHFUL, SCHEME)
