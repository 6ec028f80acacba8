"""How long it takes until something happens: the import, the help."""

import subprocess
import sys
from time import perf_counter

from benchmarks.table import Table

_TIMES = 7


def measure() -> Table:
    """The fastest of several starts, beside an empty Python."""
    empty = _fastest([sys.executable, "-c", "pass"])
    imported = _fastest([sys.executable, "-c", "import adjudge"])
    helped = _fastest([sys.executable, "-m", "adjudge", "--help"])
    rows = [
        ["`python -c pass`", f"{empty:.2f} s", ""],
        ["`import adjudge`", f"{imported - empty:.2f} s beyond that", "under 0.3 s"],
        ["`adjudge --help`", f"{helped:.2f} s", "under 0.6 s"],
    ]
    return Table("Start", f"The fastest of {_TIMES} starts.", ["what", "measured", "aim"], rows)


def _fastest(command: list[str]) -> float:
    times = []
    for _ in range(_TIMES):
        began = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(perf_counter() - began)
    return min(times)
