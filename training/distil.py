"""Ask a teacher about prepared pairs and keep its shares beside them, for the smaller model to learn from.

In: `pairs.npz` of `prepare.py` and the whole model's checkpoint, or an export whose answers a later stage stays near.
Out: `taught.npy`, three shares for each row, zero where it was not asked. Rows are asked in the order in which training
will draw them until the time is up; what was asked is saved every two minutes and not asked again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from graph import INPUTS
from model import fill, load_published
from precision import autocast, faster
from processes import spawn

TOKENS = 3000
_CHUNK = 400


def answers(args: argparse.Namespace) -> Callable[[np.ndarray], torch.Tensor]:
    """What gives logits [rows, 3] for a padded batch [ids, mask, types]."""
    if args.export:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(args.export / "model.onnx"), options)
        return lambda batch: torch.from_numpy(session.run(["logits"], dict(zip(INPUTS, batch, strict=True)))[0])
    model, precision = fill(load_published(args.base), args.checkpoint), faster()

    def asked(batch: np.ndarray) -> torch.Tensor:
        with torch.inference_mode(), autocast(precision):
            return model(*torch.from_numpy(batch))[0].float()  # type: ignore[no-any-return]

    return asked


def ask(process: int, processes: int, args: argparse.Namespace, order: np.ndarray, taught: torch.Tensor) -> None:
    """One process: every second chunk of the order, sorted by length within it."""
    torch.set_num_threads(1)
    until = time.monotonic() + args.minutes * 60
    answer = answers(args)
    with np.load(args.pairs / "pairs.npz") as stored:
        ids, offsets, firsts = stored["ids"], stored["offsets"], stored["firsts"]
    sizes = np.diff(offsets)
    saved = time.monotonic()
    for start in range(process * _CHUNK, len(order), processes * _CHUNK):
        rows = order[start : start + _CHUNK]
        rows = rows[taught[rows].sum(1).numpy() == 0]
        rows = rows[np.argsort(sizes[rows])]
        cut = 0
        while cut < len(rows):
            end = cut + 1
            while end < len(rows) and sizes[rows[end]] * (end + 1 - cut) <= TOKENS:
                end += 1
            part = rows[cut:end]
            batch = np.zeros((3, len(part), int(sizes[part].max())), dtype=np.int64)
            for line, row in enumerate(part):
                body = ids[offsets[row] : offsets[row + 1]]
                batch[0, line, : len(body)] = body
                batch[1, line, : len(body)] = 1
                batch[2, line, firsts[row] : len(body)] = 1
            taught[part] = answer(batch).softmax(-1)
            cut = end
        if time.monotonic() > until:
            return
        if process == 0 and time.monotonic() - saved > 120:
            np.save(args.pairs / "taught.npy", taught.numpy().astype(np.float16))
            saved = time.monotonic()


def main() -> None:
    """Read the options, ask, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True, help="folder with pairs.npz")
    parser.add_argument("--base", type=Path, default=None, help="folder of the published weights")
    parser.add_argument("--checkpoint", type=Path, default=None, help="checkpoint.pt of the whole model")
    parser.add_argument("--export", type=Path, default=None, help="folder of model.onnx, instead of the two above")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    if not args.export and not (args.base and args.checkpoint):
        raise SystemExit("name the model to ask: --base and --checkpoint, or --export")
    with np.load(args.pairs / "pairs.npz") as stored:
        rates = stored["rates"]
    rng = np.random.default_rng(17)
    # Rows that are drawn often come first.
    order = np.argsort(-rates / rng.random(len(rates)).clip(1e-6))
    path = args.pairs / "taught.npy"
    known = np.load(path) if path.exists() else np.zeros((len(rates), 3), dtype=np.float16)
    taught = torch.from_numpy(known.astype(np.float32))
    taught.share_memory_()  # type: ignore[no-untyped-call]
    spawn(ask, (args.processes, args, order, taught), args.processes)
    np.save(path, taught.numpy().astype(np.float16))
    print(f"asked {int((taught.sum(1) > 0).sum())} of {len(rates)} rows")


if __name__ == "__main__":
    main()
