"""Identify the process that writes a run, so that a live run is not mistaken for a killed one."""

import os
import platform
import sys
from functools import lru_cache
from pathlib import Path


def this_process() -> str:
    """An id for this process: its number and start time, since numbers are reused."""
    return _named(os.getpid())


@lru_cache(maxsize=1)
def _named(pid: int) -> str:
    return f"{platform.node()}:{pid}:{_started(pid)}"


def lives_elsewhere(owner: str) -> bool:
    """Whether the owner is another living process of this machine. False for other machines, which cannot be
    checked."""
    node, _, rest = owner.partition(":")
    number, _, started = rest.partition(":")
    if node != platform.node() or not number.isdigit() or int(number) == os.getpid():
        return False
    return _exists(int(number)) and _started(int(number)) == started


def has_died(owner: str) -> bool:
    """Whether the owner was a process of this machine that has ended."""
    node, _, rest = owner.partition(":")
    return node == platform.node() and rest != this_process().partition(":")[2] and not lives_elsewhere(owner)


def _exists(pid: int) -> bool:
    if sys.platform == "win32":
        return False  # os.kill with 0 would end the process there
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _started(pid: int) -> str:
    """Clock ticks from boot to the start of the process; None outside Linux."""
    try:
        # The command's name stands in parentheses and may hold spaces.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""
