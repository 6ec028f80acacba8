"""`adjudge run`: judge many pairs, as a run file describes them. Progress on stderr, verdicts as JSON lines, the run in
the store, a table at the end."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.case import Case
from adjudge.check import EngineChoice
from adjudge.cli.options import BudgetUsd, MaxCalls, Risk, Spending
from adjudge.cli.outputs import require_apart
from adjudge.cli.show.console import err, notice, out, reported_errors, wait_for
from adjudge.engines.around.limits import CallLimits
from adjudge.engines.base import Engine
from adjudge.engines.cascade import MARK
from adjudge.errors import ConfigError
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import Standard
from adjudge.render.tally import Tally
from adjudge.verdict import Failure, Verdict

if TYPE_CHECKING:
    from rich.console import Console

    from adjudge.batch.pairs import PairSelection
    from adjudge.batch.run import Plan, StoredRun
    from adjudge.cli.show.lines import VerdictLines, VerdictTable
    from adjudge.settings.environment import Environment
    from adjudge.store.runs import Run

_SAMPLE = 50
USUAL_RUNFILES = ("config.yaml", "adjudge.yaml")


@dataclass(frozen=True)
class RunRequest:
    """The options of `adjudge run`."""

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
    spending: Spending
    dry_run: bool
    risk: float | None = None
    lines: int = 40
    shard: str | None = None
    format: str | None = None
    on: str | None = None
    workers: int | None = None


def run(
    config: Annotated[
        Path | None,
        typer.Argument(
            help="The run file (YAML): data, agents, rubric, debate, models. Without one: config.yaml or adjudge.yaml "
            "in the current folder."
        ),
    ] = None,
    engine: Annotated[
        str | None, typer.Option("--engine", "-e", help="One engine for all agents; overrides the models in the file.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            help="Where to write one JSON line per verdict. Default: NAME.verdicts.jsonl. With --shard a folder, by "
            "default NAME.shards.",
        ),
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard", help="Judge only one shard of the run, such as 3/64; combine them with `adjudge run merge`."
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", help="jsonl or parquet. Default: from the suffix of --out, else jsonl."),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--on", help="ray: on all cores, by a local Ray; ray://HOST:10001: on that Ray cluster."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="With --on: number of worker processes. Default: one per core."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Judge one case at a time and show each live.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON lines on standard output and nothing else.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Include the transcript in the JSON lines.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no table.")] = False,
    concurrency: Annotated[
        int, typer.Option("--concurrency", min=1, help="Maximum number of cases judged at the same time.")
    ] = 8,
    max_connections: Annotated[
        int, typer.Option("--max-connections", min=1, help="Maximum number of simultaneous calls to a model.")
    ] = 16,
    per_minute: Annotated[
        int | None, typer.Option("--per-minute", min=1, help="Maximum number of calls per minute.")
    ] = None,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate calls and cost without asking anything.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start a new run that ignores earlier answers.")] = False,
    risk: Risk = None,
    lines: Annotated[
        int,
        typer.Option(
            "--lines", min=0, help="Print a line per case for at most this many cases, then only the summary."
        ),
    ] = 40,
) -> None:
    """Judge the pairs of a run file.

    Prints one line per case and a summary, writes one JSON line per verdict and stores the run (see `adjudge runs`). If
    the run is killed, interrupted or out of budget, run the same command again: it resumes where it stopped and pays
    for nothing twice.

    Many machines: `adjudge run FILE --shard 3/64` judges one of 64 parts, and `adjudge run merge FILE.shards` makes one
    run of them, with the same bytes as a run without shards. `--on ray` does both on a Ray cluster. See docs/scale.md.

    Exit codes: 0 done (whatever the verdicts), 2 wrong usage or input, 4 engine error, budget reached or every row
    failed, 5 store or disk error, 130 interrupted.
    """
    with reported_errors(as_json=json):
        runfile = config or _usual_runfile()
        request = RunRequest(
            config=runfile,
            engine=engine,
            out=out or _usual_output(runfile, sharded=bool(shard), format=format),
            watch=watch,
            json=json,
            full=full,
            quiet=quiet or json,
            concurrency=1 if watch else concurrency,
            max_connections=max_connections,
            per_minute=per_minute,
            spending=Spending(fresh=fresh, max_calls=max_calls, budget_usd=budget_usd),
            dry_run=dry_run,
            risk=risk,
            lines=0 if quiet or json or watch else lines,
            shard=shard,
            format=format,
            on=on,
            workers=workers,
        )
        if code := _carried_out(request):
            raise typer.Exit(code)


def _usual_output(runfile: Path, *, sharded: bool, format: str | None) -> Path:
    return Path(f"{runfile.stem}.shards" if sharded else f"{runfile.stem}.verdicts.{format or 'jsonl'}")


def _usual_runfile() -> Path:
    """The run file in the current folder."""
    found = next((Path(name) for name in USUAL_RUNFILES if Path(name).is_file()), None)
    if found is None:
        raise ConfigError(
            f"No run file was named, and the current folder has no {' or '.join(USUAL_RUNFILES)}.",
            hint="Name one: adjudge run FILE; examples/demo.yaml is an example.",
        )
    return found


@dataclass(frozen=True)
class PreparedRun:
    """A checked run: the result of combining the options and the run file."""

    environment: "Environment"
    plan: "Plan"
    pairs: "PairSelection"
    choice: EngineChoice


def prepared(request: RunRequest) -> PreparedRun:
    """Read and check the run file, the data and the engines; nothing is asked yet."""
    from adjudge.settings.engines import engines_by_seat
    from adjudge.settings.environment import load_environment
    from adjudge.settings.runfile import load_runfile
    from adjudge.settings.standard import standard_of

    environment = load_environment()
    runfile = load_runfile(request.config)
    protocol, pairs = runfile.procedure(request.config.parent), runfile.pairs(request.config.parent)
    engines, fallback = engines_by_seat(request.engine, environment, runfile.models_by_seat())
    if fallback:
        notice(fallback)
    standard = standard_of(
        environment, request.risk, protocol=protocol.name, engines=set(engines.values()), procedure=protocol
    )
    plan = _plan(protocol, pairs, engines, standard, by_content=bool(request.shard or request.on))
    cascade = next((name for name in engines.values() if MARK in name), None)
    return PreparedRun(environment, plan, pairs, cascade or engines)


def _carried_out(request: RunRequest) -> int:
    """Execute the run, one shard of it, or all of it on a cluster. Returns the exit code."""
    if request.shard and request.on:
        raise ConfigError("--shard cannot be combined with --on.", hint="Ray runs all shards itself.")
    if request.workers and not request.on:
        raise ConfigError("--workers needs --on.", hint="To set the number of concurrent cases, use --concurrency.")
    run = prepared(request)
    if request.dry_run:
        from adjudge.cli.show.forecast import forecast, print_forecast

        sample = [case for _, case in islice(run.pairs.cases(), _SAMPLE) if isinstance(case, Case)]
        expected = forecast(run.plan.protocol, run.plan.engines, sample, asked=run.plan.asked)
        print_forecast(expected, as_json=request.json)
        return 0
    if not request.json:
        require_apart([request.out], [request.config, run.pairs.source])
    if request.on:
        from adjudge.cli.sharding import carry_out_on_ray

        return carry_out_on_ray(request, run)
    if request.shard:
        from adjudge.cli.sharding import carry_out_shard

        return wait_for(carry_out_shard(request, run))
    return wait_for(_run_file(request, run))


async def _run_file(request: RunRequest, prepared: PreparedRun) -> int:
    """Execute the run. Returns the exit code."""
    from adjudge.batch.run import StoredRun
    from adjudge.batch.written import VerdictFormat, format_named
    from adjudge.cli.session import open_session
    from adjudge.cli.show.lines import VerdictLines, VerdictTable
    from adjudge.cli.show.summaries import tally_of
    from adjudge.store.runs import RunStatus

    plan, pairs = prepared.plan, prepared.pairs
    format = VerdictFormat.JSONL if request.json else format_named(request.out, request.format)
    limits = CallLimits(concurrent=request.max_connections, per_minute=request.per_minute)
    async with open_session(prepared.environment, request.spending, limits=limits) as session:
        store = session.store
        engine = session.engine(prepared.choice)
        run = await StoredRun.begin(store, plan, meter=session.meter, fresh=request.spending.fresh)
        if run.done:
            notice(f"Resuming run {run.run.id}: {len(run.done)} of {plan.asked} pairs are already decided.")
        lines: VerdictLines | VerdictTable = (
            VerdictTable(request.out, full=request.full)
            if format is VerdictFormat.PARQUET
            else VerdictLines(None if request.json else request.out, full=request.full)
        )
        with lines:
            await lines.begin(store, run.run.id)
            stopped = await _judge(request, run, pairs, engine, lines)
        if run.run.status is RunStatus.FINISHED:
            await lines.finish(store, run.run.id)
        tally = await tally_of(store, run.run)
    return _report(request, run.run, tally, stopped)


def _plan(
    protocol: Procedure, pairs: "PairSelection", engines: Mapping[str, str], standard: Standard, *, by_content: bool
) -> "Plan":
    """The plan of the run. `by_content` identifies the data by their content, because several machines must agree on
    them."""
    from adjudge.batch.run import Plan
    from adjudge.cli.session import command_line

    chosen = "all" if pairs.chosen is None else sorted(pairs.chosen)
    data = {"columns": [pairs.claim_col, pairs.truth_col], "kind": pairs.kind, "chosen": chosen}
    # A changed file is a different run.
    where = {"sha256": pairs.content_hash} if by_content else {"source": str(pairs.source.resolve()), **pairs.stamp}
    return Plan(
        protocol=protocol,
        engines=engines,
        data=data | where,
        asked=pairs.asked,
        command=command_line(),
        standard=standard,
    )


async def _judge(
    request: RunRequest,
    run: "StoredRun",
    pairs: "PairSelection",
    engine: Engine,
    lines: "VerdictLines | VerdictTable",
) -> Failure | None:
    """Judge all pairs and write the verdicts. Returns the failure that stopped the run, if any."""
    from adjudge.batch.grouping import by_source
    from adjudge.batch.run import STOPPING
    from adjudge.cli.hearing import watcher
    from adjudge.render import terminal

    def started(_position: int, case: Case | Failure) -> None:
        if request.watch and isinstance(case, Case):
            out().print(terminal.case_header(case))

    # Output that is watched or piped stays in the order of the data.
    cases = pairs.cases() if request.watch or request.json or pairs.asked <= request.lines else by_source(pairs.cases())
    stopped = None
    shown = 0 if lines.on_terminal_streams else request.lines
    with progress(request, shown, total=pairs.asked, done=len(run.done)) as advance:
        outcomes = run.outcomes(
            cases,
            engine,
            concurrency=request.concurrency,
            observe=watcher() if request.watch else None,
            started=started,
        )
        async with aclosing(outcomes):
            async for position, case, outcome in outcomes:
                if isinstance(outcome, Failure) and outcome.error in STOPPING:
                    stopped = outcome
                    continue
                lines.write(outcome)
                advance(position, case, outcome)
                if request.watch:
                    _show(case, outcome)
    return stopped


def _show(case: Case | None, outcome: Verdict | Failure) -> None:
    from adjudge.render import terminal

    if isinstance(outcome, Verdict) and case is not None:
        out().print(terminal.card(case, outcome, detail=terminal.Detail.OPEN))
    elif isinstance(outcome, Failure):
        out().print(terminal.failure(outcome))


@contextmanager
def progress(request: RunRequest, lines: int, *, total: int, done: int) -> "Iterator[Advance]":
    """One line per case on stdout, up to the limit, and a progress bar on stderr if it is a terminal."""
    console = err()
    if request.quiet or request.watch or not console.is_terminal:
        yield Advance(out(), lines)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("judging", total=total, completed=done)
        # On the same terminal, lines must go through the bar's console, or the bar would overwrite them.
        yield Advance(console if out().is_terminal else out(), lines, lambda cases: progress.advance(task, cases))


class Advance:
    """Called for every outcome: prints its line and moves the bar."""

    def __init__(self, console: "Console", lines: int, step: Callable[[int], None] = lambda _: None) -> None:
        self._console = console
        self._remaining_lines = self._limit = lines
        self._step = step

    def __call__(self, position: int, case: Case | None, outcome: Verdict | Failure) -> None:
        """Advance by one case."""
        from adjudge.render import terminal

        if self._remaining_lines > 0:
            self._console.print(terminal.case_line(position + 1, case, outcome))
            self._remaining_lines -= 1
        elif self._limit:
            self._console.print("(the other cases are in the summary and in the file)", style="dim")
            self._limit = 0
        self._step(1)

    def by(self, cases: int) -> None:
        """Move the bar by several cases at once."""
        self._step(cases)


def _report(request: RunRequest, run: "Run", tally: Tally, stopped: Failure | None) -> int:
    from adjudge.cli.show.summaries import summary

    if not request.quiet:
        out().print(summary(run, tally))
    if not request.json:
        notice(f"Verdicts: {request.out}")
        notice(f"One case: adjudge runs show {run.id} CASE   All cases: adjudge runs show {run.id}")
    if stopped is None and tally.failed and tally.failed == run.counts.asked:
        err().print(f"error: All rows failed ({tally.failed:,}).", style="bold red", markup=False, soft_wrap=True)
        return 4
    if stopped is None:
        return 0
    err().print(f"stopped: {stopped.message} {stopped.hint}".strip(), style="bold red", markup=False, soft_wrap=True)
    notice("Decided cases are stored; run the same command again to resume.")
    return stopped.exit_code
