"""What every question promises, and what each refuses in a well-formed reply."""

from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudge.errors import NotInStore
from adjudge.prompts.loader import load
from adjudge.questions.base import Lens, Question, Reply, Source
from adjudge.questions.entailment import (
    Audit,
    AuditVerdict,
    EntailmentVerdict,
    Extraction,
    ExtractStatements,
    JudgeEntailment,
    Statement,
    cited_ids,
)
from adjudge.questions.factuality import ClaimList, ExtractClaims, Verification, VerifyClaim
from adjudge.questions.jury import AnswerRubric, Frame, Rubric, RubricAxis, frame_type
from adjudge.questions.news import Analysis, AnalyzeClaim, DetermineVerdict, NewsVerdict
from adjudge.questions.registry import QUESTIONS, question_type
from adjudge.questions.trial_replies import Checklist, Gravity, Line, PointOutcome
from adjudge.record import digest
from tests.support.questions import CLAIM, TRUTH, all_kinds, frame

SOURCES = (Source(id="a", text="It rained."), Source(id="b", text="It snowed."))


@pytest.mark.parametrize("kind", QUESTIONS)
class TestEveryQuestion:
    def test_it_is_registered_under_its_own_kind_and_has_a_reply(self, kind: str) -> None:
        assert question_type(kind).kind == kind
        assert issubclass(question_type(kind).reply, Reply)

    def test_its_prompt_places_exactly_its_fields(self, kind: str) -> None:
        assert load(kind).placeholders == question_type(kind).model_fields.keys()

    def test_neither_question_nor_reply_takes_an_unknown_field(self, kind: str) -> None:
        for model in (question_type(kind), question_type(kind).reply):
            if model is Frame:
                continue  # the run chooses the fields of a fact frame: see below
            with pytest.raises(ValidationError) as refused:
                model.model_validate({"surprise": 1})
            assert ("surprise", "extra_forbidden") in {(e["loc"][-1], e["type"]) for e in refused.value.errors()}

    def test_a_confidence_comes_after_what_it_is_the_confidence_of(self, kind: str) -> None:
        names = list(get_type_hints(question_type(kind).reply))
        decisions = {"verdict", "final_verdict", "label"}
        if "confidence" in names:
            assert all(names.index(name) < names.index("confidence") for name in decisions & {*names})


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotInStore, match="no question of kind 'oracle'") as refused:
        question_type("oracle")
    assert "cast_vote" in refused.value.hint


@pytest.mark.parametrize("question", all_kinds(), ids=lambda question: question.kind)
def test_the_hash_covers_the_kind_and_every_field(question: Question[Reply]) -> None:
    assert question.content.keys() == type(question).model_fields.keys()
    assert question.hash == digest({"kind": question.kind, "content": question.content})
    assert type(question).model_validate_json(question.model_dump_json()).hash == question.hash


def test_a_lens_without_axes_sees_all() -> None:
    assert Lens().sees("date")
    assert Lens(axes=("date",)).sees("date")
    assert not Lens(axes=("date",)).sees("number")


@pytest.mark.parametrize(
    ("ids", "right"), [((), True), ((1, 2, 3), True), ((2, 1), False), ((1, 1), False), ((0,), False)]
)
def test_statements_are_numbered_in_order(ids: tuple[int, ...], right: bool) -> None:
    statements = tuple(Statement(id=id, text="It rained.") for id in ids)
    problems = ExtractStatements(claim=CLAIM, excerpt=SOURCES).problems(
        Extraction(agent="EXTRACTOR", statements=statements)
    )
    assert (problems == []) is right


@pytest.mark.parametrize(
    ("reasoning", "problem"),
    [
        (["Statement 1 says so."], ""),
        (["Statements 1 and 2 say so."], ""),
        (["It says so."], "must refer to statements by their id"),
        (["Statement 3 says so."], "do not exist: 3; there are: 1, 2"),
        (["Statements 1-4 say so."], "do not exist: 3, 4"),
        ([], "must refer to statements by their id"),
    ],
)
def test_a_judgement_cites_statements_that_there_are(reasoning: list[str], problem: str) -> None:
    statements = (Statement(id=1, text="It rained."), Statement(id=2, text="It snowed."))
    reply = EntailmentVerdict.model_validate(
        {"agent": "ENTAILMENT_JUDGE", "reasoning": reasoning, "verdict": "SUPPORTED", "confidence": 90}
    )
    problems = JudgeEntailment(claim=CLAIM, statements=statements).problems(reply)
    assert (problem in problems[0]) if problem else problems == []
    assert JudgeEntailment(claim=CLAIM, statements=()).problems(reply) == [], "the rules decide without statements"


