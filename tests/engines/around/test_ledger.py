"""The ledger: nothing is paid for twice, nothing that failed is kept, and every answer can be told from every other."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from adjudge.check import Terms, engine_of
from adjudge.engines.around.ledger import (
    Ledger,
    Meter,
    NoAnswers,
    StoredAnswer,
    question_key,
    revive,
    split_key,
)
from adjudge.engines.base import Answer, Wrapper
from adjudge.engines.scripted import Scripted
from adjudge.errors import EngineTimeout, TamperedRun, UnusableReply
from adjudge.questions.base import Question, Reply
from adjudge.questions.jury import CheckProgress, Progress
from adjudge.transcript import Usage
from tests.support.answers import MemoryAnswers

PRICE = Usage(calls=1, input_tokens=10, output_tokens=5, cost_usd=0.01)


def question(round: int = 1) -> CheckProgress:
    return CheckProgress(debate=(), last_round=round)


class Priced(Scripted):
    """A scripted engine that takes a moment, costs something and has parameters."""

    def __init__(self, *, name: str = "priced", reason: str = "nothing new", temperature: float = 0.0) -> None:
        super().__init__(lambda _: Progress(reason=f"{reason} {len(self.asked)}", new_reasoning="No"), name=name)
        self.temperature = temperature

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return {"engine": self.name, "temperature": self.temperature}

    async def ask(self, question: Question[Reply]) -> Answer[Reply]:  # type: ignore[override]
        answer = await super().ask(question)
        await asyncio.sleep(0.01)
        return Answer(reply=answer.reply, engine=self.name, usage=PRICE, raw="{...}", notes=("fence",), latency_s=0.2)


class Slow(Scripted):
    """A scripted engine that lets the others run before it answers."""

    async def ask(self, question: Question[Reply]) -> Answer[Reply]:  # type: ignore[override]
        await asyncio.sleep(0.01)
        return await super().ask(question)


def test_the_second_time_costs_nothing_and_gives_the_same_answer() -> None:
    async def scenario() -> None:
        engine, answers, meter = Priced(), MemoryAnswers(), Meter()
        first = await Ledger(engine, answers, meter=meter).ask(question())
        second = await Ledger(engine, answers, meter=meter).ask(question())
        assert (first.cached, second.cached) == (False, True)
        assert (first.reply, first.usage, first.raw, first.notes, first.key) == (
            second.reply,
            second.usage,
            second.raw,
            second.notes,
            second.key,
        )
        assert len(engine.asked) == 1
        assert (meter.asked, meter.cached, meter.paid) == (2, 1, PRICE)

    asyncio.run(scenario())


def test_equal_questions_at_once_are_asked_once() -> None:
    async def scenario() -> None:
        engine = Priced()
        ledger = Ledger(engine, MemoryAnswers())
        answers = await asyncio.gather(*(ledger.ask(question(n % 2)) for n in range(40)))
        assert len(engine.asked) == 2
        assert len({answer.reply.reason for answer in answers}) == 2
        assert ledger.meter.paid == PRICE + PRICE
        assert sum(not answer.cached for answer in answers) == 2
        assert ledger._flights == {}

    asyncio.run(scenario())


def test_whoever_asked_first_may_be_cancelled_and_the_others_still_get_an_answer() -> None:
    async def scenario() -> None:
        engine = Priced()
        ledger = Ledger(engine, MemoryAnswers())
        tasks = [asyncio.create_task(ledger.ask(question())) for _ in range(4)]
        await asyncio.sleep(0.001)
        tasks[0].cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(done[0], asyncio.CancelledError)
        assert all(isinstance(answer, Answer) for answer in done[1:])
        assert len(engine.asked) == 2

    asyncio.run(scenario())


def test_a_failure_reaches_everyone_who_waits_and_is_never_kept() -> None:
    async def scenario() -> None:
        timeout = EngineTimeout("no answer")
        good = Progress(reason="now", new_reasoning="Yes")
        engine, answers = Slow({"checker": [timeout, good]}), MemoryAnswers()
        ledger = Ledger(engine, answers)
        failed = await asyncio.gather(*(ledger.ask(question()) for _ in range(3)), return_exceptions=True)
        assert failed == [timeout] * 3
        assert len(answers) == 0
        assert (await ledger.ask(question())).reply == good

    asyncio.run(scenario())


def test_a_lone_failure_leaves_no_unseen_exception() -> None:
    async def scenario() -> None:
        loud: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: loud.append(context))
        with pytest.raises(EngineTimeout):
            await Ledger(Scripted({"checker": [EngineTimeout("no answer")]}), NoAnswers()).ask(question())
        assert loud == []

    asyncio.run(scenario())


def test_fresh_passes_over_what_was_stored_before_but_pays_once_itself() -> None:
    async def scenario() -> None:
        engine, answers = Priced(), MemoryAnswers()
        old = await Ledger(engine, answers).ask(question())
        fresh = Ledger(engine, answers, fresh=True)
        new, again = await fresh.ask(question()), await fresh.ask(question())
        assert not new.cached
        assert again.cached
        assert new.reply != old.reply
        assert again.reply == new.reply
        assert (await Ledger(engine, answers).ask(question())).reply == new.reply
        kept = await answers.get(old.key)
        assert kept is not None
        assert kept.reply == old.reply.model_dump()

    asyncio.run(scenario())


def test_a_resumed_fresh_run_keeps_what_it_paid_before_it_was_killed() -> None:
    async def scenario() -> None:
        engine, answers, started = Priced(), MemoryAnswers(), datetime.now(UTC)
        await Ledger(engine, answers, fresh=True, since=started).ask(question())
        resumed = Ledger(engine, answers, fresh=True, since=started)
        assert (await resumed.ask(question())).cached
        later = Ledger(engine, answers, fresh=True, since=datetime.now(UTC) + timedelta(seconds=1))
        assert not (await later.ask(question())).cached

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "other", [Priced(temperature=0.7), Priced(name="openai:other")], ids=["other parameters", "other model"]
)
def test_engines_of_other_identity_never_share_answers(other: Priced) -> None:
    async def scenario() -> None:
        answers = MemoryAnswers()
        await Ledger(Priced(), answers).ask(question())
        assert not (await Ledger(other, answers).ask(question())).cached

    asyncio.run(scenario())


@given(st.integers(), st.integers(), st.floats(0, 2), st.floats(0, 2))
def test_keys_are_equal_exactly_if_question_and_identity_are(one: int, two: int, warm: float, hot: float) -> None:
    keys = question_key(Priced(temperature=warm), question(one)), question_key(Priced(temperature=hot), question(two))
    assert (keys[0] == keys[1]) == ((one, repr(warm)) == (two, repr(hot)))


def test_without_a_store_the_key_is_the_same_as_with_one() -> None:
    async def scenario() -> None:
        kept = await Ledger(Priced(), MemoryAnswers()).ask(question())
        unkept = await Ledger(Priced(), NoAnswers()).ask(question())
        assert kept == unkept

    asyncio.run(scenario())


def test_a_stored_answer_that_no_longer_fits_is_asked_again() -> None:
    async def scenario() -> None:
        engine, answers = Priced(), MemoryAnswers()
        old = StoredAnswer(reply={"other": "shape"}, engine="priced", created_at=datetime.now(UTC))
        await answers.put(question_key(engine, question()), old)
        assert not (await Ledger(engine, answers).ask(question())).cached

    asyncio.run(scenario())


def test_a_reply_that_cannot_be_read_back_is_not_stored() -> None:
    class Sloppy(Priced):
        async def ask(self, question: Question[Reply]) -> Answer[Reply]:  # type: ignore[override]
            return Answer(reply=Progress.model_construct(reason="", new_reasoning="Perhaps"), engine="sloppy")

    async def scenario() -> None:
        answers = MemoryAnswers()
        with pytest.raises(UnusableReply):
            await Ledger(Sloppy(), answers).ask(question())
        assert len(answers) == 0

    asyncio.run(scenario())


def test_an_answer_that_was_changed_is_not_what_its_key_says() -> None:
    async def scenario() -> None:
        answers = MemoryAnswers()
        answer = await Ledger(Priced(), answers).ask(question())
        kept = await answers.get(answer.key)
        assert kept is not None
        changed = kept.model_copy(update={"reply": {"reason": "forged", "new_reasoning": "No"}})
        with pytest.raises(TamperedRun, match="hash"):
            revive(question(), changed, answer.key)

    asyncio.run(scenario())


def test_the_version_of_an_answer_does_not_depend_on_when_it_came() -> None:
    reply = {"reason": "", "new_reasoning": "No"}
    early = StoredAnswer(reply=reply, engine="e", created_at=datetime(2026, 1, 1, tzinfo=UTC), latency_s=1)
    late = StoredAnswer(reply=reply, engine="e", created_at=datetime(2026, 2, 1, tzinfo=UTC), latency_s=2)
    assert early.version == late.version
    assert early.version != late.model_copy(update={"engine": "f"}).version


def test_keys_are_split_into_question_and_version() -> None:
    assert split_key("abc") == ("abc", "")
    assert split_key("abc-123") == ("abc", "123")


def test_a_meter_is_taken_piece_by_piece_and_still_knows_the_sum() -> None:
    meter = Meter()
    answer = Answer(reply=Progress(reason="", new_reasoning="No"), engine="e", usage=PRICE)
    meter.count(answer)
    assert meter.take() == PRICE
    assert meter.take() == Usage()
    meter.count(answer)
    assert meter.take() == PRICE
    assert meter.paid == PRICE + PRICE


def test_an_engine_that_has_a_ledger_gets_no_second_one() -> None:
    kept = engine_of("offline", Terms(answers=MemoryAnswers()))
    assert engine_of(kept) is kept
    assert engine_of(Wrapper(kept)) is not kept
    assert not isinstance(engine_of(Wrapper(kept)), Ledger)
    assert isinstance(engine_of(Scripted({})), Ledger)
    assert isinstance(engine_of(kept, Terms(answers=MemoryAnswers())), Ledger)
