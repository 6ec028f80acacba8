"""Jobs survive: killed or ended, the next service goes on with them, and nothing is asked twice."""

import asyncio
import signal
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx2
from pydantic import JsonValue

from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from adjudge.store import Run, RunStatus, Store
from adjudge.store.jobs import Job, JobKind, Jobs, JobStatus
from tests.server.support import CASE, NO_RATE, SOURCE, process, running
from tests.support.fake_llm import FakeLLM, Fate


def calls_reach(model: FakeLLM, number: int) -> None:
    for _ in range(1500):
        if model.calls >= number:
            return
        time.sleep(0.02)
    raise AssertionError(f"only {model.calls} calls came")


def wait_for(url: str, id: str, *statuses: str, seconds: float = 60) -> dict[str, object]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found: dict[str, object] = httpx2.get(f"{url}/v1/checks/{id}", timeout=30).json()
        if found["status"] in statuses:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def started(url: str, number: int, **more: object) -> str:
    body = {"case": {**CASE, "claim": f"The bridge number {number} opened in 1932."}, **more}
    response = httpx2.post(f"{url}/v1/checks", json=body, timeout=30)
    assert response.status_code == 202, response.text
    id: str = response.json()["id"]
    return id


def test_a_killed_service_goes_on_and_repeats_no_call(tmp_path: Path) -> None:
    with FakeLLM(latency_s=0.15, keep=10_000) as model:
        options = ("--engine", f"{model.url}#fake", "--jobs", "2")
        with process(*options, home=str(tmp_path)) as first:
            ids = [started(first.url, number, protocol="trial", fresh=number == 1) for number in range(4)]
            calls_reach(model, 9)
            first.process.send_signal(signal.SIGKILL)
            first.process.wait()
        time.sleep(0.3)
        with process(*options, home=str(tmp_path)) as second:
            done = [wait_for(second.url, id, "finished") for id in ids]
        assert all(check["verdict"] for check in done)
        read = [one.key for one in model.exchanges if one.fate is Fate.READ]
        assert len(read) == len(set(read)), "every answer that was read was kept"
        assert len({check["id"] for check in done}) == 4


def test_an_ended_service_parks_what_takes_too_long_and_repeats_nothing(tmp_path: Path) -> None:
    with FakeLLM(latency_s=0.2, keep=10_000) as model:
        options = ("--engine", f"{model.url}#fake", "--jobs", "1")
        with process(*options, "--grace", "0", home=str(tmp_path)) as first:
            ids = [started(first.url, number, protocol="trial") for number in range(3)]
            calls_reach(model, 2)
            first.process.send_signal(signal.SIGTERM)
            assert first.process.wait(10) == 0
            said = first.process.stdout.read() if first.process.stdout else ""
            assert "the next `adjudge serve` resumes them" in said
        with process(*options, home=str(tmp_path)) as second:
            for id in ids:
                wait_for(second.url, id, "finished")
        asked = [one.key for one in model.exchanges if one.fate is Fate.READ]
        assert len(asked) == len(set(asked)), "every answer that was read was kept"


def test_a_job_that_cannot_be_read_fails_alone(tmp_path: Path) -> None:
    config = Config(environment=Environment(home=tmp_path), limits=NO_RATE)
    now = datetime.now(UTC)

    async def leave() -> None:
        async with await Store.open(config.environment.store_path) as store:
            run = Run(
                id="20260101-000000-bcdf", started_at=now, status=RunStatus.RUNNING, fingerprint="f", command="serve",
                protocol="jury", settings={}, engines={},
            )  # fmt: skip
            request: dict[str, JsonValue] = {"of": "another version"}
            job = Job(
                run_id=run.id, kind=JobKind.CHECK, status=JobStatus.QUEUED, created_at=now, asked=1, body_hash="h",
                request=request,
            )  # fmt: skip
            await Jobs(store).begin(run, job)

    asyncio.run(leave())
    with running(config) as service:
        assert service.check().status_code == 200
        assert service.client.get("/v1/runs/20260101-000000-bcdf").json()["run"]["status"] == "failed"
        refused = service.client.get("/v1/checks/20260101-000000-bcdf")
        assert (refused.status_code, "cannot be read" in refused.json()["detail"]) == (409, True)
        assert service.client.delete("/v1/runs/20260101-000000-bcdf").status_code == 204


def test_with_time_enough_a_service_finishes_its_jobs(tmp_path: Path) -> None:
    with FakeLLM(latency_s=0.05) as model:
        options = ("--engine", f"{model.url}#fake")
        with process(*options, "--grace", "30", home=str(tmp_path)) as first:
            id = started(first.url, 1)
            wait_for(first.url, id, "running", "finished")
            first.process.send_signal(signal.SIGINT)
            assert first.process.wait(30) == 0
            said = first.process.stdout.read() if first.process.stdout else ""
        assert "Traceback" not in said
        calls = model.calls
        with process(*options, home=str(tmp_path)) as second:
            assert httpx2.get(f"{second.url}/v1/checks/{id}", timeout=30).json()["status"] == "finished"
        assert model.calls == calls


def test_a_batch_goes_on_after_a_kill(tmp_path: Path) -> None:
    rows = "".join(f"The bridge number {n} opened in 1932.,{SOURCE}\n" for n in range(30))
    with FakeLLM(latency_s=0.1, keep=10_000) as model:
        options = ("--engine", f"{model.url}#fake")
        with process(*options, home=str(tmp_path)) as first:
            table = ("../../etc/pairs.csv", f"claim,truth\n{rows}".encode())
            upload = httpx2.post(f"{first.url}/v1/uploads", files={"file": table}, timeout=30).json()
            body = {"upload": upload["id"], "protocol": "trial"}
            batch = httpx2.post(f"{first.url}/v1/batches", json=body, timeout=30).json()
            calls_reach(model, 60)
            first.process.send_signal(signal.SIGKILL)
            first.process.wait()
        with process(*options, home=str(tmp_path)) as second:
            for _ in range(600):
                shown = httpx2.get(f"{second.url}/v1/batches/{batch['id']}", timeout=30).json()
                if shown["status"] == "finished":
                    break
                time.sleep(0.05)
            lines = httpx2.get(f"{second.url}{shown['links']['verdicts']}", timeout=30).text.splitlines()
        assert (shown["done"], shown["name"]) == (30, "pairs.csv")
        assert len(lines) == 30
        asked = [one.key for one in model.exchanges if one.fate is Fate.READ]
        assert len(asked) == len(set(asked)), "every answer that was read was kept"
