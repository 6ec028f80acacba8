"""How many at once, how many a minute."""

import asyncio
from bisect import bisect_left
from typing import TypeVar

import pytest

from adjudge.engines.around.limits import CallLimits, Limited, call_is_over
from adjudge.engines.base import Answer
from adjudge.errors import ConfigError, EngineBusy
from adjudge.questions.base import Question, Reply
from tests.support.engines import Clock, Steps
from tests.support.questions import VOTE, cast_vote

QUESTION = cast_vote()
R = TypeVar("R", bound=Reply)


def test_no_more_than_allowed_run_at_once_and_all_are_answered() -> None:
    inner = Steps(VOTE, turns=3)

    async def ask_many() -> int:
        engine = Limited(inner, CallLimits(concurrent=4))
        return len(await asyncio.gather(*(engine.ask(QUESTION) for _ in range(40))))

    assert asyncio.run(ask_many()) == 40
    assert inner.peak == 4


def test_engines_share_one_allowance() -> None:
    limits, first, second = CallLimits(concurrent=3), Steps(VOTE, turns=3), Steps(VOTE, turns=3)
    peak = 0

    async def watched(engine: Limited) -> None:
        nonlocal peak
        await engine.ask(QUESTION)
        peak = max(peak, first.running + second.running)

    async def ask_both() -> None:
        engines = [Limited(first, limits), Limited(second, limits)]
        await asyncio.gather(*(watched(engines[number % 2]) for number in range(20)))

    asyncio.run(ask_both())
    assert peak <= 3
    assert len(first.asked) == len(second.asked) == 10


def test_a_failed_and_a_cancelled_call_give_their_turn_back() -> None:
    async def go() -> None:
        limits = CallLimits(concurrent=1)
        with pytest.raises(EngineBusy):
            await Limited(Steps(EngineBusy("500")), limits).ask(QUESTION)
        engine = Limited(Steps(VOTE, turns=5), limits)
        running, waiting, next_one = (asyncio.create_task(engine.ask(QUESTION)) for _ in range(3))
        await asyncio.sleep(0)
        waiting.cancel()
        running.cancel()
        assert (await next_one).reply == VOTE
        assert (await engine.ask(QUESTION)).reply == VOTE

    asyncio.run(go())


def test_a_turn_handed_to_one_who_is_cancelled_goes_to_the_next() -> None:
    async def go() -> None:
        limits = CallLimits(concurrent=1)
        engine = Limited(Steps(VOTE), limits)
        async with limits.turn():
            first, second = (asyncio.create_task(engine.ask(QUESTION)) for _ in range(2))
            await asyncio.sleep(0)
        first.cancel()
        assert (await second).reply == VOTE

    asyncio.run(go())


def test_many_who_wait_can_be_cancelled_at_once() -> None:
    async def go() -> None:
        engine = Limited(Steps(VOTE, turns=5), CallLimits(concurrent=1))
        asking = [asyncio.create_task(engine.ask(QUESTION)) for _ in range(6)]
        await asyncio.sleep(0)
        for task in asking[:5]:
            task.cancel()
        outcomes = await asyncio.gather(*asking, return_exceptions=True)
        assert [type(one) for one in outcomes[:5]] == [asyncio.CancelledError] * 5
        assert isinstance(outcomes[5], Answer)

    asyncio.run(go())


def test_a_turn_ends_when_the_engine_says_that_its_call_is_over() -> None:
    started: list[str] = []

    class Slow(Steps):
        async def ask(self, question: Question[R]) -> Answer[R]:
            started.append("call")
            call_is_over()()
            call_is_over()()  # a turn is given back once, however often it is said
            await asyncio.sleep(0.01)
            started.append("read")
            return await super().ask(question)

    async def go() -> None:
        engine = Limited(Slow(VOTE), CallLimits(concurrent=1))
        await asyncio.gather(*(engine.ask(QUESTION) for _ in range(3)))

    asyncio.run(go())
    assert started == ["call"] * 3 + ["read"] * 3


def test_an_engine_without_a_turn_may_say_so_too() -> None:
    call_is_over()()


def test_no_minute_has_more_starts_than_allowed() -> None:
    clock = Clock()
    starts: list[float] = []

    async def go() -> None:
        limits = CallLimits(concurrent=1, per_minute=5, clock=clock, sleep=clock.sleep)
        for _ in range(23):
            async with limits.turn():
                starts.append(clock.now)
            clock.now += 1.0

    asyncio.run(go())
    for start in starts:
        assert bisect_left(starts, start + 60) - bisect_left(starts, start) <= 5
    assert starts[22] < 5 * 60


def test_limits_outlive_an_event_loop() -> None:
    limits = CallLimits(concurrent=2)
    for _ in range(2):
        inner = Steps(VOTE, turns=3)

        async def ask_many(inner: Steps = inner) -> None:
            await asyncio.gather(*(Limited(inner, limits).ask(QUESTION) for _ in range(9)))

        asyncio.run(ask_many())
        assert inner.peak == 2


@pytest.mark.parametrize("given", [{"concurrent": 0}, {"per_minute": 0}])
def test_limits_that_allow_nothing_are_refused(given: dict[str, int]) -> None:
    with pytest.raises(ConfigError):
        CallLimits(**given)
