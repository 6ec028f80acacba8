"""Which numbers the layers are computed in. bfloat16 halves the time on processors that have it and takes five times as
long and more on those that do not; products of eight bits (`eight_bits.py`) take a quarter where there are instructions
for them. So it is measured, not looked up.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

import torch
from eight_bits import product as whole_product
from torch.nn import functional

_ROWS, _IN, _OUT = 512, 768, 3072
_TIMES = 3
_WORTH = 1.3
"""How much faster eight bits must be: rounding takes time too, and loses a little of every gradient."""


def faster(*, is_rounded: bool = False) -> torch.dtype:
    """What this machine multiplies matrices fastest in; eight bits only for a model whose matrices are rounded."""
    plain = min((torch.bfloat16, torch.float32), key=_seconds)
    return torch.int8 if is_rounded and _seconds(torch.int8) * _WORTH < _seconds(plain) else plain


def autocast(precision: torch.dtype) -> AbstractContextManager[object]:
    """Layers in this precision; float32 is what they compute in anyway."""
    return torch.autocast("cpu", torch.bfloat16, enabled=precision is torch.bfloat16)


def _seconds(precision: torch.dtype) -> float:
    given, matrix = torch.ones(_ROWS, _IN, dtype=precision), torch.ones(_OUT, _IN, dtype=precision)

    def product() -> None:
        whole_product(given, matrix) if precision is torch.int8 else functional.linear(given, matrix)

    product()
    began = time.monotonic()
    for _ in range(_TIMES):
        product()
    return time.monotonic() - began
