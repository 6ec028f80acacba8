"""A run file carried out: progress on stderr, verdicts as JSON lines, the run in the store, a table at the end."""

from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, aclosing, contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from adjudge.batch.pairs import Pairs
from adjudge.batch.run import STOPPING, Plan, StoredRun
from adjudge.case import Case
from adjudge.check import engine_of
from adjudge.cli.console import err, notice, out
from adjudge.cli.forecast import forecast, tell
from adjudge.cli.hearing import watcher
from adjudge.cli.lines import VerdictLines
from adjudge.cli.outputs import require_apart
from adjudge.cli.stored import summary, tally_of
from adjudge.engines.base import Engine
from adjudge.engines.budget import Budget
from adjudge.engines.cascade import MARK
from adjudge.engines.ledger import Meter
from adjudge.engines.limits import Limits
from adjudge.engines.receipts import Receipts
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import Standard
from adjudge.render import terminal
from adjudge.render.tally import Tally
from adjudge.settings.engines import engines_by_seat, usual_terms
from adjudge.settings.environment import load_environment
from adjudge.settings.runfile import load_runfile
from adjudge.settings.standard import standard_of
from adjudge.store.runs import Run, RunStatus
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

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


async def run_file(request: RunRequest) -> int:
    """Carry out the run; the exit code."""
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
    request: RunRequest, protocol: Procedure, pairs: Pairs, engines: Mapping[str, str], standard: Standard
) -> Plan:
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
    request: RunRequest, run: StoredRun, pairs: Pairs, engine: Engine, lines: VerdictLines
) -> Failure | None:
    """Judge and write; the failure that stopped the run, if one did."""

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


def _report(request: RunRequest, run: Run, tally: Tally, stopped: Failure | None) -> int:
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
