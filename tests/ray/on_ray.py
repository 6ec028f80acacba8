"""A run on a local Ray: `make test-ray`. Not collected by `make test`, which has no Ray."""

import json
import os
import signal
import subprocess
import sys
import time
from math import inf
from pathlib import Path

import pytest

from tests.ray.support import (
    CHANCE,
    RUN,
    WAIT_S,
    adjudge,
    complete_shards,
    descendants,
    end,
    free_port,
    lost_and_doubled,
    processor_s,
    started,
    wait_until,
    workers,
    write_run,
)

pytest.importorskip("ray", reason="the library Ray is not installed (extra `ray`)")
ROWS = 24
KILLS, KILLED_ROWS = 10, 2000
OFFLINE = ("-e", "offline")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path, ROWS)
    return tmp_path


def test_a_run_on_ray_is_the_same_bytes_and_a_killed_driver_is_resumed(here: Path) -> None:
    assert adjudge("run", "config.yaml", *OFFLINE, "-q", "--out", "one.jsonl").returncode == 0
    with started(*RUN, "ray", *OFFLINE, "--workers", "1") as driver:
        assert wait_until(lambda: complete_shards() >= 1, driver), "no shard was complete before the driver ended"
        below = descendants(driver.pid)
        os.kill(driver.pid, signal.SIGKILL)
    # What a killed driver leaves behind ends by itself within seconds, or here.
    end(below)
    done = complete_shards()
    ran = adjudge(*RUN, "ray", *OFFLINE, "--workers", "1")
    assert ran.returncode == 0, ran.stderr
    if done < 8:
        assert "of 8 shards are complete already" in ran.stderr
    assert Path("config.verdicts.jsonl").read_bytes() == Path("one.jsonl").read_bytes()
    again = adjudge(*RUN, "ray", *OFFLINE, "--workers", "1")
    assert again.returncode == 0
    assert "8 of 8 shards are complete already" in again.stderr


def test_one_of_two_workers_is_killed_ten_times_and_no_verdict_is_lost_or_doubled(here: Path) -> None:
    write_run(here, KILLED_ROWS, claims_a_source=3)
    assert adjudge("run", "config.yaml", *OFFLINE, "-q", "--out", "one.jsonl").returncode == 0
    kills = 0
    with started(*RUN, "ray", *OFFLINE, "--workers", "2") as driver:
        killed: set[int] = set()
        while kills < KILLS and wait_until(lambda: bool(set(workers(driver.pid)) - killed), driver):
            victim = CHANCE.choice(sorted(set(workers(driver.pid)) - killed))
            killed.add(victim)
            # By what it has computed, not by the clock: so it is killed while it starts, loads and judges alike.
            lives_s = processor_s(victim) + CHANCE.uniform(0.1, 3.0)
            if wait_until(lambda pid=victim, most=lives_s: processor_s(pid) >= most, driver):
                kills += processor_s(victim) < inf
                end({victim})
        _, said = driver.communicate(timeout=WAIT_S)
        assert driver.returncode == 0, said
    assert kills == KILLS, "the run was over before the last kill: give it more rows"
    assert lost_and_doubled(Path("config.verdicts.jsonl"), KILLED_ROWS) == (0, 0)
    assert Path("config.verdicts.jsonl").read_bytes() == Path("one.jsonl").read_bytes()


def test_ctrl_c_stops_ray_and_the_run_is_resumed(here: Path) -> None:
    write_run(here, 200)
    with started(*RUN, "ray", *OFFLINE, "--workers", "1") as driver:
        assert wait_until(lambda: complete_shards() >= 1, driver)
        below = descendants(driver.pid)
        driver.send_signal(signal.SIGINT)
        _, said = driver.communicate(timeout=120)
        assert driver.returncode == 130, said
        assert "Traceback" not in said
    until = time.monotonic() + 60
    while (alive := {pid for pid in below if Path(f"/proc/{pid}/exe").exists()}) and time.monotonic() < until:
        time.sleep(0.5)
    assert not alive, "processes of Ray are left behind"
    ran = adjudge(*RUN, "ray", *OFFLINE, "--workers", "1")
    assert ran.returncode == 0, ran.stderr
    assert lost_and_doubled(Path("config.verdicts.jsonl"), 200) == (0, 0)


def test_an_address_without_a_cluster_is_named(here: Path) -> None:
    ran = adjudge(*RUN, "ray://127.0.0.1:9", *OFFLINE)
    assert ran.returncode == 2
    assert "No Ray cluster answers at 127.0.0.1:9" in ran.stderr
    assert json.loads(adjudge("runs", "list", "--json").stdout) == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Ray leaves its log files open
def test_another_version_of_ray_on_the_cluster_is_named(here: Path) -> None:
    from ray.cluster_utils import Cluster

    port = free_port()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "ray_client_server_port": port})
    code = "import ray; ray.__version__ = '2.1.0'; from adjudge.cli import main; main()"
    try:
        command = [sys.executable, "-c", code, *RUN, f"ray://127.0.0.1:{port}", *OFFLINE]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT_S)
    finally:
        cluster.shutdown()
    assert ran.returncode == 2, ran.stderr
    assert "cannot be used" in ran.stderr
    assert "the cluster must run the same version" in " ".join(ran.stderr.split())
