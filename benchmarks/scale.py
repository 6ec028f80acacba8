"""Pairs a second of one run: one process, two shards, one and two workers on Ray; their memory; the same bytes.

    python -m benchmarks.scale --minutes 25

All ways run the same command on the same generated pairs, one after the other, in folders of their own, and their
verdicts are compared byte for byte. A process, shard or worker gets one core (`OMP_NUM_THREADS=1` and a CPU set), so
that two of them can be twice as fast as one. Two kinds of pairs: all different, which the model reads; and each pair a
hundred times, answered from the ledger, which measures reading, scheduling, store and merge for many more pairs. Then
many claims about each source (`benchmarks/sources.py`).

With `--minutes` a short trial chooses how many pairs fit. Started again, it goes on with what is missing. The Ray rows
need the extra `ray`. Writes benchmarks/results/scale.json; `benchmarks.scale_page` writes the table of docs/scale.md.
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
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from pathlib import Path

from adjudge.engines.offline.edition import edition
from benchmarks import sources
from benchmarks.sources import TOWNS
from benchmarks.table import machine

RESULTS = Path(__file__).parent / "results" / "scale.json"
CORES = sorted(os.sched_getaffinity(0))
_CLAIMS, _REPEATS = 10, 100
_TRIAL = 500
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
    sha256: str = ""
    """Of the verdicts."""
    repeated: bool = False
    """Whether each pair was there `_REPEATS` times."""

    @property
    def pairs_a_second(self) -> float:
        """By wall clock."""
        return self.pairs / self.seconds


def write_pairs(folder: Path, pairs: int, *, repeated: bool = False) -> None:
    """Generated pairs, `_CLAIMS` of each source; no two are the same, so that nothing is answered from the ledger.
    Repeated, each source has one claim `_REPEATS` times."""
    rows = []
    for row in range(pairs):
        n = row // _REPEATS * _CLAIMS if repeated else row
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


def measured(name: str, pairs: int, *, repeated: bool = False, expected: str = "") -> Way:
    """What that way took; `expected` is the hash of the verdicts of another way."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        write_pairs(folder, pairs, repeated=repeated)
        began = time.perf_counter()
        with Watched() as watched:
            WAYS[name](folder)
        seconds = time.perf_counter() - began
        found = hashlib.sha256((folder / "config.verdicts.jsonl").read_bytes()).hexdigest()
    same = not expected or found == expected
    took = round(seconds, 1), round(watched.processor_s, 1), watched.peak_mb
    return Way(name, pairs, *took, same_bytes=same, sha256=found, repeated=repeated)


WAYS: dict[str, Callable[[Path], None]] = {
    "one process": one_process,
    "two shards": two_shards,
    "Ray, 1 worker": on_ray(1),
    "Ray, 2 workers": on_ray(2),
}
SOURCES = "claims for each of 200 sources"
SIZES = {"small": 100, "judged": 10_000, "repeated": 200_000, SOURCES: 100}
"""What is measured if there is time: numbers of pairs, and of claims."""


def sizes_for(minutes: float, judged_s: float, repeated_s: float, *, ray: bool) -> dict[str, int]:
    """The sizes that fit into so many minutes, from the seconds that one process takes for a pair. What takes longest
    is halved until all fit."""
    # One process, two shards and the merge, and as much again on Ray with a tenth more.
    all_ways, start_s = (3.4, 90.0) if ray else (1.6, 20.0)
    # A pair in file order takes twice as long as one with ten claims for each short source.
    each_s = {"judged": judged_s * all_ways, "repeated": repeated_s * all_ways, SOURCES: 200 * judged_s * 2.2}
    sizes = dict(SIZES)

    def takes(name: str) -> float:
        return sizes[name] * each_s[name]

    while 3 * start_s + sum(map(takes, each_s)) > 60 * minutes and any(sizes[name] > 1 for name in each_s):
        longest = max(each_s, key=takes)
        sizes[longest] = max(1, sizes[longest] // 2)
    return sizes


@dataclass
class Results:
    """What was measured so far, in a file; a measurement that is stopped keeps what it has."""

    path: Path
    sizes: dict[str, int]
    ways: list[Way] = field(default_factory=list)
    sources: dict[str, float] = field(default_factory=dict)

    @classmethod
    def unfinished(cls, path: Path) -> "Results | None":
        """The results of a measurement of this code that was stopped."""
        content = json.loads(path.read_text()) if path.exists() else {}
        if content.get("finished", True) or content.get("code") != edition():
            return None
        return cls(path, content["sizes"], [Way(**way) for way in content["ways"]], content["sources"])

    def save(self, *, finished: bool = False) -> None:
        """Write the file."""
        content = {
            "machine": machine(),
            "code": edition(),
            "finished": finished,
            "sizes": self.sizes,
            "ways": [asdict(way) for way in self.ways],
            "sources": self.sources,
        }
        self.path.write_text(json.dumps(content, indent=1) + "\n")

    def measure_ways(self, names: Sequence[str], pairs: int, *, repeated: bool = False) -> None:
        """Measure those of the ways that are missing."""
        of_these = {way.name: way for way in self.ways if (way.pairs, way.repeated) == (pairs, repeated)}
        for name in names:
            if name not in of_these:
                first = next(iter(of_these.values()), None)
                way = measured(name, pairs, repeated=repeated, expected=first.sha256 if first else "")
                of_these[name] = way
                self.ways.append(way)
                self.save()
                print(way, flush=True)

    def measure_sources(self) -> None:
        """Measure what is missing of many claims about each source."""
        shape = 200, self.sizes[SOURCES], 1
        for how, seconds in sources.measured(shape, [how for how in sources.HOWS if how not in self.sources]):
            self.sources[how] = seconds
            self.save()
        print(sources.report(shape, self.sources), flush=True)


def _chosen_sizes(minutes: float | None, *, ray: bool) -> dict[str, int]:
    if minutes is None:
        return dict(SIZES)
    start = measured("one process", 1).seconds
    judged, repeated = (
        max(0.0, measured("one process", pairs, repeated=repeated).seconds - start) / pairs
        for pairs, repeated in ((_TRIAL, False), (4 * _TRIAL, True))
    )
    return sizes_for(minutes, judged, repeated, ray=ray)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, help="choose sizes that fit into so many minutes")
    parser.add_argument("--again", action="store_true", help="start anew instead of going on with what is missing")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file to write")
    options = parser.parse_args()
    ray = find_spec("ray") is not None
    if not ray:
        print("Ray is not installed: its rows are left out.")
    results = None if options.again else Results.unfinished(options.results)
    if results is None:
        results = Results(options.results, _chosen_sizes(options.minutes, ray=ray))
        results.save()
    for name, most in SIZES.items():
        reduced = f", reduced from {most:,}" if results.sizes[name] < most else ""
        print(f"{name}: {results.sizes[name]:,}{reduced}", flush=True)
    ways = list(WAYS) if ray else ["one process", "two shards"]
    results.measure_ways([name for name in ways if name != "two shards"], results.sizes["small"])
    results.measure_ways(ways, results.sizes["judged"])
    results.measure_sources()
    results.measure_ways(ways, results.sizes["repeated"], repeated=True)
    results.save(finished=True)


if __name__ == "__main__":
    main()
