"""Leases: one process at a time, taken over when its holder dies, by the database's clock alone."""

import asyncio
import os
import subprocess
import sys
import time

import pytest
from sqlalchemy import text

from adjudge.batch.run import Plan, StoredRun
from adjudge.engines.around.ledger import Meter
from adjudge.engines.scripted import Scripted
from adjudge.errors import StoreError
from adjudge.protocols.jury import Jury
from adjudge.store import RunStatus, Store
from adjudge.store.leases import Lease, holder
from adjudge.store.owner import this_process
from tests.support.jury import unanimous
from tests.support.verdicts import make_case

ELSEWHERE = "another-machine:4711:99"
PLAN = Plan(protocol=Jury(), engines={"default": "scripted"}, data={}, asked=2, command="adjudge run config.yaml")


def test_a_lease_is_held_by_one_and_is_free_after_its_release(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            lease = await Lease.take(store, "a run", owner=ELSEWHERE)
            with pytest.raises(StoreError, match=r"'a run' is in use by another-machine:4711"):
                await Lease.take(store, "a run")
            await (await Lease.take(store, "another run")).release()
            await lease.release()
            await (await Lease.take(store, "a run")).release()
            assert await holder(store, "a run") is None

    asyncio.run(scenario())


def test_of_many_that_ask_at_once_one_gets_the_lease(place: str) -> None:
    async def taken(store: Store, number: int) -> Lease | None:
        try:
            return await Lease.take(store, "a run", owner=f"machine-{number}:1:1")
        except StoreError:
            return None

    async def scenario() -> None:
        async with await Store.open(place) as one, await Store.open(place) as two:
            found = await asyncio.gather(*(taken(store, n) for n, store in enumerate([one, two] * 6)))
            [lease] = [lease for lease in found if lease]
            await lease.release()

    asyncio.run(scenario())


def test_a_lease_that_is_not_renewed_expires_and_its_holder_learns_it(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: Lease) -> None:
        await asyncio.sleep(3600)

    async def scenario() -> None:
        async with await Store.open(place) as store:
            with monkeypatch.context() as patch:
                patch.setattr(Lease, "_renew", never)
                lost = await Lease.take(store, "a run", owner=ELSEWHERE, seconds=3)
            lost.require()
            await asyncio.sleep(3.1)
            with pytest.raises(StoreError, match="was lost"):
                lost.require()
            new = await Lease.take(store, "a run")
            assert await holder(store, "a run") == this_process()
            await lost.release()
            assert await holder(store, "a run") == this_process()
            await new.release()

    asyncio.run(scenario())


def test_a_lease_is_renewed_for_as_long_as_its_holder_lives(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            lease = await Lease.take(store, "a run", owner=ELSEWHERE, seconds=4)
            await asyncio.sleep(4.5)
            lease.require()
            with pytest.raises(StoreError, match="in use by"):
                await Lease.take(store, "a run")
            await lease.release()

    asyncio.run(scenario())


def test_the_clock_of_a_machine_does_not_matter(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            held = await Lease.take(store, "a run", owner=ELSEWHERE)
            for off_s in (-86_400, 86_400):
                now = time.time
                monkeypatch.setattr(time, "time", lambda off_s=off_s, now=now: now() + off_s)
                with pytest.raises(StoreError, match="in use by"):
                    await Lease.take(store, "a run")
            await held.release()

    asyncio.run(scenario())


def test_of_a_process_of_this_machine_that_died_nobody_waits_for_the_expiry(place: str) -> None:
    code = (
        "import asyncio, os, sys\n"
        "from adjudge.store import Store\nfrom adjudge.store.leases import Lease\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await Lease.take(store, 'a run', seconds=600)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, place], check=False, env={**os.environ})
    assert killed.returncode == -9

    async def scenario() -> None:
        async with await Store.open(place) as store:
            assert await holder(store, "a run") is not None
            await (await Lease.take(store, "a run")).release()

    asyncio.run(scenario())


def test_two_machines_never_carry_out_one_plan_and_a_dead_ones_run_is_taken_over(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [(position, make_case(id=f"case-{position}")) for position in range(2)]

    async def scenario() -> None:
        async with await Store.open(postgres) as one, await Store.open(postgres) as two:
            name = f"run {PLAN.fingerprint[:16]}"
            with monkeypatch.context() as patch:
                patch.setattr("adjudge.store.leases.this_process", lambda: ELSEWHERE)
                first = await StoredRun.begin(one, PLAN, meter=Meter())
            with pytest.raises(StoreError, match="in use by another-machine"):
                await StoredRun.begin(two, PLAN, meter=Meter())
            outcomes = first.outcomes(cases, Scripted(unanimous("Faithful")), concurrency=1)
            _, case, outcome = await anext(outcomes)
            assert first._lease is not None
            # The machine dies: nothing is renewed, and nothing is given back.
            first._lease._renewing.cancel()  # type: ignore[union-attr]
            await one.database.write((text("UPDATE leases SET expires_at = 0 WHERE name = :name"), {"name": name}))
            second = await StoredRun.begin(two, PLAN, meter=Meter())
            assert second.run.id == first.run.id
            assert second.done == {0}
            rest = [position async for position, _, _ in second.outcomes(cases, Scripted(unanimous("Faithful")))]
            assert rest == [1]
            assert (second.run.status, second.run.counts.decided) == (RunStatus.FINISHED, 2)
            # Woken up again, the first machine may not write into what is no longer its own.
            first._lease._until = 0.0
            with pytest.raises(StoreError, match="was lost"):
                await first._save(1, case, outcome)
            with pytest.raises(StoreError, match="was lost"):
                await outcomes.aclose()
            assert (await two.get_run(second.run.id)).status is RunStatus.FINISHED

    asyncio.run(scenario())
