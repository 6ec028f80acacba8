"""Export a checkpoint: ONNX in full precision, then with matrices of four bits, tokeniser and description beside it.

In: `checkpoint.pt` of `train.py --kept`. Out: `model-fp32.onnx` (weights as trained, not rounded), `model.onnx`,
`tokenizer.json`, `model.json`. The runtime needs only onnxruntime, tokenizers and numpy to use them.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import torch
from graph import INPUTS, build
from model import HEAD, HIDDEN, LABELS, TOKENIZER, Entailment, fill
from packing import LONGEST_CLAIM, LONGEST_SOURCE, Ids, Pack, batch_of, marked
from prune import load_thin

SIZE_LIMIT = 60_000_000


def check(model: Entailment, path: Path) -> float:
    """The greatest difference in probability between torch and a file, on random ids of two lengths."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    chance = np.random.default_rng(7)
    worst = 0.0
    for length in (24, 180):
        source, claim = (marked(chance.integers(1000, 20000, size).tolist(), LONGEST_SOURCE) for size in (length, 15))
        with torch.no_grad():
            wanted = model(batch_of([Pack(source, [claim])]))[0].softmax(-1)[0].numpy()
        logits = asked(session, source, claim)
        got = np.exp(logits) / np.exp(logits).sum()
        worst = max(worst, float(np.abs(got - wanted).max()))
    return worst


def asked(session: onnxruntime.InferenceSession, source: Ids, claim: Ids) -> npt.NDArray[np.float64]:
    """The logits of a claim: the source is run, then the claim on what that gave."""
    names = [one.name for one in session.get_outputs()][2:]
    empty = {one.name: np.zeros((one.shape[0], 0, HEAD), np.float32) for one in session.get_inputs()[3:]}
    given = dict(zip(INPUTS, (source, np.arange(len(source)), np.zeros_like(source)), strict=True))
    found = session.run(names, given | empty)
    past = {name.replace("present", "past"): part for name, part in zip(names, found, strict=True)}
    places = np.arange(len(source) - 1, len(source) - 1 + len(claim))
    types = np.ones_like(claim)
    places[0] = types[0] = 0
    given = dict(zip(INPUTS, (claim, places, types), strict=True))
    return np.asarray(session.run(["logits"], given | past)[0], dtype=np.float64)


def describe(folder: Path, summary: Path | None, position: dict[str, Any], parameters: int) -> None:
    """Write `model.json`: what the runtime must know, and what the weights came from."""
    content = {
        "labels": list(LABELS),
        "longest_source": LONGEST_SOURCE,
        "longest_claim": LONGEST_CLAIM,
        "sha256": hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest(),
        "tokenizer_sha256": hashlib.sha256((folder / "tokenizer.json").read_bytes()).hexdigest(),
        "parameters": parameters,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "training": {key: position[key] for key in ("step", "tokens", "seconds", "earlier") if key in position},
        "data": json.loads(summary.read_text()) if summary and summary.exists() else {},
    }
    (folder / "model.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Restore, write, check, describe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights")
    parser.add_argument("--kept", type=Path, required=True, help="kept.json of prune.py")
    parser.add_argument("--books", type=Path, required=True, help="books.npz of books.py")
    parser.add_argument("--checkpoint", type=Path, required=True, help="checkpoint.pt of the smaller model")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--summary", type=Path, default=None, help="summary.json of prepare.py, for model.json")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    model = fill(load_thin(args.base, args.kept, args.books), args.checkpoint)
    stored = torch.load(args.checkpoint)
    with np.load(args.books) as found:
        books = dict(found)
    full, small = args.out / "model-fp32.onnx", args.out / "model.onnx"
    onnx.save(build(model, books, {}), str(full))
    onnx.save(build(model, books, stored["steps"]), str(small))
    shutil.copy(TOKENIZER, args.out / "tokenizer.json")
    parameters = sum(one.numel() for one in (*model.parameters(), model.places)) + len(books["codes"]) * HIDDEN
    describe(args.out, args.summary, stored["position"], parameters)
    size = small.stat().st_size + TOKENIZER.stat().st_size
    print(
        f"step {stored['position']['step']}: fp32 differs by {check(model, full):.2e}, "
        f"four bits by {check(model, small):.3f}; {size:,} bytes"
    )
    if size > SIZE_LIMIT:
        raise SystemExit(f"model and tokeniser take {size:,} bytes, more than {SIZE_LIMIT:,}")


if __name__ == "__main__":
    main()
