"""Export a checkpoint: fused ONNX in full precision, then int8, with tokeniser and description beside it.

In: `checkpoint.pt` of `train.py`. Out: `model-fp32.onnx`, `model.onnx` (int8), `tokenizer.json`, `model.json`.
The runtime needs only onnxruntime, tokenizers and numpy to use them.
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
from model import LABELS, Entailment, base_folder, load_base
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
MAX_LENGTH = 256
SIZE_LIMIT = 30_000_000
# Measured: these lose most when their activations are rounded. More of them would not fit the size limit.
KEPT = (
    "/positions/Gather", "/types/Gather", "/layers.0/narrow/MatMul", "/layers.1/narrow/MatMul",
    "/layers.2/narrow/MatMul",
)  # fmt: skip
REDUCED = "7-bit weights: without them, int8 products overflow on processors that lack VNNI"


def restore(checkpoints: list[Path], *, averaged: bool = True) -> tuple[Entailment, dict[str, Any]]:
    """The model of a checkpoint (its moving average unless asked otherwise) and where training stood.

    Of several checkpoints, the mean of their weights, and the sums of what they were trained with.
    """
    for checkpoint in checkpoints:
        if not checkpoint.exists():
            raise SystemExit(f"{checkpoint} is missing: run train.py first")
    stored = [torch.load(checkpoint) for checkpoint in checkpoints]
    if any(one["names"] != stored[0]["names"] or one["sizes"] != stored[0]["sizes"] for one in stored):
        raise SystemExit(f"{', '.join(map(str, checkpoints))} belong to models of different shapes")
    model, start = load_base(base_folder()), 0
    named = dict(model.named_parameters())
    vector = torch.stack([one["average" if averaged else "values"] for one in stored]).mean(0)
    for name, size in zip(stored[0]["names"], stored[0]["sizes"], strict=True):
        named[name].data.copy_(vector[start : start + size].view(named[name].shape))
        start += size
    return model.eval(), {key: sum(one["position"][key] for one in stored) for key in ("step", "tokens", "seconds")}


def write_fused(model: Entailment, path: Path) -> None:
    """Trace, write and fuse in full precision."""
    raw = path.with_name("raw.onnx")
    ids = torch.randint(1000, 2000, (2, 16))
    example = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    axes = {name: {0: "rows", 1: "length"} for name in (*INPUTS, "tokens")} | {"logits": {0: "rows"}}
    torch.onnx.export(
        model, example, str(raw), input_names=list(INPUTS), output_names=["logits", "tokens"], dynamic_axes=axes,
        opset_version=17, dynamo=False,
    )  # fmt: skip
    options = FusionOptions("bert")
    options.use_raw_attention_mask(True)
    fused = optimize_model(
        str(raw), model_type="bert", num_heads=model.shape.heads, hidden_size=model.shape.hidden,
        optimization_options=options, opt_level=0,
    )  # fmt: skip
    print("fused:", {key: value for key, value in fused.get_fused_operator_statistics().items() if value})
    fused.save_model_to_file(str(path))
    raw.unlink()


def write_int8(source: Path, target: Path, *, per_channel: bool, reduce_range: bool, keep: list[str]) -> None:
    """Quantise the weights of matrix products and look-ups to int8; activations are scaled at run time."""
    quantize_dynamic(
        str(source), str(target), weight_type=QuantType.QInt8, per_channel=per_channel, reduce_range=reduce_range,
        nodes_to_exclude=keep, extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
    )  # fmt: skip


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


def describe(folder: Path, summary: Path | None, position: dict[str, Any]) -> None:
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
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "training": {key: position[key] for key in ("step", "tokens", "seconds") if key in position},
        "data": json.loads(summary.read_text()) if summary and summary.exists() else {},
    }
    (folder / "model.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Restore, write, check, describe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True, nargs="+", help="of several, their mean is written")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--summary", type=Path, default=None, help="summary.json of prepare.py, for model.json")
    parser.add_argument("--raw-weights", action="store_true", help="the last weights instead of their moving average")
    parser.add_argument("--per-channel", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--reduce-range", action=argparse.BooleanOptionalAction, default=True, help=REDUCED)
    parser.add_argument("--keep", nargs="*", default=list(KEPT), help="nodes to leave in full precision")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    model, position = restore(args.checkpoint, averaged=not args.raw_weights)
    full, small = args.out / "model-fp32.onnx", args.out / "model.onnx"
    write_fused(model, full)
    write_int8(full, small, per_channel=args.per_channel, reduce_range=args.reduce_range, keep=args.keep)
    shutil.copy(base_folder() / "tokenizer.json", args.out / "tokenizer.json")
    describe(args.out, args.summary, position)
    size = small.stat().st_size + (args.out / "tokenizer.json").stat().st_size
    print(
        f"step {position['step']}: fp32 differs by {check(model, full):.2e}, "
        f"int8 by {check(model, small):.3f}; {size:,} bytes"
    )
    if size > SIZE_LIMIT:
        raise SystemExit(f"model and tokeniser take {size:,} bytes, more than {SIZE_LIMIT:,}")


if __name__ == "__main__":
    main()
