"""Many claims about one source in one pass: what the model reads, laid out without padding.

In: packs, each a source and claims about it, as word pieces. Out: one flat batch. A token of the source sees the
source; a token of a claim sees the source and its own claim, never another claim. So a source is computed once for all
its claims, and a claim's answer does not depend on the claims beside it. Each claim has a mark of its own ([CLS]) in
which its answer gathers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

LONGEST_SOURCE, LONGEST_CLAIM = 384, 128
"""Word pieces, with the marks around them."""
BEGIN, END = 101, 102
_SHORT, _SHARED_BLOCK = 128, 256

Ids = npt.NDArray[np.int64]


class Pack(NamedTuple):
    """A source and claims about it, with their marks."""

    source: Ids
    claims: Sequence[Ids]

    @property
    def size(self) -> int:
        """How many tokens are computed for it."""
        return len(self.source) + sum(map(len, self.claims))


class Block(NamedTuple):
    """A run of tokens that see nothing outside it. The first `solo` of them see one another and nothing else."""

    start: int
    end: int
    solo: int


class Batch(NamedTuple):
    """Packs end to end."""

    ids: Tensor
    places: Tensor
    types: Tensor
    owners: Tensor
    """The claim that each token belongs to; -1 in a source."""
    groups: Tensor
    """The pack that each token belongs to."""
    answers: Tensor
    """Where each claim's answer is read."""
    blocks: tuple[Block, ...]


def marked(ids: Sequence[int], limit: int) -> Ids:
    """Word pieces between their marks, cut to what the model reads."""
    return np.asarray([BEGIN, *ids[: limit - 2], END], dtype=np.int64)


def batch_of(packs: Sequence[Pack]) -> Batch:
    """The packs as one batch; short ones share a block."""
    ids: list[Ids] = []
    places: list[Ids] = []
    types: list[Ids] = []
    owners: list[Ids] = []
    groups: list[Ids] = []
    answers: list[int] = []
    blocks: list[Block] = []
    start = 0
    for run in _runs(packs):
        began = start
        for number in run:
            pack = packs[number]
            size = len(pack.source)
            ids.append(pack.source)
            places.append(np.arange(size))
            types.append(np.zeros(size, dtype=np.int64))
            owners.append(np.full(size, -1))
            start += size
            for claim in pack.claims:
                ids.append(claim)
                place = np.arange(size - 1, size - 1 + len(claim))
                place[0] = 0
                places.append(place)
                kind = np.ones(len(claim), dtype=np.int64)
                kind[0] = 0
                types.append(kind)
                owners.append(np.full(len(claim), len(answers)))
                answers.append(start)
                start += len(claim)
            groups.append(np.full(pack.size, number))
        blocks.append(Block(began, start, len(packs[run[0]].source) if len(run) == 1 else 0))
    parts = (np.concatenate(part).astype(np.int64) for part in (ids, places, types, owners, groups))
    return Batch(*map(torch.from_numpy, parts), torch.tensor(answers), tuple(blocks))


def _runs(packs: Sequence[Pack]) -> Iterator[list[int]]:
    """The packs of each block, in order."""
    run: list[int] = []
    total = 0
    for number, pack in enumerate(packs):
        if run and (pack.size > _SHORT or total + pack.size > _SHARED_BLOCK):
            yield run
            run, total = [], 0
        run.append(number)
        total += pack.size
        if pack.size > _SHORT:
            yield run
            run, total = [], 0
    if run:
        yield run


def visible(batch: Batch, block: Block) -> tuple[Tensor, Tensor]:
    """For the tokens of a block behind its `solo` ones: the distance to each token of the block, and whether it is
    seen."""
    inside = slice(block.start, block.end)
    places, owners, groups = batch.places[inside], batch.owners[inside], batch.groups[inside]
    asking = slice(block.solo, None)
    seen = (owners[None] == owners[asking, None]) | (owners[None] < 0)
    seen &= groups[None] == groups[asking, None]
    return places[None] - places[asking, None], seen
