"""Check one case or many: the only place where protocol, engine, ledger and limits are put together.

One case raises, many cases record: `check` and `acheck` raise an `AdjudgeError`; `check_many` yields a `Failure` in
place of the verdict and continues.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterable, Collection, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from adjudge.agents.hearing import Hearing, Observer
from adjudge.case import Case
from adjudge.engines.around.budget import Budget
from adjudge.engines.around.ledger import Answers, Ledger, Meter, NoAnswers
from adjudge.engines.around.limits import CallLimits
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.around.routed import Routed
from adjudge.engines.base import Engine, Wrapper
from adjudge.engines.build import build
from adjudge.engines.cascade import Cascade, stage_names
from adjudge.errors import AdjudgeError, ConfigError, Fault
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import Standard, decide
from adjudge.protocols.registry import protocol_type
from adjudge.verdict import Failure, Verdict

DEFAULT_CONCURRENCY = 8
_logger = logging.getLogger(__name__)
T = TypeVar("T")

EngineChoice: TypeAlias = str | Mapping[str, str] | Engine
"""An engine, its name (`offline>gpt-4o-mini` for a cascade), or names by seat; `default` is for all not named."""


@dataclass(frozen=True)
class Terms:
    """Limits, budget and answer store for engines."""

    limits: CallLimits = field(default_factory=CallLimits)
    budget: Budget = field(default_factory=Budget)
    answers: Answers = field(default_factory=NoAnswers)
    receipts: Receipts | None = None
    fresh: bool = False
    meter: Meter = field(default_factory=Meter)
    temperature: float = 0.0
    timeout_s: float | None = None
    """Timeout in seconds for one answer, from connecting to the last byte; by default the engine's own."""
    max_tokens: int | None = None
    """The maximum length of a reply, in tokens; by default the engine's own."""
    max_reply_bytes: int | None = None
    """The maximum size of a server's response, in bytes; by default the engine's own."""


def check(case: Case, *, protocol: str | Procedure = "jury", engine: EngineChoice = "offline") -> Verdict:
    """Decide one case and wait for it.

    >>> from adjudge import Case, check
    >>> verdict = check(Case(claim="It opened in 1932.", documents=["The bridge opened in 1931."]))
    >>> verdict.label
    'Mutated'
    """
    return finished(acheck(case, protocol=protocol, engine=engine))


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Wait for asynchronous work and return its result, even if an event loop is already running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    # Inside a running loop (a notebook) the work gets a loop of its own, in a thread of its own.
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, work).result()


async def acheck(
    case: Case,
    *,
    protocol: str | Procedure = "jury",
    engine: EngineChoice = "offline",
    observe: Observer | None = None,
    standard: Standard | None = None,
) -> Verdict:
    """Decide one case. `observe` is called for every step; `standard` says when to abstain."""
    procedure = protocol_named(protocol)
    opened = engine_of(engine)
    try:
        return await decide(procedure, Hearing(case, opened, observe=observe), standard)
    finally:
        await _close(opened, engine)


async def check_many(
    cases: Iterable[Case | Failure] | AsyncIterable[Case | Failure],
    *,
    protocol: str | Procedure = "jury",
    engine: EngineChoice = "offline",
    concurrency: int = DEFAULT_CONCURRENCY,
    observe: Observer | None = None,
    standard: Standard | None = None,
    terms: Terms | None = None,
    stop_on: Collection[str] = (),
) -> AsyncGenerator[Verdict | Failure, None]:
    """Decide many cases, `concurrency` at once, in order of completion. Every case that was started comes back once.

    After a failure named in `stop_on` no new case is started. Running cases finish, since their calls may be paid for.
    """
    if concurrency < 1:
        raise ConfigError(f"concurrency is {concurrency}.", hint="Use 1 or more.")
    procedure = protocol_named(protocol)
    opened = engine_of(engine, terms)
    source = cases if isinstance(cases, AsyncIterable) else _aiter(cases)
    running: set[asyncio.Task[Verdict | Failure]] = set()
    stopped = False
    try:
        async for case in source:
            running.add(asyncio.ensure_future(_outcome(case, procedure, opened, observe, standard)))
            if len(running) >= concurrency:
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    outcome = task.result()
                    stopped = stopped or (isinstance(outcome, Failure) and outcome.error in stop_on)
                    yield outcome
            if stopped:
                break
        for next_done in asyncio.as_completed(running):
            yield await next_done
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await _close(opened, engine)


