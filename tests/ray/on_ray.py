"""A run on a local Ray: `make test-ray`. Not collected by `make test`, which has no Ray."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="the library Ray is not installed (extra `ray`)")
ROWS = [(f"The bridge opened in {1930 + n % 40}.", f"The bridge opened in {1930 + n % 7}.") for n in range(24)]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pairs.csv").write_text("claim,truth\n" + "".join(f"{claim},{truth}\n" for claim, truth in ROWS))
    Path("config.yaml").write_text("data: {source: pairs.csv}\nprotocol: entailment\n")
    return tmp_path


def adjudge(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "adjudge", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)


def test_a_run_on_ray_is_the_same_bytes_and_a_killed_driver_is_resumed(here: Path) -> None:
    assert adjudge("run", "config.yaml", "-e", "offline", "-q", "--out", "one.jsonl").returncode == 0
    command = [sys.executable, "-m", "adjudge", "run", "config.yaml", "-e", "offline", "--on", "ray", "--workers", "1"]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 600
    while not list(Path("config.shards").glob("*.done.json")) and time.monotonic() < until and driver.poll() is None:
        time.sleep(0.2)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.communicate()
    done = len(list(Path("config.shards").glob("*.done.json")))
    assert done >= 1, "no shard was complete after ten minutes, or the driver ended early"
    ran = adjudge("run", "config.yaml", "-e", "offline", "--on", "ray", "--workers", "1")
    assert ran.returncode == 0, ran.stderr
    if done < 8:
        assert "of 8 shards are complete already" in ran.stderr
    assert Path("config.verdicts.jsonl").read_bytes() == Path("one.jsonl").read_bytes()


def test_an_address_without_a_cluster_is_named(here: Path) -> None:
    ran = adjudge("run", "config.yaml", "-e", "offline", "--on", "ray://127.0.0.1:9")
    assert ran.returncode == 2
    assert "No Ray cluster answers at 127.0.0.1:9" in ran.stderr
    assert json.loads(adjudge("runs", "list", "--json").stdout) == []
