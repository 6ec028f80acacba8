"""Execute one shard of a run: its verdicts, its own store and ledger, and its marker, in one folder.

In: a plan, the pairs, a folder, the terms on which engines are asked. Out: the shard's marker, or the failure that
stopped it. A shard that was killed resumes where it stopped; a complete one is skipped. Every machine that has the
same data can carry out any shard; nothing is shared but the folder in which the files are collected.
"""

from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, aclosing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from adjudge.batch.grouping import by_source
from adjudge.batch.pairs import PairSelection
from adjudge.batch.run import STOPPING, Plan, StoredRun
from adjudge.batch.shards import (
    Shard,
    ShardFiles,
    ShardMarker,
    ShardPlan,
    markers_in,
    read_marker,
    require_same_plan,
    require_untouched,
    write_marker,
)
from adjudge.batch.written import VerdictFormat, write_verdicts
from adjudge.case import Case
from adjudge.check import DEFAULT_CONCURRENCY, EngineChoice, Terms, engine_of
from adjudge.engines.around.ledger import Meter
from adjudge.engines.around.receipts import Receipts
from adjudge.errors import NotAClaim, StoreError
from adjudge.evidence.locked import locked
from adjudge.files import file_hash
from adjudge.protocols.base import settings_of
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

AfterEachCase = Callable[[int, Case | None, Verdict | Failure], None]


@dataclass(frozen=True)
class ShardedRun:
    """A run in shards. The value is the same on every machine, whichever shard it executes."""

    plan: Plan
    pairs: PairSelection
    folder: Path
    asked_by_shard: tuple[int, ...]
    """The number of cases of each shard; counting them takes a pass over the data."""
    edition: str
    engine: EngineChoice
    format: VerdictFormat = VerdictFormat.JSONL
    full: bool = False
    concurrency: int = DEFAULT_CONCURRENCY

    @property
    def shards(self) -> int:
        """The number of shards."""
        return len(self.asked_by_shard)

    def files(self, shard: Shard) -> ShardFiles:
        """The files of that shard."""
        return ShardFiles(self.folder, shard, self.format.value)

    def pairs_of(self, shard: Shard) -> PairSelection:
        """The pairs of that shard."""
        return replace(self.pairs, shard=shard)

    @cached_property
    def shard_plan(self) -> ShardPlan:
        """The plan that the markers of all shards contain."""
        return ShardPlan(
            fingerprint=self.plan.fingerprint,
            edition=self.edition,
            shards=self.shards,
            asked=self.plan.asked,
            protocol=self.plan.protocol.name,
            settings=settings_of(self.plan.protocol),
            engines=self.plan.engines,
            suffix=self.format.value,
            full=self.full,
        )

    def complete(self, shard: Shard) -> ShardMarker | None:
        """The shard's marker if it is complete. Raises if the folder holds shards of another run, or if the files of
        the shard are not what its marker says."""
        for marker in markers_in(self.folder):
            require_same_plan(marker, self.shard_plan, self.folder)
        files = self.files(shard)
        if not files.marker.exists():
            return None
        marker = read_marker(files.marker)
        require_untouched(files, marker)
        return marker

    def incomplete(self) -> list[Shard]:
        """The shards that are not complete. Raises like `complete`."""
        there = set[int]()
        for marker in markers_in(self.folder):
            require_same_plan(marker, self.shard_plan, self.folder)
            require_untouched(self.files(Shard(marker.number, self.shards)), marker)
            there.add(marker.number)
        return [Shard(number, self.shards) for number in range(1, self.shards + 1) if number not in there]

    def forget(self, shard: Shard) -> None:
        """Delete the shard's files, so that it starts again."""
        files = self.files(shard)
        store = [files.store.with_name(files.store.name + ending) for ending in ("", "-wal", "-shm")]
        # The marker first: a shard without one is not complete.
        for path in (files.marker, files.verdicts, *store):
            path.unlink(missing_ok=True)


async def run_shard(
    run: ShardedRun,
    shard: Shard,
    terms: Terms,
    *,
    advance: AfterEachCase | None = None,
    fresh: bool = False,
    wait_s: float = 0.0,
) -> ShardMarker | Failure:
    """Execute the shard or what remains of it. Returns its marker, or the failure that stopped it. `wait_s` is how long
    to wait for another process that executes the shard."""
    files = run.files(shard)
    with _locked(files, wait_s):
        if fresh:
            run.forget(shard)
        elif marker := run.complete(shard):
            return marker
        async with AsyncExitStack() as stack:
            store = await stack.enter_async_context(await Store.open(files.store))
            receipts = stack.enter_context(Receipts(files.receipts, fresh=fresh))
            terms = replace(terms, answers=store, receipts=receipts, fresh=fresh, meter=Meter())
            stopped, stored = await _judge(run, shard, store, terms, stack, advance)
            if stopped is not None:
                return stopped
            await write_verdicts(files.verdicts, store, stored.run.id, format=run.format, full=run.full)
            marker = await _marker(run, shard, store, stored)
        # Only now: the store is closed, and all that the marker speaks of is on the disk.
        write_marker(files, marker)
        with suppress(OSError):
            files.receipts.rmdir()
        return marker


@contextmanager
def _locked(files: ShardFiles, wait_s: float) -> Iterator[None]:
    """The lock of a shard: two processes never execute one shard at the same time."""
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(files.lock, wait_s=wait_s))
        except StoreError as error:
            raise StoreError(
                f"Shard {files.shard} in '{files.folder}' is already being judged by another process.",
                hint="Wait until it ends. If that process dies, run the shard again: it resumes where it stopped.",
            ) from error
        yield


async def _judge(
    run: ShardedRun, shard: Shard, store: Store, terms: Terms, stack: AsyncExitStack, advance: AfterEachCase | None
) -> tuple[Failure | None, StoredRun]:
    pairs = run.pairs_of(shard)
    engine = engine_of(run.engine, terms)
    stack.push_async_callback(engine.close)
    plan = replace(run.plan, asked=run.asked_by_shard[shard.number - 1])
    stored = await StoredRun.begin(store, plan, meter=terms.meter)
    stopped = None
    async with aclosing(stored.outcomes(by_source(pairs.cases()), engine, concurrency=run.concurrency)) as outcomes:
        async for position, case, outcome in outcomes:
            if isinstance(outcome, Failure) and outcome.error in STOPPING:
                stopped = outcome
            elif advance:
                advance(position, case, outcome)
    return stopped, stored


async def _marker(run: ShardedRun, shard: Shard, store: Store, stored: StoredRun) -> ShardMarker:
    counts = stored.run.counts
    excluded = await store.count_errors(stored.run.id, NotAClaim.__name__)
    return ShardMarker(
        plan=run.shard_plan,
        number=shard.number,
        run_id=stored.run.id,
        asked=counts.asked,
        decided=counts.decided,
        failed=counts.failed - excluded,
        excluded=excluded,
        usage=stored.run.usage,
        paid=stored.run.paid,
        verdicts_sha256=file_hash(run.files(shard).verdicts, what="The verdicts"),
    )
