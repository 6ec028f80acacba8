"""Choose the heads and inner units that a smaller model keeps, by what each is worth to the trained one.

In: prepared pairs and the checkpoint of the whole model. Out: `kept.json`, for each layer the heads and inner units
kept. What a part is worth is the mean squared slope of the loss by a factor before it; parts stay in the order of worth
for each parameter as far as the size allows. `thin` makes the smaller model.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from books import read
from losses import pair_loss
from model import HEAD, HIDDEN, Entailment, Shape, fill, load_published
from precision import autocast, faster
from stream import Pairs, Position
from torch import Tensor

HEAD_COST, UNIT_COST = 4 * HIDDEN * HEAD, 2 * HIDDEN
FEWEST_HEADS, UNITS_AT_ONCE = 2, 128


@dataclass(frozen=True, slots=True)
class Kept:
    """The parts of each layer that stay."""

    heads: list[list[int]]
    units: list[list[int]]

    @property
    def shape(self) -> Shape:
        """What the smaller model looks like."""
        return Shape(tuple(map(tuple, self.heads)), tuple(map(len, self.units)))


def worth(model: Entailment, pairs: Pairs, *, minutes: float) -> tuple[Tensor, Tensor]:
    """What each head [layers, heads] and each inner unit [layers, units] is worth."""
    layers, heads, units = len(model.layers), len(model.shape.heads[0]), model.shape.widths[0]
    found = torch.zeros(layers, heads), torch.zeros(layers, units)
    until, rows, precision = time.monotonic() + 60 * minutes, 0, faster()
    for lesson, _ in pairs.lessons(Position(0, 0), 0, 1):
        weighed = [
            (torch.ones(heads, 1, requires_grad=True), torch.ones(units, requires_grad=True)) for _ in range(layers)
        ]
        with autocast(precision):
            logits, _ = model(lesson.batch, weighed)
        pair_loss(logits, lesson.targets, lesson.taught, 0.0).backward()  # type: ignore[no-untyped-call]
        for layer, factors in enumerate(weighed):
            for total, factor in zip(found, factors, strict=True):
                if factor.grad is not None:
                    total[layer] += factor.grad.flatten().square()
        rows += len(lesson.targets)
        if time.monotonic() > until:
            break
    print(f"{rows} rows asked")
    return found[0] / rows, found[1] / rows


def choose(heads: Tensor, units: Tensor, *, size: int) -> Kept:
    """The parts worth most for each parameter, at most so many parameters."""
    counts = torch.full((len(heads),), FEWEST_HEADS), torch.full((len(units),), UNITS_AT_ONCE)
    limits = torch.cat([(heads / HEAD_COST).flatten(), (units / UNIT_COST).flatten()]).sort().values
    low, high = 0, len(limits) - 1
    while low < high:
        limit = limits[(low + high) // 2]
        many = (units / UNIT_COST >= limit).sum(1)
        rounded = (many + UNITS_AT_ONCE // 2) // UNITS_AT_ONCE * UNITS_AT_ONCE
        tried = (heads / HEAD_COST >= limit).sum(1).clamp(min=FEWEST_HEADS), rounded.clamp(min=UNITS_AT_ONCE)
        if int(tried[0].sum()) * HEAD_COST + int(tried[1].sum()) * UNIT_COST > size:
            low = (low + high) // 2 + 1
        else:
            high, counts = (low + high) // 2, tried
    best = [
        [sorted(one.argsort(descending=True)[: int(many)].tolist()) for one, many in zip(worths, number, strict=True)]
        for worths, number in zip((heads, units), counts, strict=True)
    ]
    return Kept(*best)


def thin(whole: Entailment, kept: Kept, books: Path) -> Entailment:
    """The smaller model with the weights of the whole one, all of it to be trained on."""
    model = Entailment(kept.shape)
    model.vectors, model.places, model.near = read(books), whole.places, whole.near
    for name in ("norm", "types", "pool", "head", "token_pool", "token_head"):
        getattr(model, name).load_state_dict(getattr(whole, name).state_dict())
    for ours, theirs, heads, units in zip(model.layers, whole.layers, kept.heads, kept.units, strict=True):
        rows = (torch.tensor(heads)[:, None] * HEAD + torch.arange(HEAD)).flatten()
        state = theirs.state_dict()
        for part in ("query", "key", "value"):
            for kind in ("weight", "bias"):
                state[f"attention.{part}.{kind}"] = state[f"attention.{part}.{kind}"][rows]
        state["mixed.weight"] = state["mixed.weight"][:, rows]
        state["wide.weight"], state["wide.bias"] = state["wide.weight"][units], state["wide.bias"][units]
        state["narrow.weight"] = state["narrow.weight"][:, units]
        ours.load_state_dict(state)
    return model


def load_thin(base: Path, kept: Path, books: Path, start: Path | None = None) -> Entailment:
    """The smaller model of a folder's published weights, or of a checkpoint of the whole model."""
    whole = load_published(base)
    return thin(fill(whole, start) if start else whole, Kept(**json.loads(kept.read_text())), books)


def main() -> None:
    """Ask, choose, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights")
    parser.add_argument("--checkpoint", type=Path, required=True, help="checkpoint.pt of the whole model")
    parser.add_argument("--pairs", type=Path, required=True, help="folder with pairs.npz")
    parser.add_argument("--out", type=Path, required=True, help="kept.json to write")
    parser.add_argument("--size", type=int, default=43_600_000, help="parameters the layers may have")
    parser.add_argument("--minutes", type=float, default=2.5)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    model = fill(load_published(args.base), args.checkpoint).requires_grad_(False)
    pairs = Pairs(args.pairs / "pairs.npz", seed=args.seed, tokens=200)
    kept = choose(*worth(model, pairs, minutes=args.minutes), size=args.size)
    args.out.write_text(json.dumps({"heads": kept.heads, "units": kept.units}) + "\n")
    print("heads", [len(one) for one in kept.heads], "units", [len(one) for one in kept.units])


if __name__ == "__main__":
    main()
