"""Which numbers the layers are computed in: bfloat16 halves the time on processors that have it and takes twelve times
as long on those that do not. So it is measured, not looked up.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

import torch
from torch.nn import functional

_ROWS, _IN, _OUT = 512, 768, 3072
_TIMES = 3


def faster() -> torch.dtype:
    """bfloat16 where this machine multiplies matrices faster in it, else float32."""
    return min((torch.bfloat16, torch.float32), key=_seconds)


def autocast(precision: torch.dtype) -> AbstractContextManager[object]:
    """Layers in this precision; float32 is what they compute in anyway."""
    return torch.autocast("cpu", torch.bfloat16, enabled=precision is torch.bfloat16)


def _seconds(precision: torch.dtype) -> float:
    given, matrix = torch.ones(_ROWS, _IN, dtype=precision), torch.ones(_OUT, _IN, dtype=precision)
    functional.linear(given, matrix)
    began = time.monotonic()
    for _ in range(_TIMES):
        functional.linear(given, matrix)
    return time.monotonic() - began
