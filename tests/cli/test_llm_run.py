"""A whole jury on a language model's API: run, killed, interrupted, out of budget; nothing is paid for twice."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.support import adjudge
from tests.support.fake_llm import FakeLLM

ROWS = 12


@pytest.fixture
def server() -> Iterator[FakeLLM]:
    with FakeLLM() as running:
        yield running


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = "".join(
        f"The bridge number {n} opened in 1932.,The bridge number {n} opened in 1931.\n" for n in range(ROWS)
    )
    Path("pairs.csv").write_text("claim,truth\n" + rows)
    path = Path("config.yaml")
    path.write_text("data: {source: pairs.csv}\n")
    return path


def engine(server: FakeLLM) -> str:
    return f"{server.url}#fake"


def labels() -> list[str]:
    return [json.loads(line).get("label", "failed") for line in Path("config.verdicts.jsonl").read_text().splitlines()]


def test_the_same_command_line_runs_the_jury_on_a_language_model(server: FakeLLM, config: Path) -> None:
    ran = adjudge("run", str(config), "--engine", engine(server))
    assert ran.code == 0, ran
    assert len(labels()) == ROWS
    assert "failed" not in labels()
    assert "3 of" not in adjudge("runs", "verify", "last").out
    assert adjudge("runs", "verify", "last").code == 0
    calls = server.calls
    assert f"{ROWS} of {ROWS} outcomes replayed byte for byte" in adjudge("runs", "replay", "last").out
    assert server.calls == calls


def test_a_second_run_pays_nothing_and_a_fresh_one_asks_again(server: FakeLLM, config: Path) -> None:
    adjudge("run", str(config), "--engine", engine(server))
    first, bytes_before = server.calls, Path("config.verdicts.jsonl").read_bytes()
    adjudge("run", str(config), "--engine", engine(server))
    assert server.calls == first
    assert Path("config.verdicts.jsonl").read_bytes() == bytes_before
    adjudge("run", str(config), "--engine", engine(server), "--fresh")
    assert server.calls == 2 * first


def test_a_budget_of_calls_is_not_exceeded_and_the_rest_is_done_later(server: FakeLLM, config: Path) -> None:
    ran = adjudge("run", str(config), "--engine", engine(server), "--max-calls", "70", "--concurrency", "2")
    assert ran.code == 4
    assert server.calls <= 70
    assert 0 < len(labels()) < ROWS
    assert json.loads(adjudge("runs", "list", "--json").out)[0]["status"] == "budget reached"
    ran = adjudge("run", str(config), "--engine", engine(server))
    assert ran.code == 0
    assert "Going on with run" in ran.err
    assert len(labels()) == ROWS


def _start(config: Path, server: FakeLLM) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "adjudge", "run", str(config), "--engine", engine(server), "--concurrency", "2"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ.copy())


def _until(calls: int, server: FakeLLM) -> None:
    deadline = time.monotonic() + 60
    while server.calls < calls:
        assert time.monotonic() < deadline, f"only {server.calls} calls"
        time.sleep(0.005)


def test_a_killed_run_resumes_and_repeats_no_answered_call(server: FakeLLM, config: Path) -> None:
    server.latency_s = 0.02
    process = _start(config, server)
    _until(60, server)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    time.sleep(0.1)
    asked_before = [json.dumps(request, sort_keys=True) for request in server.requests]
    in_flight = server.peak
    ran = adjudge("run", str(config), "--engine", engine(server))
    assert ran.code == 0, ran
    assert len(labels()) == ROWS
    asked = [json.dumps(request, sort_keys=True) for request in server.requests]
    # What was under way at the moment of the kill had no answer yet; everything else is asked once.
    assert len(asked) - len(set(asked)) <= in_flight
    assert len(asked_before) >= 60


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(server: FakeLLM, config: Path) -> None:
    server.latency_s = 0.02
    process = _start(config, server)
    _until(80, server)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "the same command goes on from there" in said
    assert json.loads(adjudge("runs", "list", "--json").out)[0]["status"] == "interrupted"
    ran = adjudge("run", str(config), "--engine", engine(server))
    assert ran.code == 0
    assert len(labels()) == ROWS


def test_jurors_may_sit_on_different_models(server: FakeLLM, config: Path) -> None:
    with FakeLLM() as other:
        config.write_text(
            "data: {source: pairs.csv, pair_ids: [0]}\n"
            f"models: {{parser: offline, agents: '{server.url}#a', foreperson: offline}}\n"
            "agents:\n"
            "  - {name: literal}\n"
            f"  - {{name: sceptic, model: '{other.url}#b'}}\n"
        )
        ran = adjudge("run", str(config))
        assert ran.code == 0, ran
        assert server.calls > 0
        assert other.calls > 0
        [verdict] = [json.loads(line) for line in Path("config.verdicts.jsonl").read_text().splitlines()]
        assert verdict["provenance"]["engines"]["parser"] == "offline"
        assert verdict["provenance"]["engines"]["literal"].endswith("#a")
        assert verdict["provenance"]["engines"]["sceptic"].endswith("#b")


def test_a_server_that_is_not_there_is_engine_trouble(config: Path) -> None:
    ran = adjudge("check", "a", "--source-text", "b", "--engine", "http://127.0.0.1:9/v1#x")
    assert ran.code == 4
