"""What was changed after the fact is found, and said to be where it is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.case import Case, Document
from adjudge.errors import NotInStore
from adjudge.questions import jury
from adjudge.questions.base import Question
from adjudge.questions.registry import QUESTIONS, question_type
from adjudge.record import digest
from adjudge.store.verify import CaseVerification, verify
from adjudge.transcript import Entry, Transcript
from adjudge.verdict import Quote, Verdict
from tests.support.verdicts import make_case, make_failure, make_verdict, make_vote, stored

CASE = make_case()
VERDICT = make_verdict(CASE, votes={"literal": make_vote(), "sceptic": make_vote(confidence=0.5)})


def failed(verification: CaseVerification) -> set[str]:
    return {check.name for check in verification.checks if not check.ok}


def with_entry(number: int, **changes: Any) -> Verdict:
    entries = [e.model_copy(update=changes) if e.number == number else e for e in VERDICT.transcript.entries]
    return VERDICT.model_copy(update={"transcript": Transcript(entries=tuple(entries))})


def rehashed(number: int, **fields: Any) -> Verdict:
    """A question changed by someone who also knows how to hash it."""
    entry = VERDICT.transcript.entries[number - 1]
    content = {**entry.question, **fields}
    return with_entry(number, question=content, question_hash=digest({"kind": entry.kind, "content": content}))


def test_an_untouched_verdict_is_in_order() -> None:
    verification = verify(CASE, VERDICT)
    assert verification.ok
    assert {check.name for check in verification.checks} == {
        "questions",
        "isolation",
        "replies",
        "sources",
        "quotes",
        "case",
        "record",
    }
    assert "3 of 3" in verification.checks[0].detail


def test_a_changed_question_is_not_what_was_hashed() -> None:
    entry = VERDICT.transcript.entries[1]
    verification = verify(CASE, with_entry(2, question={**entry.question, "claim": "Another claim."}))
    assert failed(verification) == {"questions"}
    assert "entry 2 (literal, cast_vote)" in verification.checks[0].detail


@given(st.sampled_from(["first_votes", "debate", "own_vote", "votes", "sceptic_says"]))
def test_a_question_that_holds_more_than_its_kind_allows_is_found_even_if_rehashed(field: str) -> None:
    verification = verify(CASE, rehashed(2, **{field: [make_vote().model_dump(mode="json")]}))
    assert "isolation" in failed(verification)
    assert any(field in check.detail for check in verification.checks)


def test_a_message_hidden_in_the_frame_or_in_the_brief_is_found() -> None:
    entry = VERDICT.transcript.entries[1]
    frame, brief = entry.question["frame"], entry.question["brief"]
    assert isinstance(frame, dict)
    assert isinstance(brief, dict)
    assert "isolation" in failed(verify(CASE, rehashed(2, frame={**frame, "sceptic_voted": "Mutated"})))
    assert "isolation" in failed(verify(CASE, rehashed(2, brief={**brief, "sceptic_voted": "Mutated"})))


def test_a_question_that_lacks_a_field_is_found() -> None:
    entry = VERDICT.transcript.entries[0]
    content = {name: value for name, value in entry.question.items() if name != "fields"}
    less = with_entry(1, question=content, question_hash=digest({"kind": entry.kind, "content": content}))
    assert "isolation" in failed(verify(CASE, less))


def test_a_question_put_to_another_agent_is_found() -> None:
    assert failed(verify(CASE, with_entry(2, agent="sceptic"))) == {"isolation"}


def test_an_unknown_kind_of_question_is_found() -> None:
    assert {"questions", "isolation", "replies"} <= failed(verify(CASE, with_entry(2, kind="whisper")))


def test_a_source_that_is_not_the_cases_is_found() -> None:
    assert failed(verify(CASE, rehashed(2, truth=[{"id": "source", "text": "It opened in 1931."}]))) == {"sources"}
    assert failed(verify(CASE, rehashed(2, truth=[{"id": "other", "text": "It opened."}]))) == {"sources"}


def test_another_case_under_the_same_id_is_found() -> None:
    other = make_case(text=CASE.documents[0].text + " And more.", id=CASE.id)
    assert "case" in failed(verify(other, VERDICT))


@pytest.mark.parametrize(
    "quote",
    [
        Quote(text="opened", document_id="source", start=3, end=9),
        Quote(text="After", document_id="nowhere", start=0, end=5),
        Quote(text="", document_id="source", start=0, end=0),
        Quote(text=CASE.documents[0].text[-5:], document_id="source", start=-5, end=len(CASE.documents[0].text)),
    ],
)
def test_a_quote_that_does_not_stand_at_its_place_is_found(quote: Quote) -> None:
    assert failed(verify(CASE, VERDICT.model_copy(update={"quotes": (quote,)}))) == {"quotes"}


def test_quotes_inside_the_protocols_own_record_are_looked_up_too() -> None:
    false = Quote(text="never", document_id="source", start=0, end=5).model_dump()
    result = type(VERDICT.result).model_validate({"rubric": [{"quotes": [false]}]})
    assert failed(verify(CASE, VERDICT.model_copy(update={"result": result}))) == {"quotes"}


@given(st.text(min_size=1, max_size=30).filter(str.strip), st.data())
def test_every_true_quote_of_any_text_is_found_again(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    case = Case(claim="x", documents=(Document(text=text),))
    quote = Quote(text=text[start:end], document_id="source", start=start, end=end)
    verdict = make_verdict(case).model_copy(update={"quotes": (quote,)})
    assert "quotes" not in failed(verify(case, verdict))


def test_the_ledger_must_hold_what_the_transcript_says() -> None:
    def answers(**changes: Any) -> dict[str, Any]:
        held = {}
        for entry in VERDICT.transcript.entries:
            assert entry.reply is not None
            answer = stored(make_vote()).model_copy(update={"reply": entry.reply, **changes})
            held[entry.ledger_key] = answer
        return held

    assert verify(CASE, VERDICT, answers()).ok
    assert failed(verify(CASE, VERDICT, answers(reply={"verdict": "Mutated"}))) == {"ledger"}
    assert failed(verify(CASE, VERDICT, {})) == {"ledger"}


def test_a_reply_of_another_shape_is_found() -> None:
    assert failed(verify(CASE, with_entry(2, reply={"verdict": "Perhaps"}))) == {"replies"}
    assert failed(verify(CASE, with_entry(2, reply=None))) == {"replies"}


def test_a_missing_entry_is_found() -> None:
    shorter = Transcript(entries=VERDICT.transcript.entries[1:])
    assert "record" in failed(verify(CASE, VERDICT.model_copy(update={"transcript": shorter})))
    last: tuple[Entry, ...] = VERDICT.transcript.entries[:-1]
    assert "record" in failed(verify(CASE, VERDICT.model_copy(update={"transcript": Transcript(entries=last)})))


def test_a_failure_is_verified_as_far_as_it_got() -> None:
    assert verify(None, make_failure()).ok
    failure = make_failure().model_copy(update={"transcript": with_entry(2, agent="sceptic").transcript})
    assert failed(verify(CASE, failure)) == {"isolation"}


def test_every_question_of_the_jury_is_in_the_registry_under_its_kind() -> None:
    defined = {
        value.kind: value
        for value in vars(jury).values()
        if isinstance(value, type) and issubclass(value, Question) and hasattr(value, "kind")
    }
    assert {kind: QUESTIONS[kind] for kind in defined} == defined
    assert all(kind == question.kind for kind, question in QUESTIONS.items())
    assert list(QUESTIONS) == sorted(QUESTIONS)
    with pytest.raises(NotInStore, match="whisper"):
        question_type("whisper")
