"""`adjudge run`: many pairs, as a run file describes them."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.console import told, wait_for
from adjudge.cli.options import BudgetUsd, MaxCalls, Risk


def run(
    config: Annotated[Path, typer.Argument(help="The run file (YAML): data, agents, rubric, debate, models.")],
    engine: Annotated[
        str | None, typer.Option("--engine", "-e", help="One engine for every seat, in place of the file's models.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where to write one JSON line per verdict. Default: NAME.verdicts.jsonl."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Show each case live, one after the other.")] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON lines on standard output only.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Keep the transcript in the JSON lines.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no table.")] = False,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Cases judged at the same time.")] = 8,
    max_connections: Annotated[
        int, typer.Option("--max-connections", min=1, help="Calls to a model at the same time.")
    ] = 16,
    per_minute: Annotated[int | None, typer.Option("--per-minute", min=1, help="Calls per minute at most.")] = None,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what calls and cost to expect.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="A new run that ignores all earlier answers.")] = False,
    risk: Risk = None,
) -> None:
    """Judge the pairs of a run file.

    Writes one JSON line per verdict and keeps the run in the store (see `adjudge runs`). Killed, interrupted or out of
    budget, the same command goes on where it stopped and pays for nothing twice.

    Exit codes: 0 done (whatever the verdicts), 2 wrong usage or input, 4 engine trouble, budget reached or every row
    failed, 5 store or disk trouble, 130 interrupted.
    """
    from adjudge.cli.many import RunRequest, run_file

    with told(as_json=json):
        request = RunRequest(
            config=config,
            engine=engine,
            out=out or Path(f"{config.stem}.verdicts.jsonl"),
            watch=watch,
            json=json,
            full=full,
            quiet=quiet or json,
            concurrency=1 if watch else concurrency,
            max_connections=max_connections,
            per_minute=per_minute,
            max_calls=max_calls,
            budget_usd=budget_usd,
            dry_run=dry_run,
            fresh=fresh,
            command=shlex.join(["adjudge", *sys.argv[1:]]),
            risk=risk,
        )
        if code := wait_for(run_file(request)):
            raise typer.Exit(code)
