"""When and how long is waited before asking again."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engines.around.retry import Patience, Retrying
from adjudge.errors import BudgetReached, EngineBusy, EngineTimeout, EngineUnavailable, UnusableReply
from tests.support.engines import Clock, Steps
from tests.support.questions import VOTE, cast_vote

QUESTION = cast_vote()


def longest(low: float, high: float) -> float:
    return high


def test_it_asks_again_after_trouble_and_answers() -> None:
    inner, clock = Steps(EngineBusy("500"), EngineTimeout("slow"), VOTE), Clock()
    answer = asyncio.run(Retrying(inner, sleep=clock.sleep).ask(QUESTION))
    assert answer.reply == VOTE
    assert (len(inner.asked), len(clock.slept)) == (3, 2)


def test_a_server_that_is_too_slow_twice_is_not_asked_a_third_time() -> None:
    inner, clock = Steps(EngineTimeout("slow"), EngineBusy("500"), EngineTimeout("slow"), VOTE), Clock()
    with pytest.raises(EngineTimeout):
        asyncio.run(Retrying(inner, sleep=clock.sleep).ask(QUESTION))
    assert len(inner.asked) == 3


def test_waits_double_up_to_the_cap() -> None:
    inner, clock = Steps(EngineBusy("500")), Clock()
    patience = Patience(attempts=6, base_s=1.0, cap_s=5.0)
    with pytest.raises(EngineBusy):
        asyncio.run(Retrying(inner, patience, sleep=clock.sleep, uniform=longest).ask(QUESTION))
    assert clock.slept == [1.0, 2.0, 4.0, 5.0, 5.0]
    assert len(inner.asked) == 6


def test_the_server_s_own_wait_is_honoured() -> None:
    inner, clock = Steps(EngineBusy("429", retry_after_s=7.0), VOTE), Clock()
    asyncio.run(Retrying(inner, Patience(base_s=0.5), sleep=clock.sleep).ask(QUESTION))
    assert 7.0 <= clock.slept[0] <= 7.5


def test_a_wait_beyond_the_bound_is_not_begun() -> None:
    inner, clock = Steps(EngineBusy("429", retry_after_s=3600.0)), Clock()
    with pytest.raises(EngineBusy):
        asyncio.run(Retrying(inner, sleep=clock.sleep).ask(QUESTION))
    assert (len(inner.asked), clock.slept) == (1, [])


@pytest.mark.parametrize("error", [EngineUnavailable("no key"), UnusableReply("odd"), BudgetReached("spent")])
def test_what_trying_again_cannot_help_is_raised_at_once(error: Exception) -> None:
    inner = Steps(error)
    with pytest.raises(type(error)):
        asyncio.run(Retrying(inner).ask(QUESTION))
    assert len(inner.asked) == 1


def test_one_attempt_means_no_retry() -> None:
    inner, clock = Steps(EngineBusy("500")), Clock()
    with pytest.raises(EngineBusy):
        asyncio.run(Retrying(inner, Patience(attempts=1), sleep=clock.sleep).ask(QUESTION))
    assert len(inner.asked) == 1


@given(st.lists(st.none() | st.floats(0, 100), min_size=1, max_size=12), st.integers(1, 12), st.floats(0, 200))
def test_attempts_and_waits_stay_within_their_bounds(asked: list[float | None], attempts: int, bound_s: float) -> None:
    inner, clock = Steps(*(EngineBusy("busy", retry_after_s=wait) for wait in asked)), Clock()
    patience = Patience(attempts=attempts, total_wait_s=bound_s)
    with pytest.raises(EngineBusy):
        asyncio.run(Retrying(inner, patience, sleep=clock.sleep).ask(QUESTION))
    assert len(inner.asked) <= attempts
    assert sum(clock.slept) <= bound_s
