"""What a hostile or hasty client tries: the service stays up, does things once, and says what was wrong."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.engines.offline import reading
from adjudge.server import submissions
from adjudge.server.config import Config, RequestLimits
from adjudge.server.queue import Live
from adjudge.server.requests import BatchRequest
from adjudge.server.routes.checks import waiting_time
from adjudge.server.service import Service
from adjudge.settings.environment import Environment
from adjudge.store.jobs import JobKind
from tests.server.support import CASE, NO_RATE, SOURCE, Running, running

PAIRS = "claim,truth\n" + "".join(f"Bridge {number} opened in 1932.,{SOURCE}\n" for number in range(30))


def table(service: Running, name: str = "pairs.csv", content: bytes = PAIRS.encode()) -> httpx2.Response:
    return service.client.post("/v1/uploads", files={"file": (name, content)})


def at_once(service: Running, method: str, path: str, times: int = 6) -> list[int]:
    def go(_: int) -> int:
        return httpx2.request(method, service.url + path, timeout=60).status_code

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(go, range(times)))


def test_a_batch_that_is_resumed_many_times_at_once_runs_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        # No job is ever started: all of them are still waiting when they are counted.
        service = Service(Config(environment=Environment(home=tmp_path), limits=RequestLimits(jobs=0)))
        await service.start()
        try:
            upload = service.uploads.take(PAIRS.encode(), name="pairs.csv").id
            prepared = service.prepared_batch(BatchRequest(upload=upload))
            live, _ = await service.queue.submit(JobKind.BATCH, prepared)
            assert isinstance(live, Live)
            id = live.job.run_id
            await asyncio.gather(*(service.queue.stop(id) for _ in range(6)))
            assert service.queue.waiting == 0
            resumed = await asyncio.gather(*(service.queue.resume(id, prepared) for _ in range(6)))
            assert all(one is resumed[0] for one in resumed)
            assert service.queue.waiting == 1
            again = asyncio.gather(*(service.queue.resume(id, prepared) for _ in range(3)), return_exceptions=True)
            await asyncio.gather(service.forget(id), again)
            assert await service.jobs.get(id) is None
            assert service.queue.waiting == 0, "what is forgotten does not come back"
        finally:
            await service.stop()

    asyncio.run(scenario())


def test_a_heavy_job_holds_up_no_other(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def compared(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
        if claim.startswith("Heavy"):
            assert go_on.wait(60)
        return compare(claim, sources)

    monkeypatch.setattr(reading, "compare", compared)
    heavy = [
        service.post(
            {"case": {"claim": f"Heavy rain: {n} days.", "documents": ["It rained."]}, "protocol": "entailment"}
        )["id"]
        for n in range(2)
    ]
    try:
        for number, protocol in enumerate(("jury", "entailment", "trial")):
            case = {"claim": f"The bridge opened in 19{number}2.", "documents": ["The bridge opened in 1931."]}
            light = service.post({"case": case, "protocol": protocol})["id"]
            assert service.until(light, "finished", seconds=60)["verdict"]
        assert {service.client.get(f"/v1/checks/{id}").json()["status"] for id in heavy} == {"running"}
    finally:
        go_on.set()
    for id in heavy:
        assert service.until(id, "finished", seconds=60)["verdict"]
    names = [thread.name for thread in threading.enumerate()]
    assert "adjudge-lane" not in names, "a job that is done leaves no thread"


def test_heavy_jobs_leave_a_place_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def compared(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
        if claim.startswith("Heavy"):
            assert go_on.wait(60)
        return compare(claim, sources)

    monkeypatch.setattr(reading, "compare", compared)
    monkeypatch.setattr(submissions, "is_long", lambda texts: texts[0].startswith("Heavy"))
    with running(Config(limits=replace(NO_RATE, jobs=2))) as service:
        heavy = [
            service.post(
                {
                    "case": {"claim": f"Heavy rain: {n} days.", "documents": ["It rained."]},
                    "protocol": "entailment",
                }
            )
            for n in range(3)
        ]
        light = service.post({"case": CASE, "protocol": "entailment"})
        try:
            assert service.until(light["id"], "finished", seconds=60)["verdict"]
            statuses = [service.client.get(f"/v1/checks/{one['id']}").json()["status"] for one in heavy]
            assert statuses == ["running", "queued", "queued"]
        finally:
            go_on.set()
        for one in heavy:
            assert service.until(one["id"], "finished", seconds=60)["verdict"]


def test_a_heavy_job_can_be_stopped_and_leaves_no_work_behind(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def compared(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
        begun.set()
        assert go_on.wait(60)
        return compare(claim, sources)

    monkeypatch.setattr(reading, "compare", compared)
    id = service.post({"case": {"claim": "Slow one.", "documents": ["It rained."]}, "protocol": "entailment"})["id"]
    assert begun.wait(30)
    threading.Timer(0.5, go_on.set).start()
    assert service.client.post(f"/v1/checks/{id}/stop").json()["status"] == "stopped"
    assert "adjudge-lane" not in [thread.name for thread in threading.enumerate()]


def test_a_table_stays_as_long_as_a_batch_has_it(service: Running) -> None:
    upload = table(service).json()["id"]
    first, second = (
        service.client.post("/v1/batches", json={"upload": upload, "protocol": "entailment", "seed": seed}).json()["id"]
        for seed in (1, 2)
    )
    service.client.post(f"/v1/batches/{second}/stop")
    assert service.client.delete(f"/v1/batches/{first}").status_code == 204
    assert service.client.get(f"/v1/batches/{second}").json()["name"] == "pairs.csv"
    assert service.client.post(f"/v1/batches/{second}/resume").status_code in (202, 409)
    assert service.client.delete(f"/v1/batches/{second}").status_code == 204
    assert service.client.post("/v1/batches", json={"upload": upload}).status_code == 404


def test_only_a_whole_id_deletes(service: Running) -> None:
    id = service.check().json()["id"]
    for part in ("last", id[:-1], id.rpartition("-")[2]):
        assert service.client.get(f"/v1/runs/{part}").status_code == 200
        for kind in ("runs", "checks", "batches"):
            assert service.client.delete(f"/v1/{kind}/{part}").status_code == 404, (kind, part)
    assert service.client.get(f"/v1/checks/{id}").status_code == 200
    assert set(at_once(service, "DELETE", f"/v1/checks/{id}")) <= {204, 404}
    assert service.client.get(f"/v1/checks/{id}").status_code == 404


@pytest.mark.parametrize(
    ("prefer", "seconds"),
    [("wait", 60), ("wait=0", 0), ("respond-async, wait=5", 5), ("wait=99999999999999", 300), ("WAIT=7; x", 7),
     ("wait=-1", None), ("wait=abc", None), ("await", None), ("", None)],
)  # fmt: skip
def test_a_client_waits_as_long_as_it_likes_up_to_the_limit(prefer: str, seconds: float | None) -> None:
    assert waiting_time(prefer, most=300.0) == seconds


DEEP = b"[" * 200_000


@pytest.mark.parametrize(
    ("method", "path", "given", "status"),
    [
        ("POST", "/v1/uploads", {"files": {"file": ("x.jsonl", DEEP)}}, 422),
        ("POST", "/v1/checks", {"content": b'{"case":' + DEEP, "headers": {"content-type": "application/json"}}, 422),
        ("POST", "/v1/checks", {"json": {"case": {**CASE, "meta": {"a": [[[[[[[[[[]]]]]]]]]]}}}}, 202),
        ("GET", "/v1/runs", {"params": {"since": "0001-01-01T00:00:00+14:00"}}, 200),
        ("GET", "/v1/runs", {"params": {"until": "9999-12-31T23:59:59-14:00"}}, 200),
        ("GET", "/v1/runs", {"params": {"after": "🙂"}}, 422),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    service: Running, method: str, path: str, given: dict[str, Any], status: int
) -> None:
    answer = service.client.request(method, path, **given)
    assert answer.status_code == status, answer.text
    assert len(answer.text) < 10_000
