"""The smaller model as an ONNX graph, put together by hand.

In: an `Entailment` and its books; the steps of its matrices, or none for full precision. Out: an ONNX model of one run
of tokens that see one another and what was computed before. A source is run first, on nothing; it gives the keys and
values of each layer, and each claim is then run on those. There is no batch and no padding, so an answer depends on the
source and the claim alone.

Matrices of four bits are unpacked to int8 once, when a session loads them, and activations are scaled at run time: as a
whole, or row by row for the matrices that narrow the inner units, whose inputs differ most in size.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
from eight_bits import MOST, row_steps
from model import HEAD, LONGEST, LOWEST, Entailment
from onnx import TensorProto, helper, numpy_helper
from rounding import levels
from torch import Tensor

INPUTS = ("ids", "places", "types")
_THEIRS = "com.microsoft"
_OPSET, _FORMAT = 21, 10


class Graph:
    """Nodes and constants as they are written; every step bears the name of its result."""

    def __init__(self, model: Entailment, steps: dict[str, Tensor]) -> None:
        self._model, self._steps = model, steps
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def keep(self, name: str, values: Any) -> str:
        """A constant; the same name is kept once."""
        if name not in self.constants:
            array = values.detach().numpy() if isinstance(values, Tensor) else np.asarray(values)
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def add(self, kind: str, inputs: list[str], name: str, *, theirs: bool = False, **attributes: Any) -> str:
        """A node with one output."""
        domain = {"domain": _THEIRS} if theirs else {}
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **domain, **attributes))
        return name

    def at(self, *numbers: int) -> str:
        """Whole numbers as a constant."""
        return self.keep(f"at.{'.'.join(map(str, numbers))}", np.array(numbers, dtype=np.int64))

    def product(self, path: str, x: str, *, has_bias: bool = True) -> str:
        """`x` through a linear layer of the model."""
        layer = self._model.get_submodule(path)
        weight: Tensor = layer.weight  # type: ignore[assignment]
        bias = [self.keep(f"{path}.bias", layer.bias)] if has_bias else []
        steps = self._steps.get(f"{path}.weight")
        if steps is None:
            found = self.add("MatMul", [x, self.keep(f"{path}.weight", weight.T)], f"{path}.product")
            return self.add("Add", [found, *bias], path) if bias else found
        whole = levels(weight.detach().reshape(len(steps), -1), steps).reshape(weight.shape).numpy()
        if len(steps) == len(whole):
            scales = self.keep(f"{path}.steps", steps.flatten())
            small = self.keep(f"{path}.levels", whole.T.astype(ml_dtypes.int4))
            wide = self.add("Cast", [small], f"{path}.unpacked", to=TensorProto.INT8)
            return self.add("DynamicQuantizeMatMul", [x, wide, scales, "", *bias], path, theirs=True)
        return self._by_rows(path, x, whole.T, steps.reshape(len(whole), -1).T, bias)

    def _by_rows(self, path: str, x: str, whole: Any, steps: Tensor, bias: list[str]) -> str:
        """A product whose input is rounded row by row, and whose weights [inputs, outputs] have a step for each block.

        As in training (`eight_bits.py`): the blocks of an output are put on one step, in whole numbers of eight bits.
        """
        widest = row_steps(steps.T.reshape(-1, 1), steps.shape[1]).flatten()
        blocks = whole.reshape(len(steps), -1, whole.shape[1])
        small = self.keep(f"{path}.levels", blocks.astype(ml_dtypes.int4))
        wide = self.add("Cast", [small], f"{path}.unpacked", to=TensorProto.FLOAT)
        each = self.keep(f"{path}.steps", steps[:, None])
        shares = self.add("Div", [each, self.keep(f"{path}.widest", widest)], f"{path}.shares")
        even = self.add("Round", [self.add("Mul", [wide, shares], f"{path}.widened")], f"{path}.even")
        flat = self.add("Reshape", [even, self.at(*whole.shape)], f"{path}.flat")
        matrix = self.add("Cast", [flat], f"{path}.whole", to=TensorProto.INT8)
        sizes = self.add("Abs", [x], f"{path}.sizes")
        largest = self.add("ReduceMax", [sizes, self.at(-1)], f"{path}.largest", keepdims=1)
        scaled = self.add("Mul", [largest, self.keep("scale", np.float32(1 / MOST))], f"{path}.scaled")
        scale = self.add("Max", [scaled, self.keep("tiny", np.float32(1e-20))], f"{path}.scale")
        line = self.add("Squeeze", [scale, self.at(-1)], f"{path}.line")
        rows = self.add("Shape", [line], f"{path}.rows")
        zeros = self.add("Expand", [self.keep("middle", np.uint8(128)), rows], f"{path}.zeros")
        given = self.add("QuantizeLinear", [x, line, zeros], f"{path}.given", axis=0)
        found = self.add("MatMulInteger", [given, matrix, "middle"], f"{path}.sums")
        real = self.add("Cast", [found], f"{path}.real", to=TensorProto.FLOAT)
        rescaled = self.add("Mul", [real, scale], f"{path}.rescaled")
        product = self.add("Mul", [rescaled, f"{path}.widest"], f"{path}.product")
        return self.add("Add", [product, *bias], path) if bias else product

    def normed(self, path: str, *parts: str) -> str:
        """The sum of the parts, normed."""
        # `Sum`, not `Add`: that would be fused with the norm into one kernel which takes five times as long.
        layer = self._model.get_submodule(path)
        total = self.add("Sum", list(parts), f"{path}.sum")
        scale = [self.keep(f"{path}.weight", layer.weight), self.keep(f"{path}.bias", layer.bias)]
        return self.add("LayerNormalization", [total, *scale], path, axis=-1, epsilon=layer.eps)


def build(model: Entailment, books: dict[str, np.ndarray], steps: dict[str, Tensor]) -> onnx.ModelProto:
    """The whole graph: `logits` [3] of the first token, `tokens` [length], a doubt for each, and keys and values."""
    graph = Graph(model, steps)
    x = graph.normed("norm", _words(graph, books), _places(graph, model))
    every = _bias(graph, model)
    for number, heads in enumerate(model.shape.heads):
        path = f"layers.{number}"
        if number == LOWEST:
            side = graph.add("Gather", [graph.keep("types.weight", model.types.weight), "types"], "side")
            x = graph.add("Add", [x, side], "with_side")
        bias = every
        if len(heads) < len(model.near):
            bias = graph.add("Gather", [every, graph.at(*heads)], f"{path}.bias", axis=0)
        if number == len(model.layers) - 1:
            _tokens(graph, x)
        x = _layer(graph, path, x, bias, heads=len(heads))
    first = graph.add("Slice", [x, graph.at(0), graph.at(1), graph.at(0)], "answer")
    pooled = graph.add("Tanh", [graph.product("pool", first)], "pooled")
    graph.add("Squeeze", [graph.product("head", pooled), graph.at(0)], "logits")
    return _model(graph, [len(heads) for heads in model.shape.heads])


def _layer(graph: Graph, path: str, x: str, bias: str, *, heads: int) -> str:
    split = {}
    for part in ("query", "key", "value"):
        flat = graph.product(f"{path}.attention.{part}", x)
        each = graph.add("Reshape", [flat, graph.at(-1, heads, HEAD)], f"{path}.{part}.heads")
        split[part] = graph.add("Transpose", [each], f"{path}.{part}.turned", perm=[1, 0, 2])
    seen = {
        part: graph.add("Concat", [f"{path}.{part}.past", split[part]], f"{path}.{part}.present", axis=1)
        for part in ("key", "value")
    }
    scale = {"transB": 1, "alpha": HEAD**-0.5}
    raw = graph.add("FusedMatMul", [split["query"], seen["key"]], f"{path}.raw", theirs=True, **scale)
    shares = graph.add("Softmax", [graph.add("Add", [raw, bias], f"{path}.scores")], f"{path}.shares", axis=-1)
    turned = graph.add("Transpose", [graph.add("MatMul", [shares, seen["value"]], f"{path}.found")],
                       f"{path}.found.turned", perm=[1, 0, 2])  # fmt: skip
    context = graph.add("Reshape", [turned, graph.at(-1, heads * HEAD)], f"{path}.context")
    attended = graph.normed(f"{path}.mixed_norm", graph.product(f"{path}.mixed", context), x)
    inner = graph.add("Gelu", [graph.product(f"{path}.wide", attended)], f"{path}.inner")
    return graph.normed(f"{path}.norm", graph.product(f"{path}.narrow", inner), attended)


def _words(graph: Graph, books: dict[str, np.ndarray]) -> str:
    """Word vectors: a row of codes, each code a short piece of the vector."""
    pieces, codes, size = books["books"].shape
    row = graph.add("Gather", [graph.keep("rows", books["rows"]), "ids"], "row")
    coded = graph.add("Gather", [graph.keep("codes", books["codes"]), row], "row_codes")
    wide = graph.add("Cast", [coded], "row_codes_wide", to=TensorProto.INT32)
    starts = graph.keep("book_starts", np.arange(pieces, dtype=np.int32) * codes)
    place = graph.add("Add", [wide, starts], "piece_places")
    found = graph.add("Gather", [graph.keep("books", books["books"].reshape(-1, size)), place], "pieces")
    joined = graph.add("Reshape", [found, graph.at(-1, pieces * size)], "words_half")
    return graph.add("Cast", [joined], "words", to=TensorProto.FLOAT)


def _places(graph: Graph, model: Entailment) -> str:
    half = graph.keep("places_half", model.places.numpy().astype(np.float16))
    return graph.add(
        "Cast", [graph.add("Gather", [half, "places"], "places_found")], "places_wide", to=TensorProto.FLOAT
    )


def _bias(graph: Graph, model: Entailment) -> str:
    """The nearness of each token to those before the run and to those in it [heads, tokens, seen]."""
    zero, one = (graph.keep(name, np.array(number)) for name, number in (("zero", 0), ("one", 1)))
    shape = graph.add("Shape", ["layers.0.key.past"], "past_shape")
    past = graph.add("Gather", [shape, one], "past_length")
    before = graph.add("Range", [zero, past, one], "places_before")
    seen = graph.add("Concat", [before, "places"], "places_seen", axis=0)
    offset = graph.add("Sub", [seen, graph.add("Unsqueeze", ["places", graph.at(1)], "places_down")], "offset")
    shifted = graph.add("Add", [offset, graph.at(LONGEST - 1)], "offset_place")
    return graph.add("Gather", [graph.keep("near", model.near), shifted], "nearness", axis=1)


def _tokens(graph: Graph, x: str) -> None:
    inner = graph.add("Gelu", [graph.product("token_pool", x)], "token_inner")
    graph.add("Squeeze", [graph.product("token_head", inner), graph.at(1)], "tokens")


def _model(graph: Graph, heads: list[int]) -> onnx.ModelProto:
    def value(name: str, kind: int, *shape: str | int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, kind, shape)

    inputs = [value(name, TensorProto.INT64, "tokens") for name in INPUTS]
    outputs = [value("logits", TensorProto.FLOAT, 3), value("tokens", TensorProto.FLOAT, "tokens")]
    for number, count in enumerate(heads):
        for part in ("key", "value"):
            path = f"layers.{number}.{part}"
            inputs.append(value(f"{path}.past", TensorProto.FLOAT, count, "past", HEAD))
            outputs.append(value(f"{path}.present", TensorProto.FLOAT, count, "seen", HEAD))
    whole = helper.make_graph(graph.nodes, "entailment", inputs, outputs, list(graph.constants.values()))
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_THEIRS, 1)]
    return helper.make_model(whole, opset_imports=opsets, ir_version=_FORMAT)
