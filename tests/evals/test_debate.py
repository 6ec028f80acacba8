"""What a debate repaired and damaged."""

import asyncio
from typing import Any

from adjudge import Case, Stance, Verdict
from adjudge.agents.hearing import Hearing
from adjudge.engines.scripted import Scripted
from adjudge.evals.debate import ScoredCourse, course, matrix, moves, scored_course
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


def heard(one: Verdict, gold: Gold) -> ScoredCourse:
    taken = course(one)
    assert taken is not None
    return scored_course(one.case_id, taken, gold, SCHEME)


def test_a_wrong_first_vote_that_ends_right_is_repaired_and_the_other_way_round_damaged() -> None:
    repaired = heard(verdict("FFFM", "MMMM", no=("numeric_fidelity",)), Gold.UNFAITHFUL)
    damaged = heard(verdict("MMMF", "FFFF"), Gold.UNFAITHFUL)
    found = matrix([repaired, damaged])
    assert found["steps"]["first vote to verdict"] == {
        "right before and after": 0, "repaired": 1, "damaged": 1, "wrong before and after": 0,
    }  # fmt: skip
    assert found["steps"]["first vote to revote"]["repaired"] == 1
    assert found["debated"] == 2


def test_data_that_say_mutated_mean_the_label_also_where_the_truth_is_silent() -> None:
    taken = course(verdict("MMMM", "MMMM", no=("scope_fidelity",)))
    assert taken is not None
    silent = taken.model_copy(update=dict.fromkeys(("first", "revote", "final"), Stance.NOT_ENOUGH_INFO))
    words = scheme({"faithful", "mutated", "ambiguous"})
    assert scored_course("bridge", silent, words.of["mutated"], words).final
    assert not scored_course("bridge", silent, words.of["ambiguous"], words).final


def test_every_case_is_in_each_step_once() -> None:
    cases = [heard(verdict(votes, votes), Gold.FAITHFUL) for votes in ("FFFF", "MMMM", "FFMM")]
    found = matrix(cases)
    assert [sum(step.values()) for step in found["steps"].values()] == [3, 3, 3, 1]


def test_the_baselines_stand_beside_with_what_they_take_and_with_as_many_calls() -> None:
    one = heard(verdict("FFFM", "MMMM", no=("numeric_fidelity",)), Gold.UNFAITHFUL)
    ways = matrix([one])["ways"]
    single, plain = "a single judge, as many calls", "plain vote, as many calls"
    alone = {f"{name} alone" for name in JURORS}
    assert set(ways) == {*alone, "plain vote", single, plain, "debate and revote", "the whole jury"}
    assert ways["sceptic alone"] == {"accuracy": 1, "calls": 2, "tokens": 0, "cost_usd": 0}
    assert (ways["plain vote"]["accuracy"], ways["plain vote"]["calls"]) == (0, 5)
    assert ways["the whole jury"]["accuracy"] == 1
    assert ways["plain vote"]["calls"] < ways["debate and revote"]["calls"] < ways["the whole jury"]["calls"]
    assert (ways[single]["accuracy"], ways[plain]["accuracy"]) == (0.25, 0)
    assert ways[single]["calls"] == ways[plain]["calls"] == ways["the whole jury"]["calls"]


def test_cases_that_failed_are_in_every_accuracy_and_wrong() -> None:
    found = matrix([heard(verdict("FFFF", "FFFF"), Gold.FAITHFUL)], failed=1)
    assert {way["accuracy"] for way in found["ways"].values()} == {0.5}
    assert found["failed"] == 1


def test_without_labels_only_what_changed_is_told() -> None:
    verdicts = {"a": verdict("FFFM", "MMMM", no=("numeric_fidelity",)), "b": verdict("FFFF", "FFFF")}
    found = moves({id: taken for id, one in verdicts.items() if (taken := course(one))})
    assert found["moves"]["first vote to verdict"] == {"same": 1, "changed": {"SUPPORTED to CONTRADICTED": 1}}
    assert found["moves"]["revote to verdict"] == {"same": 2, "changed": {}}
    assert found["changed"] == ["a"]
    assert found["takes"]["plain vote"]["calls"] == 5


def test_a_protocol_without_debate_has_no_course() -> None:
    other = verdict("FFFF", "FFFF").model_copy(update={"protocol": Entailment.name})
    assert course(other.model_copy(update={"result": other.result.__class__.__mro__[1]()})) is None


def test_jurors_that_err_on_the_same_cases_are_worth_one_vote() -> None:
    alike = [heard(verdict("FFFF", "FFFF"), gold) for gold in (Gold.FAITHFUL, Gold.UNFAITHFUL)]
    assert matrix(alike)["independence"]["mean_error_correlation"] == 1.0
    assert matrix(alike)["independence"]["n_eff"] == 1.0


def test_jurors_that_err_on_different_cases_are_worth_more_votes_than_one() -> None:
    apart = [heard(verdict(votes, votes), Gold.FAITHFUL) for votes in ("MFFF", "FMFF", "FFMF", "FFFM", "FFFF")]
    found = matrix(apart)["independence"]
    assert found["n_eff"] == 4
    assert found["best_juror_accuracy"] == 0.8
