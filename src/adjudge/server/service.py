"""The service: store, worker, queue, uploads and metrics, and the state of one check or batch."""

import asyncio
from contextlib import AsyncExitStack

from adjudge.errors import AdjudgeError, NotInStore
from adjudge.evidence.fetch import Fetcher
from adjudge.evidence.page_images import PageImages
from adjudge.record import as_json
from adjudge.render.cards import headline
from adjudge.server.choices import engine_named
from adjudge.server.config import Config
from adjudge.server.engine_call import EngineAnswer, asked_once
from adjudge.server.evaluating import Evaluations
from adjudge.server.limits import WrongTokens
from adjudge.server.metrics import Metrics
from adjudge.server.queue import JobQueue, Live
from adjudge.server.requests import Batch, BatchRequest, Check, CheckRequest, Links
from adjudge.server.submissions import PreparedSubmission, kept_request, prepared_batch, prepared_check
from adjudge.server.uploads import Uploads
from adjudge.server.worker import Worker
from adjudge.settings.engines import usual_terms
from adjudge.store.codec import to_json
from adjudge.store.jobs import Job, JobKind, Jobs, JobStatus
from adjudge.store.reviews import Reviews
from adjudge.store.runs import Counts, Run, RunStatus, StoredOutcome
from adjudge.store.store import Store
from adjudge.verdict import Verdict

_STATUS = {
    RunStatus.RUNNING: JobStatus.RUNNING,
    RunStatus.FINISHED: JobStatus.FINISHED,
    RunStatus.INTERRUPTED: JobStatus.STOPPED,
    RunStatus.FAILED: JobStatus.FAILED,
    RunStatus.BUDGET_REACHED: JobStatus.FAILED,
}


