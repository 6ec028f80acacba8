"""Real processes: one that is killed has lost nothing it awaited; two on one file do not get in each other's way."""

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import select

from adjudge.store import RunStatus, Store
from adjudge.store.schema import ANSWERS

ROOT = Path(__file__).resolve().parents[2]

WRITER = """
import asyncio, dataclasses, sys
sys.path.insert(0, sys.argv[3])
from tests.support.verdicts import make_case, make_verdict, make_vote, vote_question
from adjudge.engines.around.ledger import Ledger, Meter
from adjudge.engines.scripted import Scripted
from adjudge.transcript import Usage
from adjudge.store import Run, Store

class Paid(Scripted):
    async def ask(self, question):
        return dataclasses.replace(await super().ask(question), usage=Usage(calls=1, input_tokens=10))

async def main(path, fingerprint):
    store = await Store.open(path)
    run = await store.find_unfinished(fingerprint)
    run = await store.resume_run(run.id) if run else await store.begin_run(Run.begin(
        fingerprint=fingerprint, command="test", protocol="jury", settings={}, engines={}))
    done = await store.done_positions(run.id)
    meter = Meter()
    ledger = Ledger(Paid(lambda question: make_vote()), store, meter=meter)

    async def judge(position):
        case = make_case(f"Claim number {position} of {fingerprint}.")
        await ledger.ask(vote_question(case))
        await store.save_outcome(run.id, position, case, make_verdict(case), paid=meter.take())
        print("done", position, flush=True)

    positions = iter([p for p in range(int(sys.argv[4])) if p not in done])

    async def worker():
        for position in positions:
            await judge(position)
    await asyncio.gather(*(worker() for _ in range(8)))
    await store.finish_run(run.id)
    print("paid", meter.paid.calls, flush=True)
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""


def writer(path: Path, fingerprint: str, cases: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(path), fingerprint, str(ROOT), str(cases)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def positions(lines: list[str]) -> list[int]:
    return [int(line.split()[1]) for line in lines if line.startswith("done")]


def test_a_killed_run_has_all_it_awaited_and_resumed_repeats_no_paid_call(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    first = writer(path, "killed", 4000)
    assert first.stdout is not None
    said = [first.stdout.readline() for _ in range(300)]
    first.send_signal(signal.SIGKILL)
    # The last line may have been cut off by the kill.
    said += [line for line in first.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    first.wait()
    first.stdout.close()
    awaited = positions(said)

    async def stored() -> tuple[str, set[int], int]:
        async with await Store.open(path) as store:
            run = await store.find_unfinished("killed")
            assert run is not None
            assert run.status is RunStatus.RUNNING
            rows = await store.done_positions(run.id)
            answers = await store.database.rows(select(ANSWERS.c.key))
            return run.id, rows, len(answers)

    run_id, before, answered = asyncio.run(stored())
    assert 300 <= len(awaited) < 4000
    assert set(awaited) <= before

    second = writer(path, "killed", 400 + len(before))
    output, _ = second.communicate(timeout=120)
    again = positions(output.splitlines())
    assert not set(again) & before
    paid = int(output.split("paid")[1])

    async def finished() -> tuple[str, int, int]:
        async with await Store.open(path) as store:
            run = await store.get_run("last")
            assert run.status is RunStatus.FINISHED
            return run.id, run.counts.decided, len(await store.done_positions(run.id))

    assert asyncio.run(finished()) == (run_id, 400 + len(before), 400 + len(before))
    # What was answered but not yet saved as an outcome when the process died is not paid for again.
    assert paid == 400 + len(before) - answered


def test_two_processes_on_one_file_both_keep_everything(tmp_path: Path) -> None:
    path = tmp_path / "new" / "store.db"
    both = [writer(path, name, 300) for name in ("one", "two")]
    for process in both:
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        assert sorted(positions(output.splitlines())) == list(range(300))

    async def runs() -> list[int]:
        async with await Store.open(path) as store:
            return [run.counts.decided for run in await store.list_runs()]

    assert asyncio.run(runs()) == [300, 300]


def test_a_run_that_is_alive_in_another_process_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    process = writer(path, "alive", 1_000_000)
    assert process.stdout is not None
    process.stdout.readline()

    async def found() -> bool:
        async with await Store.open(path) as store:
            return await store.find_unfinished("alive") is not None

    assert asyncio.run(found()) is False
    process.kill()
    process.stdout.close()
    process.wait()
    time.sleep(0.05)
    assert asyncio.run(found()) is True
