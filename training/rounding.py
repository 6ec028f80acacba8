"""Matrices of four bits: whole steps from -8 to 7, each block of weights with a step of its own.

In: weights. Out: the step of each block, and the weights rounded to it. The steps are fixed when training begins; the
weights then move among them.
"""

from __future__ import annotations

import torch
from torch import Tensor

NARROW_BLOCK = 128
LOWEST, HIGHEST = -8, 7
_SHARES = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55, 0.48, 0.4, 0.33, 0.26, 0.2)


def block_of(name: str, weight: Tensor) -> int:
    """How many weights of a parameter share a step; 0 where it keeps full precision.

    The inputs of `narrow` differ most in size, so there a row has several blocks.
    """
    if not name.endswith(".weight") or "norm" in name or name.startswith(("types.", "head.", "token_head.")):
        return 0
    return NARROW_BLOCK if ".narrow." in name else weight.shape[1]


def steps_of(weight: Tensor, block: int) -> Tensor:
    """The step of each block [blocks, 1] with the least squared error."""
    parts = weight.reshape(-1, block)
    widest = parts.abs().amax(1, keepdim=True).clamp(min=1e-7) / 7.5
    best, least = widest, torch.full_like(widest, torch.inf)
    for share in _SHARES:
        error = (rounded(parts, widest * share) - parts).square().sum(1, keepdim=True)
        best = torch.where(error < least, widest * share, best)
        least = torch.minimum(error, least)
    return best


def levels(parts: Tensor, steps: Tensor) -> Tensor:
    """Whole steps of each weight."""
    return (parts / steps).round_().clamp_(LOWEST, HIGHEST)


def rounded(parts: Tensor, steps: Tensor) -> Tensor:
    """The weights as they are after rounding."""
    return levels(parts, steps).mul_(steps)
