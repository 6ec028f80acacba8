"""A stored run: a single case raises, many cases record, and the store shows the same of both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from adjudge import Failure, Verdict
from adjudge.batch.run import Plan, StoredRun
from adjudge.engines.around.ledger import Meter
from adjudge.engines.scripted import Scripted
from adjudge.errors import AdjudgeError, BudgetReached, EngineBusy, Fault
from adjudge.protocols.jury import Jury
from adjudge.store import RunStatus, Store
from tests.support.engines import Steps
from tests.support.jury import unanimous
from tests.support.verdicts import make_case

CASE = make_case()
PLAN = Plan(protocol=Jury(), engines={"default": "scripted"}, data={}, asked=1, command="adjudge check")


@asynccontextmanager
async def begun(folder: Path) -> AsyncIterator[tuple[Store, StoredRun]]:
    async with await Store.open(folder / "store.db") as store:
        yield store, await StoredRun.begin(store, PLAN, meter=Meter(), fresh=True)


async def stored(store: Store, run: StoredRun) -> list[Verdict | Failure]:
    return [one.outcome async for one in store.outcomes(run.run.id)]


def test_one_case_gives_its_verdict_and_the_store_has_the_same(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with begun(tmp_path) as (store, run):
            case, verdict = await run.decide(CASE, Scripted(unanimous("Faithful")))
            assert (case, verdict.label) == (CASE, "Faithful")
            assert [one.label for one in await stored(store, run) if isinstance(one, Verdict)] == ["Faithful"]
            assert (run.run.status, run.run.counts.asked) == (RunStatus.FINISHED, 1)

    asyncio.run(scenario())


@pytest.mark.parametrize("many", [False, True])
def test_a_case_that_fails_is_stored_as_a_failure_of_a_finished_run(tmp_path: Path, many: bool) -> None:
    async def scenario() -> None:
        async with begun(tmp_path) as (store, run):
            engine = Steps(EngineBusy("503", hint="Try again."))
            if many:
                [_ async for _ in run.outcomes([(0, CASE)], engine)]
            else:
                with pytest.raises(EngineBusy, match="503"):
                    await run.decide(CASE, engine)
            assert [one.error for one in await stored(store, run) if isinstance(one, Failure)] == ["EngineBusy"]
            assert (run.run.status, run.run.counts.failed) == (RunStatus.FINISHED, 1)

    asyncio.run(scenario())


def test_an_unexpected_error_is_a_fault_that_names_its_cause(tmp_path: Path) -> None:
    def broken(_: Any) -> Any:
        raise ZeroDivisionError("by zero")

    async def scenario() -> None:
        async with begun(tmp_path) as (store, run):
            with pytest.raises(Fault, match="ZeroDivisionError: by zero") as raised:
                await run.decide(CASE, Scripted(broken))
            assert isinstance(raised.value.__cause__, ZeroDivisionError)
            assert [one.error for one in await stored(store, run) if isinstance(one, Failure)] == ["Fault"]

    asyncio.run(scenario())


def test_a_run_without_budget_says_so_and_blames_no_case(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with begun(tmp_path) as (store, run):
            with pytest.raises(AdjudgeError):
                await run.decide(CASE, Steps(BudgetReached("0 calls are left.")))
            assert (await stored(store, run), run.run.status) == ([], RunStatus.BUDGET_REACHED)

    asyncio.run(scenario())


def test_trouble_of_the_machine_is_raised_as_it_is_and_the_run_counts_as_interrupted(tmp_path: Path) -> None:
    def full(_: Any) -> Any:
        raise OSError(28, "No space left on device")

    async def scenario() -> None:
        async with begun(tmp_path) as (store, run):
            with pytest.raises(OSError, match="No space left"):
                await run.decide(CASE, Scripted(full))
            assert (await stored(store, run), run.run.status) == ([], RunStatus.INTERRUPTED)

    asyncio.run(scenario())
