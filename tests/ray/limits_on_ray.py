"""The limits of a job on Ray hold for all workers together, and nothing is paid twice: `make test-ray`."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.ray.support import (
    RUN,
    adjudge,
    complete_shards,
    descendants,
    end,
    lost_and_doubled,
    started,
    wait_until,
    write_run,
)
from tests.support.fake_llm import Exchange, FakeLLM, Fate

pytest.importorskip("ray", reason="the library Ray is not installed (extra `ray`)")
ROWS = 24
WORKERS = ("--workers", "2", "--concurrency", "4")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path, ROWS)
    return tmp_path


def about_one_case(model: FakeLLM) -> list[Exchange]:
    """The calls about one case. What is the same for all cases is asked once by each shard: each has its own ledger."""
    pairs = zip(model.exchanges, model.requests, strict=True)
    return [exchange for exchange, request in pairs if "Alder" in json.dumps(request)]


def test_two_workers_together_make_no_more_calls_than_allowed_and_pay_for_none_twice(here: Path) -> None:
    with FakeLLM(latency_s=0.05, keep=100_000) as model:
        engine = ("-e", f"{model.url}#fake")
        assert adjudge("run", "config.yaml", *engine, "-q", "--out", "one.jsonl").returncode == 0
        whole, model.calls = len(about_one_case(model)), 0
        model.exchanges.clear()
        model.requests.clear()
        stopped = adjudge(*RUN, "ray", *engine, *WORKERS, "--max-calls", "11")
        assert stopped.returncode == 4, stopped.stderr
        assert "The budget of 11 calls is used up" in stopped.stderr
        assert model.calls == 11
        ran = adjudge(*RUN, "ray", *engine, *WORKERS)
        assert ran.returncode == 0, ran.stderr
        assert len(about_one_case(model)) == whole
    assert Path("config.verdicts.jsonl").read_bytes() == Path("one.jsonl").read_bytes()


def test_calls_per_minute_hold_for_all_workers(here: Path) -> None:
    with FakeLLM(keep=100_000) as model:
        began = time.monotonic()
        ran = adjudge(*RUN, "ray", "-e", f"{model.url}#fake", *WORKERS, "--per-minute", "5", "--max-calls", "16")
        assert ran.returncode == 4, ran.stderr
        assert model.calls == 16
        # A limit for each worker would let the sixteenth call start after one minute.
        assert max(one.answered_at for one in model.exchanges) - began >= 180


def test_a_killed_driver_pays_for_nothing_twice(here: Path) -> None:
    with FakeLLM(latency_s=0.1, keep=100_000) as model:
        engine = ("-e", f"{model.url}#fake")
        with started(*RUN, "ray", *engine, *WORKERS) as driver:
            assert wait_until(lambda: complete_shards() >= 1, driver)
            below = descendants(driver.pid)
            os.kill(driver.pid, signal.SIGKILL)
        end(below)
        time.sleep(0.5)
        before = about_one_case(model)
        read = {one.key for one in before if one.fate is Fate.READ}
        unread = sum(one.fate is not Fate.READ for one in before)
        ran = adjudge(*RUN, "ray", *engine, *WORKERS)
        assert ran.returncode == 0, ran.stderr
        again = [one.key for one in about_one_case(model)[len(before) :] if one.key in read]
    assert unread <= 16, "more calls were under way than may be"
    assert again == []
    assert lost_and_doubled(Path("config.verdicts.jsonl"), ROWS) == (0, 0)
