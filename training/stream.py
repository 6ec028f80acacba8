"""The training stream: claims drawn by rate, put together with the other drawn claims about their source, and dealt to
the processes in steps of about equal cost.

In: `pairs.npz`. Out: batches in an order fixed by the seed. It must not depend on how many steps went before: a
`Position` is enough to go on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from packing import Batch, Ids, Pack, batch_of
from rows import UNKNOWN
from torch import Tensor

CLAIMS_AT_ONCE, CLAIM_TOKENS_AT_ONCE = 16, 400
_HIDDEN_SHARE = 0.06
_FIRST_WORD, _MASK = 999, 103


class Position(NamedTuple):
    """Where the stream stands: the round, and the step within it."""

    round: int
    step: int


class Lesson(NamedTuple):
    """One process's share of a step; `claims_in_step` counts those of all processes."""

    batch: Batch
    targets: Tensor
    labels: Tensor
    """For each token: 1 not borne out, 0 borne out, -1 not known."""
    taught: Tensor
    """What a teacher says, three shares a claim; zero where none was asked."""
    claims_in_step: int


class Unit(NamedTuple):
    """Drawn claims about one source."""

    claims: npt.NDArray[np.int64]
    size: int


class Pairs:
    """Prepared claims in memory, drawn by the rates that `prepare.py` gave them."""

    def __init__(self, path: Path, *, seed: int, tokens: int) -> None:
        if not path.exists():
            raise SystemExit(f"{path} is missing: run prepare.py first")
        with np.load(path) as stored:
            self._sources, self._source_offsets = stored["sources"], stored["source_offsets"]
            self._ids, self._offsets, self._labels = stored["claims"], stored["claim_offsets"], stored["labels"]
            self._source_of, self._targets, self._rates = stored["source_of"], stored["targets"], stored["rates"]
            self._natural = stored["natural"]
        self._taught = _taught(path.with_name("taught.npy"), len(self._targets))
        # Where nobody knows, there is nothing to learn.
        self._rates[(self._targets == UNKNOWN) & (self._taught.sum(1) == 0)] = 0
        self._seed, self._tokens = seed, tokens
        parts = (self._ids, self._targets, self._rates, self._taught)
        self.fingerprint = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]

    def _units(self, rng: np.random.Generator) -> list[Unit]:
        """The drawn claims of one round by their sources, in random order."""
        # By source: what is computed once should serve all claims about it.
        drawn = rng.random(len(self._source_offsets) - 1, dtype=np.float32)[self._source_of]
        counts = np.floor(self._rates + drawn).astype(np.int64)
        sizes, source_sizes = np.diff(self._offsets), np.diff(self._source_offsets)
        units: list[Unit] = []
        for again in range(int(counts.max())):
            chosen = rng.permutation(np.flatnonzero(counts > again))
            chosen = chosen[np.argsort(self._source_of[chosen], kind="stable")]
            cuts = np.flatnonzero(np.diff(self._source_of[chosen])) + 1
            for group in np.split(chosen, cuts):
                parts = max(-(-len(group) // CLAIMS_AT_ONCE), -(-int(sizes[group].sum()) // CLAIM_TOKENS_AT_ONCE))
                for part in np.array_split(group, parts):
                    if len(part):
                        size = int(source_sizes[self._source_of[part[0]]] + sizes[part].sum())
                        units.append(Unit(part, size))
        return [units[at] for at in rng.permutation(len(units))]

    def _plan(self, number: int, processes: int) -> Iterator[list[list[Unit]]]:
        """The steps of one round: for each, the units of every process."""
        dealt: list[list[Unit]] = [[] for _ in range(processes)]
        totals = [0] * processes
        for unit in self._units(np.random.default_rng([self._seed, number])):
            least = totals.index(min(totals))
            dealt[least].append(unit)
            totals[least] += unit.size
            if min(totals) >= self._tokens:
                yield dealt
                dealt, totals = [[] for _ in range(processes)], [0] * processes

    def lessons(self, start: Position, process: int, processes: int) -> Iterator[tuple[Lesson, Position]]:
        """The lessons of one process from a position on, without end, each with the position after it."""
        number, done = start
        while True:
            for index, step in enumerate(self._plan(number, processes)):
                if index >= done:
                    claims = sum(len(unit.claims) for units in step for unit in units)
                    chance = np.random.default_rng([self._seed, number, index, process])
                    yield self._lesson(step[process], claims, chance), Position(number, index + 1)
            number, done = number + 1, 0

    def unhidden(self, process: int, processes: int) -> Iterator[tuple[Batch, npt.NDArray[np.int64]]]:
        """The batches of one process in one round with all their words, each with the numbers of its claims."""
        for step in self._plan(0, processes):
            packs, order = self._packs(step[process], None)
            yield batch_of(packs), order

    def _lesson(self, units: list[Unit], claims_in_step: int, chance: np.random.Generator) -> Lesson:
        packs, order = self._packs(units, chance)
        labels = []
        numbers = iter(order)
        for pack in packs:
            labels.append(np.full(len(pack.source), -1, dtype=np.int8))
            labels += [
                self._labels[slice(*self._offsets[claim : claim + 2])] for claim in islice(numbers, len(pack.claims))
            ]
        targets = torch.from_numpy(self._targets[order].astype(np.int64))
        taught = torch.from_numpy(self._taught[order].astype(np.float32))
        words = torch.from_numpy(np.concatenate(labels).astype(np.int64))
        return Lesson(batch_of(packs), targets, words, taught, claims_in_step)

    def _packs(self, units: list[Unit], chance: np.random.Generator | None) -> tuple[list[Pack], npt.NDArray[np.int64]]:
        """The units as the model reads them, the short ones first, and the numbers of their claims in that order."""
        ordered = sorted(units, key=lambda one: one.size)
        packs: list[Pack] = []
        for unit in ordered:
            source = int(self._source_of[unit.claims[0]])
            hiding = chance if self._natural[unit.claims[0]] else None
            body = _hidden(self._sources[slice(*self._source_offsets[source : source + 2])], hiding)
            claims = [_hidden(self._ids[slice(*self._offsets[claim : claim + 2])], hiding) for claim in unit.claims]
            packs.append(Pack(body, claims))
        return packs, np.concatenate([unit.claims for unit in ordered])


def _hidden(ids: npt.NDArray[np.int32], chance: np.random.Generator | None) -> Ids:
    """A few words hidden, so that a claim seen again is another. Made rows stand on one word, and keep it."""
    found = ids.astype(np.int64)
    if chance is not None:
        found[(chance.random(len(ids)) < _HIDDEN_SHARE) & (ids > _FIRST_WORD)] = _MASK
    return found


def _taught(path: Path, claims: int) -> npt.NDArray[np.float16]:
    """What `distil.py` wrote beside the pairs, or nothing."""
    if not path.exists():
        return np.zeros((claims, 3), dtype=np.float16)
    found: npt.NDArray[np.float16] = np.load(path)
    if found.shape != (claims, 3):
        raise SystemExit(f"{path} belongs to other pairs: {found.shape[0]} rows for {claims}; run distil.py again")
    return found
