"""Seats on different engines."""

import asyncio

from adjudge.engines.around.routed import Routed
from tests.support.engines import Steps
from tests.support.questions import VOTE, cast_vote


def test_each_seat_is_answered_by_its_own_engine_and_the_rest_by_the_default() -> None:
    small, big = Steps(VOTE, name="small"), Steps(VOTE, name="big")
    engine = Routed(small, {"sceptic": big})
    asyncio.run(engine.ask(cast_vote(juror="sceptic")))
    asyncio.run(engine.ask(cast_vote(juror="literal")))
    assert [question.seat for question in big.asked] == ["sceptic"]
    assert [question.seat for question in small.asked] == ["literal"]
    assert engine.identity(cast_vote(juror="sceptic")) == {"engine": "big"}
    assert engine.name == "small + big"


def test_an_engine_that_serves_several_seats_is_closed_once() -> None:
    shared, other = Steps(VOTE, name="shared"), Steps(VOTE, name="other")
    asyncio.run(Routed(shared, {"a": shared, "b": other, "c": other}).close())
    assert (shared.closed, other.closed) == (1, 1)