def protocol_named(protocol: str | Procedure) -> Procedure:
    """A protocol by name, with its default settings."""
    return protocol_type(protocol)() if isinstance(protocol, str) else protocol


def engine_of(choice: EngineChoice, terms: Terms | None = None) -> Engine:
    """The chosen engine with these terms; several names make one engine that routes by seat."""
    terms = terms or Terms()
    if isinstance(choice, str):
        stages = [_on_terms(name, terms) for name in stage_names(choice)]
        return stages[0] if len(stages) == 1 else Cascade(stages)
    if isinstance(choice, Mapping):
        built = {name: _on_terms(name, terms) for name in sorted(set(choice.values()))}
        default = choice.get("default", "offline")
        by_seat = {seat: built[name] for seat, name in choice.items() if seat != "default"}
        return Routed(built.get(default) or _on_terms(default, terms), by_seat)
    if isinstance(choice, Cascade):
        return Cascade([_in_ledger(stage, terms) for stage in choice.stages])
    return _in_ledger(choice, terms)


def _on_terms(name: str, terms: Terms) -> Engine:
    engine = build(
        name,
        offline=offline_engine,
        limits=terms.limits,
        budget=terms.budget,
        receipts=terms.receipts,
        temperature=terms.temperature,
        timeout_s=terms.timeout_s,
        max_tokens=terms.max_tokens,
        max_reply_bytes=terms.max_reply_bytes,
    )
    return _in_ledger(engine, terms)


def _in_ledger(engine: Engine, terms: Terms) -> Engine:
    """Wrap the engine in a ledger, even without a store, so that the same case gives the same bytes."""
    if isinstance(terms.answers, NoAnswers) and _has_ledger(engine):
        return engine
    return Ledger(engine, terms.answers, fresh=terms.fresh, meter=terms.meter)


def _has_ledger(engine: Engine) -> bool:
    while isinstance(engine, Wrapper):
        if isinstance(engine, Ledger):
            return True
        engine = engine.inner
    return False


@lru_cache(maxsize=1)
def offline_engine() -> Engine:
    """The offline engine; one for the process, since its model is loaded once."""
    from adjudge.engines.offline import Offline

    return Offline()


async def _outcome(
    case: Case | Failure, procedure: Procedure, engine: Engine, observe: Observer | None, standard: Standard | None
) -> Verdict | Failure:
    if isinstance(case, Failure):
        return case
    return await outcome_of(procedure, Hearing(case, engine, observe=observe), standard)


async def outcome_of(procedure: Procedure, hearing: Hearing, standard: Standard | None = None) -> Verdict | Failure:
    """The verdict of a hearing, or a failure in its place. Raises what `verdict_of` raises beside an `AdjudgeError`."""
    try:
        return await verdict_of(procedure, hearing, standard)
    except AdjudgeError as error:
        return failure_of(hearing.case.id, error, hearing)


async def verdict_of(procedure: Procedure, hearing: Hearing, standard: Standard | None = None) -> Verdict:
    """The verdict of a hearing. An unexpected error becomes a `Fault`, so that it counts as a failure of this case.

    Errors of the machine (`OSError`, `MemoryError`) are not the case's own and are raised as they are.
    """
    try:
        return await decide(procedure, hearing, standard)
    except (AdjudgeError, OSError, MemoryError):
        raise
    except Exception as error:
        _logger.debug("case %s", hearing.case.id, exc_info=error)
        raise Fault.of(error) from error


def failure_of(case_id: str, error: AdjudgeError, hearing: Hearing | None = None) -> Failure:
    """The failure that records an error in place of a verdict."""
    return Failure(
        case_id=case_id,
        error=error.name,
        message=error.message,
        hint=error.hint,
        retryable=error.retryable,
        exit_code=error.exit_code,
        transcript=hearing.transcript if hearing else None,
    )


async def _aiter(cases: Iterable[Case | Failure]) -> AsyncGenerator[Case | Failure, None]:
    for case in cases:
        yield case


async def _close(opened: Engine, choice: EngineChoice) -> None:
    """Close an engine that was opened here; an engine passed by the caller stays open."""
    if isinstance(choice, str | Mapping):
        await opened.close()
