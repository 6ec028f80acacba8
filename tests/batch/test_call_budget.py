"""A budget of calls in a run of many cases: all of it is used, never more, and every answer that came back is kept."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

import pytest

from adjudge.agents.hearing import Hearing
from adjudge.batch.run import STOPPING, Plan, StoredRun
from adjudge.case import Case
from adjudge.check import check_many
from adjudge.engines.around.budget import Budget, Budgeted
from adjudge.engines.around.ledger import Ledger, Meter
from adjudge.engines.around.limits import CallLimits, Limited
from adjudge.engines.base import Answer, Engine
from adjudge.errors import ProtocolError
from adjudge.protocols.base import Procedure
from adjudge.questions.base import Question, Reply
from adjudge.store.runs import RunStatus
from adjudge.store.store import Store
from adjudge.transcript import Usage
from adjudge.verdict import Verdict
from tests.support.answers import MemoryAnswers
from tests.support.engines import Steps
from tests.support.questions import VOTE, cast_vote

R = TypeVar("R", bound=Reply)
CALLS_A_CASE = 6


@dataclass(frozen=True)
class ThreeRounds(Procedure):
    """One question, four at once, one more; then the case is over."""

    name: ClassVar[str] = "three rounds"

    async def judge(self, hearing: Hearing) -> Verdict:
        for round, count in enumerate((1, 4, 1)):
            questions = [cast_vote(f"{hearing.case.claim} {round} {number}") for number in range(count)]
            await hearing.poll(questions, phase=f"round {round}")
        raise ProtocolError("All rounds are over.")

    def calls(self) -> tuple[int, int]:
        return CALLS_A_CASE, CALLS_A_CASE


class Uneven(Steps):
    """Takes longer for some calls than for others, as servers do."""

    async def ask(self, question: Question[R]) -> Answer[R]:
        for _ in range(len(self.asked) % 5):
            await asyncio.sleep(0)
        return await super().ask(question)


class Slow(Steps):
    """Takes longer than the store does."""

    async def ask(self, question: Question[R]) -> Answer[R]:
        await asyncio.sleep(0.1)
        return await super().ask(question)


def cases(count: int) -> Iterator[Case]:
    return (Case(id=str(number), claim=f"It rained {number} days.", documents=["A source."]) for number in range(count))


def budgeted(inner: Engine, budget: Budget, concurrency: int) -> Limited:
    return Limited(Budgeted(inner, budget, lambda _: Usage(calls=1)), CallLimits(concurrent=concurrency))


@pytest.mark.parametrize("concurrency", [1, 2, 7, 16, 64])
@pytest.mark.parametrize("max_calls", [1, 7, 60, 1000])
def test_with_any_budget_and_concurrency_all_calls_are_used_and_all_answers_kept(
    max_calls: int, concurrency: int
) -> None:
    count = max_calls // CALLS_A_CASE + 80
    inner, answers = Uneven(VOTE, turns=3), MemoryAnswers()
    engine = Ledger(budgeted(inner, Budget(max_calls=max_calls), concurrency), answers)

    async def run() -> set[str]:
        outcomes = check_many(
            cases(count), protocol=ThreeRounds(), engine=engine, concurrency=concurrency, stop_on=STOPPING
        )
        return {outcome.error async for outcome in outcomes if not isinstance(outcome, Verdict)}

    assert "BudgetReached" in asyncio.run(run())
    assert len(inner.asked) == max_calls
    assert len(answers) == max_calls


@pytest.mark.parametrize(("max_calls", "concurrency"), [(7, 16), (60, 8)])
def test_a_stored_run_that_reaches_its_budget_keeps_what_was_under_way(
    tmp_path: Path, max_calls: int, concurrency: int
) -> None:
    inner = Slow(VOTE)

    async def run() -> tuple[RunStatus, int, list[str]]:
        async with await Store.open(tmp_path / "adjudge.db") as store:
            meter = Meter()
            engine = Ledger(budgeted(inner, Budget(max_calls=max_calls), concurrency), store, meter=meter)
            plan = Plan(protocol=ThreeRounds(), engines={}, data={}, asked=40, command="")
            stored = await StoredRun.begin(store, plan, meter=meter)
            outcomes = stored.outcomes(enumerate(cases(40)), engine, concurrency=concurrency)
            errors = [outcome.error async for _, _, outcome in outcomes if not isinstance(outcome, Verdict)]
            return stored.run.status, meter.asked, errors

    status, answered, errors = asyncio.run(run())
    assert status is RunStatus.BUDGET_REACHED
    assert len(inner.asked) == answered == max_calls
    assert errors.count("BudgetReached") == 1
    assert errors[-1] == "BudgetReached", "the failure that stopped the run comes last"


def test_a_run_that_fits_its_budget_exactly_is_not_refused() -> None:
    inner, answers = Uneven(VOTE, turns=3), MemoryAnswers()
    engine = Ledger(budgeted(inner, Budget(max_calls=10 * CALLS_A_CASE), 16), answers)

    async def run() -> list[str]:
        outcomes = check_many(cases(10), protocol=ThreeRounds(), engine=engine, concurrency=16, stop_on=STOPPING)
        return [outcome.error async for outcome in outcomes if not isinstance(outcome, Verdict)]

    assert asyncio.run(run()) == ["ProtocolError"] * 10
    assert len(answers) == 10 * CALLS_A_CASE
