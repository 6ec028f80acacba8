"""Evaluations that are started from the browser: one at a time, watched while they run, resumed where they stopped.

Each has a folder with its request, a copy of its data, and what `adjudge eval` writes. A stopped service loses nothing
of it: rows that were judged are not judged again.
"""

import asyncio
import logging
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from adjudge.engines.around.ledger import Ledger, Meter, NoAnswers
from adjudge.engines.base import Engine
from adjudge.engines.offline.engine import Offline
from adjudge.errors import AdjudgeError, ConfigError, NotInStore
from adjudge.evals.evaluation import Evaluation, Folder, evaluate, version_of, with_verdict
from adjudge.evals.labelled import Columns, LabelledData
from adjudge.evals.labels import parse_mapping
from adjudge.evals.names import stem
from adjudge.evals.prediction import Prediction, read_predictions
from adjudge.evals.report_files import write_report
from adjudge.evals.results import results
from adjudge.files import private_folder, write_private
from adjudge.server.choices import engine_named, procedure_of
from adjudge.server.config import Config
from adjudge.server.evaluation_records import (
    NAME,
    EvaluationRequest,
    EvaluationShown,
    EvaluationStatus,
    progress_of,
    read_request,
    write_request,
)
from adjudge.server.events import Log
from adjudge.server.lanes import InLane, in_own_lane
from adjudge.server.problems import RequestRefused
from adjudge.server.uploads import Uploads
from adjudge.server.worker import Work, Worker
from adjudge.settings.standard import standard_of
from adjudge.store.codec import to_json

TOLD_EVERY_S = 0.5
MOST_WAITING = 10
_DATA = "data"
logger = logging.getLogger("adjudge.server")


