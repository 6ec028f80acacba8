"""`adjudge run --shard` and `--on ray`: execute one shard of a run, or all of them, with progress."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from adjudge.batch.sharded import ShardedRun, run_shard
from adjudge.batch.shards import Shard, ShardMarker, markers_in
from adjudge.batch.written import VerdictFormat, format_named
from adjudge.check import Terms
from adjudge.cli.commands.run import PreparedRun, RunRequest, progress
from adjudge.cli.show.console import err, notice, out, wait_for
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.limits import CallLimits
from adjudge.engines.offline.edition import edition
from adjudge.errors import ConfigError
from adjudge.record import as_json
from adjudge.settings.engines import usual_terms
from adjudge.verdict import Failure


async def carry_out_shard(request: RunRequest, prepared: PreparedRun) -> int:
    """Execute the requested shard. Returns the exit code."""
    if request.watch:
        raise ConfigError("--watch cannot be combined with --shard.", hint="Omit one of the two.")
    shard = Shard.parse(request.shard or "")
    if request.out.suffix.removeprefix(".") in list(VerdictFormat):
        raise ConfigError(
            f"--out is '{request.out}', but a shard is a folder of several files.",
            hint="Name a folder with --out, and the format with --format jsonl or --format parquet.",
        )
    run = sharded_run(request, prepared, request.out, format_named(None, request.format), shards=shard.of)
    if not request.spending.fresh and (marker := run.complete(shard)):
        notice(f"Shard {shard} is complete already.")
        return _report(request, run, shard, marker)
    with progress(request, request.lines, total=run.asked_by_shard[shard.number - 1], done=0) as advance:
        ended = await run_shard(run, shard, terms_of(request, prepared), advance=advance, fresh=request.spending.fresh)
    if isinstance(ended, ShardMarker):
        return _report(request, run, shard, ended)
    return _stopped(ended)


def carry_out_on_ray(request: RunRequest, prepared: PreparedRun) -> int:
    """Execute all incomplete shards on Ray, then merge them. Returns the exit code."""
    from adjudge.batch.ray import shards_on_ray, usual_shards
    from adjudge.cli.commands.merge import merge_shards

    address = _address(request.on or "")
    format = format_named(request.out, request.format)
    # Absolute: a worker has another working directory.
    folder = shards_beside(request.out).resolve()
    made = markers_in(folder)
    shards = made[0].plan.shards if made else usual_shards(prepared.plan.asked)
    run = sharded_run(request, prepared, folder, format, shards=shards)
    if request.spending.fresh:
        for number in range(1, run.shards + 1):
            run.forget(Shard(number, run.shards))
    missing = run.incomplete()
    if len(missing) < run.shards:
        notice(f"{run.shards - len(missing)} of {run.shards} shards are complete already.")
    stopped = None
    terms = terms_of(request, prepared)
    done = prepared.plan.asked - sum(run.asked_by_shard[shard.number - 1] for shard in missing)
    outcomes = shards_on_ray(run, terms, missing, address=address, workers=request.workers)
    # Closing the generator stops Ray, also after Ctrl-C.
    with closing(outcomes) as ended, progress(request, 0, total=prepared.plan.asked, done=done) as advance:
        for count, one in enumerate(ended if missing else (), start=1):
            if isinstance(one, Failure):
                stopped = stopped or one
                continue
            advance.by(one.asked)
            if not request.quiet:
                notice(f"Shard {one.number}/{run.shards}: {one.asked} cases. {count} of {len(missing)} shards done.")
    if stopped is not None:
        return _stopped(stopped)
    wait_for(merge_shards(run.folder, request.out, as_json=request.json, quiet=request.quiet))
    return 0


def _address(on: str) -> str | None:
    """The address of the cluster; None for a local Ray."""
    if on == "ray":
        return None
    if not on.startswith("ray://"):
        raise ConfigError(
            f"'{on}' is not a value of --on.", hint="Use ray, or ray://HOST:PORT such as ray://head:10001."
        )
    return on


def _stopped(failure: Failure) -> int:
    err().print(f"stopped: {failure.message} {failure.hint}".strip(), style="bold red", markup=False, soft_wrap=True)
    notice("Decided cases are stored; run the same command again to resume.")
    return failure.exit_code


def shards_beside(verdicts: Path) -> Path:
    """The folder of the shards of a run whose verdicts are to be in that file."""
    folder = verdicts.with_name(f"{verdicts.stem.removesuffix('.verdicts')}.shards")
    if verdicts.is_dir() or folder == verdicts:
        raise ConfigError(
            f"--out is '{verdicts}', a folder.",
            hint="With --on, name the file of the verdicts; the shards are in a folder beside it.",
        )
    return folder


def sharded_run(
    request: RunRequest, prepared: PreparedRun, folder: Path, format: VerdictFormat, *, shards: int
) -> ShardedRun:
    """The run in shards that the request asks for."""
    return ShardedRun(
        plan=prepared.plan,
        pairs=replace(prepared.pairs, source=prepared.pairs.source.resolve()),
        folder=folder,
        asked_by_shard=prepared.pairs.asked_by_shard(shards),
        edition=edition(),
        engine=prepared.choice,
        format=format,
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
