"""Merge the shards of a run: one run in the store and one file, the same bytes as a run without shards.

In: the folder of the shards, a store. Out: the merged run. Everything is checked before anything is written: each shard
must be there once, complete, unchanged and of the same run. Merging asks no engine, and leaves the shards as they are.
"""

from dataclasses import dataclass
from pathlib import Path

from adjudge.batch.shards import (
    Shard,
    ShardFiles,
    ShardMarker,
    ShardPlan,
    markers_in,
    require_same_plan,
    require_untouched,
)
from adjudge.errors import DataError, Fault
from adjudge.store.copying import copy_answers, copy_outcomes
from adjudge.store.leases import Lease
from adjudge.store.runs import Run, RunStatus
from adjudge.store.store import Store
from adjudge.transcript import Usage

_SHOWN = 10


@dataclass(frozen=True)
class CompleteShards:
    """All shards of one run, checked."""

    folder: Path
    markers: tuple[ShardMarker, ...]

    @classmethod
    def of(cls, folder: Path) -> "CompleteShards":
        """The shards in that folder. Raises if one is missing, incomplete, changed or of another run."""
        if not folder.is_dir():
            raise DataError(f"The folder '{folder}' does not exist.", hint="Give the folder of the shards.")
        markers = markers_in(folder)
        if not markers:
            raise DataError(
                f"'{folder}' holds no complete shard.", hint="Make them first: adjudge run CONFIG --shard 1/8."
            )
        for marker in markers:
            require_same_plan(marker, markers[0].plan, folder)
        shards = cls(folder, tuple(markers))
        shards._require_all()
        for marker in markers:
            require_untouched(shards.files(marker), marker)
        return shards

    @property
    def plan(self) -> ShardPlan:
        """The plan that all shards share."""
        return self.markers[0].plan

    def files(self, marker: ShardMarker) -> ShardFiles:
        """The files of that shard."""
        return ShardFiles(self.folder, Shard(marker.number, self.plan.shards), self.plan.suffix)

    def _require_all(self) -> None:
        there = {marker.number for marker in self.markers}
        missing = [number for number in range(1, self.plan.shards + 1) if number not in there]
        if missing:
            more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
            shown = ", ".join(map(str, missing[:_SHOWN])) + more
            raise DataError(
                f"{len(missing)} of {self.plan.shards} shards in '{self.folder}' are missing or not complete: {shown}.",
                hint=f"Run each of them: adjudge run CONFIG --shard {missing[0]}/{self.plan.shards}.",
            )
        asked = sum(marker.asked for marker in self.markers)
        settled = sum(marker.decided + marker.failed + marker.excluded for marker in self.markers)
        if not asked == settled == self.plan.asked:
            raise DataError(
                f"The shards asked {asked} cases and settled {settled}; the run has {self.plan.asked}.",
                hint="The data was not the same on every machine. Run the shards again on the same file.",
            )


async def merge(shards: CompleteShards, store: Store, *, command: str) -> Run:
    """Copy all shards into one run of the store. An interrupted merge is resumed; two concurrent merges are refused."""
    lease = await Lease.take(store, f"merge {shards.plan.fingerprint[:16]}")
    try:
        return await _merged(shards, store, command)
    finally:
        await lease.release()


async def _merged(shards: CompleteShards, store: Store, command: str) -> Run:
    plan = shards.plan
    run = await store.find_unfinished(plan.fingerprint) or await _begin(shards, store, command)
    copied = 0
    for marker in shards.markers:
        async with await Store.open(shards.files(marker).store) as source:
            await copy_answers(source, store)
            copied += await copy_outcomes(source, marker.run_id, store, run.id)
    if copied != plan.asked:
        raise Fault(
            f"The stores of the shards hold {copied} outcomes; the run has {plan.asked} cases.",
            hint="A store was changed after its shard was complete. Run that shard again with --fresh.",
        )
    paid = sum((marker.paid for marker in shards.markers), Usage())
    return await store.finish_run(run.id, RunStatus.FINISHED, asked=plan.asked, paid=paid)


async def _begin(shards: CompleteShards, store: Store, command: str) -> Run:
    plan, first = shards.plan, shards.markers[0]
    async with await Store.open(shards.files(first).store) as source:
        title = (await source.get_run(first.run_id)).title
    run = Run.begin(
        fingerprint=plan.fingerprint,
        command=command,
        protocol=plan.protocol,
        settings=plan.settings,
        engines=plan.engines,
        title=title,
    )
    return await store.begin_run(run)
