"""Ask a teacher about prepared claims and keep its shares beside them, for the smaller model to learn from.

In: `pairs.npz` of `prepare.py` and the whole model's checkpoint. Out: `taught.npy`, three shares for each claim, zero
where it was not asked. Claims are asked in the order in which training draws them until the time is up; what was asked
is saved every two minutes and not asked again.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from model import fill, load_published
from precision import autocast, faster
from processes import spawn
from stream import Pairs

TOKENS = 3000
_SAVE_EVERY_S = 120


def ask(process: int, processes: int, args: argparse.Namespace, taught: torch.Tensor) -> None:
    """One process: its share of the steps of one round."""
    torch.set_num_threads(1)
    until = time.monotonic() + args.minutes * 60
    model, precision = fill(load_published(args.base), args.checkpoint), faster()
    saved = time.monotonic()
    for batch, claims in Pairs(args.pairs / "pairs.npz", seed=17, tokens=TOKENS).unhidden(process, processes):
        if taught[claims].sum(1).min() == 0:
            with torch.inference_mode(), autocast(precision):
                taught[claims] = model(batch)[0].float().softmax(-1)
        if time.monotonic() > until:
            return
        if process == 0 and time.monotonic() - saved > _SAVE_EVERY_S:
            np.save(args.pairs / "taught.npy", taught.numpy().astype(np.float16))
            saved = time.monotonic()


def main() -> None:
    """Read the options, ask, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True, help="folder with pairs.npz")
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights")
    parser.add_argument("--checkpoint", type=Path, required=True, help="checkpoint.pt of the whole model")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    with np.load(args.pairs / "pairs.npz") as stored:
        claims = len(stored["targets"])
    path = args.pairs / "taught.npy"
    known = np.load(path) if path.exists() else np.zeros((claims, 3), dtype=np.float16)
    taught = torch.from_numpy(known.astype(np.float32))
    taught.share_memory_()  # type: ignore[no-untyped-call]
    spawn(ask, (args.processes, args, taught), args.processes)
    np.save(path, taught.numpy().astype(np.float16))
    print(f"asked {int((taught.sum(1) > 0).sum())} of {claims} claims")


if __name__ == "__main__":
    main()
