"""Judge the sample of one set by every protocol, in one process: one reading of a text serves them all.

A folder for each protocol and engine keeps the predictions, with the version that made them. The same version goes on
where it stopped; another begins anew, and the model's stored answers are used again.
"""

import asyncio
import json
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread

from adjudge.analysis.model.nli import shipped
from adjudge.cli.eval.evaluation import EvalRequest, run_eval
from adjudge.errors import AdjudgeError
from adjudge.evals.labelled import Columns
from adjudge.files import file_hash
from benchmarks.scorecard.answers import stored
from benchmarks.scorecard.spans import marked_characters

SPANS = "spans.json"
NO_TIME = "no time was left"
_AT_ONCE = 8
"""Cases that a language model judges at the same time. Offline it is one, so that its passage stays computed."""


@dataclass(frozen=True)
class Job:
    """One evaluation: a protocol on an engine on a sample."""

    protocol: str
    engine: str
    path: Path
    out: Path

    @property
    def name(self) -> str:
        """Protocol, engine and set in words."""
        return f"{self.protocol} on {self.engine}, {self.path.stem}"


@dataclass(frozen=True)
class Judged:
    """What came of a job: how long it took, and what went wrong, if anything."""

    seconds: float = 0.0
    problem: str = ""


def prepare(work: Path) -> None:
    """Prepare a process: calibrations and paid answers of the scorecard's own home, never the user's."""
    Thread(target=_end_with_parent, daemon=True).start()
    os.environ["ADJUDGE_HOME"] = str(work / "home")
    model = stored(shipped(), work / "answers.db")
    # The processes share the cores: each computes one pair at a time.
    model._threads = 1


def _end_with_parent() -> None:
    """Without this, a process whose parent was killed would go on writing beside the run that resumes."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def judge(jobs: Sequence[Job], versions: Mapping[str, Mapping[str, str]], deadline: float) -> list[Judged]:
    """Judge the jobs of one set one after the other; after the deadline none is begun."""
    return [_judged(job, versions[job.engine], deadline) for job in jobs]


def _judged(job: Job, version: Mapping[str, str], deadline: float) -> Judged:
    if time.time() > deadline:
        return Judged(problem=NO_TIME)
    started = time.monotonic()
    begin(job.out, dict(version) | {"sample": file_hash(job.path)})
    at_once = 1 if job.engine == "offline" else _AT_ONCE
    request = EvalRequest(
        data=(str(job.path),),
        protocol=job.protocol,
        engine=job.engine,
        out=job.out,
        columns=Columns(),
        concurrency=at_once,
        quiet=True,
    )
    try:
        asyncio.run(run_eval(request))
        if job.protocol == "factuality" and job.engine == "offline" and not (job.out / SPANS).exists():
            found = asyncio.run(marked_characters(job.path, job.engine, concurrency=at_once))
            (job.out / SPANS).write_text(json.dumps(found), encoding="utf-8")
    except AdjudgeError as error:
        return Judged(time.monotonic() - started, f"{type(error).__name__}: {error}")
    return Judged(time.monotonic() - started)


def begin(folder: Path, version: Mapping[str, str]) -> None:
    """Keep the folder if this version of engine, rules and sample made it; else empty it."""
    mark = folder / "version.json"
    if mark.exists() and json.loads(mark.read_text("utf-8")) == version:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    mark.write_text(json.dumps(version), encoding="utf-8")
