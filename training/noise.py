"""Chance for training, drawn once and read from a new place each time: drawing it anew takes a tenth of a step.

In: a tensor. Out: as many shares between 0 and 1 as it has numbers, or the tensor with some of them dropped out.
"""

from __future__ import annotations

import torch
from torch import Tensor

DROPOUT = 0.1
_POOL = 1 << 24


class Noise:
    """A pool of chance; the same seed gives the same."""

    def __init__(self, seed: int) -> None:
        self._places = torch.Generator().manual_seed(seed)
        self._shares = torch.rand(_POOL, generator=self._places)
        self._factors = (self._shares >= DROPOUT).float() / (1 - DROPOUT)

    def like(self, x: Tensor) -> Tensor:
        """As many shares as `x` has numbers."""
        return self._from(self._shares, x)

    def dropped(self, x: Tensor) -> Tensor:
        """`x` with a tenth of its numbers made zero and the others larger by as much."""
        return x * self._from(self._factors, x)

    def _from(self, pool: Tensor, x: Tensor) -> Tensor:
        start = int(torch.randint(_POOL - x.numel(), (), generator=self._places))
        return pool[start : start + x.numel()].view(x.shape)
