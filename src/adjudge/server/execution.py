"""Run a job in the worker with the code that the command line uses, publish its events and store its outcomes.

What a killed service had decided is not decided again, and what it had been answered is not asked again.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from adjudge.batch.run import STOPPING, StoredRun
from adjudge.engines.around.ledger import Meter
from adjudge.engines.around.routed import Routed
from adjudge.engines.base import Engine
from adjudge.server.events import Tell, Teller, as_data
from adjudge.server.lanes import in_own_lane
from adjudge.server.submissions import PreparedBatch, PreparedCheck
from adjudge.server.worker import Worker
from adjudge.store.codec import to_json
from adjudge.store.runs import Counts, Run, RunStatus, StoredOutcome
from adjudge.verdict import Failure, Verdict

PROGRESS_EVERY_S = 0.25
AT_ONCE = 8
OnOutcome = Callable[[Verdict | Failure], None]


@dataclass(frozen=True)
class Ended:
    """How a job ended. `stopping` is an error that would stop any case, so no outcome records it."""

    outcome: StoredOutcome | None = None
    stopping: Failure | None = None
    counts: Counts | None = None


@in_own_lane
async def decide_check(
    worker: Worker, prepared: PreparedCheck, begun: Run | str, tell: Tell, counted: OnOutcome
) -> Ended:
    """Decide the case of a run that was begun just now, or of an earlier one that is named."""
    store, meter = worker.store, Meter()
    run = await store.resume_run(begun) if isinstance(begun, str) else begun
    if isinstance(begun, str) and (stored := await store.outcome(begun, 0)):
        # Killed between the outcome and the run's last line.
        await store.finish_run(begun, RunStatus.FINISHED, asked=1)
        return Ended(stored)
    fresh_since = run.started_at if prepared.request.fresh else None

    def engine_of(name: str) -> Engine:
        return worker.engines.of(name, store, meter=meter, fresh_since=fresh_since)

    engine = engine_of(prepared.engine)
    if prepared.seats:
        by_name = {name: engine_of(name) for name in sorted(set(prepared.seats.values()))}
        engine = Routed(engine, {seat: by_name[name] for seat, name in prepared.seats.items()})
    teller = Teller(prepared.request.case, tell)
    hearing = StoredRun(store, prepared.plan, run, done=frozenset(), meter=meter)
    ended = Ended()
    async with aclosing(hearing.outcomes([(0, prepared.request.case)], engine, observe=teller.watch)) as outcomes:
        async for _, case, outcome in outcomes:
            counted(outcome)
            if isinstance(outcome, Failure) and outcome.error in STOPPING:
                ended = Ended(stopping=outcome)
            else:
                ended = Ended(StoredOutcome(position=0, case=case, outcome=outcome, json=to_json(outcome)))
    return ended


@in_own_lane
async def decide_batch(worker: Worker, prepared: PreparedBatch, run_id: str, tell: Tell, counted: OnOutcome) -> Ended:
    """Decide the pairs that are not decided yet."""
    store, meter = worker.store, Meter()
    run = await store.resume_run(run_id)
    done = frozenset(await store.done_positions(run_id, failed=True))
    progress = BatchProgress(run, prepared.asked, tell)
    hearing = StoredRun(store, prepared.plan, run, done=done, meter=meter)
    engine = worker.engines.of(prepared.engine, store, meter=meter)
    stopping = None
    async with aclosing(hearing.outcomes(prepared.pairs.cases(), engine, concurrency=AT_ONCE)) as outcomes:
        async for _, _, outcome in outcomes:
            counted(outcome)
            if isinstance(outcome, Failure) and outcome.error in STOPPING:
                stopping = outcome
            else:
                progress.count(outcome)
            # Pairs that fail at once never wait for anything: others must get their turn.
            await asyncio.sleep(0)
    progress.say()
    return Ended(stopping=stopping, counts=hearing.run.counts)


class BatchProgress:
    """The progress of a batch, published a few times a second at most."""

    def __init__(self, run: Run, asked: int, tell: Tell) -> None:
        self._counts = run.counts.model_copy(update={"asked": asked})
        self._tell = tell
        self._began = self._told = time.monotonic()
        self._since = 0
        self.say()

    def count(self, outcome: Verdict | Failure) -> None:
        """One more is decided."""
        self._counts = counted_in(self._counts, outcome)
        self._since += 1
        if time.monotonic() - self._told >= PROGRESS_EVERY_S:
            self.say()

    def say(self) -> None:
        """Tell how far it is."""
        self._told = time.monotonic()
        self._tell("progress", as_data(progress_data(self._counts, self._since, self._told - self._began)))


def counted_in(counts: Counts, outcome: Verdict | Failure) -> Counts:
    """The counts and one outcome more."""
    if isinstance(outcome, Failure):
        return counts.model_copy(update={"failed": counts.failed + 1})
    outcomes = {**counts.outcomes, outcome.outcome.value: counts.outcomes.get(outcome.outcome.value, 0) + 1}
    stances = {**counts.stances, outcome.stance.value: counts.stances.get(outcome.stance.value, 0) + 1}
    labels = {**counts.labels, outcome.label: counts.labels.get(outcome.label, 0) + 1}
    return counts.model_copy(update={"outcomes": outcomes, "stances": stances, "labels": labels})


def progress_data(counts: Counts, since: int = 0, seconds: float = 0.0) -> dict[str, object]:
    """What a `progress` event holds; rate and time left are of the current stretch of work."""
    done = counts.decided + counts.failed
    rate = since / seconds if since and seconds > 0 else None
    return {
        "done": done,
        "asked": counts.asked,
        "counts": counts.model_dump(mode="json"),
        "rate": round(rate, 3) if rate else None,
        "eta_s": round((counts.asked - done) / rate, 1) if rate else None,
    }
