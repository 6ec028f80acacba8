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
import onnx
import onnxruntime
import torch
from graph import INPUTS, build
from model import HIDDEN, LABELS, LONGEST, TOKENIZER, Entailment, fill
from prune import load_thin

MAX_LENGTH = LONGEST
SIZE_LIMIT = 60_000_000


def check(model: Entailment, path: Path) -> float:
    """The greatest difference in probability between torch and a file, on random ids of two lengths."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    worst = 0.0
    for rows, length in ((3, 24), (2, 90)):
        ids = torch.randint(1000, 20000, (rows, length), generator=torch.Generator().manual_seed(7))
        mask = torch.ones_like(ids)
        mask[0, length - 5 :] = 0
        types = (torch.arange(length) > length // 2).long().expand(rows, -1).contiguous()
        with torch.no_grad():
            wanted = model(ids, mask, types)[0].softmax(-1).numpy()
        feeds = dict(zip(INPUTS, (ids.numpy(), mask.numpy(), types.numpy()), strict=True))
        logits = np.asarray(session.run(None, feeds)[0], dtype=np.float64)
        got = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
        worst = max(worst, float(np.abs(got - wanted).max()))
    return worst


def describe(folder: Path, summary: Path | None, position: dict[str, Any], parameters: int) -> None:
    """Write `model.json`: what the runtime must know, and what the weights came from."""
    content = {
        "labels": list(LABELS),
        "inputs": list(INPUTS),
        "output": "logits",
        "token_output": "tokens",
        "text_a": "source passage",
        "text_b": "claim",
        "max_length": MAX_LENGTH,
        "truncation": "only_first",
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
