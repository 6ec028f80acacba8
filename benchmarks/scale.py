"""Pairs a second of one run: one process, two shards, one and two workers on Ray; their memory; the same bytes.

    python -m benchmarks.scale --pairs 2000 --ray 2000

All ways run the same command on the same generated pairs, one after the other, in folders of their own, and their
verdicts are compared byte for byte. A process, shard or worker gets one core (`OMP_NUM_THREADS=1` and a CPU set), so
that two of them can be twice as fast as one. The Ray rows need the extra `ray`. Writes benchmarks/results/scale.json,
the table in docs/scale.md and its picture.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.sources import TOWNS
from benchmarks.table import machine

RESULTS = Path(__file__).parent / "results" / "scale.json"
CORES = sorted(os.sched_getaffinity(0))
_CLAIMS = 10
_POLL_S = 0.2


@dataclass(frozen=True)
class Way:
    """How the pairs were run, and what it took."""

    name: str
    pairs: int
    seconds: float
    processor_s: float
    peak_mb: int
    same_bytes: bool

    @property
    def pairs_a_second(self) -> float:
        """By wall clock."""
        return self.pairs / self.seconds


def write_pairs(folder: Path, pairs: int) -> None:
    """Generated pairs, `_CLAIMS` of each source; no two are the same, so that nothing is answered from the ledger."""
    rows = []
    for n in range(pairs):
        source = n // _CLAIMS
        town, year = TOWNS[source % len(TOWNS)], 1950 + source % 60
        rows.append(
            {
                "claim": f"{town} opened {n % _CLAIMS + 2} new schools in {year + n % 3}.",
                "truth": f"In {year} the council of {town} district {source} opened {source % 9 + 2} new schools. "
                f"The budget of {source % 50 + 10} million was not exceeded.",
            }
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "config.yaml").write_text("data: {source: pairs.jsonl}\nprotocol: entailment\n")


class Watched:
    """Peak memory and processor time of the processes below this one; memory that they share counts once."""

    def __init__(self) -> None:
        self.peak_mb = 0
        self._ticks: dict[int, int] = {}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Watched":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    @property
    def processor_s(self) -> float:
        """Of all processes together, to the last time that they were seen."""
        return sum(self._ticks.values()) / os.sysconf("SC_CLK_TCK")

    def _watch(self) -> None:
        while not self._done.wait(_POLL_S):
            below = _below(os.getpid())
            self.peak_mb = max(self.peak_mb, sum(map(_proportional_kb, below)) // 1024)
            self._ticks |= {pid: ticks for pid in below if (ticks := _ticks(pid))}


def _below(pid: int) -> set[int]:
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


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def _proportional_kb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _command(*arguments: str, cores: list[int], folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        ["taskset", "-c", ",".join(map(str, cores)), sys.executable, "-m", "adjudge", *arguments, "-e", "offline"],
        cwd=folder,
        env={
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "ADJUDGE_HOME": str(folder / "home"),
            # The same priority as the others have.
            "RAY_worker_niceness": "0",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def _finished(*running: "subprocess.Popen[bytes]") -> None:
    for one in running:
        _, said = one.communicate()
        if one.returncode:
            sys.exit(f"{one.args!r} failed: {said.decode()}")


def one_process(folder: Path) -> None:
    """One process on one core."""
    _finished(_command("run", "config.yaml", "-q", cores=CORES[:1], folder=folder))


def two_shards(folder: Path) -> None:
    """Two processes at the same time, each with a shard and a core; then the merge."""
    shards = (
        _command("run", "config.yaml", "-q", "--shard", f"{n}/2", cores=[CORES[n - 1]], folder=folder) for n in (1, 2)
    )
    _finished(*list(shards))
    merge = [sys.executable, "-m", "adjudge", "run", "merge", "config.shards"]
    subprocess.run(
        merge, cwd=folder, env={**os.environ, "ADJUDGE_HOME": str(folder / "home")}, check=True, capture_output=True
    )


def on_ray(workers: int) -> Callable[[Path], None]:
    """So many workers on a local Ray, on as many cores."""

    def run(folder: Path) -> None:
        options = ("run", "config.yaml", "-q", "--on", "ray", "--workers", str(workers))
        _finished(_command(*options, cores=CORES[:workers], folder=folder))

    return run


def measured(name: str, run: Callable[[Path], None], pairs: int, expected: str = "") -> tuple[Way, str]:
    """What it took, and the hash of the verdicts."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        write_pairs(folder, pairs)
        began = time.perf_counter()
        with Watched() as watched:
            run(folder)
        seconds = time.perf_counter() - began
        found = hashlib.sha256((folder / "config.verdicts.jsonl").read_bytes()).hexdigest()
    same = not expected or found == expected
    way = Way(name, pairs, round(seconds, 1), round(watched.processor_s, 1), watched.peak_mb, same)
    print(way, flush=True)
    return way, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--ray", type=int, nargs="*", default=[], help="numbers of pairs to run on Ray as well")
    options = parser.parse_args()
    found: list[Way] = []
    for pairs in sorted({options.pairs, *options.ray}):
        ways = [("one process", one_process)]
        ways += [("two shards", two_shards)] if pairs == options.pairs else []
        ways += [("Ray, 1 worker", on_ray(1)), ("Ray, 2 workers", on_ray(2))] if pairs in options.ray else []
        expected = ""
        for name, run in ways:
            way, verdicts = measured(name, run, pairs, expected)
            expected = expected or verdicts
            found.append(way)
            # Written each time: a long measurement that is stopped keeps what it has.
            RESULTS.write_text(
                json.dumps({"machine": machine(), "ways": [asdict(one) for one in found]}, indent=1) + "\n"
            )


if __name__ == "__main__":
    main()
