"""The model that ships as a checkpoint, so that training goes on from it without the runs that made it.

In: `model.onnx` of an export. Out: `kept.json`, `books.npz` and `checkpoint.pt` as `prune.py`, `books.py` and
`train.py` write them. A weight that was rounded is put anywhere within its step: the model answers as before, and the
weights are free to move to either side.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from model import Entailment, Shape
from onnx import numpy_helper
from rounding import block_of
from torch import Tensor

SHIPPED = Path(__file__).parents[1] / "src" / "adjudge" / "analysis" / "model"
WITHIN = 0.45
"""How far from its rounded value a weight may be put, in steps."""
_PIECE_PARTS = ("rows", "codes", "books")


def shape_of(model: onnx.ModelProto, stored: dict[str, npt.NDArray[Any]]) -> Shape:
    """The heads and widths of each layer; a layer that keeps all heads has no choice among the biases."""
    biases = [node for node in model.graph.node if re.fullmatch(r"layers\.\d+\.bias", node.name)]
    chosen = {node.name: stored[node.input[1]].tolist() for node in biases}
    layers = sorted({int(found[1]) for name in stored if (found := re.match(r"layers\.(\d+)\.", name))})
    every = range(len(stored["near"]))
    heads = tuple(tuple(chosen.get(f"layers.{number}.bias", every)) for number in layers)
    return Shape(heads, tuple(len(stored[f"layers.{number}.wide.bias"]) for number in layers))


def whole_steps(name: str, stored: dict[str, npt.NDArray[Any]]) -> tuple[Tensor, Tensor]:
    """A matrix in whole steps [outputs, inputs], and the steps [blocks, 1]."""
    path = name.removesuffix(".weight")
    levels, steps = stored[f"{path}.levels"].astype(np.float32), stored[f"{path}.steps"]
    # Stored turned: [inputs, outputs], or [blocks, inputs of a block, outputs].
    levels = levels.reshape(-1, levels.shape[-1]).T
    steps = steps.reshape(-1, levels.shape[0]).T.reshape(-1, 1)
    return torch.from_numpy(np.ascontiguousarray(levels)), torch.from_numpy(np.ascontiguousarray(steps))


def weights_of(
    model: Entailment, stored: dict[str, npt.NDArray[Any]], *, seed: int
) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """All parameters as the file has them, and the steps of those that are rounded."""
    chance = torch.Generator().manual_seed(seed)
    values: dict[str, Tensor] = {}
    steps: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        if block_of(name, parameter):
            levels, steps[name] = whole_steps(name, stored)
            moved = levels + (torch.rand(levels.shape, generator=chance) * 2 - 1) * WITHIN
            values[name] = (moved.reshape(len(steps[name]), -1) * steps[name]).reshape(parameter.shape)
        else:
            kept = stored[name]
            # Products in full precision are stored turned.
            values[name] = torch.from_numpy(kept.copy() if kept.shape == parameter.shape else kept.T.copy())
    return values, steps


def main() -> None:
    """Read the graph, write the three files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=SHIPPED, help="folder of model.onnx and model.json")
    parser.add_argument("--out", type=Path, required=True, help="folder for kept.json, books.npz and checkpoint.pt")
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    graph = onnx.load(str(args.model / "model.onnx"))
    stored = {constant.name: numpy_helper.to_array(constant) for constant in graph.graph.initializer}
    shape = shape_of(graph, stored)
    model = Entailment(shape)
    values, steps = weights_of(model, stored, seed=args.seed)
    names = [name for name, parameter in model.named_parameters() if parameter.requires_grad]
    joined = torch.cat([values[name].flatten() for name in names])
    trained = json.loads((args.model / "model.json").read_text())["training"]
    position = {"round": 1, "batch": 0, "data": "", **trained}
    args.out.mkdir(parents=True, exist_ok=True)
    # Which of the published units a layer kept is in no file, nor is it needed: their weights are here.
    units = [list(range(width)) for width in shape.widths]
    (args.out / "kept.json").write_text(json.dumps({"heads": list(map(list, shape.heads)), "units": units}) + "\n")
    pieces = {name: stored[name] for name in _PIECE_PARTS}
    pieces["books"] = pieces["books"].reshape(pieces["codes"].shape[1], -1, pieces["books"].shape[-1])
    np.savez(args.out / "books.npz", allow_pickle=False, **pieces)
    about = {"names": names, "sizes": [values[name].numel() for name in names], "steps": steps, "position": position}
    zero = torch.zeros_like(joined)
    torch.save(
        {**about, "values": joined, "average": joined, "first": zero, "second": zero}, args.out / "checkpoint.pt"
    )
    print(f"{len(joined):,} parameters, heads {[len(one) for one in shape.heads]}, units {list(shape.widths)}")


if __name__ == "__main__":
    main()
