"""One case from the command line: put together on the user's terms, watched, and kept in the store as a run of one."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudge.agents.hearing import Event, Observer
from adjudge.batch.run import Plan, StoredRun
from adjudge.case import Case
from adjudge.check import EngineChoice, engine_of, protocol_named
from adjudge.cli.show.console import out
from adjudge.cli.show.forecast import forecast, tell
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.ledger import Meter
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Engine
from adjudge.engines.replay import recorded_error
from adjudge.protocols.base import Procedure
from adjudge.render import terminal
from adjudge.settings.engines import single_engine, usual_terms
from adjudge.settings.environment import load_environment
from adjudge.settings.standard import standard_of
from adjudge.store.store import Store
from adjudge.transcript import Trouble
from adjudge.verdict import Failure, Verdict

Connect: TypeAlias = Callable[[AsyncExitStack, Procedure], Awaitable[tuple[Engine, Procedure]]]
"""Puts other processes in the place of engine and tools, for as long as the stack is open."""


@dataclass(frozen=True)
class CheckRequest:
    """What `adjudge check` was asked for."""

    case: Case
    protocol: str | Procedure
    engine: str | None
    live: bool
    fresh: bool
    max_calls: int | None
    budget_usd: float | None
    dry_run: bool
    command: str
    risk: float | None = None
    json: bool = False
    """Whether a dry run is told as JSON."""
    connect: Connect | None = None


async def run_check(request: CheckRequest) -> Verdict | None:
    """The verdict, kept in the store; None after a dry run."""
    heard = await run_case(request)
    return heard[1] if heard else None


async def run_case(request: CheckRequest) -> tuple[Case, Verdict] | None:
    """The case with the documents that were found for it, and its verdict; None after a dry run."""
    environment = load_environment()
    protocol = protocol_named(request.protocol)
    name = single_engine(request.engine, environment)
    if request.dry_run:
        tell(forecast(protocol, {"default": name}, [request.case], asked=1), as_json=request.json)
        return None
    meter = Meter()
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await Store.open(environment.store_path))
        terms = replace(
            usual_terms(environment),
            budget=Budget(max_calls=request.max_calls, max_usd=request.budget_usd),
            answers=store,
            receipts=stack.enter_context(Receipts(environment.receipts_path, fresh=request.fresh)),
            fresh=request.fresh,
            meter=meter,
        )
        choice: EngineChoice = name
        if request.connect:
            choice, protocol = await request.connect(stack, protocol)
        engine = engine_of(choice, terms)
        stack.push_async_callback(engine.close)
        plan = Plan(
            protocol=protocol,
            engines={"default": name},
            data={"case": request.case.digest},
            asked=1,
            command=request.command,
            standard=standard_of(environment, request.risk, protocol=protocol.name, engines=[name], procedure=protocol),
        )
        # One case is always a run of its own: the ledger already saves what a second look would cost.
        run = await StoredRun.begin(store, plan, meter=meter, fresh=True)
        if request.live:
            out().print(terminal.case_header(request.case))
        observe = watcher() if request.live else None
        [(_, case, outcome)] = [row async for row in run.outcomes([(0, request.case)], engine, observe=observe)]
    return case or request.case, _verdict(outcome)


def watcher() -> Observer:
    """An observer that prints what happens, as it happens."""
    console = out()
    inner: set[str] = set()

    def watch(event: Event) -> None:
        if "/" in event.phase:
            # The edit's own hearing is told in one line; the card says how it ended.
            if event.case_id not in inner:
                inner.add(event.case_id)
                console.print(terminal.phase("the minimal edit is judged again"))
        elif event.what == "phase":
            console.print(terminal.phase(event.phase))
        elif event.entry is not None and (shown := terminal.entry(event.entry)) is not None:
            console.print(shown)

    return watch


def _verdict(outcome: Verdict | Failure) -> Verdict:
    """One case raises: the failure becomes the error that it records."""
    if isinstance(outcome, Verdict):
        return outcome
    raise recorded_error(Trouble(error=outcome.error, message=outcome.message, hint=outcome.hint))
