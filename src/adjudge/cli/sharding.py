"""`adjudge run --shard`: one shard of a run, with its progress and its exit code."""

from dataclasses import replace

from adjudge.batch.sharded import ShardedRun, run_shard
from adjudge.batch.shards import Shard, ShardMarker
from adjudge.batch.written import format_named
from adjudge.check import Terms
from adjudge.cli.commands.run import PreparedRun, RunRequest, progress
from adjudge.cli.show.console import err, notice, out
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.limits import CallLimits
from adjudge.engines.offline.edition import edition
from adjudge.errors import ConfigError
from adjudge.record import as_json
from adjudge.settings.engines import usual_terms


async def carry_out_in_shards(request: RunRequest, prepared: PreparedRun) -> int:
    """Carry out the shard that the request names; the exit code."""
    if request.watch:
        raise ConfigError("--watch shows one case after the other; a shard cannot.", hint="Leave one of the two out.")
    shard = Shard.parse(request.shard or "")
    run = sharded_run(request, prepared, shards=shard.of)
    if not request.spending.fresh and (marker := run.complete(shard)):
        notice(f"Shard {shard} is complete already.")
        return _report(request, run, shard, marker)
    with progress(request, request.lines, total=run.pairs_of(shard).asked, done=0) as advance:
        ended = await run_shard(run, shard, terms_of(request, prepared), advance=advance, fresh=request.spending.fresh)
    if isinstance(ended, ShardMarker):
        return _report(request, run, shard, ended)
    err().print(f"stopped: {ended.message} {ended.hint}".strip(), style="bold red", markup=False, soft_wrap=True)
    notice("Decided cases are stored; run the same command again to resume.")
    return ended.exit_code


def sharded_run(request: RunRequest, prepared: PreparedRun, *, shards: int) -> ShardedRun:
    """The run in shards that the request asks for."""
    return ShardedRun(
        plan=prepared.plan,
        pairs=prepared.pairs,
        folder=request.out,
        shards=shards,
        edition=edition(),
        engine=prepared.choice,
        format=format_named(None, request.format),
        full=request.full,
        concurrency=request.concurrency,
    )


def terms_of(request: RunRequest, prepared: PreparedRun) -> Terms:
    """Limits and budget of the request, without a store."""
    return replace(
        usual_terms(prepared.environment),
        limits=CallLimits(concurrent=request.max_connections, per_minute=request.per_minute),
        budget=Budget(max_calls=request.spending.max_calls, max_usd=request.spending.budget_usd),
    )


def _report(request: RunRequest, run: ShardedRun, shard: Shard, marker: ShardMarker) -> int:
    if request.json:
        out().print(as_json(marker), soft_wrap=True, markup=False)
    elif not request.quiet:
        out().print(
            f"Shard {shard}: {marker.asked} asked = {marker.decided} decided + {marker.failed} failed + "
            f"{marker.excluded} excluded.",
            soft_wrap=True,
        )
    notice(f"Verdicts: {run.files(shard).verdicts}")
    notice(f"When all {shard.of} shards are complete: adjudge run merge {run.folder}")
    return 0