class Service:
    """All that the routes need. Open between `start` and `stop`."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.wrong_tokens = WrongTokens(self.metrics.wrong_tokens.inc)
        self.images = PageImages(config.environment.pages_path)
        self.uploads = Uploads(config.uploads_path, config.limits, self.images)
        self.drawing = asyncio.Semaphore(2)
        """How many pages are drawn at the same time."""
        self.fetcher = Fetcher()
        self._stack = AsyncExitStack()
        self._store: Store | None = None
        self._queue: JobQueue | None = None
        self._worker: Worker | None = None
        self._evaluations: Evaluations | None = None
        self.leaving = False
        self.open_streams = 0
        self.trouble: AdjudgeError | None = None
        """Why the service could not start."""

    @property
    def store(self) -> Store:
        assert self._store is not None, "the service is not started"
        return self._store

    @property
    def queue(self) -> JobQueue:
        assert self._queue is not None, "the service is not started"
        return self._queue

    @property
    def evaluations(self) -> Evaluations:
        assert self._evaluations is not None, "the service is not started"
        return self._evaluations

    @property
    def jobs(self) -> Jobs:
        return Jobs(self.store)

    @property
    def reviews(self) -> Reviews:
        return Reviews(self.store)

    async def start(self) -> None:
        """Open everything and resume the jobs of an earlier process."""
        try:
            await self._start()
        except AdjudgeError as error:
            self.trouble = error
            raise

    async def _start(self) -> None:
        engine_named(None, self.config)  # an engine without its key is told at the start, not at the first case
        place = self.config.environment.store_path
        self._store = await self._stack.enter_async_context(await Store.open(place))
        environment = self.config.environment
        self._worker = Worker(place, environment.receipts_path, usual_terms(environment))
        await self._worker.open()
        self._stack.push_async_callback(self._worker.close)
        self._queue = JobQueue(
            self._store, self._worker, self.config.limits, show=self._shown, counted=self.metrics.count_outcome
        )
        self._evaluations = Evaluations(self.config, self.uploads, self._worker)
        self.metrics.watch(self._queue)
        await self._queue.take_up(self._prepared)
        batches = await self.jobs.of_kind(JobKind.BATCH)
        self.uploads.prune(keep={str(job.request.get("upload")) for job in batches})
        self.images.prune()

    async def stop(self) -> None:
        """Park what still runs, let streams go, and close everything."""
        if self._queue is not None:
            await self._queue.drain(0.0)
        if self._evaluations is not None:
            await self._evaluations.close()
        self.leave()
        await self._stack.aclose()

    def leave(self) -> None:
        """Let every stream go: clients come back to whoever serves next."""
        self.leaving = True
        if self._queue is not None:
            self._queue.wake()

    async def ready(self) -> bool:
        """Whether a job would be accepted and could be stored."""
        if self._worker is None or not self._worker.alive or self.queue.closing:
            return False
        await self.store.list_runs(1)
        return True

    async def named(self, name: str) -> str:
        """The id of the run that is called so: by its id, a part of it that no other has, or `last`."""
        return name if self.queue.live(name) else (await self.store.get_run(name)).id

    async def forget(self, id: str) -> None:
        """Stop a run if it is a job that goes on, and forget it, with its table if no other batch has that.

        The whole id must be given: what `last` means may have changed since the client looked.
        """
        if (await self.store.get_run(id)).id != id:
            raise NotInStore(f"There is no run '{id}'.", hint="To delete a run, give its full id.")
        checked = await self.store.outcome(id, 0)
        job = await self.queue.forget(id)
        if checked and checked.case:
            self.images.forget(document.text for document in checked.case.documents)
        if job is not None and job.kind is JobKind.BATCH and (upload := str(job.request["upload"])):
            others = await self.jobs.of_kind(JobKind.BATCH)
            if upload not in {other.request.get("upload") for other in others}:
                self.uploads.remove(upload)

    async def test_call(self, engine: str) -> EngineAnswer:
        """Ask an engine the test question, in the worker."""
        assert self._worker is not None, "the service is not started"
        return await self._worker.do(asked_once(engine, usual_terms(self.config.environment))).done()

    # One check

    async def check_json(self, id: str) -> bytes:
        """A check as clients see it."""
        run_id = await self.named(id)
        if (live := self.queue.live(run_id)) and live.job.kind is JobKind.CHECK:
            return self.live_check(live)
        run = await self.store.get_run(run_id)
        job = await self.jobs.get(run.id)
        stored = await self.store.outcome(run.id, 0)
        return self.stored_check(run, job, stored)

    def live_check(self, live: Live) -> bytes:
        """A job that is not done, or was done just now."""
        assert isinstance(live.prepared.request, CheckRequest)
        stored = live.ended.outcome
        return self._check(live.job, live.prepared.request, stored, position=self.queue.position(live))

    def stored_check(self, run: Run, job: Job | None, stored: StoredOutcome | None) -> bytes:
        """A check from the store; also a run of one case that the command line made."""
        if job is not None and job.kind is JobKind.CHECK:
            return self._check(job, kept_request(CheckRequest, job), stored)
        if stored is None or stored.case is None or run.counts.asked != 1:
            raise NotInStore(f"Run {run.id} is not a check.", hint=f"See /v1/runs/{run.id}.")
        scalars = {name: value for name, value in run.settings.items() if isinstance(value, str | int | float)}
        head = Check(
            id=run.id,
            status=_STATUS[run.status],
            protocol=run.protocol,
            engine=", ".join(sorted(set(run.engines.values()))),
            created_at=run.started_at,
            finished_at=run.finished_at,
            case=stored.case,
            settings={name: value for name, value in scalars.items() if name not in ("name", "index", "log")},
            links=check_links(run.id),
        )
        return spliced(head, stored)

    def _check(
        self, job: Job, request: CheckRequest, stored: StoredOutcome | None, *, position: int | None = None
    ) -> bytes:
        head = Check(
            id=job.run_id,
            status=job.status,
            protocol=request.protocol,
            engine=request.engine or "offline",
            created_at=job.created_at,
            finished_at=job.finished_at,
            case=(stored.case if stored else None) or request.case,
            settings=request.settings,
            position=position,
            links=check_links(job.run_id),
            failure=job.failure,
        )
        return spliced(head, stored)

    # One batch

    async def batch(self, id: str) -> Batch:
        """A batch as clients see it."""
        run_id = await self.named(id)
        live = self.queue.live(run_id)
        job = live.job if live else await self.jobs.get(run_id)
        if job is None or job.kind is not JobKind.BATCH:
            raise NotInStore(f"There is no batch '{id}'.", hint="`/v1/runs` lists all runs.")
        run = await self.store.get_run(job.run_id)
        return self._batch(job, run.counts, position=self.queue.position(live) if live else None)

    def _batch(self, job: Job, counts: Counts, *, position: int | None = None) -> Batch:
        request = kept_request(BatchRequest, job)
        counts = counts.model_copy(update={"asked": job.asked})
        return Batch(
            id=job.run_id,
            status=job.status,
            protocol=request.protocol,
            engine=request.engine or "offline",
            created_at=job.created_at,
            finished_at=job.finished_at,
            asked=job.asked,
            done=counts.decided + counts.failed,
            counts=counts,
            position=position,
            name=self.uploads.name_of(request.upload),
            links=batch_links(job.run_id),
            failure=job.failure,
        )

    # For the queue

    def _shown(self, live: Live) -> bytes:
        """The data of `check` and `batch` events: everything except the verdict."""
        if live.job.kind is JobKind.BATCH:
            counts = live.ended.counts or Counts(asked=live.job.asked)
            return to_json(self._batch(live.job, counts, position=self.queue.position(live)))
        assert isinstance(live.prepared.request, CheckRequest)
        return self._check(live.job, live.prepared.request, None, position=self.queue.position(live))

    def _prepared(self, job: Job) -> PreparedSubmission:
        if job.kind is JobKind.CHECK:
            return prepared_check(kept_request(CheckRequest, job), self.config)
        return self.prepared_batch(kept_request(BatchRequest, job))

    def prepared_batch(self, request: BatchRequest) -> PreparedSubmission:
        """The batch of an uploaded table. Reads the file."""
        source = self.uploads.path_of(request.upload)
        return prepared_batch(request, source, self.uploads.name_of(request.upload), self.config)


def check_links(id: str) -> Links:
    """Where everything about a check is."""
    here = f"/v1/checks/{id}"
    return Links(
        self=here, events=f"{here}/events", page=f"/runs/{id}", html=f"{here}/card.html", markdown=f"{here}/card.md"
    )


def batch_links(id: str) -> Links:
    """Where everything about a batch is."""
    here = f"/v1/batches/{id}"
    return Links(self=here, events=f"{here}/events", page=f"/runs/{id}", verdicts=f"{here}/verdicts.jsonl")


def spliced(head: Check, stored: StoredOutcome | None) -> bytes:
    """The check's JSON with the outcome's stored bytes in it: read and written again they could not be any closer."""
    front = as_json(head, without={"failure", "verdict", "headline"}).encode()[:-1]
    failure = to_json(head.failure) if head.failure else b"null"
    verdict = top = b"null"
    if stored is not None and isinstance(stored.outcome, Verdict):
        verdict, top = stored.json, to_json(headline(stored.outcome))
    elif stored is not None:
        failure = stored.json
    return b'%b,"headline":%b,"failure":%b,"verdict":%b}' % (front, top, failure, verdict)
