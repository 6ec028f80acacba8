"""One process for each core, which ends with the one that started it.

In: a function of (number, ...). Out: nothing; the processes share memory. A killed parent must not leave its children
behind: they would go on writing to the same checkpoint as those of the next start.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import Any

import torch


def spawn(work: Callable[..., None], given: tuple[Any, ...], processes: int) -> None:
    """Run `work(number, *given)` in so many processes and wait for all of them."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    torch.multiprocessing.spawn(  # type: ignore[no-untyped-call,attr-defined]
        work, args=given, nprocs=processes, daemon=True
    )
