"""What the tests on Ray share: a run and its data, the command, and the processes that it started."""

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path

# Ray gives its workers the lowest share of the processor: on a busy machine they would take minutes to start.
os.environ.setdefault("RAY_worker_niceness", "0")
# The nodes of a simulated cluster are on this machine alone.
os.environ.setdefault("RAY_AUTH_MODE", "disabled")
WAIT_S = 900
RUN = ("run", "config.yaml", "--on")


def write_run(folder: Path, rows: int, *, claims_a_source: int = 1) -> None:
    """A run file with generated pairs."""
    lines = [
        f"The bridge at Alder {n // claims_a_source} opened in {1930 + n % 40}.,"
        f"The bridge at Alder {n // claims_a_source} opened in {1930 + n // claims_a_source % 7}."
        for n in range(rows)
    ]
    (folder / "pairs.csv").write_text("claim,truth\n" + "\n".join(lines) + "\n")
    (folder / "config.yaml").write_text("data: {source: pairs.csv}\nprotocol: entailment\n")


def adjudge(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command, run to its end."""
    command = [sys.executable, "-m", "adjudge", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=WAIT_S)


@contextmanager
def started(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """The command in a session of its own, killed at the end with all that it started."""
    command = [sys.executable, "-m", "adjudge", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    below: set[int] = set()
    try:
        yield process
    finally:
        if process.poll() is None:
            below = descendants(process.pid)
            process.kill()
        process.communicate()
        end(below)


def end(pids: set[int]) -> None:
    """Kill these processes, if they still run."""
    for pid in pids:
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            continue


def descendants(pid: int) -> set[int]:
    """Every process below that one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, new = set[int](), {pid}
    while new:
        found |= new
        new = {child for child, parent in parents.items() if parent in new} - found
    return found - {pid}


def workers(pid: int) -> list[int]:
    """The processes below that one that execute shards."""
    found = []
    for one in descendants(pid):
        try:
            name = Path(f"/proc/{one}/cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if name.startswith("ray::") and "ShardWorker" in name:
            found.append(one)
    return sorted(found)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def processor_s(pid: int) -> float:
    """What the process has computed so far, in seconds; endless once it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return inf
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(happened: Callable[[], bool], process: "subprocess.Popen[str]") -> bool:
    """Wait until it happened; whether it did before the process ended."""
    until = time.monotonic() + WAIT_S
    while not happened():
        if process.poll() is not None:
            return False
        assert time.monotonic() < until, "it takes too long"
        time.sleep(0.1)
    return True


def complete_shards() -> int:
    """The number of complete shards in the current folder."""
    return len(list(Path("config.shards").glob("*.done.json")))


def lost_and_doubled(verdicts: Path, rows: int) -> tuple[int, int]:
    """How many cases have no verdict, and how many have more than one."""
    found = Counter(json.loads(line)["case_id"] for line in verdicts.read_text().splitlines())
    return rows - len(found), sum(found.values()) - len(found)


CHANCE = random.Random(28)
