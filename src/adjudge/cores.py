"""How many processor cores this process may use."""

import os
from math import ceil
from pathlib import Path

_LIMIT = Path("/sys/fs/cgroup/cpu.max")


def usable_cores() -> int:
    """The number of cores that this process may use: OMP_NUM_THREADS, which Ray and many clusters set, else those that
    it is allowed to run on, at most as many as its container may use. A task of a Slurm array often has one core of
    many."""
    named = os.environ.get("OMP_NUM_THREADS", "")
    if named.isdecimal() and int(named):
        return min(int(named), os.cpu_count() or 1)
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(allowed, _cores_of_container() or allowed)


def _cores_of_container() -> int:
    """The limit of `docker run --cpus` and of Kubernetes, in whole cores; 0 without one."""
    try:
        quota, period = _LIMIT.read_text().split()
    except (OSError, ValueError):
        return 0
    return 0 if quota == "max" else ceil(int(quota) / int(period))
