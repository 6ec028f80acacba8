"""The hearing of a case: what it records, which errors it raises, and what observers see."""

import asyncio
import json
from collections.abc import Iterable

import pytest

from adjudge.agents.hearing import Event, Hearing
from adjudge.case import Case, Document
from adjudge.engines.scripted import Given, Scripted
from adjudge.errors import BudgetReached, EngineBusy, EngineUnavailable
from adjudge.questions.entailment import RateReliability
from adjudge.transcript import Trouble
from tests.support.entailment import reliability

CASE = Case(id="bridge", claim="It opened in 1931.", documents=[Document(id="report", text="It opened in 1931.")])
QUESTIONS = [RateReliability(source_type=kind) for kind in ("study", "blog", "survey")]


def hearing_with(replies: Iterable[Given], *, seen: list[Event] | None = None) -> Hearing:
    return Hearing(CASE, Scripted({"reliability": replies}), observe=None if seen is None else seen.append)


def test_in_a_poll_a_failing_agent_becomes_trouble_and_the_others_answer() -> None:
    hearing = hearing_with([reliability(), EngineBusy("503", hint="Try again."), reliability("LOW")])
    first, second, third = asyncio.run(hearing.poll(QUESTIONS, phase="rate"))
    assert isinstance(second, Trouble)
    assert (second.error, second.message, second.hint) == ("EngineBusy", "503", "Try again.")
    assert [getattr(reply, "reliability", None) for reply in (first, third)] == ["HIGH", "LOW"]
    entries = hearing.transcript.entries
    assert [(entry.number, entry.question["source_type"], entry.trouble is not None) for entry in entries] == [
        (1, "study", False),
        (2, "blog", True),
        (3, "survey", False),
    ]


def test_a_poll_gives_the_text_of_each_reply_that_was_not_clean() -> None:
    fenced = f"```json\n{json.dumps(reliability('LOW'))}\n```"
    hearing = hearing_with([reliability(), fenced, EngineBusy("503")])
    polled = asyncio.run(hearing.poll_with_raw(QUESTIONS, phase="rate"))
    assert [one.raw for one in polled] == [None, fenced, None]
    assert [isinstance(one.reply, Trouble) for one in polled] == [False, True, True]
    assert [entry.raw for entry in hearing.transcript.entries] == [None, fenced, None]


@pytest.mark.parametrize("error", [BudgetReached("10 calls."), EngineUnavailable("No key.")])
def test_in_a_poll_an_error_that_affects_every_agent_is_raised_after_all_answers_are_recorded(
    error: BudgetReached | EngineUnavailable,
) -> None:
    hearing = hearing_with([reliability(), error, reliability()])
    with pytest.raises(type(error)):
        asyncio.run(hearing.poll(QUESTIONS, phase="rate"))
    assert [entry.trouble is None for entry in hearing.transcript.entries] == [True, False, True]


def test_a_single_question_raises_its_error_and_is_recorded() -> None:
    hearing = hearing_with([EngineBusy("503")])
    with pytest.raises(EngineBusy):
        asyncio.run(hearing.ask(QUESTIONS[0], phase="rate"))
    (entry,) = hearing.transcript.entries
    assert entry.trouble is not None
    assert entry.reply is None


def test_quotes_are_found_in_documents_that_were_brought_later() -> None:
    seen: list[Event] = []
    hearing = hearing_with([], seen=seen)
    assert hearing.quote("The mayor spoke.", who="verifier") is None
    hearing.bring([Document(id="web-1", text="The mayor spoke. It rained.")], meta={"searches": 1})
    quote = hearing.quote("The mayor spoke.", who="verifier")
    assert quote is not None
    assert (quote.document_id, quote.start) == ("web-1", 0)
    assert hearing.case.meta == {"searches": 1}
    assert [(event.what, event.case.id if event.case else "") for event in seen] == [("documents", "bridge")]


def test_a_rejected_quote_is_recorded_once_however_often_it_is_given() -> None:
    hearing = hearing_with([])
    for _ in range(3):
        assert hearing.quote("It closed in 1931.", who="literal") is None
    assert [(rejected.text, rejected.who) for rejected in hearing.rejected] == [("It closed in 1931.", "literal")]


def test_an_inner_hearing_adds_its_entries_time_and_phase_to_the_outer_one() -> None:
    seen: list[Event] = []
    hearing = hearing_with([reliability(), reliability("LOW")], seen=seen)
    asyncio.run(hearing.ask(QUESTIONS[0], phase="rate"))
    inner = hearing.about(CASE.model_copy(update={"claim": "It opened in 1932."}), prefix="edit")
    inner.phase("again")
    asyncio.run(inner.ask(QUESTIONS[1], phase="rate"))
    assert len(hearing.transcript.entries) == 1
    hearing.join(inner)
    assert [(entry.number, entry.phase) for entry in hearing.transcript.entries] == [(1, "rate"), (2, "edit/rate")]
    assert [event.phase for event in seen] == ["rate", "edit/again", "edit/rate"]
    assert hearing.engines == {"reliability": "scripted"}
    assert set(hearing.timing.by_agent_s) == {"reliability"}
