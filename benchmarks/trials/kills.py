"""`kill -9` at random points of a run, a service with a batch, and an import; then the same command again.

Nothing may be lost or doubled, and the bytes must be those of an undisturbed run. An answer that the killed process had
read and that is asked for again was paid twice: those are counted with their age at the kill.
"""

import json
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import httpx2
from tests.support.fake_llm import Exchange, FakeLLM, Fate

from benchmarks.trials import forked
from benchmarks.trials.trial import Trial

ROWS = 20
RECORDS = 20_000
LATENCY_S = 0.03
WAIT_S = 900
SEED = 7


def runs(trial: Trial) -> None:
    """`adjudge run` on a language model."""
    _on_a_model(trial, _run_once)


def services(trial: Trial) -> None:
    """`adjudge serve` with a batch."""
    _on_a_model(trial, _batch_once)


Once = Callable[[FakeLLM, Path, int | None], list[str] | None]
"""Run the job in a home folder. With a number, kill it after that many calls and return nothing; otherwise return the
verdict lines."""


def _on_a_model(trial: Trial, once: Once) -> None:
    for kind in ("verdicts lost", "verdicts doubled", "outcomes whose bytes differ"):
        trial.fault(kind, 0)
    chance, twice = random.Random(SEED), 0
    ages: list[float] = []
    with FakeLLM(latency_s=LATENCY_S, keep=100_000) as model:
        with tempfile.TemporaryDirectory() as home:
            expected = once(model, Path(home), None) or []
        calls = model.calls
        while trial.goes_on():
            model.exchanges.clear()
            before = model.calls
            with tempfile.TemporaryDirectory() as home:
                once(model, Path(home), before + chance.randint(1, calls - 1))
                killed_at, read = time.monotonic(), _read(model)
                model.exchanges.clear()
                lines = once(model, Path(home), None) or []
            again = {one.key for one in model.exchanges} & read.keys()
            twice += len(again)
            ages += [1000 * (killed_at - read[key].answered_at) for key in again]
            _compare(trial, lines, expected)
            trial.step()
    trial.counts = {
        "kills": f"{trial.done:,}",
        "verdicts expected in all": f"{trial.done * len(expected):,}",
        "calls of an undisturbed run": f"{calls:,}",
        "answered calls paid twice": f"{twice:,}",
        "their greatest age at the kill": f"{max(ages):.0f} ms" if ages else "none",
    }


def _read(model: FakeLLM) -> dict[str, Exchange]:
    time.sleep(0.2)  # the server sees how the connections ended
    return {one.key: one for one in model.exchanges if one.fate is Fate.READ}


def _compare(trial: Trial, lines: list[str], expected: list[str]) -> None:
    ids, wanted = (Counter(json.loads(line)["case_id"] for line in some) for some in (lines, expected))
    trial.fault("verdicts lost", (wanted - ids).total(), f"{len(lines)} lines")
    trial.fault("verdicts doubled", (ids - wanted).total(), f"{len(lines)} lines")
    differing = (Counter(lines) - Counter(expected)).total()
    trial.fault("outcomes whose bytes differ", differing, next(iter(set(lines) - set(expected)), ""))


def _pairs() -> str:
    rows = (f"The bridge number {n} opened in 1932.,The bridge number {n} opened in 1931.\n" for n in range(ROWS))
    return "claim,truth\n" + "".join(rows)


def _run_once(model: FakeLLM, home: Path, kill_at: int | None) -> list[str] | None:
    (home / "pairs.csv").write_text(_pairs())
    (home / "config.yaml").write_text("data: {source: pairs.csv}\nprotocol: entailment\n")
    words = ["run", "config.yaml", "--engine", f"{model.url}#fake", "--quiet"]
    with forked.command(words, home) as running:
        if kill_at is not None and _until(lambda: model.calls >= kill_at, running):
            running.kill()
            return None
        running.join(WAIT_S)
    return (home / "config.verdicts.jsonl").read_text().splitlines()


def _batch_once(model: FakeLLM, home: Path, kill_at: int | None) -> list[str] | None:
    note = home / "batch"
    with forked.service(["--engine", f"{model.url}#fake"], home) as (url, running):
        if not note.exists():
            table = {"file": ("pairs.csv", _pairs().encode())}
            upload = httpx2.post(f"{url}/v1/uploads", files=table, timeout=WAIT_S).json()["id"]
            body = {"upload": upload, "protocol": "entailment"}
            note.write_text(httpx2.post(f"{url}/v1/batches", json=body, timeout=WAIT_S).json()["id"])
        if kill_at is not None and _until(lambda: model.calls >= kill_at, running):
            running.kill()
            return None
        address = f"{url}/v1/batches/{note.read_text()}"
        _until(lambda: httpx2.get(address, timeout=WAIT_S).json()["status"] == "finished", running)
        found = httpx2.get(address, timeout=WAIT_S).json()["links"]["verdicts"]
        return httpx2.get(f"{url}{found}", timeout=WAIT_S).text.splitlines()


def imports(trial: Trial) -> None:
    """`adjudge index add`, killed between its first file on disk and its end."""
    for kind in ("records lost", "records doubled", "imports left half", "commands that failed"):
        trial.fault(kind, 0)
    chance, half_way = random.Random(SEED), 0
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder, "train.jsonl")
        lines = (
            json.dumps({"claim": f"Mill {n} opened in 19{n % 90 + 10}.", "label": "SUPPORTS"}) for n in range(RECORDS)
        )
        records.write_text("\n".join(lines) + "\n")
        with tempfile.TemporaryDirectory() as home:
            writing_s = _added(records, Path(home), None)[1]
        while trial.goes_on():
            with tempfile.TemporaryDirectory() as home:
                half_way += _added(records, Path(home), chance.uniform(0, writing_s))[0] == -signal.SIGKILL
                left = _records(Path(home))
                trial.fault("imports left half", left not in (0, RECORDS), f"{left} records")
                trial.fault("commands that failed", _added(records, Path(home), None)[0] != 0)
                found = _records(Path(home))
                trial.fault("records lost", max(0, RECORDS - found))
                trial.fault("records doubled", max(0, found - RECORDS))
            trial.step()
    trial.counts = {"kills": f"{half_way:,} of {trial.done:,} before the end", "records of a file": f"{RECORDS:,}"}


def _added(records: Path, home: Path, kill_after_s: float | None) -> tuple[int, float]:
    """Add the file; returns the exit code, and the seconds from the first file of the index on, from which the time to
    the kill counts."""
    with forked.command(["index", "add", "fever", str(records)], home) as running:
        has_begun = _until(lambda: any((home / "index").rglob("*")), running)
        began = time.monotonic()
        if kill_after_s is not None and has_begun:
            time.sleep(kill_after_s)
            running.kill()
        running.join(WAIT_S)
        assert running.exitcode is not None, "it takes too long"
        return running.exitcode, time.monotonic() - began


def _records(home: Path) -> int:
    with forked.command(["index", "stats", "--json"], home) as running:
        running.join(WAIT_S)
    return sum(json.loads(line)["records"] for line in (home / forked.OUTPUT).read_text().splitlines())


def _until(happened: Callable[[], bool], running: ForkServerProcess) -> bool:
    """Wait for the event. Returns whether it happened before the process ended."""
    end = time.monotonic() + WAIT_S
    while not happened():
        if running.exitcode is not None:
            return False
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)
    return True
