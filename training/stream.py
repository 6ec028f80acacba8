"""The training stream: prepared pairs drawn by rate, shuffled, and cut into batches of similar length.

In: `pairs.npz`. Out: padded batches in an order fixed by the seed, the same in every process. It must not depend
on how many steps went before: a `Position` is enough to go on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from rows import UNKNOWN
from torch import Tensor

_CHUNK = 6000
_HIDDEN_SHARE = 0.06
_FIRST_WORD, _MASK = 999, 103


@dataclass(frozen=True, slots=True)
class Position:
    """Where the stream stands: the round, and the batch within it."""

    round: int
    batch: int


@dataclass(frozen=True, slots=True)
class Batch:
    """One process's share of a step, padded; `rows_in_step` counts the rows of all processes."""

    ids: Tensor
    mask: Tensor
    types: Tensor
    targets: Tensor
    labels: Tensor
    """For each token: 1 not borne out, 0 borne out, -1 not known."""
    taught: Tensor
    """What the whole model says, three shares a row; zero where it was not asked."""
    rows_in_step: int


class Pairs:
    """Prepared pairs in memory, drawn by the rates that `prepare.py` gave them."""

    def __init__(self, path: Path, *, seed: int, tokens: int) -> None:
        if not path.exists():
            raise SystemExit(f"{path} is missing: run prepare.py first")
        with np.load(path) as stored:
            self._ids, self._offsets, self._labels = stored["ids"], stored["offsets"], stored["labels"]
            self._firsts, self._targets, self._rates = stored["firsts"], stored["targets"], stored["rates"]
            self._natural = stored["natural"]
        self._taught = _taught(path.with_name("taught.npy"), len(self._targets))
        # Where nobody knows, there is nothing to learn.
        self._rates[(self._targets == UNKNOWN) & (self._taught.sum(1) == 0)] = 0
        self._seed, self._tokens = seed, tokens
        parts = (self._ids, self._targets, self._rates, self._taught)
        self.fingerprint = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]

    def _plan(self, number: int, processes: int) -> list[list[np.ndarray]]:
        """The steps of one round: for each, the rows of every process."""
        rng = np.random.default_rng([self._seed, number])
        counts = np.floor(self._rates + rng.random(len(self._rates), dtype=np.float32)).astype(np.int64)
        order = rng.permutation(np.repeat(np.arange(len(counts)), counts))
        sizes = np.diff(self._offsets)
        steps: list[list[np.ndarray]] = []
        for start in range(0, len(order), _CHUNK):
            chunk = order[start : start + _CHUNK]
            chunk = chunk[np.argsort(sizes[chunk] + rng.random(len(chunk)))]
            cut, found = 0, []
            while cut < len(chunk):
                end = cut + 1
                while end < len(chunk) and int(sizes[chunk[end]]) * (end + 1 - cut) <= self._tokens * processes:
                    end += 1
                # Interleaved, so that the processes get equal lengths and wait little for one another.
                found.append([chunk[cut + p : end : processes] for p in range(processes)])
                cut = end
            steps += [found[i] for i in rng.permutation(len(found)) if all(len(part) for part in found[i])]
        return steps

    def batches(self, start: Position, process: int, processes: int) -> Iterator[tuple[Batch, Position]]:
        """Batches of one process from a position on, without end, each with the position after it."""
        number, done = start.round, start.batch
        while True:
            for index, step in enumerate(self._plan(number, processes)):
                if index >= done:
                    rows_in_step = sum(len(part) for part in step)
                    chance = np.random.default_rng([self._seed, number, index, process])
                    yield self._pad(step[process], rows_in_step, chance), Position(number, index + 1)
            number, done = number + 1, 0

    def _pad(self, rows: np.ndarray, rows_in_step: int, chance: np.random.Generator) -> Batch:
        sizes = np.diff(self._offsets)[rows]
        width = int(sizes.max())
        ids = np.zeros((len(rows), width), dtype=np.int64)
        mask, types = np.zeros_like(ids), np.zeros_like(ids)
        labels = np.full_like(ids, -1)
        for line, row in enumerate(rows):
            body = self._ids[self._offsets[row] : self._offsets[row + 1]]
            ids[line, : len(body)] = body
            labels[line, : len(body)] = self._labels[self._offsets[row] : self._offsets[row + 1]]
            mask[line, : len(body)] = 1
            types[line, self._firsts[row] : len(body)] = 1
            if self._natural[row]:
                # A few words hidden, so that a row seen again is another. Mutations stand on one word, and keep it.
                hidden = (chance.random(len(body)) < _HIDDEN_SHARE) & (body > _FIRST_WORD)
                ids[line, : len(body)][hidden] = _MASK
        targets = torch.from_numpy(self._targets[rows].astype(np.int64))
        taught = torch.from_numpy(self._taught[rows].astype(np.float32))
        coded, seen, sides, words = map(torch.from_numpy, (ids, mask, types, labels))
        return Batch(coded, seen, sides, targets, words, taught, rows_in_step)


def _taught(path: Path, rows: int) -> np.ndarray:
    """What `distil.py` wrote beside the pairs, or nothing."""
    if not path.exists():
        return np.zeros((rows, 3), dtype=np.float16)
    found: np.ndarray = np.load(path)
    if found.shape != (rows, 3):
        raise SystemExit(f"{path} belongs to other pairs: {found.shape[0]} rows for {rows}; run distil.py again")
    return found