@dataclass
class LiveEvaluation:
    """An evaluation that waits or runs."""

    request: EvaluationRequest
    evaluation: Evaluation
    unjudged: dict[str, int]
    """Rows that are not judged, and why."""
    status: EvaluationStatus = EvaluationStatus.QUEUED
    log: Log = field(default_factory=Log)
    done: dict[str, Prediction] = field(default_factory=dict)
    work: Work[None] | None = None
    stopping: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Evaluations:
    """All evaluations in the service's folder."""

    def __init__(self, config: Config, uploads: Uploads, worker: Worker) -> None:
        self._config = config
        self._uploads = uploads
        self._worker = worker
        self._live: dict[str, LiveEvaluation] = {}
        self._failed: dict[str, AdjudgeError] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, name: str, request: EvaluationRequest) -> EvaluationShown:
        """Start an evaluation on an uploaded table. Raises what is wrong with it before anything is written."""
        place = self._place(name)
        if place.exists():
            raise RequestRefused(409, f"There is an evaluation '{name}' already.", hint="Choose another name.")
        table = self._uploads.path_of(request.upload)
        label = f"{stem(Path(self._uploads.name_of(request.upload) or 'data'))}{table.suffix}"
        evaluation, _ = await asyncio.to_thread(self._planned, request, table)  # an error leaves no folder behind
        private_folder(place / _DATA)
        write_private(place / _DATA / label, await asyncio.to_thread(table.read_bytes))
        write_request(place, request, evaluation.asked)
        return await self.resume(name)

    async def resume(self, name: str) -> EvaluationShown:
        """Go on with an evaluation that was stopped or failed. Asked twice, it runs once."""
        place = self._own(name)
        if name in self._live:
            return self.shown(name)
        if (place / "report.html").exists():
            raise RequestRefused(409, "It is finished.", hint="There is nothing left to judge.")
        if len(self._live) >= MOST_WAITING:
            raise RequestRefused(429, f"{MOST_WAITING} evaluations are waiting already.", hint="Try again later.")
        [table] = sorted((place / _DATA).iterdir())
        request = read_request(place).request
        evaluation, unjudged = await asyncio.to_thread(self._planned, request, table)
        if name in self._live:  # somebody else asked in the meantime
            return self.shown(name)
        self._failed.pop(name, None)
        live = self._live[name] = LiveEvaluation(request, evaluation, unjudged)
        live.done = with_verdict(read_predictions(place / "predictions.jsonl"))
        task = asyncio.create_task(self._carry_out(name, live))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return self.shown(name)

    async def stop(self, name: str) -> EvaluationShown:
        """Stop an evaluation; what was judged stays."""
        self._own(name)
        if live := self._live.get(name):
            live.stopping = True
            if live.work:
                live.work.stop()
                await live.ended.wait()
            else:
                self._end(name, live, EvaluationStatus.STOPPED)
        return self.shown(name)

    async def delete(self, name: str) -> None:
        """Stop an evaluation that was started here, and delete its folder."""
        place = self._own(name)
        await self.stop(name)
        self._failed.pop(name, None)
        await asyncio.to_thread(shutil.rmtree, place)

    async def close(self) -> None:
        """Stop everything; a later service can resume it."""
        for name in list(self._live):
            await self.stop(name)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def live(self, name: str) -> LiveEvaluation | None:
        """The evaluation if it waits or runs."""
        return self._live.get(name)

    def unfinished(self) -> list[EvaluationShown]:
        """The evaluations of this folder that were started here and have no report yet."""
        folder = self._config.evaluations_path
        names = [path.parent.name for path in folder.glob("*/request.json")] if folder.is_dir() else []
        return [self.shown(name) for name in sorted(names) if not (folder / name / "report.html").exists()]

    def shown(self, name: str) -> EvaluationShown:
        """An evaluation with its figures so far; also a finished one, and one that the command line made."""
        place = self._place(name)
        if live := self._live.get(name):
            return self._figures(name, live)
        request = read_request(place) if (place / "request.json").exists() else None
        if request is None and not (place / "predictions.jsonl").exists():
            raise NotInStore(f"There is no evaluation '{name}'.", hint="`/v1/evaluations` lists them.")
        finished, failed = (place / "report.html").exists(), self._failed.get(name)
        status = EvaluationStatus.FAILED if failed else EvaluationStatus.STOPPED
        predictions = list(read_predictions(place / "predictions.jsonl").values())
        status = EvaluationStatus.FINISHED if finished else status
        asked = len(predictions) if finished else request.asked if request else None
        shown = progress_of(name, status, predictions, asked, failed)
        return shown.model_copy(update={"request": request and request.request})

    async def _carry_out(self, name: str, live: LiveEvaluation) -> None:
        status = EvaluationStatus.FINISHED
        try:
            async with self._turn:
                if live.stopping:
                    return
                live.status = EvaluationStatus.RUNNING
                self._tell(name, live)
                folder = Folder(self._place(name))
                live.work = self._worker.do(_evaluated(self._worker, live, folder, self._teller(name, live)))
                await live.work.done()
        except asyncio.CancelledError:
            status = EvaluationStatus.STOPPED
        except AdjudgeError as error:
            self._failed[name], status = error, EvaluationStatus.FAILED
        except Exception:
            logger.exception("evaluation %s failed", name)
            self._failed[name] = AdjudgeError("Something went wrong in the service.", hint="See its log for details.")
            status = EvaluationStatus.FAILED
        finally:
            if name in self._live:
                self._end(name, live, EvaluationStatus.STOPPED if live.stopping else status)

    def _end(self, name: str, live: LiveEvaluation, status: EvaluationStatus) -> None:
        live.status = status
        del self._live[name]
        live.log.add("progress", to_json(self._figures(name, live)), alone=True)
        live.log.add("end", b'{"status":"%b"}' % status.value.encode())
        live.ended.set()

    def _tell(self, name: str, live: LiveEvaluation) -> None:
        live.log.tell("progress", to_json(self._figures(name, live)), alone=True)

    def _figures(self, name: str, live: LiveEvaluation) -> EvaluationShown:
        done = list(live.done.values())
        shown = progress_of(name, live.status, done, live.evaluation.asked, self._failed.get(name))
        return shown.model_copy(update={"request": live.request})

    def _teller(self, name: str, live: LiveEvaluation) -> Callable[[Prediction], None]:
        """Keeps each prediction, and tells a few times a second at most. Called in the worker."""
        due = 0.0

        def observe(prediction: Prediction) -> None:
            nonlocal due
            live.done[prediction.id] = prediction
            if (now := time.monotonic()) >= due:
                self._tell(name, live)
                # Of very many rows the figures take a while: telling takes a tenth of the time at most.
                due = time.monotonic() + max(TOLD_EVERY_S, 10 * (time.monotonic() - now))

        return observe

    def _planned(self, request: EvaluationRequest, table: Path) -> tuple[Evaluation, dict[str, int]]:
        """The evaluation of a table, once it is sure that it can be judged. Reads the table."""
        procedure = procedure_of(request.protocol, request.settings, self._config)
        if procedure.finds_documents:
            raise ConfigError(
                f"{request.protocol} does not judge pairs.", hint="Choose a protocol that needs a source."
            )
        engine = engine_named(request.engine, self._config)
        data = LabelledData(
            paths=(table,),
            columns=Columns(request.claim_col, request.source_col, request.label_col, None),
            mapping=parse_mapping(request.label_map),
            two_classes=request.two_classes,
            limit=request.limit,
            seed=request.seed,
        )
        standard = standard_of(self._config.environment, None, protocol=request.protocol, engines=[engine])
        try:
            evaluation = Evaluation(
                name=stem(table),
                rows=data.rows,
                scheme=data.scheme,
                asked=data.asked,
                data=data.fingerprint,
                protocol=procedure.for_measuring(),
                engine=engine,
                engine_version=version_of(engine),
                standard=standard,
                command="adjudge serve",
            )
        except AdjudgeError as error:
            raise _in_rest_words(error, table, self._uploads.name_of(request.upload)) from None
        return evaluation, {"unlabelled": data.unlabelled, "duplicates": data.duplicates}

    def _place(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise ConfigError(
                f"'{name[:100]}' is not a valid name for an evaluation.", hint="Use a-z, 0-9, - and _, up to 64."
            )
        return self._config.evaluations_path / name

    def _own(self, name: str) -> Path:
        place = self._place(name)
        if not (place / "request.json").exists():
            raise NotInStore(f"No evaluation '{name}' was started here.", hint="`/v1/evaluations` lists them.")
        return place


@in_own_lane
async def _evaluated(
    worker: Worker, live: LiveEvaluation, folder: Folder, observe: Callable[[Prediction], None]
) -> None:
    """Judge the rows and write the output. The offline engine is faster than a store of its answers."""
    evaluation = live.evaluation
    engine: Engine = (
        Ledger(InLane(Offline()), NoAnswers())
        if evaluation.engine == "offline"
        else worker.engines.of(evaluation.engine, worker.store, meter=Meter())
    )
    predictions = await evaluate(evaluation, folder, engine, on_prediction=observe)
    classes = [gold.value for gold in evaluation.scheme.classes]
    found = await asyncio.to_thread(
        results, predictions, classes, asked=evaluation.asked, cascading=evaluation.cascading
    )
    found["rows"] |= live.unjudged
    await asyncio.to_thread(write_report, folder, evaluation, found, predictions)


def _in_rest_words(error: AdjudgeError, table: Path, name: str) -> AdjudgeError:
    """The error with the client's name of the table, and fields in place of options."""
    for part in ("message", "hint"):
        text = getattr(error, part).replace(str(table), name or table.name)
        for option in ("claim", "source", "label"):
            text = text.replace(f"--{option}-col", f"{option}_col")
        setattr(error, part, text.replace("--map ", "label_map: "))
    return error
