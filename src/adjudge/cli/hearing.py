"""Decide one case from the command line, show the hearing if asked, and store the outcome as a run of one."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from rich.markup import escape

from adjudge.agents.hearing import Event, Observer
from adjudge.batch.run import Plan, StoredRun
from adjudge.case import Case
from adjudge.check import EngineChoice, protocol_named
from adjudge.cli.options import Spending
from adjudge.cli.session import command_line, open_session
from adjudge.cli.show.console import err, out
from adjudge.engines.base import Engine
from adjudge.protocols.base import Procedure
from adjudge.render import terminal
from adjudge.settings.engines import single_engine
from adjudge.settings.environment import load_environment
from adjudge.settings.standard import standard_of
from adjudge.verdict import Verdict

Connect: TypeAlias = Callable[[AsyncExitStack, Procedure], Awaitable[tuple[Engine, Procedure]]]
"""Connects engine and tools to other processes for as long as the stack is open."""


@dataclass(frozen=True)
class CheckOptions:
    """The options of `adjudge check`."""

    case: Case
    protocol: str | Procedure
    engine: str | None
    spending: Spending
    live: bool
    """Whether to show the hearing as it happens."""
    risk: float | None = None
    connect: Connect | None = None
    status: bool = False
    """Whether a status line shows the current phase until the verdict is printed."""


def show_forecast(request: CheckOptions, *, as_json: bool) -> None:
    """Print how many calls and what cost to expect."""
    from adjudge.cli.show.forecast import forecast, print_forecast

    name = single_engine(request.engine, load_environment())
    expected = forecast(protocol_named(request.protocol), {"default": name}, [request.case], asked=1)
    print_forecast(expected, as_json=as_json)


async def run_check(request: CheckOptions) -> tuple[Case, Verdict]:
    """Decide the case and store the outcome. Returns the case, with any documents that were found for it, and its
    verdict."""
    environment = load_environment()
    protocol = protocol_named(request.protocol)
    name = single_engine(request.engine, environment)
    async with open_session(environment, request.spending) as session:
        choice: EngineChoice = name
        if request.connect:
            choice, protocol = await request.connect(session.stack, protocol)
        engine = session.engine(choice)
        plan = Plan(
            protocol=protocol,
            engines={"default": name},
            data={"case": request.case.digest},
            asked=1,
            command=command_line(),
            standard=standard_of(environment, request.risk, protocol=protocol.name, engines=[name], procedure=protocol),
        )
        # Each single case is a new run; the ledger makes repeated answers free.
        run = await StoredRun.begin(session.store, plan, meter=session.meter, fresh=True)
        if request.live:
            out().print(terminal.case_header(request.case))
        observe = watcher() if request.live else session.stack.enter_context(status_line()) if request.status else None
        return await run.decide(request.case, engine, observe=observe)


def watcher() -> Observer:
    """An observer that prints what happens, as it happens."""
    console = out()
    inner: set[str] = set()

    def watch(event: Event) -> None:
        if "/" in event.phase:
            # The hearing of the edit gets one line; the card shows its result.
            if event.case_id not in inner:
                inner.add(event.case_id)
                console.print(terminal.phase("the minimal edit is judged again"))
        elif event.what == "phase":
            console.print(terminal.phase(event.phase))
        elif event.entry is not None and (shown := terminal.entry(event.entry)) is not None:
            console.print(shown)

    return watch


@contextmanager
def status_line() -> Iterator[Observer | None]:
    """An observer that shows the current phase on stderr; None if stderr is not a terminal."""
    console = err()
    if not console.is_terminal:
        yield None
        return
    with console.status("reading the case") as status:

        def watch(event: Event) -> None:
            if event.what == "phase":
                status.update(escape(event.phase))

        yield watch
