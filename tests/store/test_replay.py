"""A stored run asked again gives the same bytes, without engine or network."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.check import failure_of
from adjudge.engines.around.ledger import Ledger
from adjudge.engines.base import Engine
from adjudge.engines.replay import Replay
from adjudge.engines.scripted import Scripted
from adjudge.errors import AdjudgeError, EngineTimeout, NotAnswered, TamperedRun, UnusableReply
from adjudge.protocols.jury import Jury
from adjudge.questions.base import Question, Reply
from adjudge.store import Run, Store, StoredOutcome
from adjudge.store.verify import verify_stored
from adjudge.verdict import Failure, Verdict
from tests.support.answers import MemoryAnswers
from tests.support.jury import ruled

CASE = Case(id="bridge", claim="The bridge opened in 1932.", documents=["The bridge opened in 1931, as planned."])
SPLIT = {"literal": "Mutated", "sceptic": "Mutated"}
AXES = ("numeric_fidelity", "scope_fidelity", "context_sufficiency")


def script(*, failing: tuple[str, ...] = ()) -> Any:
    """A split jury whose foreperson proposes an edit; some seats never answer."""
    rule = ruled(SPLIT, no=AXES, quote="1932", edit="The bridge opened in 1931.")
    errors = [EngineTimeout("No answer in 60 s.", hint="Try again."), UnusableReply("Not JSON.", raw="I think...")]

    def answer(question: Question[Reply]) -> Any:
        return errors[failing.index(question.seat) % 2] if question.seat in failing else rule(question)

    return answer


async def outcome(engine: Engine, jury: Jury | None = None, case: Case = CASE) -> Verdict | Failure:
    hearing = Hearing(case, engine)
    try:
        return await (jury or Jury()).judge(hearing)
    except AdjudgeError as error:
        return failure_of(case.id, error, hearing)


async def saved(store: Store, result: Verdict | Failure) -> StoredOutcome:
    run = await store.begin_run(Run.begin(fingerprint="", command="", protocol="jury", settings={}, engines={}))
    await store.save_outcome(run.id, 0, CASE, result)
    (stored,) = [stored async for stored in store.outcomes(run.id)]
    return stored


@pytest.mark.parametrize("failing", [(), ("sceptic",), ("literal", "context"), ("literal", "context", "sceptic")])
def test_a_stored_case_replays_byte_for_byte_and_verifies(tmp_path: Path, failing: tuple[str, ...]) -> None:
    async def scenario() -> None:
        async with await Store.open(tmp_path / "store.db") as store:
            first = await outcome(Ledger(Scripted(script(failing=failing)), store))
            stored = await saved(store, first)
            assert isinstance(first, Failure) == (len(failing) > 2)
            assert stored.outcome.transcript is not None
            again = await outcome(Replay(stored.outcome.transcript.entries, store))
            assert again.model_dump_json().encode() == stored.json
            verification = await verify_stored(stored, store)
            assert [check for check in verification.checks if not check.ok] == []

    asyncio.run(scenario())


def test_prompts_and_the_names_of_engines_are_replayed_too() -> None:
    class Prompted(Scripted):
        def identity(self, question: Question[Reply]) -> dict[str, Any]:
            return {"engine": self.name, "prompt": f"fingerprint of {question.kind}"}

    async def scenario() -> None:
        answers = MemoryAnswers()
        first = await outcome(Ledger(Prompted(script(failing=("context",)), name="openai:one + offline"), answers))
        assert isinstance(first, Verdict)
        again = await outcome(Replay(first.transcript.entries, answers, prompts=first.provenance.prompts))
        assert again.model_dump_json() == first.model_dump_json()

    asyncio.run(scenario())


def test_a_run_with_fresh_answers_leaves_the_older_run_replayable(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with await Store.open(tmp_path / "store.db") as store:
            first = await outcome(Ledger(Scripted(script()), store))
            other = Scripted(ruled({}, no=(), edit=""))
            second = await outcome(Ledger(other, store, fresh=True))
            for one in (first, second):
                assert isinstance(one, Verdict)
                again = await outcome(Replay(one.transcript.entries, store))
                assert again.model_dump_json() == one.model_dump_json()
            assert first != second

    asyncio.run(scenario())


def test_the_second_run_over_the_ledger_has_the_same_bytes_and_asks_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with await Store.open(tmp_path / "store.db") as store:
            first = await outcome(Ledger(Scripted(script()), store))
            silent = Scripted({})
            second = await outcome(Ledger(silent, store))
            assert second.model_dump_json() == first.model_dump_json()
            assert silent.asked == []

    asyncio.run(scenario())


def test_a_question_that_was_never_asked_is_not_answered() -> None:
    async def scenario() -> None:
        answers = MemoryAnswers()
        first = await outcome(Ledger(Scripted(script()), answers))
        assert first.transcript is not None
        changed = replace(Jury(), frame_fields=("entities",))
        again = await outcome(Replay(first.transcript.entries, answers), changed)
        assert isinstance(again, Failure)
        assert again.error == TamperedRun.__name__
        assert "parser" in again.message

    asyncio.run(scenario())


def test_a_reply_changed_in_the_transcript_is_found_out() -> None:
    async def scenario() -> None:
        answers = MemoryAnswers()
        first = await outcome(Ledger(Scripted(script()), answers))
        assert first.transcript is not None
        entry = next(entry for entry in first.transcript.entries if entry.kind == "cast_vote")
        assert entry.reply is not None
        forged = entry.model_copy(update={"reply": {**entry.reply, "confidence": 0.99}})
        entries = [forged if one is entry else one for one in first.transcript.entries]
        again = await outcome(Replay(entries, answers))
        assert isinstance(again, Failure)
        assert again.error == TamperedRun.__name__

    asyncio.run(scenario())


def test_an_answer_that_the_ledger_lost_is_said_and_one_without_a_key_is_in_the_transcript() -> None:
    async def scenario() -> None:
        first = await outcome(Scripted(script()))
        assert isinstance(first, Verdict)
        again = await outcome(Replay(first.transcript.entries, MemoryAnswers()))
        assert again.model_dump_json() == first.model_dump_json()
        kept = await outcome(Ledger(Scripted(script()), MemoryAnswers()))
        assert kept.transcript is not None
        lost = await outcome(Replay(kept.transcript.entries, MemoryAnswers()))
        assert isinstance(lost, Failure)
        assert lost.error == NotAnswered.__name__

    asyncio.run(scenario())
