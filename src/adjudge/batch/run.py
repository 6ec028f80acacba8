"""A run: many cases, stored as they are decided, so that a killed run can be resumed.

In: numbered cases, a protocol, an engine, a store. Out: outcomes as they are decided. A run that was killed,
interrupted or ran out of budget is found by its fingerprint and resumed; decided cases are not asked again.
"""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from adjudge.agents.hearing import Event, Hearing, Observer
from adjudge.case import Case
from adjudge.check import DEFAULT_CONCURRENCY, check_many, failure_of, verdict_of
from adjudge.engines.around.ledger import Meter
from adjudge.engines.base import Engine
from adjudge.errors import AdjudgeError
from adjudge.protocols.base import Procedure, settings_of
from adjudge.protocols.decision import Standard
from adjudge.record import digest
from adjudge.store.runs import Run, RunStatus
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

if TYPE_CHECKING:
    from adjudge.store.leases import Lease

# The whole run stops on these: the next case would fail for the same reason, and no case is to blame.
STOPPING = {"BudgetReached": RunStatus.BUDGET_REACHED, "EngineUnavailable": RunStatus.FAILED}


@dataclass(frozen=True)
class Plan:
    """The plan of a run; runs with the same fingerprint are the same run."""

    protocol: Procedure
    engines: Mapping[str, str]
    data: Mapping[str, Any]
    asked: int
    command: str
    standard: Standard = field(default_factory=Standard)

    @property
    def fingerprint(self) -> str:
        """Hash of protocol, engines, data selection, and of the standard where it is not the usual one."""
        content: dict[str, Any] = {
            "protocol": settings_of(self.protocol),
            "engines": dict(self.engines),
            "data": dict(self.data),
        }
        if self.standard != Standard():
            fitted = [one.model_dump(mode="json") for one in self.standard.calibrations]
            content["standard"] = {"calibrations": fitted, "risk": self.standard.risk}
            if self.standard.promises:
                content["standard"]["promises"] = [one.model_dump(mode="json") for one in self.standard.promises]
        return digest(content)

    def new_run(self, *, title: str = "", letters: int = 4) -> Run:
        """A new run for this plan, not stored yet. `letters` is the length of its id's random part."""
        return Run.begin(
            fingerprint=self.fingerprint,
            command=self.command,
            protocol=self.protocol.name,
            settings=settings_of(self.protocol),
            engines=self.engines,
            title=title,
            letters=letters,
        )


class StoredRun:
    """A run under way. Iterate `outcomes()`, then read `run` for how it ended."""

    def __init__(
        self, store: Store, plan: Plan, run: Run, *, done: frozenset[int], meter: Meter, lease: "Lease | None" = None
    ) -> None:
        self._store = store
        self._lease = lease
        self._plan = plan
        self._meter = meter
        self.run = run
        self.done = done

    @classmethod
    async def begin(cls, store: Store, plan: Plan, *, meter: Meter, fresh: bool = False) -> "StoredRun":
        """Start the plan's run, or resume an unfinished run of the same plan.

        In a store that machines share, one process at a time carries out a plan; raises `StoreError` for the others.
        """
        if fresh:
            return cls(store, plan, await store.begin_run(plan.new_run()), done=frozenset(), meter=meter)
        lease = await _lease_of(plan, store) if store.shared else None
        unfinished = await store.find_unfinished(plan.fingerprint)
        if unfinished:
            done = frozenset(await store.done_positions(unfinished.id))
            return cls(store, plan, await store.resume_run(unfinished.id), done=done, meter=meter, lease=lease)
        return cls(store, plan, await store.begin_run(plan.new_run()), done=frozenset(), meter=meter, lease=lease)

    async def decide(self, case: Case, engine: Engine, *, observe: Observer | None = None) -> tuple[Case, Verdict]:
        """Decide the only case of the run: the case with the documents that were found for it, and its verdict.

        The outcome is stored either way. Raises the `AdjudgeError` of a case that fails.
        """
        hearing = Hearing(case, engine, observe=observe)
        status = RunStatus.INTERRUPTED
        try:
            verdict = await verdict_of(self._plan.protocol, hearing, self._plan.standard)
            await self._save(0, hearing.case, verdict)
            status = RunStatus.FINISHED
        except AdjudgeError as error:
            status = STOPPING.get(error.name, RunStatus.FINISHED)
            if error.name not in STOPPING:
                await self._save(0, hearing.case, failure_of(case.id, error, hearing))
            raise
        finally:
            await self._finish(status)
        return hearing.case, verdict

    async def outcomes(
        self,
        cases: Iterable[tuple[int, Case | Failure]],
        engine: Engine,
        *,
        concurrency: int = DEFAULT_CONCURRENCY,
        observe: Observer | None = None,
        started: Callable[[int, Case | Failure], None] | None = None,
    ) -> AsyncGenerator[tuple[int, Case | None, Verdict | Failure], None]:
        """Decide the remaining cases. Each outcome is stored before it is yielded.

        If the run has to stop (`STOPPING`), cases under way finish first and the failure that stopped it comes last.
        """
        positions: dict[str, tuple[int, Case | None]] = {}

        def fed() -> Iterable[Case | Failure]:
            for position, case in cases:
                if position in self.done:
                    continue
                id = case.case_id if isinstance(case, Failure) else case.id
                positions[id] = (position, None if isinstance(case, Failure) else case)
                if started:
                    started(position, case)
                yield case

        def watched(event: Event) -> None:
            if event.case is not None and event.case_id in positions:
                # The documents that a protocol found belong to the stored case: without them nothing could be replayed.
                positions[event.case_id] = (positions[event.case_id][0], event.case)
            if observe:
                observe(event)

        status = RunStatus.INTERRUPTED
        try:
            outcomes = check_many(
                fed(),
                protocol=self._plan.protocol,
                engine=engine,
                concurrency=concurrency,
                observe=watched,
                standard=self._plan.standard,
                stop_on=STOPPING,
            )
            stopped: tuple[int, Case | None, Failure] | None = None
            async with aclosing(outcomes):
                async for outcome in outcomes:
                    position, case = positions.pop(outcome.case_id)
                    if isinstance(outcome, Failure) and outcome.error in STOPPING:
                        stopped = stopped or (position, case, outcome)
                        continue
                    await self._save(position, case, outcome)
                    yield position, case, outcome
            status = RunStatus.FINISHED
            if stopped is not None:
                status = STOPPING[stopped[2].error]
                yield stopped
        finally:
            await self._finish(status)

    async def _save(self, position: int, case: Case | None, outcome: Verdict | Failure) -> None:
        if self._lease:
            self._lease.require()
        await self._store.save_outcome(self.run.id, position, case, outcome, paid=self._meter.take())

    async def _finish(self, status: RunStatus) -> None:
        if self._lease:
            self._lease.require()  # a run that another process has taken over is that one's to finish
        self.run = await self._store.finish_run(self.run.id, status, asked=self._plan.asked, paid=self._meter.take())
        if self._lease:
            await self._lease.release()


async def _lease_of(plan: Plan, store: Store) -> "Lease":
    from adjudge.store.leases import Lease

    return await Lease.take(store, f"run {plan.fingerprint[:16]}")
