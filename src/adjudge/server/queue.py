"""The queue of unfinished jobs: a few run at a time, each with its event log; on shutdown the rest is parked.

It belongs to the loop that serves requests; cases are decided in the worker. A finished job leaves nothing in memory:
from then on the store has its state.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from adjudge.check import failure_of
from adjudge.errors import AdjudgeError, NotInStore
from adjudge.record import digest
from adjudge.server.config import RequestLimits
from adjudge.server.events import Log, as_data, tell_outcome
from adjudge.server.execution import Ended, OnOutcome, decide_batch, decide_check
from adjudge.server.problems import RequestRefused
from adjudge.server.submissions import PreparedCheck, PreparedSubmission
from adjudge.server.worker import Work, Worker
from adjudge.store.jobs import Job, JobKind, Jobs, JobStatus
from adjudge.store.runs import Run, RunStatus
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

LETTERS = 8
BUSY_RETRY_S = 5
logger = logging.getLogger("adjudge.server")


class Live:
    """A job that waits or runs."""

    def __init__(self, job: Job, prepared: PreparedSubmission, begun: Run | None = None) -> None:
        self.job = job
        self.prepared = prepared
        self.begun = begun
        """The run, if it was begun for this job just now: then nothing of it is decided yet."""
        self.log = Log()
        self.done = asyncio.Event()
        self.ended = Ended()
        self.work: Work[Ended] | None = None
        self.wanted: JobStatus | None = None
        """What it is to be once it has stopped: stopped or parked."""

    def tell(self, name: str, data: bytes) -> None:
        """What happens in the worker."""
        self.log.tell(name, data, alone=name == "progress")

    def become(self, status: JobStatus, failure: Failure | None = None) -> None:
        """Set the status."""
        self.job = self.job.become(status, failure)


class JobQueue:
    """The queue and what runs. `show` gives a job as clients see it, for its events."""

    def __init__(
        self, store: Store, worker: Worker, limits: RequestLimits, *, show: Callable[[Live], bytes], counted: OnOutcome
    ) -> None:
        self._store = store
        self._jobs = Jobs(store)
        self._worker = worker
        self._limits = limits
        self._show = show
        self._counted = counted
        self._waiting: deque[Live] = deque()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._live: dict[str, Live] = {}
        self._coming = 0
        self._keys = asyncio.Lock()
        self._comings_and_goings = asyncio.Lock()
        self.closing = False

    # What is there

    def live(self, run_id: str) -> Live | None:
        """The job, if it is not done."""
        return self._live.get(run_id)

    def position(self, live: Live) -> int | None:
        """How many jobs are before it; None once it runs."""
        return self._waiting.index(live) if live in self._waiting else None

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many run."""
        return len(self._running)

    # What can be done

    async def submit(
        self, kind: JobKind, prepared: PreparedSubmission, *, key: str | None = None
    ) -> tuple[Live | Job, bool]:
        """Keep a new job and queue it; with a key that was used before, the job of that time. Whether it is new."""
        request: Mapping[str, JsonValue] = prepared.request.model_dump(mode="json")
        body_hash = digest({"kind": kind.value, "request": request})
        if key is None:
            return await self._submit(kind, prepared, request, body_hash, None), True
        async with self._keys:
            if earlier := await self._jobs.keyed(key):
                if earlier.body_hash != body_hash:
                    raise RequestRefused(
                        422,
                        "This idempotency key was used for another request.",
                        hint="Use a new key for a new request; the same key gives the same job.",
                    )
                return self._live.get(earlier.run_id) or earlier, False
            return await self._submit(kind, prepared, request, body_hash, key), True

    async def stop(self, run_id: str, *, status: JobStatus = JobStatus.STOPPED) -> bool:
        """Stop a job and wait until it has stopped; whether there was one to stop."""
        live = self._live.get(run_id)
        if live is None:
            return False
        live.wanted = live.wanted or status
        if live in self._waiting:
            self._waiting.remove(live)
            await self._put_aside(live)
        elif live.work is not None:
            self._worker.broken_off = self._worker.broken_off or status is JobStatus.PARKED
            live.work.stop()
        await live.done.wait()
        return True

    async def resume(self, run_id: str, prepared: PreparedSubmission) -> Live:
        """Queue a job again that was stopped, or failed for a reason that may have gone. Asked twice, it runs once."""
        async with self._comings_and_goings:
            if live := self._live.get(run_id):
                return live
            job = await self._jobs.get(run_id)
            if job is None:
                raise NotInStore(f"There is no job '{run_id}'.", hint="Only runs of the service can be resumed here.")
            if job.status is JobStatus.FINISHED:
                raise RequestRefused(409, "It is finished.", hint="There is nothing left to decide.")
            self._require_room()
            live = Live(job, prepared)
            live.become(JobStatus.QUEUED)
            await self._jobs.set(live.job)
            self._queue(live)
            return live

    async def forget(self, run_id: str) -> Job | None:
        """Stop a job if it is running and delete its run. Returns the job, or None if the run was not a job."""
        async with self._comings_and_goings:
            await self.stop(run_id)
            job = await self._jobs.get(run_id)
            await self._store.delete_run(run_id)
            return job

    async def take_up(self, prepare: Callable[[Job], PreparedSubmission]) -> int:
        """Queue what an earlier service left behind; how many jobs."""
        waiting = await self._jobs.unfinished()
        for job in waiting:
            try:
                live = Live(job, prepare(job))
            except AdjudgeError as error:
                await self._jobs.set(job.become(JobStatus.FAILED, failure_of(job.run_id, error)))
                await self._store.finish_run(job.run_id, RunStatus.FAILED, asked=job.asked)
                continue
            live.become(JobStatus.QUEUED)
            await self._jobs.set(live.job)
            self._queue(live)
        return len(waiting)

    async def drain(self, grace_s: float, *, hurry: Callable[[], bool] = lambda: False) -> None:
        """Accept no more jobs, let running jobs continue for a while, then park the rest."""
        self.closing = True
        for live in list(self._waiting):
            await self.stop(live.job.run_id, status=JobStatus.PARKED)
        until = asyncio.get_running_loop().time() + grace_s
        while self._running and asyncio.get_running_loop().time() < until and not hurry():
            await asyncio.wait(self._running.values(), timeout=0.1)
        for live in list(self._live.values()):
            await self.stop(live.job.run_id, status=JobStatus.PARKED)
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def wake(self) -> None:
        """Wake every stream, for example on shutdown."""
        for live in self._live.values():
            live.log.wake()

    # How it is done

    async def _submit(
        self,
        kind: JobKind,
        prepared: PreparedSubmission,
        request: Mapping[str, JsonValue],
        body_hash: str,
        key: str | None,
    ) -> Live:
        self._require_room()
        plan = prepared.plan
        run = plan.new_run(title=prepared.title, letters=LETTERS)
        job = Job(
            run_id=run.id,
            kind=kind,
            status=JobStatus.QUEUED,
            created_at=run.started_at,
            asked=plan.asked,
            key=key,
            body_hash=body_hash,
            request=request,
        )
        self._coming += 1
        try:
            await self._jobs.begin(run, job)
        finally:
            self._coming -= 1
        live = Live(job, prepared, run)
        self._queue(live)
        return live

    def _require_room(self) -> None:
        if self.closing:
            raise RequestRefused(
                503, "The service is shutting down.", hint="Try again soon.", headers={"Retry-After": str(BUSY_RETRY_S)}
            )
        free = max(0, self._limits.jobs - len(self._running))
        if len(self._waiting) + self._coming >= self._limits.queue + free:
            raise RequestRefused(
                429,
                f"{len(self._waiting)} jobs are waiting already.",
                hint="Try again later, or start the service with a larger --queue.",
                headers={"Retry-After": str(BUSY_RETRY_S)},
            )

    def _queue(self, live: Live) -> None:
        self._live[live.job.run_id] = live
        self._waiting.append(live)
        self._tell_status(live)
        self._next()

    def _next(self) -> None:
        while len(self._running) < self._limits.jobs and not self.closing and (live := self._first_to_start()):
            self._waiting.remove(live)
            self._running[live.job.run_id] = asyncio.create_task(self._carry_out(live))

    def _first_to_start(self) -> Live | None:
        """The first job that may start. Heavy jobs leave one place to the others, if there is more than one."""
        heavy = sum(self._live[id].prepared.heavy for id in self._running)
        full = heavy >= max(1, self._limits.jobs - 1)
        return next((live for live in self._waiting if not (full and live.prepared.heavy)), None)

    async def _carry_out(self, live: Live) -> None:
        id = live.job.run_id
        try:
            live.become(JobStatus.RUNNING)
            # Queued or running: the next service takes it up just the same.
            await self._jobs.set(live.job, soon=True)
            self._tell_status(live)
            await self._decide(live)
            await self._jobs.set(live.job)
        except AdjudgeError as error:
            logger.error("job %s: %s", id, error)
            live.become(JobStatus.FAILED, failure_of(id, error))
        except Exception:
            logger.exception("job %s failed", id)
            live.become(JobStatus.FAILED, _internal(id))
        finally:
            del self._running[id]
            self._next()
            self._close(live)

    async def _decide(self, live: Live) -> None:
        id, prepared = live.job.run_id, live.prepared
        if isinstance(prepared, PreparedCheck):
            live.work = self._worker.do(
                decide_check(self._worker, prepared, live.begun or id, live.tell, self._counted)
            )
        else:
            live.work = self._worker.do(decide_batch(self._worker, prepared, id, live.tell, self._counted))
        if live.wanted:
            live.work.stop()
        try:
            live.ended = await live.work.done()
        except asyncio.CancelledError:
            if live.wanted is None:
                raise
            live.become(live.wanted)
        except AdjudgeError as error:
            live.become(JobStatus.FAILED, failure_of(id, error))
        except Exception:
            logger.exception("job %s failed", id)
            live.become(JobStatus.FAILED, _internal(id))
        else:
            self._settle(live)

    @staticmethod
    def _settle(live: Live) -> None:
        ended = live.ended
        failed = ended.outcome is not None and not isinstance(ended.outcome.outcome, Verdict)
        status = JobStatus.FAILED if failed or ended.stopping else JobStatus.FINISHED
        live.become(status, ended.stopping)

    async def _put_aside(self, live: Live) -> None:
        """A job that never ran."""
        status = live.wanted or JobStatus.STOPPED
        live.become(status)
        try:
            await self._jobs.set(live.job)
            await self._store.finish_run(live.job.run_id, RunStatus.INTERRUPTED, asked=live.job.asked)
        finally:
            self._close(live)

    def _close(self, live: Live) -> None:
        """Publish the last events. A parked job has none: its stream continues after the restart."""
        if live.job.status is JobStatus.PARKED:
            live.log.close()
        else:
            if live.ended.outcome is not None:
                tell_outcome(live.ended.outcome, live.log.add)
            elif live.job.failure is not None:
                live.log.add("failure", as_data(live.job.failure))
            self._tell_status(live)
            live.log.add("end", as_data({"status": live.job.status.value}))
        self._live.pop(live.job.run_id, None)
        live.done.set()

    def _tell_status(self, live: Live) -> None:
        live.log.add("check" if live.job.kind is JobKind.CHECK else "batch", self._show(live))


def _internal(run_id: str) -> Failure:
    return failure_of(run_id, AdjudgeError("Something went wrong in the service.", hint="See its log for details."))
