"""Train the cross-encoder on prepared pairs, on the CPU, within a time budget, resuming from its checkpoint.

In: `pairs.npz` of `prepare.py` and the published weights; for the smaller model also the checkpoint of the whole one,
`kept.json` and `books.npz`. Out: `checkpoint.pt` (weights, moving average, optimiser, position) in the output folder,
and `log.jsonl`. One process per core computes gradients on one thread each, in bfloat16 or eight bits where this
machine is faster with them (`precision.py`); parameters and gradients lie in shared memory, and each process updates
its own half. In the smaller model the layers see the matrices rounded to four bits at every step, so that it learns to
be right with what will be shipped.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from eight_bits import Whole, WholeLinear, row_steps, whole
from losses import pair_loss, token_loss
from model import Entailment, load_published
from noise import Noise
from precision import autocast, faster
from processes import spawn
from prune import load_thin
from rounding import block_of, rounded, steps_of
from stream import Pairs, Position
from torch import Tensor, multiprocessing

LAYER_DECAY = 0.85
WEIGHT_DECAY = 0.01
WARM_UP = 0.04
CLIP = 1.0
TOKEN_SHARE = 0.5
PRECISIONS = {"bfloat16": torch.bfloat16, "float32": torch.float32, "int8": torch.int8}


def rate_at(progress: float, peak: float) -> float:
    """Linear warm-up, then linear decay to zero at the end of the budget."""
    return peak * min(progress / WARM_UP, max(0.0, 1.0 - progress) / (1.0 - WARM_UP))


def depth_scale(name: str, layers: int) -> float:
    """Layer-wise rate: the nearer to the input, the slower, by the same ratio from end to end at any depth."""
    if name.startswith(("head", "pool", "token")):
        return 1.5
    level = int(name.split(".")[1]) + 1 if name.startswith("layers.") else 0
    return float(LAYER_DECAY ** (6 * (1 - level / layers)))


def load(args: argparse.Namespace) -> Entailment:
    """The model to train: the whole one on its published weights, or the smaller one."""
    return load_thin(args.base, args.kept, args.books, args.start) if args.kept else load_published(args.base)


class Piece(NamedTuple):
    """One process's part of a parameter: where it lies, its first block, the scale of its rate, its decay."""

    name: str
    where: slice
    first_block: int
    scale: float
    decay: float


