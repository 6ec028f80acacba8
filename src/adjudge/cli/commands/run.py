"""`adjudge run`: many pairs, as a run file describes them. Progress on stderr, verdicts as JSON lines, the run in the
store, a table at the end."""

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, aclosing, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.case import Case
from adjudge.check import engine_of
from adjudge.cli.options import BudgetUsd, MaxCalls, Risk
from adjudge.cli.outputs import require_apart
from adjudge.cli.show.console import err, notice, out, told, wait_for
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.ledger import Meter
from adjudge.engines.around.limits import Limits
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Engine
from adjudge.engines.cascade import MARK
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import Standard
from adjudge.render.tally import Tally
from adjudge.verdict import Failure, Verdict

if TYPE_CHECKING:
    from adjudge.batch.pairs import Pairs
    from adjudge.batch.run import Plan, StoredRun
    from adjudge.cli.show.lines import VerdictLines
    from adjudge.store.runs import Run

_SAMPLE = 50


@dataclass(frozen=True)
class RunRequest:
    """What `adjudge run` was asked for."""

    config: Path
    engine: str | None
    out: Path
    watch: bool
    json: bool
    full: bool
    quiet: bool
    concurrency: int
    max_connections: int
    per_minute: int | None
    max_calls: int | None
    budget_usd: float | None
    dry_run: bool
    fresh: bool
    command: str
    risk: float | None = None


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
        if code := wait_for(_run_file(request)):
            raise typer.Exit(code)


async def _run_file(request: RunRequest) -> int:
    """Carry out the run; the exit code."""
    from adjudge.batch.run import StoredRun
    from adjudge.cli.show.forecast import forecast, tell
    from adjudge.cli.show.lines import VerdictLines
    from adjudge.cli.show.summaries import tally_of
    from adjudge.settings.engines import engines_by_seat, usual_terms
    from adjudge.settings.environment import load_environment
    from adjudge.settings.runfile import load_runfile
    from adjudge.settings.standard import standard_of
    from adjudge.store.runs import RunStatus
    from adjudge.store.store import Store

    environment = load_environment()
    runfile = load_runfile(request.config)
    protocol, pairs = runfile.procedure(request.config.parent), runfile.pairs(request.config.parent)
    engines, fallback = engines_by_seat(request.engine, environment, runfile.models_by_seat())
    if fallback:
        notice(fallback)
    standard = standard_of(
        environment, request.risk, protocol=protocol.name, engines=set(engines.values()), procedure=protocol
    )
    plan = _plan(request, protocol, pairs, engines, standard)
    if request.dry_run:
        sample = [case for _, case in islice(pairs.cases(), _SAMPLE) if isinstance(case, Case)]
        tell(forecast(protocol, engines, sample, asked=plan.asked), as_json=request.json)
        return 0
    if not request.json:
        require_apart([request.out], [request.config, pairs.source])
    meter = Meter()
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await Store.open(environment.store_path))
        terms = replace(
            usual_terms(environment),
            limits=Limits(concurrent=request.max_connections, per_minute=request.per_minute),
            budget=Budget(max_calls=request.max_calls, max_usd=request.budget_usd),
            answers=store,
            receipts=stack.enter_context(Receipts(environment.receipts_path, fresh=request.fresh)),
            fresh=request.fresh,
            meter=meter,
        )
        cascade = next((name for name in engines.values() if MARK in name), None)
        engine = engine_of(cascade or engines, terms)
        stack.push_async_callback(engine.close)
        run = await StoredRun.begin(store, plan, meter=meter, fresh=request.fresh)
        if run.done:
            notice(f"Going on with run {run.run.id}: {len(run.done)} of {plan.asked} pairs are decided already.")
        lines = VerdictLines(None if request.json else request.out, full=request.full)
        with lines:
            await lines.begin(store, run.run.id)
            stopped = await _judge(request, run, pairs, engine, lines)
        if run.run.status is RunStatus.FINISHED:
            await lines.finish(store, run.run.id)
        tally = await tally_of(store, run.run)
    return _report(request, run.run, tally, stopped)


def _plan(
    request: RunRequest, protocol: Procedure, pairs: "Pairs", engines: Mapping[str, str], standard: Standard
) -> "Plan":
    from adjudge.batch.run import Plan

    stat = pairs.source.stat() if pairs.source.is_file() else None
    data = {
        "source": str(pairs.source.resolve()),
        "columns": [pairs.claim_col, pairs.truth_col],
        "kind": pairs.kind,
        "chosen": "all" if pairs.chosen is None else sorted(pairs.chosen),
        # A file that was changed in between is another run.
        "size": stat.st_size if stat else 0,
        "modified": stat.st_mtime_ns if stat else 0,
    }
    return Plan(
        protocol=protocol, engines=engines, data=data, asked=pairs.asked, command=request.command, standard=standard
    )


async def _judge(
    request: RunRequest, run: "StoredRun", pairs: "Pairs", engine: Engine, lines: "VerdictLines"
) -> Failure | None:
    """Judge and write; the failure that stopped the run, if one did."""
    from adjudge.batch.run import STOPPING
    from adjudge.cli.hearing import watcher
    from adjudge.render import terminal

    def started(_position: int, case: Case | Failure) -> None:
        if request.watch and isinstance(case, Case):
            out().print(terminal.case_header(case))

    stopped = None
    with _progress(request, total=pairs.asked, done=len(run.done)) as advance:
        outcomes = run.outcomes(
            pairs.cases(),
            engine,
            concurrency=request.concurrency,
            observe=watcher() if request.watch else None,
            started=started,
        )
        async with aclosing(outcomes):
            async for _, case, outcome in outcomes:
                if isinstance(outcome, Failure) and outcome.error in STOPPING:
                    stopped = outcome
                    continue
                lines.write(outcome)
                advance(outcome)
                if request.watch:
                    _show(case, outcome)
    return stopped


def _show(case: Case | None, outcome: Verdict | Failure) -> None:
    from adjudge.render import terminal

    if isinstance(outcome, Verdict) and case is not None:
        out().print(terminal.card(case, outcome))
    elif isinstance(outcome, Failure):
        out().print(terminal.failure(outcome))


@contextmanager
def _progress(request: RunRequest, *, total: int, done: int) -> Iterator["Advance"]:
    """A progress bar on stderr where someone sits before it; otherwise nothing."""
    console = err()
    if request.quiet or request.watch or not console.is_terminal:
        yield Advance()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("judging"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[last]}"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("judging", total=total, completed=done, last="")

        class Bar(Advance):
            def __call__(self, outcome: Verdict | Failure) -> None:
                last = outcome.label if isinstance(outcome, Verdict) else outcome.error
                progress.update(task, advance=1, last=f"{outcome.case_id} {last}")

        yield Bar()


class Advance:
    """Told of every outcome."""

    def __call__(self, outcome: Verdict | Failure) -> None:
        """One case further."""


def _report(request: RunRequest, run: "Run", tally: Tally, stopped: Failure | None) -> int:
    from adjudge.cli.show.summaries import summary

    if not request.quiet:
        out().print(summary(run, tally))
    if not request.json:
        notice(f"Verdicts: {request.out}   Run: {run.id}   (adjudge runs show {run.id})")
    if stopped is None and tally.failed and tally.failed == run.counts.asked:
        err().print(f"error: All {tally.failed} rows failed.", style="bold red", markup=False, soft_wrap=True)
        return 4
    if stopped is None:
        return 0
    err().print(f"stopped: {stopped.message} {stopped.hint}".strip(), style="bold red", markup=False, soft_wrap=True)
    notice("What was decided is kept; the same command goes on from there.")
    return stopped.exit_code