@given(st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
def test_every_cited_number_is_found(numbers: list[int]) -> None:
    listed = ", ".join(map(str, numbers[:-1])) + (" and " if len(numbers) > 1 else "") + str(numbers[-1])
    assert cited_ids([f"Statements {listed} agree."]) == frozenset(numbers)
    assert cited_ids([f"Statement {number} agrees." for number in numbers]) == frozenset(numbers)


def test_an_absurd_range_is_not_spelt_out() -> None:
    assert cited_ids(["Statements 1-999999999 agree."]) == {1, 999_999_999}


@pytest.mark.parametrize(
    ("verdict", "adjustment", "reasons", "right"),
    [
        ("UNCHANGED", 0, (), True),
        ("UNCHANGED", -5, (), False),
        ("UNCHANGED", 0, ("'may' is a hedge.",), False),
        ("NOT ENOUGH INFO", -5, ("'may' is a hedge.",), True),
    ],
)
def test_an_unchanged_audit_changes_nothing(
    verdict: str, adjustment: int, reasons: tuple[str, ...], right: bool
) -> None:
    judged = {"agent": "ENTAILMENT_JUDGE", "reasoning": [], "verdict": "SUPPORTED", "confidence": 90}
    question = AuditVerdict(claim=CLAIM, excerpt=SOURCES, judge_verdict=EntailmentVerdict.model_validate(judged))
    audit = {
        "agent": "ADVERSARIAL_AUDITOR",
        "auditor_reasoning": reasons,
        "final_verdict": verdict,
        "confidence_adjustment": adjustment,
    }
    assert (question.problems(Audit.model_validate(audit)) == []) is right


def test_a_sentence_without_claims_needs_a_reason() -> None:
    question = ExtractClaims(sentence="Is it worth a visit?", context="")
    assert question.problems(ClaimList(reason="a question", claims=())) == []
    assert question.problems(ClaimList(reason=" ", claims=())) != []


@pytest.mark.parametrize(
    ("label", "error", "right"),
    [
        ("correct", "none", True),
        ("correct", "number", False),
        ("incorrect", "number", True),
        ("uncertain", "none", True),
    ],
)
def test_a_correct_claim_has_no_error(label: str, error: str, right: bool) -> None:
    reply = Verification.model_validate(
        {
            "selected_evidence_index": -1,
            "evidence_quote": "",
            "explanation": "",
            "claim_quote": "",
            "error_type": error,
            "severity": "low",
            "label": label,
            "confidence": 0.5,
            "support": 0.5,
        }
    )
    question = VerifyClaim(claim="It rained.", sentence="It rained.", passages=())
    assert (question.problems(reply) == []) is right


def rubric(answers: dict[str, str], *, edit: str = "", otherwise: str = "No") -> Rubric:
    lines = [
        {"axis": axis, "reason": "", "claim_quotes": [], "truth_quotes": [], "answer": answer}
        for axis, answer in answers.items()
    ]
    reply = {"answers": lines, "reasoning": "", "minimal_edit": edit, "says_otherwise": otherwise, "confidence": 0.5}
    return Rubric.model_validate(reply)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (rubric({"numbers": "Yes", "dates": "Yes"}), ""),
        (rubric({"dates": "No", "numbers": "Yes"}, edit="It rained.", otherwise="Yes"), ""),
        (rubric({"numbers": "Yes"}), "each of these axes once"),
        (rubric({"numbers": "Yes", "dates": "Yes", "mood": "Yes"}), "each of these axes once"),
        (rubric({"numbers": "Yes", "dates": "Yes"}, edit="It rained.", otherwise="Yes"), "every answer is Yes"),
        (rubric({"numbers": "Yes", "dates": "Yes"}, edit=f" {CLAIM} ", otherwise="Yes"), ""),
    ],
)
def test_a_rubric_answers_each_axis_once_and_does_not_contradict_itself(reply: Rubric, problem: str) -> None:
    axes = tuple(RubricAxis(axis=axis, question="?") for axis in ("numbers", "dates"))
    question = AnswerRubric(claim=CLAIM, truth=TRUTH, frame=frame(), debate=(), votes=(), rubric=axes)
    problems = question.problems(reply)
    assert (problem in problems[0]) if problem else problems == []


def test_a_frame_has_the_fields_of_the_run() -> None:
    made = frame_type(("entities", "weather"))
    assert [*made.model_fields] == ["entities", "weather"]
    with pytest.raises(ValidationError):
        made.model_validate({"entities": [], "weather": "rain", "mood": "good"})


@pytest.mark.parametrize(("queries", "right"), [(("a", "b"), True), (("a", " "), False), ((), False)])
def test_an_analysis_has_queries(queries: tuple[str, ...], right: bool) -> None:
    reply = Analysis.model_validate({"entities": [], "queries": queries, "complexity": "Low"})
    assert (AnalyzeClaim(claim=CLAIM).problems(reply) == []) is right


@pytest.mark.parametrize(
    ("ids", "problems"),
    [
        (("a", "b"), []),
        ((), []),
        (("a", "z"), ["there is no evidence 'z'"]),
        (("a", "a"), ["each piece of evidence is weighed once"]),
    ],
)
def test_evidence_is_weighed_once_and_is_there(ids: tuple[str, ...], problems: list[str]) -> None:
    readings = [{"id": id, "quote": "", "bearing": "context", "why": ""} for id in ids]
    reply = NewsVerdict.model_validate({"readings": readings, "reason": "", "verdict": "NEI"})
    assert DetermineVerdict(claim=CLAIM, evidence=SOURCES, labels=()).problems(reply) == problems


def line(*points: tuple[str, str]) -> Line:
    told = [
        {"note": "", "claim_says": "", "truth_says": "", "outcome": outcome, "severity": severity}
        for outcome, severity in points
    ]
    return Line.model_validate({"in_claim": [], "in_truth": [], "points": told})


@pytest.mark.parametrize(
    ("points", "outcome", "severity"),
    [
        ((), PointOutcome.NOT_MENTIONED, None),
        ((("match", "minor"),), PointOutcome.MATCH, None),
        ((("match", "minor"), ("mismatch", "minor")), PointOutcome.MISMATCH, Gravity.MINOR),
        ((("mismatch", "minor"), ("mismatch", "critical")), PointOutcome.MISMATCH, Gravity.CRITICAL),
    ],
)
def test_a_line_is_as_bad_as_its_worst_point(
    points: tuple[tuple[str, str], ...], outcome: PointOutcome, severity: Gravity | None
) -> None:
    assert (line(*points).outcome, line(*points).severity) == (outcome, severity)


def test_a_checklist_has_every_dimension_once() -> None:
    whole = Checklist.model_validate({name: line() for name in Checklist.model_fields})
    assert [dimension.value for dimension in whole.lines] == [*Checklist.model_fields]
