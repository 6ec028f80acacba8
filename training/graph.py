"""The smaller model as an ONNX graph, put together by hand.

In: an `Entailment` and its books; the steps of its matrices, or none for full precision. Out: an ONNX model. Matrices
of four bits are unpacked to int8 once, when a session loads them, and activations are scaled at run time. The matrices
that narrow the inner units, whose inputs differ most in size, are multiplied in blocks with a scale of their own each.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
from model import LONGEST, LOWEST, Entailment
from onnx import TensorProto, helper, numpy_helper
from rounding import NARROW_BLOCK, levels
from torch import Tensor

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
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
        scales = self.keep(f"{path}.steps", steps.flatten())
        if len(steps) == len(whole):
            small = self.keep(f"{path}.levels", whole.T.astype(ml_dtypes.int4))
            wide = self.add("Cast", [small], f"{path}.unpacked", to=TensorProto.INT8)
            return self.add("DynamicQuantizeMatMul", [x, wide, scales, "", *bias], path, theirs=True)
        coded = (whole + 8).astype(np.uint8).reshape(len(whole), -1, NARROW_BLOCK)
        packed = self.keep(f"{path}.levels", coded[:, :, 0::2] | (coded[:, :, 1::2] << 4))
        sizes = {"N": whole.shape[0], "K": whole.shape[1], "bits": 4, "block_size": NARROW_BLOCK, "accuracy_level": 4}
        found = self.add("MatMulNBits", [x, packed, scales], f"{path}.product", theirs=True, **sizes)
        return self.add("Add", [found, *bias], path) if bias else found

    def normed(self, path: str, *parts: str) -> str:
        """The sum of the parts, normed."""
        # `Sum`, not `Add`: that would be fused with the norm into one kernel which takes five times as long.
        layer = self._model.get_submodule(path)
        total = self.add("Sum", list(parts), f"{path}.sum")
        scale = [self.keep(f"{path}.weight", layer.weight), self.keep(f"{path}.bias", layer.bias)]
        return self.add("LayerNormalization", [total, *scale], path, axis=-1, epsilon=layer.eps)

    def sliced(self, x: str, end: str, axis: int, name: str) -> str:
        """The first of an axis."""
        return self.add("Slice", [x, self.at(0), end, self.at(axis)], name)


def build(model: Entailment, books: dict[str, np.ndarray], steps: dict[str, Tensor]) -> onnx.ModelProto:
    """The whole graph: `logits` [rows, 3], and `tokens` [rows, length], a doubt for each."""
    graph = Graph(model, steps)
    length = graph.add("Slice", [graph.add("Shape", ["input_ids"], "shape"), graph.at(1), graph.at(2)], "length")
    x = graph.normed("norm", _words(graph, books), _places(graph, model, length))
    every = _bias(graph, model, length)
    last = len(model.layers) - 1
    for number, heads in enumerate(model.shape.heads):
        path = f"layers.{number}"
        if number == LOWEST:
            side = graph.add("Gather", [graph.keep("types", model.types.weight), "token_type_ids"], "side")
            x = graph.add("Add", [x, side], "with_side")
        bias, asked = every, x
        if len(heads) < len(model.near):
            bias = graph.add("Gather", [every, graph.at(*heads)], f"{path}.bias", axis=1)
        if number == last:
            _tokens(graph, x)
            asked = graph.sliced(x, graph.at(1), 1, "first")
            bias = graph.sliced(bias, graph.at(1), 2, "first_bias")
        x = _layer(graph, path, x, asked, bias, heads=len(heads))
    first = graph.add("Squeeze", [x, graph.at(1)], "answer")
    pooled = graph.add("Tanh", [graph.product("pool", first)], "pooled")
    graph.add("Identity", [graph.product("head", pooled)], "logits")
    return _model(graph)


def _layer(graph: Graph, path: str, x: str, asked: str, bias: str, *, heads: int) -> str:
    given = {"query": asked, "key": x, "value": x}
    parts = [graph.product(f"{path}.attention.{part}", source) for part, source in given.items()]
    context = graph.add("MultiHeadAttention", [*parts, "", "", bias], f"{path}.context", theirs=True, num_heads=heads)
    attended = graph.normed(f"{path}.mixed_norm", graph.product(f"{path}.mixed", context), asked)
    inner = graph.add("Gelu", [graph.product(f"{path}.wide", attended)], f"{path}.inner")
    return graph.normed(f"{path}.norm", graph.product(f"{path}.narrow", inner), attended)


def _words(graph: Graph, books: dict[str, np.ndarray]) -> str:
    """Word vectors: a row of codes, each code a short piece of the vector."""
    pieces, codes, size = books["books"].shape
    row = graph.add("Gather", [graph.keep("rows", books["rows"]), "input_ids"], "row")
    coded = graph.add("Gather", [graph.keep("codes", books["codes"]), row], "row_codes")
    wide = graph.add("Cast", [coded], "row_codes_wide", to=TensorProto.INT32)
    starts = graph.keep("book_starts", np.arange(pieces, dtype=np.int32) * codes)
    place = graph.add("Add", [wide, starts], "piece_places")
    found = graph.add("Gather", [graph.keep("books", books["books"].reshape(-1, size)), place], "pieces")
    joined = graph.add("Reshape", [found, graph.at(0, 0, pieces * size)], "words_half")
    return graph.add("Cast", [joined], "words", to=TensorProto.FLOAT)


def _places(graph: Graph, model: Entailment, length: str) -> str:
    half = graph.keep("places_half", model.places.numpy().astype(np.float16))
    return graph.add("Cast", [graph.sliced(half, length, 0, "places_cut")], "places", to=TensorProto.FLOAT)


def _bias(graph: Graph, model: Entailment, length: str) -> str:
    """What is added to the scores [rows, heads, length, length]: nearness, and far below zero where no token is."""
    zero, one = (graph.keep(name, np.array(number)) for name, number in (("zero", 0), ("one", 1)))
    places = graph.add("Range", [zero, graph.add("Squeeze", [length], "size"), one], "numbers")
    offset = graph.add("Sub", [places, graph.add("Unsqueeze", [places, graph.at(1)], "numbers_down")], "offset")
    shifted = graph.add("Add", [offset, graph.at(LONGEST - 1)], "offset_place")
    near = graph.add("Gather", [graph.keep("near", model.near), shifted], "nearness", axis=1)
    mask = graph.add("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    absent = graph.add("Sub", [mask, graph.keep("present", np.float32(1))], "absent")
    far = graph.add("Mul", [absent, graph.keep("far", np.float32(10000))], "absent_bias")
    return graph.add("Add", [graph.add("Unsqueeze", [far, graph.at(1, 2)], "absent_wide"), near], "bias")


def _tokens(graph: Graph, x: str) -> None:
    inner = graph.add("Gelu", [graph.product("token_pool", x)], "token_inner")
    graph.add("Squeeze", [graph.product("token_head", inner), graph.at(2)], "tokens")


def _model(graph: Graph) -> onnx.ModelProto:
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["rows", "length"]) for name in INPUTS]
    shapes: dict[str, list[str | int]] = {"logits": ["rows", 3], "tokens": ["rows", "length"]}
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    whole = helper.make_graph(graph.nodes, "entailment", inputs, outputs, list(graph.constants.values()))
    opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_THEIRS, 1)]
    return helper.make_model(whole, opset_imports=opsets, ir_version=_FORMAT)
