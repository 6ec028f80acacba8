"""Start-up times: the import, the help and one check, beside the model's runtime alone."""

import os
import subprocess
import sys
import tempfile
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter
from typing import NamedTuple

from benchmarks.table import Table

_TIMES = 7
_CHECK = ("check", "The bridge opened in 1932.", "--source-text", "The bridge opened in 1931.", "--fresh")
_CONTRADICTED = 1


class StartTime(NamedTuple):
    """Seconds by the clock, and of processors."""

    wall_s: float
    processor_s: float


def measure() -> Table:
    """The fastest of several starts of each command."""
    commands = {
        "`python -c pass`": ([sys.executable, "-c", "pass"], ""),
        "`python -c 'import onnxruntime'`": ([sys.executable, "-c", "import onnxruntime"], ""),
        "`import adjudge`": ([sys.executable, "-c", "import adjudge"], "under 0.3 s"),
        "`adjudge --help`": ([sys.executable, "-m", "adjudge", "--help"], "under 0.4 s"),
        "`adjudge check`, one short case": ([sys.executable, "-m", "adjudge", *_CHECK], "under 1.2 s"),
    }
    rows = []
    with tempfile.TemporaryDirectory() as home:
        for name, (command, aim) in commands.items():
            took = _fastest(command, home)
            rows.append([name, f"{took.wall_s:.2f} s", f"{took.processor_s:.2f} s", aim])
    return Table(
        "Start",
        f"The fastest of {_TIMES} starts. Processor time is the steadier figure where other work shares the cores.",
        ["what", "measured", "processor time", "aim"],
        rows,
    )


def _fastest(command: list[str], home: str) -> StartTime:
    times = []
    for _ in range(_TIMES):
        began, began_s = getrusage(RUSAGE_CHILDREN), perf_counter()
        ran = subprocess.run(command, check=False, capture_output=True, env={**os.environ, "ADJUDGE_HOME": home})
        wall_s, ended = perf_counter() - began_s, getrusage(RUSAGE_CHILDREN)
        assert ran.returncode in (0, _CONTRADICTED), ran.stderr
        times.append(StartTime(wall_s, ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime))
    return StartTime(min(time.wall_s for time in times), min(time.processor_s for time in times))
