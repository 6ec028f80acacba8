"""The limits of a job on Ray, without Ray: calls and money are leased from one coordinator, whatever the workers do."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudge.batch import ray
from adjudge.batch.pairs import PairSelection
from adjudge.batch.ray import CallCoordinator, LeasedBudget, LeasedPace, ShardWorker
from adjudge.batch.run import Plan
from adjudge.batch.sharded import ShardedRun
from adjudge.batch.shards import Shard, ShardMarker
from adjudge.check import Terms
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.limits import CallLimits
from adjudge.errors import BudgetReached, EngineUnavailable
from adjudge.protocols.entailment import Entailment
from adjudge.verdict import Failure


class Handle:
    """The coordinator as a worker sees it: every method is called with `.remote`."""

    def __init__(self, coordinator: Any) -> None:
        self._coordinator = coordinator

    def __getattr__(self, name: str) -> Any:
        method: Callable[..., Awaitable[Any]] = getattr(self._coordinator, name)
        # A remote call goes on whether or not its answer is awaited.
        return type("Method", (), {"remote": staticmethod(lambda *given: asyncio.ensure_future(method(*given)))})


class Gone:
    """A coordinator on a node that was lost."""

    async def reserve(self, _usd: float | None) -> tuple[int, str, str]:
        raise ConnectionError("the actor died")

    start = reserve


async def calls(budget: Budget, number: int, cost_usd: float, at_most_usd: float) -> int:
    """How many of so many calls were allowed."""
    made = 0
    for _ in range(number):
        try:
            async with budget.reserve(at_most_usd) as reservation:
                await asyncio.sleep(0)
                reservation.cost_usd = cost_usd
                made += 1
        except BudgetReached:
            break
    return made


@pytest.mark.parametrize(("max_calls", "workers"), [(10, 2), (7, 5), (1, 3)])
def test_all_workers_together_make_no_more_calls_than_allowed(max_calls: int, workers: int) -> None:
    async def scenario() -> int:
        coordinator = Handle(CallCoordinator(max_calls, None, None))
        budgets = [LeasedBudget(coordinator, max_calls=max_calls, max_usd=None) for _ in range(workers)]
        return sum(await asyncio.gather(*(calls(one, 20, 0.0, 0.0) for one in budgets)))

    assert asyncio.run(scenario()) == max_calls


def test_all_workers_together_spend_no_more_money_than_allowed() -> None:
    async def scenario() -> int:
        coordinator = Handle(CallCoordinator(None, 1.0, None))
        budgets = [LeasedBudget(coordinator, max_calls=None, max_usd=1.0) for _ in range(3)]
        return sum(await asyncio.gather(*(calls(one, 50, 0.05, 0.1) for one in budgets)))

    # 19 calls cost 0.95 USD; the twentieth might cost 0.10.
    assert asyncio.run(scenario()) == 19


def test_a_call_of_a_worker_that_died_counts_as_spent_after_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "LEASE_S", 0.05)

    async def scenario() -> None:
        coordinator = CallCoordinator(None, 1.0, None)
        number, _, _ = await coordinator.reserve(0.8)
        assert number == 1
        waiting = asyncio.ensure_future(coordinator.reserve(0.8))
        await asyncio.sleep(0.01)
        assert not waiting.done(), "while the lease runs, the money may still come back"
        refused, message, hint = await waiting
        assert refused == 0
        assert "0.2000 USD of the budget of 1.00 USD are left" in message
        assert "--budget-usd" in hint
        await coordinator.settle(number, 0.0)  # too late: the money is gone
        assert (await coordinator.reserve(0.3))[0] == 0

    asyncio.run(scenario())


def test_the_calls_of_all_workers_share_one_minute() -> None:
    async def scenario() -> int:
        coordinator = Handle(CallCoordinator(None, None, 3))
        paces = [LeasedPace(coordinator, concurrent=8, per_minute=3) for _ in range(2)]
        started = 0

        async def start(pace: CallLimits) -> None:
            nonlocal started
            async with pace.turn():
                started += 1

        tasks = [asyncio.ensure_future(start(pace)) for pace in paces * 3]
        await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return started

    assert asyncio.run(scenario()) == 3


def test_without_a_coordinator_the_run_stops_and_no_case_is_to_blame() -> None:
    async def scenario() -> None:
        budget = LeasedBudget(Handle(Gone()), max_calls=3, max_usd=None)
        with pytest.raises(EngineUnavailable, match=r"limits does not answer.*Run the same command again"):
            await calls(budget, 1, 0.0, 0.0)

    asyncio.run(scenario())


def test_a_worker_with_a_full_disk_says_so_and_the_other_shards_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "pairs.csv"
    data.write_text("claim,truth\n" + "".join(f"It opened in 19{n}.,It opened in 1931.\n" for n in range(30, 40)))
    pairs = PairSelection(data)
    plan = Plan(protocol=Entailment(), engines={"default": "offline"}, data={}, asked=pairs.asked, command="")
    run = ShardedRun(plan, pairs, tmp_path / "shards", pairs.asked_by_shard(2), "edition", "offline")
    usual = ray.run_shard

    async def on_a_full_disk(run: ShardedRun, shard: Shard, terms: Terms, **options: Any) -> ShardMarker | Failure:
        if shard.number == 1:
            raise OSError(28, "No space left on device")
        return await usual(run, shard, terms, **options)

    monkeypatch.setattr(ray, "run_shard", on_a_full_disk)
    worker = ShardWorker(run, Terms(), Handle(CallCoordinator(None, None, None)))
    ended = worker({"shard": ["1/2", "2/2"]})
    assert ended["complete"] == [False, True]
    failure = Failure.model_validate_json(ended["json"][0])
    assert "Shard 1/2: No space left on device" in failure.message
    monkeypatch.setattr(ray, "run_shard", usual)
    assert worker({"shard": ["1/2"]})["complete"] == [True]
    assert replace(run).incomplete() == []
