"""Train the cross-encoder on prepared pairs, on the CPU, within a time budget, resuming from its checkpoint.

In: `pairs.npz` of `prepare.py` and the base weights. Out: `checkpoint.pt` (weights, moving average, optimiser,
position) in the output folder, and `log.jsonl`. One process per core computes gradients in bfloat16 on one thread
each; parameters and gradients lie in shared memory, and each process updates its own half. On two cores that is
about a fifth faster than one process with two threads, and it yields to other programs without spinning.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from model import Entailment, base_folder, load_base
from processes import spawn
from rows import NOT_CONTRADICTED, NOT_SUPPORTED, UNKNOWN
from stream import Pairs, Position
from teacher import load_teacher
from torch import Tensor, multiprocessing
from torch.nn import functional

LAYER_DECAY = 0.85
WEIGHT_DECAY = 0.01
WARM_UP = 0.04
CLIP = 1.0
MARKED_WEIGHT = 4.0
TOKEN_SHARE = 0.5
TAUGHT_SHARE = 0.7


def pair_loss(logits: Tensor, targets: Tensor, taught: Tensor, smoothing: float) -> Tensor:
    """Cross-entropy; rows that are only "not supported" or "not contradicted" take the sum of the two other classes.

    Where the teacher was asked, its shares count beside the label, and alone where there is no label.
    """
    logs = functional.log_softmax(logits.float(), dim=-1)
    chosen = logs.gather(1, targets.clamp(max=2)[:, None])[:, 0]
    for target, classes in ((NOT_SUPPORTED, [1, 2]), (NOT_CONTRADICTED, [0, 2])):
        chosen = torch.where(targets == target, torch.logsumexp(logs[:, classes], dim=-1), chosen)
    labelled = (1 - smoothing) * chosen + smoothing * logs.mean(-1)
    asked = taught.sum(-1)
    share = torch.where(targets == UNKNOWN, 1.0, TAUGHT_SHARE) * asked
    return -((1 - share) * labelled + share * (taught * logs).sum(-1)).sum()


def token_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy over the words whose label is known, a mean for each row, the rare marked words counting more."""
    known = labels >= 0
    weight = known * torch.where(labels == 1, MARKED_WEIGHT, 1.0)
    each = functional.binary_cross_entropy_with_logits(logits.float(), labels.clamp(min=0).float(), reduction="none")
    loss: Tensor = ((each * weight).sum(-1) / weight.sum(-1).clamp(min=1)).sum()
    return loss


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
    """The model to train: the pupil on its base weights, or the teacher."""
    if args.teacher:
        return load_teacher(args.teacher)
    model = load_base(args.base)
    model.words.weight.requires_grad_(False)
    return model


class Flat:
    """All trainable parameters in one shared vector, so that processes exchange slices and not modules."""

    def __init__(self, model: Entailment, processes: int) -> None:
        self.names = [n for n, p in model.named_parameters() if p.requires_grad]
        self.layers = model.shape.layers
        named = dict(model.named_parameters())
        self.sizes = [named[n].numel() for n in self.names]
        self.values = torch.cat([named[n].detach().flatten() for n in self.names])
        self.average = self.values.clone()
        self.first = torch.zeros_like(self.values)
        self.second = torch.zeros_like(self.values)
        self.gradients = torch.zeros(processes, len(self.values))
        self.scratch = torch.zeros(processes, 4, dtype=torch.float64)
        for shared in (self.values, self.average, self.first, self.second, self.gradients, self.scratch):
            shared.share_memory_()  # type: ignore[no-untyped-call]

    def bind(self, model: Entailment, process: int) -> None:
        """Make the model's parameters and gradients views of the shared vectors."""
        named, start = dict(model.named_parameters()), 0
        for name, size in zip(self.names, self.sizes, strict=True):
            parameter = named[name]
            parameter.data = self.values[start : start + size].view(parameter.shape)
            parameter.grad = self.gradients[process, start : start + size].view(parameter.shape)
            start += size

    def take(self, stored: dict[str, Any], share: float) -> None:
        """Begin with the averaged weights of another run; what it does not have keeps its fresh values.

        A share below one draws the encoder back towards the base weights, which forgets rows learnt by heart first.
        """
        vectors = dict(zip(stored["names"], stored["average"].split(stored["sizes"]), strict=True))
        start = 0
        for name, size in zip(self.names, self.sizes, strict=True):
            if name in vectors:
                kept = 1.0 if depth_scale(name, self.layers) > 1.0 else share
                self.values[start : start + size].lerp_(vectors[name], kept)
            start += size
        self.average.copy_(self.values)

    def pieces(self, process: int, processes: int) -> list[tuple[slice, float, float]]:
        """This process's slices as (where, rate scale, weight decay)."""
        found, start = [], 0
        for name, size in zip(self.names, self.sizes, strict=True):
            share = math.ceil(size / processes)
            low, high = start + share * process, min(start + size, start + share * (process + 1))
            decay = 0.0 if "norm" in name or name.endswith("bias") else WEIGHT_DECAY
            if low < high:
                found.append((slice(low, high), depth_scale(name, self.layers), decay))
            start += size
        return found


def save(path: Path, flat: Flat, position: dict[str, Any]) -> None:
    """Write the checkpoint beside the old one, then swap."""
    fresh = path.with_suffix(".new")
    vectors = {key: getattr(flat, key) for key in ("values", "average", "first", "second")}
    torch.save({"names": flat.names, "sizes": flat.sizes, "position": position, **vectors}, fresh)
    fresh.replace(path)


