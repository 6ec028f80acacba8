"""`adjudge run`: many pairs, as a run file describes them. Progress on stderr, verdicts as JSON lines, the run in the
store, a table at the end."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.case import Case
from adjudge.cli.options import BudgetUsd, MaxCalls, Risk, Spending
from adjudge.cli.outputs import require_apart
from adjudge.cli.show.console import err, notice, out, told, wait_for
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
    from adjudge.cli.show.lines import VerdictLines
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


def run(
    config: Annotated[
        Path | None,
        typer.Argument(
            help="The run file (YAML): data, agents, rubric, debate, models. Without one: config.yaml or adjudge.yaml "
            "in the current folder."
        ),
    ] = None,
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
    lines: Annotated[
        int, typer.Option("--lines", min=0, help="Print one line per case for so many cases, then only the summary.")
    ] = 40,
) -> None:
    """Judge the pairs of a run file.

    Prints one line per case and a summary, writes one JSON line per verdict and stores the run (see `adjudge runs`). If
    the run is killed, interrupted or out of budget, run the same command again: it resumes where it stopped and pays
    for nothing twice.

    Exit codes: 0 done (whatever the verdicts), 2 wrong usage or input, 4 engine trouble, budget reached or every row
    failed, 5 store or disk trouble, 130 interrupted.
    """
    with told(as_json=json):
        runfile = config or _usual_runfile()
        request = RunRequest(
            config=runfile,
            engine=engine,
            out=out or Path(f"{runfile.stem}.verdicts.jsonl"),
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
        )
        if code := wait_for(_run_file(request)):
            raise typer.Exit(code)


def _usual_runfile() -> Path:
    """The run file of the current folder, where none is named."""
    found = next((Path(name) for name in USUAL_RUNFILES if Path(name).is_file()), None)
    if found is None:
        raise ConfigError(
            f"No run file was named, and the current folder has no {' or '.join(USUAL_RUNFILES)}.",
            hint="Name one: adjudge run FILE; examples/demo.yaml shows what it holds.",
        )
    return found


async def _run_file(request: RunRequest) -> int:
    """Carry out the run; the exit code."""
    from adjudge.batch.run import StoredRun
    from adjudge.cli.session import open_session
    from adjudge.cli.show.forecast import forecast, tell
    from adjudge.cli.show.lines import VerdictLines
    from adjudge.cli.show.summaries import tally_of
    from adjudge.settings.engines import engines_by_seat
    from adjudge.settings.environment import load_environment
    from adjudge.settings.runfile import load_runfile
    from adjudge.settings.standard import standard_of
    from adjudge.store.runs import RunStatus

    environment = load_environment()
    runfile = load_runfile(request.config)
    protocol, pairs = runfile.procedure(request.config.parent), runfile.pairs(request.config.parent)
    engines, fallback = engines_by_seat(request.engine, environment, runfile.models_by_seat())
    if fallback:
        notice(fallback)
    standard = standard_of(
        environment, request.risk, protocol=protocol.name, engines=set(engines.values()), procedure=protocol
    )
    plan = _plan(protocol, pairs, engines, standard)
    if request.dry_run:
        sample = [case for _, case in islice(pairs.cases(), _SAMPLE) if isinstance(case, Case)]
        tell(forecast(protocol, engines, sample, asked=plan.asked), as_json=request.json)
        return 0
    if not request.json:
        require_apart([request.out], [request.config, pairs.source])
    limits = CallLimits(concurrent=request.max_connections, per_minute=request.per_minute)
    async with open_session(environment, request.spending, limits=limits) as session:
        store = session.store
        cascade = next((name for name in engines.values() if MARK in name), None)
        engine = session.engine(cascade or engines)
        run = await StoredRun.begin(store, plan, meter=session.meter, fresh=request.spending.fresh)
        if run.done:
            notice(f"Resuming run {run.run.id}: {len(run.done)} of {plan.asked} pairs are already decided.")
        lines = VerdictLines(None if request.json else request.out, full=request.full)
        with lines:
            await lines.begin(store, run.run.id)
            stopped = await _judge(request, run, pairs, engine, lines)
        if run.run.status is RunStatus.FINISHED:
            await lines.finish(store, run.run.id)
        tally = await tally_of(store, run.run)
    return _report(request, run.run, tally, stopped)


def _plan(protocol: Procedure, pairs: "PairSelection", engines: Mapping[str, str], standard: Standard) -> "Plan":
    from adjudge.batch.run import Plan
    from adjudge.cli.session import command_line

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
        protocol=protocol, engines=engines, data=data, asked=pairs.asked, command=command_line(), standard=standard
    )


async def _judge(
    request: RunRequest, run: "StoredRun", pairs: "PairSelection", engine: Engine, lines: "VerdictLines"
) -> Failure | None:
    """Judge and write; the failure that stopped the run, if one did."""
    from adjudge.batch.run import STOPPING
    from adjudge.cli.hearing import watcher
    from adjudge.render import terminal

    def started(_position: int, case: Case | Failure) -> None:
        if request.watch and isinstance(case, Case):
            out().print(terminal.case_header(case))

    stopped = None
    shown = 0 if lines.on_terminal_streams else request.lines
    with _progress(request, shown, total=pairs.asked, done=len(run.done)) as advance:
        outcomes = run.outcomes(
            pairs.cases(),
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
def _progress(request: RunRequest, lines: int, *, total: int, done: int) -> "Iterator[Advance]":
    """One line per case on stdout, up to the limit, and a progress bar on stderr where someone sits before it."""
    console = err()
    if request.quiet or request.watch or not console.is_terminal:
        yield Advance(out(), lines)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("judging", total=total, completed=done)
        # On the same terminal the lines must go through the bar's console, or they would be drawn over.
        yield Advance(console if out().is_terminal else out(), lines, lambda: progress.advance(task))


class Advance:
    """Called for every outcome: prints its line and moves the bar."""

    def __init__(self, console: "Console", lines: int, step: Callable[[], None] = lambda: None) -> None:
        self._console = console
        self._left = lines
        self._limit = lines
        self._step = step

    def __call__(self, position: int, case: Case | None, outcome: Verdict | Failure) -> None:
        """One case further."""
        from adjudge.render import terminal

        if self._left > 0:
            self._console.print(terminal.case_line(position + 1, case, outcome))
            self._left -= 1
        elif self._limit:
            self._console.print(
                f"(more than {self._limit} cases: the others are in the summary and in the file)", style="dim"
            )
            self._limit = 0
        self._step()


def _report(request: RunRequest, run: "Run", tally: Tally, stopped: Failure | None) -> int:
    from adjudge.cli.show.summaries import summary

    if not request.quiet:
        out().print(summary(run, tally))
    if not request.json:
        notice(f"Verdicts: {request.out}")
        notice(f"One case: adjudge runs show {run.id} CASE   All cases: adjudge runs show {run.id}")
    if stopped is None and tally.failed and tally.failed == run.counts.asked:
        err().print(f"error: All {tally.failed} rows failed.", style="bold red", markup=False, soft_wrap=True)
        return 4
    if stopped is None:
        return 0
    err().print(f"stopped: {stopped.message} {stopped.hint}".strip(), style="bold red", markup=False, soft_wrap=True)
    notice("Decided cases are stored; run the same command again to resume.")
    return stopped.exit_code
