"""A run on a Ray cluster of three nodes in network namespaces, one of which is cut off in the middle: `make test-ray`.

Each node has an address and an object store of its own. Needs root and the program `ip`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.ray.support import (
    RUN,
    WAIT_S,
    adjudge,
    complete_shards,
    descendants,
    end,
    free_port,
    lost_and_doubled,
    started,
    wait_until,
    workers,
    write_run,
)

pytest.importorskip("ray", reason="the library Ray is not installed (extra `ray`)")
if os.geteuid() != 0 or shutil.which("ip") is None:
    pytest.skip("network namespaces need root and the program ip", allow_module_level=True)

NODES, ROWS = 2, 800
START_S = 300
NET = "10.213.28"
LAUNCH = "from ray.scripts.scripts import main; main()"
SMALL = ("--object-store-memory", "100000000", "--disable-usage-stats", "--block")


@dataclass
class SimulatedCluster:
    """A head without cores and nodes with one core each, all on one bridge."""

    name: str
    folder: Path
    address: str = ""
    nodes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    def namespace(self, number: int) -> str:
        return f"{self.name}n{number}"

    def cut_off(self, number: int) -> None:
        """Take the cable out of that node."""
        _ip("link", "set", f"{self.name}v{number}", "down")

    def start(self, *options: str, inside: str = "") -> None:
        """Start a node and wait until it is up: two that start at the same time take the same socket."""
        before = ("ip", "netns", "exec", inside) if inside else ()
        path = self.folder / f"node-{len(self.nodes)}.log"
        with path.open("wb") as log:
            node = subprocess.Popen(
                [*before, sys.executable, "-c", LAUNCH, "start", *options, *SMALL],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "RAY_gcs_rpc_server_reconnect_timeout_s": "30", "OMP_NUM_THREADS": "1"},
            )
        self.nodes.append(node)
        until = time.monotonic() + START_S
        while b"Ray runtime started" not in path.read_bytes():
            assert node.poll() is None, path.read_text()
            assert time.monotonic() < until, path.read_text()
            time.sleep(0.5)


def _ip(*arguments: str, check: bool = True) -> None:
    subprocess.run(["ip", *arguments], check=check, capture_output=not check)


@contextmanager
def network(name: str) -> Iterator[None]:
    """A bridge, and a namespace for each node with a cable to it."""
    with ExitStack() as stack:
        _ip("link", "add", name, "type", "bridge")
        stack.callback(_ip, "link", "del", name, check=False)
        _ip("addr", "add", f"{NET}.1/24", "dev", name)
        _ip("link", "set", name, "up")
        for number in range(NODES):
            inside, cable, plug = f"{name}n{number}", f"{name}v{number}", f"{name}p{number}"
            _ip("netns", "add", inside)
            stack.callback(_ip, "netns", "del", inside, check=False)
            _ip("link", "add", cable, "type", "veth", "peer", "name", plug)
            _ip("link", "set", cable, "master", name, "up")
            _ip("link", "set", plug, "netns", inside)
            for change in (("addr", "add", f"{NET}.{number + 2}/24", "dev", plug), ("link", "set", plug, "up")):
                _ip("-n", inside, *change)
            _ip("-n", inside, "link", "set", "lo", "up")
        yield


@pytest.fixture
def cluster() -> Iterator[SimulatedCluster]:
    name = f"adj{os.getpid() % 100_000}"
    # A short path: sockets below it have a longest name.
    folder = Path(tempfile.mkdtemp(prefix="adj-", dir="/tmp"))
    found = SimulatedCluster(name, folder)
    port = free_port()
    with network(name):
        try:
            found.start(
                "--head", "--port", str(port), "--node-ip-address", f"{NET}.1", "--num-cpus", "0",
                "--include-dashboard", "false", "--temp-dir", str(folder),
            )  # fmt: skip
            for number in range(NODES):
                options = ("--address", f"{NET}.1:{port}", "--node-ip-address", f"{NET}.{number + 2}")
                found.start(*options, "--num-cpus", "1", inside=found.namespace(number))
            found.address = f"{NET}.1:{port}"
            yield found
        finally:
            end({pid for node in found.nodes for pid in (*descendants(node.pid), node.pid)})
            for node in found.nodes:
                node.wait()
            shutil.rmtree(folder, ignore_errors=True)


def test_a_node_that_is_cut_off_loses_no_verdict(
    cluster: SimulatedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path, ROWS)
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    assert adjudge("run", "config.yaml", "-e", "offline", "-q", "--out", "one.jsonl").returncode == 0
    with started(*RUN, "ray", "-e", "offline", "--workers", "2") as driver:

        def at_work() -> int | None:
            """The first node that has begun a shard."""
            begun = any(Path("config.shards").glob("*.db"))
            found = (number for number, node in enumerate(cluster.nodes[1:]) if workers(node.pid))
            return next(found, None) if begun else None

        assert wait_until(lambda: at_work() is not None, driver), "no node began a shard"
        cluster.cut_off(at_work() or 0)
        done = complete_shards()
        _, said = driver.communicate(timeout=WAIT_S)
        assert driver.returncode == 0, said
    assert done < 8, "the run was over before the node was cut off: give it more rows"
    assert lost_and_doubled(Path("config.verdicts.jsonl"), ROWS) == (0, 0)
    assert Path("config.verdicts.jsonl").read_bytes() == Path("one.jsonl").read_bytes()
