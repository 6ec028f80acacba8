"""Linear layers whose three products are of whole numbers of eight bits, for processors that multiply those four times
as fast as floats and have no bfloat16.

In: a float input and a matrix as whole numbers with one step for each output. Out: a float output, and gradients. The
input is rounded by its rows for the product with the matrix, and by its columns for the gradient of the matrix, so that
a large value spoils only its own row or column. Gradients are rounded by chance, so that small ones count on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from noise import Noise
from rounding import LOWEST, rounded
from torch import Tensor, nn

MOST = 127
MOST_IN_PAIRS = 63
"""Processors without instructions for eight bits add two products in sixteen bits: one side must stay below 64."""
_HAS_INSTRUCTIONS = torch.cpu._is_vnni_supported()
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
    steps = x.abs().amax(0, keepdim=True).clamp(min=_TINY) / MOST_IN_PAIRS
    return (x / steps + noise).floor().clamp(-MOST_IN_PAIRS, MOST_IN_PAIRS).to(torch.int8), steps, x.sum(0)


@torch.compile(dynamic=True)
def _scaled(product: Tensor, rows: Tensor, columns: Tensor, bias: Tensor) -> Tensor:
    return product.float() * rows * columns + bias


@torch.compile(dynamic=True)
def _scaled_by_rows(product: Tensor, rows: Tensor) -> Tensor:
    return product.float() * rows


@torch.compile(dynamic=True)
def _added(back: Tensor, product: Tensor, rows: Tensor) -> Tensor:
    return back + product.float() * rows


@torch.compile(dynamic=True)
def _write(found: Tensor, product: Tensor, rows: Tensor, columns: Tensor) -> None:
    found.copy_(product.float() * rows * columns)


def product(left: Tensor, right: Tensor, *, most_of_left: int = MOST) -> Tensor:
    """`left @ right.T` of whole numbers; one side must stay within `MOST_IN_PAIRS`, as `most_of_left` says."""
    if _HAS_INSTRUCTIONS:
        return torch._int_mm(left, right.t())
    middle = most_of_left + 1
    shifted = (left + middle).view(torch.uint8) if middle < MOST else (left ^ -128).view(torch.uint8)
    packed = torch.ops.onednn.qlinear_prepack(right.contiguous(), list(left.shape))
    ones, zeros = torch.ones(len(right)), torch.zeros(len(right), dtype=torch.long)
    found: Tensor = torch.ops.onednn.qlinear_pointwise(
        shifted, 1.0, middle, packed, ones, zeros, None, 1.0, 0, torch.float32, "none", [], ""
    )
    return found


class _Products(torch.autograd.Function):
    """`x @ matrix.T + bias` for each matrix; the gradients of the matrices go to `found`, which the caller owns."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, given: Sequence[Whole], noise: Noise, *biases: Tensor) -> tuple[Tensor, ...]:  # type: ignore[override]
        rows, row_steps = _by_rows(x)
        ctx.save_for_backward(*_by_columns(x))
        ctx.given, ctx.noise = given, noise
        return tuple(
            _scaled(product(rows, one.matrix), row_steps, one.steps, bias.detach())
            for one, bias in zip(given, biases, strict=True)
        )

    @staticmethod
    def backward(ctx: Any, *moved: Tensor) -> tuple[Tensor | None, ...]:  # type: ignore[override]
        columns, column_steps = ctx.saved_tensors
        back: Tensor | None = None
        biases: list[Tensor | None] = []
        for one, part in zip(ctx.given, moved, strict=True):
            turned, turned_steps, bias = _by_columns_and_chance(part, ctx.noise.like(part))
            biases.append(bias)
            found = product(turned.t().contiguous(), columns.t(), most_of_left=MOST_IN_PAIRS)
            _write(one.found, found, turned_steps.t(), column_steps)
            rows, row_steps = _by_rows_and_chance(part, one.steps, ctx.noise.like(part))
            moved_back = product(rows, one.matrix.t())
            back = _scaled_by_rows(moved_back, row_steps) if back is None else _added(back, moved_back, row_steps)
        return back, None, None, *biases


def row_steps(steps: Tensor, rows: int) -> Tensor:
    """One step for each output [1, rows], of a matrix whose blocks have these: theirs, or the widest in seven bits."""
    blocks = steps.view(rows, -1)
    return (blocks if blocks.shape[1] == 1 else blocks.amax(1, keepdim=True) * -LOWEST / MOST_IN_PAIRS).t().contiguous()


def whole(parts: Tensor, steps: Tensor, rows: Tensor) -> Tensor:
    """Blocks of weights, rounded to their steps, in whole numbers of the steps of their rows."""
    return (rounded(parts, steps) / rows).round_().to(torch.int8)


class Whole(NamedTuple):
    """A matrix in whole numbers, the step of each output, and where its gradient goes."""

    matrix: Tensor
    steps: Tensor
    found: Tensor


class WholeLinear(nn.Module):
    """A linear layer that sees its matrix in whole numbers; they, their steps and the gradient lie elsewhere."""

    def __init__(self, bias: nn.Parameter, given: Whole, noise: Noise) -> None:
        super().__init__()
        self.bias = bias
        self._given, self._noise = given, noise

    def forward(self, x: Tensor) -> Tensor:
        """The products of every row of `x`."""
        return self.together(x, (self,))[0]

    @staticmethod
    def together(x: Tensor, layers: Sequence[WholeLinear]) -> tuple[Tensor, ...]:
        """What each of the layers makes of `x`, which is rounded once."""
        given = tuple(layer._given for layer in layers)
        return _Products.apply(x, given, layers[0]._noise, *(layer.bias for layer in layers))  # type: ignore[no-untyped-call,no-any-return]