class Flat:
    """All trainable parameters in one shared vector, so that processes exchange slices and not modules.

    Beside it lies what the layers see of the matrices: in `precision`, rounded to four bits where there are `steps`.
    """

    def __init__(self, model: Entailment, processes: int, *, is_rounded: bool, precision: torch.dtype) -> None:
        self.precision, self.is_whole = precision, precision is torch.int8
        self.names = [n for n, p in model.named_parameters() if p.requires_grad]
        self.layers = len(model.layers)
        named = {name: parameter.detach() for name, parameter in model.named_parameters()}
        self.sizes = [named[n].numel() for n in self.names]
        self.blocks = {n: block_of(n, named[n]) for n in self.names}
        self.steps = {n: steps_of(named[n], b) for n, b in self.blocks.items() if b and is_rounded}
        self.values = torch.cat([named[n].flatten() for n in self.names])
        self.seen = self.values.to(precision, copy=True)
        self.row_steps = {n: row_steps(s, len(named[n])) for n, s in self.steps.items()}
        self.average = self.values.clone()
        self.first = torch.zeros_like(self.values)
        self.second = torch.zeros_like(self.values)
        self.gradients = torch.zeros(processes, len(self.values))
        found = torch.float32 if self.is_whole else precision
        self.matrix_gradients = torch.zeros(processes, len(self.values), dtype=found)
        self.scratch = torch.zeros(processes, 4, dtype=torch.float64)
        vectors = (self.values, self.seen, self.average, self.first, self.second, self.scratch)
        steps = (*self.steps.values(), *self.row_steps.values())
        for shared in (*vectors, self.gradients, self.matrix_gradients, *steps):
            shared.share_memory_()  # type: ignore[no-untyped-call]

    def bind(self, model: Entailment, process: int, noise: Noise) -> None:
        """Make the model's parameters and gradients views of the shared vectors."""
        start = 0
        for name, size in zip(self.names, self.sizes, strict=True):
            owner, _, leaf = name.rpartition(".")
            module, where = model.get_submodule(owner), slice(start, start + size)
            start += size
            if self.is_whole and self.blocks[name]:
                above, _, part = owner.rpartition(".")
                setattr(model.get_submodule(above), part, self._whole_linear(name, module, where, process, noise))
                continue
            values, gradients = (
                (self.seen, self.matrix_gradients) if self.blocks[name] else (self.values, self.gradients)
            )
            shape = getattr(module, leaf).shape
            setattr(module, leaf, torch.nn.Parameter(values[where].view(shape)))
            getattr(module, leaf).grad = gradients[process, where].view(shape)

    def _whole_linear(
        self, name: str, module: torch.nn.Module, where: slice, process: int, noise: Noise
    ) -> WholeLinear:
        shape = module.weight.shape
        found = self.matrix_gradients[process, where].view(shape)
        return WholeLinear(module.bias, Whole(self.seen[where].view(shape), self.row_steps[name], found), noise)

    def pieces(self, process: int, processes: int) -> list[Piece]:
        """This process's part of every parameter, whole blocks only."""
        found, start = [], 0
        for name, size in zip(self.names, self.sizes, strict=True):
            block = self.blocks[name] or 1
            share = math.ceil(size / processes / block) * block
            low, high = min(size, share * process), min(size, share * (process + 1))
            decay = 0.0 if "norm" in name or name.endswith("bias") else WEIGHT_DECAY
            if low < high:
                scale = depth_scale(name, self.layers)
                found.append(Piece(name, slice(start + low, start + high), low // block, scale, decay))
            start += size
        return found

    def gradient(self, piece: Piece) -> Tensor:
        """The sum of what the processes found."""
        given = self.matrix_gradients if self.blocks[piece.name] else self.gradients
        return given[:, piece.where].float().sum(0)

    def show(self, piece: Piece) -> None:
        """Let the layers see the new values of a matrix."""
        block = self.blocks[piece.name]
        if block and piece.name in self.steps:
            parts = self.values[piece.where].view(-1, block)
            steps = self.steps[piece.name][piece.first_block : piece.first_block + len(parts)]
            if self.is_whole:
                in_row = len(self.steps[piece.name]) // self.row_steps[piece.name].shape[1]
                rows = self.row_steps[piece.name].t().repeat_interleave(in_row, 0)
                rows = rows[piece.first_block : piece.first_block + len(parts)]
                self.seen[piece.where] = whole(parts, steps, rows).flatten()
            else:
                self.seen[piece.where] = rounded(parts, steps).flatten().to(self.precision)
        elif block:
            self.seen[piece.where] = self.values[piece.where].to(self.precision)


def save(path: Path, flat: Flat, position: dict[str, Any]) -> None:
    """Write the checkpoint beside the old one, then swap."""
    fresh = path.with_suffix(".new")
    vectors = {key: getattr(flat, key) for key in ("values", "average", "first", "second")}
    about = {"names": flat.names, "sizes": flat.sizes, "steps": flat.steps, "position": position}
    torch.save({**about, **vectors}, fresh)
    fresh.replace(path)


def stream_of(args: argparse.Namespace) -> Pairs:
    """The prepared rows."""
    return Pairs(args.pairs / "pairs.npz", seed=args.seed, tokens=args.tokens)


def work(process: int, flat: Flat, barrier: Any, args: argparse.Namespace, position: dict[str, Any]) -> None:
    """One process: its share of each batch, then its slices of the update."""
    torch.set_num_threads(1)
    if args.processes <= (os.cpu_count() or 1):
        # Left to the system, both may sit on one core while other work has the second.
        os.sched_setaffinity(0, {process})
    torch.manual_seed(args.seed + process)
    model = load(args).train()
    model.noise = Noise(args.seed + process + args.processes * position["step"])
    flat.bind(model, process, model.noise)
    pieces = flat.pieces(process, args.processes)
    for piece in pieces:
        flat.show(piece)
    barrier.wait()
    leaves = [torch.nn.Parameter(flat.values[piece.where]) for piece in pieces]
    groups = [
        {"params": [leaf], "weight_decay": piece.decay, "scale": piece.scale}
        for leaf, piece in zip(leaves, pieces, strict=True)
    ]
    optimiser = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), eps=1e-6, fused=True)
    for leaf, piece in zip(leaves, pieces, strict=True):
        moments = {"exp_avg": flat.first[piece.where], "exp_avg_sq": flat.second[piece.where]}
        optimiser.state[leaf] = {"step": torch.tensor(float(position["step"])), **moments}
    stream = stream_of(args)
    lessons = stream.lessons(Position(position["round"], position["batch"]), process, args.processes)
    log = (args.out / "log.jsonl").open("a") if process == 0 else None
    seconds, step, last_saved, last_told = position["seconds"], position["step"], time.monotonic(), time.monotonic()
    seen, losses, told_tokens = position["tokens"], [], 0
    while True:
        began = time.monotonic()
        # Process 0 owns the clock: all must agree on the progress, or their slices get different rates.
        if process == 0:
            flat.scratch[0, 2] = min(1.0, seconds / (args.minutes * 60))
        lesson, here = next(lessons)
        flat.gradients[process].zero_()
        if not flat.is_whole:
            flat.matrix_gradients[process].zero_()
        with autocast(flat.precision):
            logits, tokens = model(lesson.batch)
        loss = pair_loss(logits, lesson.targets, lesson.taught, args.smoothing)
        words = token_loss(tokens, lesson.labels, lesson.batch.owners, len(lesson.targets))
        loss = (loss + TOKEN_SHARE * words) / lesson.claims_in_step
        loss.backward()  # type: ignore[no-untyped-call]
        flat.scratch[process, 1], flat.scratch[process, 3] = loss.item(), len(lesson.labels)
        barrier.wait()
        progress = float(flat.scratch[0, 2])
        norm = 0.0
        for leaf, piece in zip(leaves, pieces, strict=True):
            leaf.grad = flat.gradient(piece)
            norm += float(leaf.grad.square().sum())
        flat.scratch[process, 0] = norm
        barrier.wait()
        total = math.sqrt(float(flat.scratch[:, 0].sum()))
        if not math.isfinite(total):
            raise SystemExit(f"step {step}: the gradient is not finite; lower --rate")
        rate, shrink = rate_at(progress, args.rate), min(1.0, CLIP / (total + 1e-9))
        for group, leaf in zip(optimiser.param_groups, leaves, strict=True):
            group["lr"] = rate * group["scale"]
            if leaf.grad is not None and shrink < 1.0:
                leaf.grad.mul_(shrink)
        optimiser.step()
        keep = min(args.average, (step + 1) / (step + 10))
        for piece in pieces:
            flat.average[piece.where].lerp_(flat.values[piece.where], 1 - keep)
            flat.show(piece)
        step += 1
        losses.append(float(flat.scratch[:, 1].sum()))
        seen += int(flat.scratch[:, 3].sum())
        told_tokens += int(flat.scratch[:, 3].sum())
        barrier.wait()
        seconds += time.monotonic() - began
        now = {"step": step, "seconds": seconds, "tokens": seen, "round": here.round, "batch": here.step}
        if log and (step % 50 == 0 or progress >= 1.0):
            line = {**now, "loss": round(float(np.mean(losses[-50:])), 4), "rate": rate, "norm": round(total, 3),
                    "tokens_per_s": round(told_tokens / (time.monotonic() - last_told))}  # fmt: skip
            last_told, told_tokens = time.monotonic(), 0
            log.write(json.dumps(line) + "\n")
            log.flush()
        due = process == 0 and (time.monotonic() - last_saved > args.save_every_s or progress >= 1.0)
        if due:
            save(args.out / "checkpoint.pt", flat, {**position, **now})
            last_saved = time.monotonic()
        if progress >= 1.0:
            return


