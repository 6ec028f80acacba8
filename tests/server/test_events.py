"""Event streams: everything in order, resumable at any event, rebuilt from the store, gone when the service goes."""

import asyncio
import threading
import time

import httpx2
import pytest

from adjudge.server import events
from adjudge.server.config import Config, RequestLimits
from adjudge.server.events import Log
from tests.server.support import CASE, NO_RATE, Running, read_events, running
from tests.support.fake_llm import FakeLLM


def collect(log: Log, last_id: str = "") -> list[str]:
    async def read() -> list[str]:
        return [part.decode() async for part in log.stream(last_id)]

    return asyncio.run(read())


def ended(*names: str) -> Log:
    log = Log("g")
    for name in (*names, "end"):
        log.add(name, b"{}")
    return log


def test_a_stream_goes_on_behind_the_last_event_that_was_seen() -> None:
    log = ended("a", "b", "c")
    assert "".join(collect(log, "g-2")) == "id: g-3\nevent: c\ndata: {}\n\nid: g-4\nevent: end\ndata: {}\n\n"
    assert collect(log, "g-4") == []


def test_another_generation_begins_anew_after_a_reset() -> None:
    for foreign in ("h-2", "g-99", "nonsense", "g-", "g-1\n"):
        told = "".join(collect(ended("a"), foreign))
        assert told.startswith("id: g-0\nevent: reset\n"), foreign
        assert "event: a" in told


def test_an_event_that_stands_alone_makes_those_before_it_old_news() -> None:
    log = Log("g")
    for number in range(1000):
        log.add("progress", str(number).encode(), alone=True)
    log.add("end", b"{}")
    assert "".join(collect(log, "g-3")).splitlines()[0] == "id: g-1000"
    assert "".join(collect(log)).count("event: progress") == 1


def test_what_other_threads_tell_waits_for_a_watcher_and_keeps_its_order() -> None:
    class NoLoop:
        def call_soon_threadsafe(self, *_: object) -> None:
            raise AssertionError("somebody was woken")

    log = Log("g")
    log.add("check", b"1")
    log.tell("case", b"2")
    log.tell("answer", b"3")
    assert len(log) == 1, "nobody watches: nothing was taken over yet"
    log.add("end", b"4")
    log.tell("answer", b"5")
    told = "".join(collect(log))
    assert [line for line in told.splitlines() if line.startswith("data")] == [f"data: {n}" for n in (1, 2, 3, 4)]
    log._watched = NoLoop()  # type: ignore[assignment]
    with pytest.raises(AssertionError, match="woken"):
        log.tell("answer", b"6")


def test_a_quiet_stream_shows_that_it_is_there(monkeypatch: object) -> None:
    async def read() -> list[bytes]:
        log = Log()
        asyncio.get_running_loop().call_later(0.2, log.close)
        return [part async for part in log.stream()]

    before, events.HEARTBEAT_S = events.HEARTBEAT_S, 0.05
    try:
        assert b": still here\n\n" in asyncio.run(read())
    finally:
        events.HEARTBEAT_S = before


def test_a_live_stream_tells_the_whole_hearing(service: Running) -> None:
    id = service.post({"case": {**CASE, "claim": "The bridge opened in 1941."}})["id"]
    told = service.events(f"/v1/checks/{id}/events")
    names = [event.name for event in told]
    assert names[0] == "check"
    assert names[-3:] == ["verdict", "check", "end"]
    assert told[-1].data == {"status": "finished"}
    answers = [event.data for event in told if event.name == "answer"]
    assert [answer["number"] for answer in answers] == list(range(1, len(answers) + 1))
    assert {"phase", "agent", "kind", "engine", "reply", "trouble", "notes", "usage", "quotes"} < set(answers[0])
    assert "question" not in answers[0]
    verdict = next(event.data for event in told if event.name == "verdict")
    assert verdict["label"] == "Mutated"
    case = next(event.data for event in told if event.name == "case")
    texts = {"claim": case["claim"], **{document["id"]: document["text"] for document in case["documents"]}}
    quotes = [quote for answer in answers for quote in answer["quotes"] if "start" in quote]
    assert quotes
    assert all(texts[q["document_id"]][q["start"] : q["end"]] == q["text"] for q in quotes)


def test_a_finished_check_is_told_again_from_the_store(service: Running) -> None:
    id = service.check({"case": {**CASE, "claim": "The bridge opened in 1951."}}).json()["id"]
    first = service.events(f"/v1/checks/{id}/events")
    assert [event.name for event in first if event.name != "answer" and event.name != "phase"] == [
        "check", "case", "headline", "verdict", "end"
    ]  # fmt: skip
    rest = service.events(f"/v1/checks/{id}/events", last_id=first[4].id)
    assert rest == first[5:]
    assert service.events(f"/v1/checks/{id}/events", last_id="other-3")[0].name == "reset"


def test_a_stream_that_broke_goes_on_where_it_was() -> None:
    with FakeLLM(latency_s=0.1) as model, running(Config(engines=(f"{model.url}#fake",), limits=NO_RATE)) as service:
        id = service.post({"case": CASE, "protocol": "trial"})["id"]
        first = service.events(f"/v1/checks/{id}/events", most=5)
        rest = service.events(f"/v1/checks/{id}/events", last_id=first[-1].id)
    numbers = [int(event.id.rpartition("-")[2]) for event in (*first, *rest)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len({event.id.rpartition("-")[0] for event in (*first, *rest)}) == 1


def test_open_streams_do_not_keep_a_service_from_ending() -> None:
    got: list[str] = []
    with FakeLLM(latency_s=30) as model:
        config = Config(engines=(f"{model.url}#fake",), limits=NO_RATE, grace_s=0)
        with running(config) as service:
            id = service.post({"case": CASE})["id"]

            def watch() -> None:
                with (
                    httpx2.Client(base_url=service.url, timeout=30) as client,
                    client.stream("GET", f"/v1/checks/{id}/events") as response,
                ):
                    got.extend(event.name for event in read_events(response.iter_lines()))

            threads = [threading.Thread(target=watch) for _ in range(5)]
            for thread in threads:
                thread.start()
            for _ in range(500):
                time.sleep(0.02)
                if got.count("phase") >= 5:
                    break
            began = time.monotonic()
        assert time.monotonic() - began < 5
        for thread in threads:
            thread.join(5)
    assert "end" not in got, "a parked job has not ended: its stream goes on after the restart"


def test_there_are_only_so_many_streams() -> None:
    with FakeLLM(latency_s=30) as model:
        limits = RequestLimits(rate_per_s=0, streams=1)
        with running(Config(engines=(f"{model.url}#fake",), limits=limits, grace_s=0)) as service:
            path = f"/v1/checks/{service.post({'case': CASE})['id']}/events"
            with service.client.stream("GET", path) as response:
                lines = response.iter_lines()
                next(lines)
                refused = service.client.get(path)
            assert refused.status_code == 429
            assert refused.headers["retry-after"]
