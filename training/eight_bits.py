"""Linear layers whose three products are of whole numbers of eight bits, for processors that multiply those four times
as fast as floats and have no bfloat16.

In: a float input and a matrix as whole numbers with one step for each output. Out: a float output, and gradients. The
input is rounded by its rows for the product with the matrix, and by its columns for the gradient of the matrix, so that
a large value spoils only its own row or column. Gradients are rounded by chance, so that small ones count on average.
"""

from __future__ import annotations

from typing import Any

import torch
from noise import Noise
from rounding import LOWEST, rounded
from torch import Tensor, nn

MOST = 127
_TINY = 1e-20
torch._dynamo.config.recompile_limit = 64


@torch.compile(dynamic=True)
def _by_rows(x: Tensor) -> tuple[Tensor, Tensor]:
    steps = x.abs().amax(1, keepdim=True).clamp(min=_TINY) / MOST
    return (x / steps).round().to(torch.int8), steps


@torch.compile(dynamic=True)
def _by_columns(x: Tensor) -> tuple[Tensor, Tensor]:
    steps = x.abs().amax(0, keepdim=True).clamp(min=_TINY) / MOST
    return (x / steps).round().to(torch.int8), steps


@torch.compile(dynamic=True)
def _by_rows_and_chance(x: Tensor, scales: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    scaled = x * scales
    steps = scaled.abs().amax(1, keepdim=True).clamp(min=_TINY) / MOST
    return (scaled / steps + noise).floor().clamp(-MOST, MOST).to(torch.int8), steps


@torch.compile(dynamic=True)
def _by_columns_and_chance(x: Tensor, noise: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    steps = x.abs().amax(0, keepdim=True).clamp(min=_TINY) / MOST
    return (x / steps + noise).floor().clamp(-MOST, MOST).to(torch.int8), steps, x.sum(0)


@torch.compile(dynamic=True)
def _scaled(product: Tensor, rows: Tensor, columns: Tensor, bias: Tensor) -> Tensor:
    return product.float() * rows * columns + bias


@torch.compile(dynamic=True)
def _scaled_by_rows(product: Tensor, rows: Tensor) -> Tensor:
    return product.float() * rows


@torch.compile(dynamic=True)
def _scaled_by_both(product: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    return product.float() * rows * columns


class _Product(torch.autograd.Function):
    """`x @ matrix.T + bias`; the gradient of the matrix goes to `found`, which the caller owns."""

    @staticmethod
    def forward(  # type: ignore[override]
        ctx: Any, x: Tensor, bias: Tensor, matrix: Tensor, steps: Tensor, found: Tensor, noise: Noise
    ) -> Tensor:
        flat = x.reshape(-1, x.shape[-1])
        rows, row_steps = _by_rows(flat)
        ctx.save_for_backward(*_by_columns(flat), matrix, steps)
        ctx.found, ctx.noise, ctx.shape = found, noise, x.shape
        product = torch._int_mm(rows, matrix.t())
        return _scaled(product, row_steps, steps, bias.detach()).view(*x.shape[:-1], -1)

    @staticmethod
    def backward(ctx: Any, given: Tensor) -> tuple[Tensor | None, ...]:  # type: ignore[override]
        columns, column_steps, matrix, steps = ctx.saved_tensors
        flat = given.reshape(-1, given.shape[-1])
        turned, turned_steps, bias = _by_columns_and_chance(flat, ctx.noise.like(flat))
        ctx.found.add_(_scaled_by_both(torch._int_mm(turned.t(), columns), turned_steps.t(), column_steps))
        rows, row_steps = _by_rows_and_chance(flat, steps, ctx.noise.like(flat))
        back = _scaled_by_rows(torch._int_mm(rows, matrix), row_steps)
        return back.view(ctx.shape), bias, None, None, None, None


def row_steps(steps: Tensor, rows: int) -> Tensor:
    """One step for each output [1, rows], of a matrix whose blocks have these: theirs, or the widest in eight bits."""
    blocks = steps.view(rows, -1)
    return (blocks if blocks.shape[1] == 1 else blocks.amax(1, keepdim=True) * -LOWEST / MOST).t().contiguous()


def whole(parts: Tensor, steps: Tensor, rows: Tensor) -> Tensor:
    """Blocks of weights, rounded to their steps, in whole numbers of the steps of their rows."""
    return (rounded(parts, steps) / rows).round_().to(torch.int8)


class WholeLinear(nn.Module):
    """A linear layer that sees its matrix in whole numbers; they, their steps and the gradient lie elsewhere."""

    def __init__(self, bias: nn.Parameter, *, matrix: Tensor, steps: Tensor, found: Tensor, noise: Noise) -> None:
        super().__init__()
        self.bias = bias
        self._given = (matrix, steps, found, noise)

    def forward(self, x: Tensor) -> Tensor:
        """The products of every row of `x`."""
        return _Product.apply(x, self.bias, *self._given)  # type: ignore[no-untyped-call,no-any-return]
