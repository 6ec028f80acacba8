"""`adjudge run merge`: combine the shards of a run into one stored run and one file."""

from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.show.console import notice, out, reported_errors, wait_for
from adjudge.errors import ConfigError


def merge(
    folder: Annotated[Path, typer.Argument(help="The folder of the shards, such as demo.shards.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Where to write the verdicts. Default: NAME.verdicts.jsonl beside NAME.shards."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the merged run as one JSON object.")] = False,
) -> None:
    """Merge the shards of a run, as `adjudge run FILE --shard 3/64` makes them.

    Checks that every shard is there once, complete and of the same run, then makes one run in the store and one file of
    verdicts, with the same bytes as a run without shards. No engine is asked, and the shards stay as they are.

    Example: adjudge run merge demo.shards --out demo.verdicts.jsonl

    To run a file whose name is merge, write ./merge.

    Exit codes: 0 merged, 2 a shard is missing, not complete or of another run, 5 store or disk error.
    """
    with reported_errors(as_json=json):
        wait_for(merge_shards(folder, out, as_json=json))


async def merge_shards(folder: Path, output: Path | None, *, as_json: bool, quiet: bool = False) -> None:
    """Merge the shards, write the file and print the table."""
    from adjudge.batch.merge import CompleteShards
    from adjudge.batch.merge import merge as merged
    from adjudge.batch.written import VerdictFormat, write_verdicts
    from adjudge.cli.session import command_line
    from adjudge.cli.show.summaries import summary, tally_of
    from adjudge.record import as_json as text_of
    from adjudge.settings.environment import load_environment
    from adjudge.store.store import Store

    shards = CompleteShards.of(folder)
    format = VerdictFormat(shards.plan.suffix)
    path = output or folder.with_name(f"{folder.name.removesuffix('.shards')}.verdicts.{format.value}")
    if path.is_dir():
        raise ConfigError(f"--out is '{path}', a folder.", hint="Name the file of the verdicts.")
    async with await Store.open(load_environment().store_path) as store:
        run = await merged(shards, store, command=command_line())
        await write_verdicts(path, store, run.id, format=format, full=shards.plan.full)
        tally = None if quiet or as_json else await tally_of(store, run)
    if as_json:
        typer.echo(text_of(run))
    if tally is not None:
        out().print(summary(run, tally, timed=False))
    notice(f"Merged {shards.plan.shards} shards, {run.counts.asked} cases. Verdicts: {path}")
    notice(f"All cases: adjudge runs show {run.id}")
