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
from tests.support.fake_llm import FakeLLM, Fate

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
    assert "Resuming run" in ran.err
    assert len(labels()) == ROWS


def _start(config: Path, server: FakeLLM) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "adjudge", "run", str(config), "--engine", engine(server), "--concurrency", "2"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ.copy())


def _until(calls: int, server: FakeLLM) -> None:
    deadline = time.monotonic() + 60
    while server.calls < calls:
        assert time.monotonic() < deadline, f"only {server.calls} calls"
        time.sleep(0.005)


def _killed(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()
    time.sleep(0.1)  # the server sees how the connections ended


def _asked_again(server: FakeLLM, before: int) -> set[str]:
    """What the client had read of the first requests, and asks again in the later ones."""
    first, second = list(server.exchanges)[:before], list(server.exchanges)[before:]
    assert sum(one.fate is Fate.READ for one in first) >= 40
    return {one.key for one in first if one.fate is Fate.READ} & {one.key for one in second}


def test_a_killed_run_resumes_and_repeats_no_answered_call(server: FakeLLM, config: Path) -> None:
    """However busy the run is when it dies: what it has read is not asked again. (What the server has sent and the run
    has not read cannot be known to it; the server tells these apart.)"""
    server.latency_s = 0.02
    process = _start(config, server)
    _until(60, server)
    _killed(process)
    before = len(server.exchanges)
    ran = adjudge("run", str(config), "--engine", engine(server))
    assert ran.code == 0, ran
    assert len(labels()) == ROWS
    assert _asked_again(server, before) == set()
    left = Path(os.environ["ADJUDGE_HOME"], "receipts").glob("*")
    assert all(path.name.startswith(f"{process.pid}-") for path in left), "a run that ends leaves no receipts"


def test_a_run_killed_while_it_only_waits_repeats_what_is_in_flight_and_nothing_else(
    server: FakeLLM, config: Path
) -> None:
    process = _start(config, server)
    _until(60, server)
    server.mute = True
    deadline = time.monotonic() + 60
    while not any(one.fate is Fate.IN_FLIGHT for one in list(server.exchanges)):
        assert time.monotonic() < deadline, "a busy machine may take a while to send the next request"
        time.sleep(0.05)
    time.sleep(0.5)
    _killed(process)
    server.mute = False
    before = list(server.exchanges)
    in_flight = {one.key for one in before if one.fate is Fate.IN_FLIGHT}
    assert not [one for one in before if one.fate is Fate.UNREAD]
    assert adjudge("run", str(config), "--engine", engine(server)).code == 0
    again = {one.key for one in before} & {one.key for one in list(server.exchanges)[len(before) :]}
    assert len(again) > 0
    assert again == in_flight


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(server: FakeLLM, config: Path) -> None:
    server.latency_s = 0.02
    process = _start(config, server)
    _until(80, server)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "run the same command again to resume" in said
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
    ran = adjudge("check", "It rained.", "--source-text", "It snowed.", "--engine", "http://127.0.0.1:9/v1#x")
    assert ran.code == 4