def work(process: int, flat: Flat, barrier: Any, args: argparse.Namespace, position: dict[str, Any]) -> None:
    """One process: its share of each batch, then its slices of the update."""
    torch.set_num_threads(1)
    torch.manual_seed(args.seed + process)
    model = load(args).train()
    flat.bind(model, process)
    pieces = flat.pieces(process, args.processes)
    leaves = [torch.nn.Parameter(flat.values[where]) for where, _, _ in pieces]
    groups = [
        {"params": [leaf], "weight_decay": decay, "scale": scale}
        for leaf, (_, scale, decay) in zip(leaves, pieces, strict=True)
    ]
    optimiser = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), eps=1e-6, fused=True)
    for leaf, (where, _, _) in zip(leaves, pieces, strict=True):
        step_count = torch.tensor(float(position["step"]))
        optimiser.state[leaf] = {
            "step": step_count, "exp_avg": flat.first[where], "exp_avg_sq": flat.second[where]
        }  # fmt: skip
    stream = Pairs(args.pairs / "pairs.npz", seed=args.seed, tokens=args.tokens, for_teacher=bool(args.teacher))
    batches = stream.batches(Position(position["round"], position["batch"]), process, args.processes)
    log = (args.out / "log.jsonl").open("a") if process == 0 else None
    seconds, step, last_saved, last_told = position["seconds"], position["step"], time.monotonic(), time.monotonic()
    seen, losses, told_tokens = position["tokens"], [], 0
    while True:
        began = time.monotonic()
        # Process 0 owns the clock: all must agree on the progress, or their slices get different rates.
        if process == 0:
            flat.scratch[0, 2] = min(1.0, seconds / (args.minutes * 60))
        batch, here = next(batches)
        flat.gradients[process].zero_()
        with torch.autocast("cpu", torch.bfloat16):
            logits, tokens = model(batch.ids, batch.mask, batch.types)
        loss = pair_loss(logits, batch.targets, batch.taught, args.smoothing)
        loss = (loss + TOKEN_SHARE * token_loss(tokens, batch.labels)) / batch.rows_in_step
        loss.backward()  # type: ignore[no-untyped-call]
        flat.scratch[process, 1], flat.scratch[process, 3] = loss.item(), batch.ids.numel()
        barrier.wait()
        progress = float(flat.scratch[0, 2])
        norm = 0.0
        for leaf, (where, _, _) in zip(leaves, pieces, strict=True):
            leaf.grad = flat.gradients[:, where].sum(0)
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
        for where, _, _ in pieces:
            flat.average[where].lerp_(flat.values[where], 1 - keep)
        step += 1
        losses.append(float(flat.scratch[:, 1].sum()))
        seen += int(flat.scratch[:, 3].sum())
        told_tokens += int(flat.scratch[:, 3].sum())
        barrier.wait()
        seconds += time.monotonic() - began
        now = {"step": step, "seconds": seconds, "tokens": seen, "round": here.round, "batch": here.batch}
        if log and (step % 50 == 0 or progress >= 1.0):
            line = {**now, "loss": round(float(np.mean(losses[-50:])), 4), "rate": rate, "norm": round(total, 3),
                    "tokens_per_s": round(told_tokens / (time.monotonic() - last_told))}  # fmt: skip
            last_told, told_tokens = time.monotonic(), 0
            log.write(json.dumps(line) + "\n")
            log.flush()
        due = process == 0 and (time.monotonic() - last_saved > args.save_every_s or progress >= 1.0)
        if due:
            save(args.out / "checkpoint.pt", flat, {**now, "data": position["data"]})
            last_saved = time.monotonic()
        if progress >= 1.0:
            return


def main() -> None:
    """Read the options, restore or begin, start the processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True, help="folder with pairs.npz")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint.pt and log.jsonl")
    parser.add_argument("--base", type=Path, default=None, help="folder of the base weights (default: the package)")
    parser.add_argument("--teacher", type=Path, default=None, help="train the teacher: the folder of its base weights")
    parser.add_argument("--minutes", type=float, default=105.0, help="time budget; the rate reaches zero at its end")
    parser.add_argument("--rate", type=float, default=2e-4, help="peak learning rate of the last layer")
    parser.add_argument("--tokens", type=int, default=1300, help="tokens per process and step")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--smoothing", type=float, default=0.03)
    parser.add_argument("--average", type=float, default=0.998, help="decay of the moving average of the weights")
    parser.add_argument("--save-every-s", type=float, default=180.0)
    parser.add_argument("--start", type=Path, default=None, help="second stage: begin with the weights of a checkpoint")
    parser.add_argument("--keep", type=float, default=1.0, help="share of --start; the rest are the base weights")
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    args.base = args.base or (None if args.teacher else base_folder())
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    flat = Flat(load(args), args.processes)
    data = Pairs(
        args.pairs / "pairs.npz", seed=args.seed, tokens=args.tokens, for_teacher=bool(args.teacher)
    ).fingerprint
    position: dict[str, Any] = {"step": 0, "seconds": 0.0, "tokens": 0, "round": 0, "batch": 0, "data": data}
    path = args.out / "checkpoint.pt"
    if path.exists():
        stored = torch.load(path)
        if stored["names"] != flat.names or stored["sizes"] != flat.sizes:
            raise SystemExit(f"{path} belongs to another model shape")
        for key in ("values", "average", "first", "second"):
            getattr(flat, key).copy_(stored[key])
        position = stored["position"]
        if position["data"] != data:
            # New data: the place in the old stream means nothing, so a new round begins.
            position |= {"round": position["round"] + 1, "batch": 0, "data": data}
    elif args.start:
        flat.take(torch.load(args.start), args.keep)
    barrier = multiprocessing.get_context("spawn").Barrier(args.processes)
    given = (flat, barrier, args, position)
    spawn(work, given, args.processes)


if __name__ == "__main__":
    main()
