"""Ask the whole model about prepared pairs and keep its shares beside them, for the smaller one to learn from.

In: `pairs.npz` of `prepare.py` and the whole model's checkpoint, or an export, whose answers a later stage keeps near
to. Out: `taught.npy`, three shares for each row, zero where it was not asked.
Rows are asked in the order of what they are worth (unlabelled ones first) until the time is up; what was asked is kept
every few minutes and not asked again. A row that was made by putting another's source among others is not asked: it
takes that one's answer.
"""

from __future__ import annotations

import argparse
import json
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
from rows import UNKNOWN

ASKED = (
    ("neighbours", 1.0), ("check_covid", 1.0), ("fever", 1.0), ("fool_me_twice", 1.0), ("mnli", 0.4), ("turned", 0.1),
    ("feverous", 0.4), ("mnli", 1.0), ("turned", 1.0), ("snli", 0.2),
)  # fmt: skip
# Texts that were not written for each other seldom bear on each other; the whole model, which learnt from pairs that
# do, calls two in five of them contradictory.
BEARING = (0.8, 0.4, 1.6)
TOKENS = 3000
_CHUNK = 400


def order_of(summary: dict[str, dict[str, float]], origins: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The rows to ask, the most useful first: an answer that several rows take, then by set."""
    names = np.concatenate([np.full(int(one["rows"]), name, dtype=object) for name, one in summary.items()])
    shared = np.unique(origins[origins != np.arange(len(origins))])
    taken = np.zeros(len(origins), dtype=bool)
    taken[shared] = True
    found: list[np.ndarray] = [rng.permutation(shared)]
    for name, share in ASKED:
        rows = np.flatnonzero(names == name)
        rows = rows[np.random.default_rng(len(name)).permutation(len(rows))[: int(share * len(rows))]]
        rows = rows[~taken[rows]]
        taken[rows] = True
        found.append(rng.permutation(rows))
    return np.concatenate(found)


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
        unknown = torch.from_numpy(stored["targets"] == UNKNOWN).float()
    # An export learnt from such pairs what they are like.
    bearing = torch.zeros(3) if args.export else torch.tensor(BEARING).log()
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
            taught[part] = (answer(batch) + bearing * unknown[part][:, None]).softmax(-1)
            cut = end
        if time.monotonic() > until:
            return
        if process == 0 and time.monotonic() - saved > 120:
            np.save(args.pairs / "taught.npy", taught.numpy().astype(np.float16))
            saved = time.monotonic()


def main() -> None:
    """Read the options, ask, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True, help="folder with pairs.npz and summary.json")
    parser.add_argument("--base", type=Path, default=None, help="folder of the published weights")
    parser.add_argument("--checkpoint", type=Path, default=None, help="checkpoint.pt of the whole model")
    parser.add_argument("--export", type=Path, default=None, help="folder of model.onnx, instead of the two above")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    if not args.export and not (args.base and args.checkpoint):
        raise SystemExit("name the model to ask: --base and --checkpoint, or --export")
    with np.load(args.pairs / "pairs.npz") as stored:
        targets, origins = stored["targets"], stored["origins"]
    order = order_of(json.loads((args.pairs / "summary.json").read_text()), origins, np.random.default_rng(17))
    path = args.pairs / "taught.npy"
    known = np.load(path) if path.exists() else np.zeros((len(targets), 3), dtype=np.float16)
    taught = torch.from_numpy(known.astype(np.float32))
    taught.share_memory_()  # type: ignore[no-untyped-call]
    spawn(ask, (args.processes, args, order, taught), args.processes)
    taught = taught[origins]
    np.save(path, taught.numpy().astype(np.float16))
    asked = taught.sum(1).numpy() > 0
    free = int((asked & (targets == UNKNOWN)).sum())
    print(f"asked {int(asked.sum())} of {len(targets)} rows, {free} of them without a label")


if __name__ == "__main__":
    main()