def done(position: dict[str, Any]) -> dict[str, Any]:
    """What a stage did, for the model card."""
    return {key: position[key] for key in ("step", "tokens", "seconds")}


def restored(path: Path, flat: Flat) -> dict[str, Any]:
    """A checkpoint of the same shape; the sizes of its rounding steps are taken over."""
    stored: dict[str, Any] = torch.load(path)
    if stored["names"] != flat.names or stored["sizes"] != flat.sizes:
        raise SystemExit(f"{path} belongs to another model shape")
    for name, steps in stored["steps"].items():
        flat.steps[name].copy_(steps)
        flat.row_steps[name].copy_(row_steps(steps, flat.row_steps[name].shape[1]))
    return stored


def main() -> None:
    """Read the options, restore or begin, start the processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True, help="folder with pairs.npz")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint.pt and log.jsonl")
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights")
    parser.add_argument("--kept", type=Path, default=None, help="kept.json of prune.py: train the smaller model")
    parser.add_argument("--books", type=Path, default=None, help="books.npz of books.py, for the smaller model")
    parser.add_argument("--start", type=Path, default=None, help="checkpoint of the whole model, for the smaller one")
    parser.add_argument(
        "--after",
        type=Path,
        default=None,
        help="checkpoint of the smaller model's stage before this one (of `shipped.py`: of the model that ships)",
    )
    parser.add_argument("--minutes", type=float, default=80.0, help="time budget; the rate reaches zero at its end")
    parser.add_argument("--rate", type=float, default=1e-4, help="peak learning rate of the last layer")
    parser.add_argument("--tokens", type=int, default=1000, help="tokens per process and step")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--smoothing", type=float, default=0.03)
    parser.add_argument("--average", type=float, default=0.998, help="decay of the moving average of the weights")
    parser.add_argument("--save-every-s", type=float, default=180.0)
    parser.add_argument("--precision", choices=sorted(PRECISIONS), help="default: what this machine is fastest in")
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    if args.kept and not (args.books and (args.start or args.after)):
        raise SystemExit("--kept needs --books, and --start or --after: the smaller model is cut out of a trained one")
    if args.after and not args.kept:
        raise SystemExit("--after is for the smaller model: it needs --kept and --books")
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    flat = Flat(
        load(args),
        args.processes,
        is_rounded=bool(args.kept),
        precision=PRECISIONS[args.precision] if args.precision else faster(is_rounded=bool(args.kept)),
    )
    data = stream_of(args).fingerprint
    position: dict[str, Any] = {"step": 0, "seconds": 0.0, "tokens": 0, "round": 0, "batch": 0, "data": data}
    path = args.out / "checkpoint.pt"
    if path.exists():
        stored = restored(path, flat)
        for key in ("values", "average", "first", "second"):
            getattr(flat, key).copy_(stored[key])
        position = stored["position"]
        if position["data"] != data:
            # New data: the place in the old stream means nothing, so a new round begins.
            position |= {"round": position["round"] + 1, "batch": 0, "data": data}
    elif args.after:
        # A stage begins with the averaged weights of the one before, and with rows in an order that it did not see.
        stored = restored(args.after, flat)
        flat.values.copy_(stored["average"])
        flat.average.copy_(stored["average"])
        earlier = [*stored["position"].get("earlier", ()), done(stored["position"])]
        position |= {"round": stored["position"]["round"] + 1, "earlier": earlier}
    barrier = multiprocessing.get_context("spawn").Barrier(args.processes)
    given = (flat, barrier, args, position)
    spawn(work, given, args.processes)


if __name__ == "__main__":
    main()
