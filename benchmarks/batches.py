"""Would batches of pairs be faster? Tokens a second of the model's products, for one pair and for batches of 4 to 32.

    python -m benchmarks.batches

The shipped product scales its input as a whole, so that an answer would depend on the other pairs of a batch. Three
others would not: a scale for each row, a scale for each block of a row (the library's own product for this), and one
scale fixed in advance. Random matrices of the model's shapes, four layers, one thread, processor time. Needs `onnx`,
which the training environment has.
"""

import time
from collections.abc import Callable
from typing import Any

LAYERS, WIDTH, INNER = 4, 768, 1792
LENGTHS, BATCHES = (16, 64, 256), (1, 4, 8, 16, 32)
_TOKENS = 2048
_BLOCK = 256
_THEIRS = "com.microsoft"
Nodes = Callable[[Any, str, str, int, int], list[Any]]
"""From the library's helper, the names of product and input, and the shape of the matrix: the nodes of a product."""


def session(product: Nodes) -> Any:
    """Some layers of such products, ready to run on one thread."""
    import numpy
    import onnx
    import onnxruntime
    from onnx import helper, numpy_helper

    chance = numpy.random.default_rng(0)
    constants = [
        numpy_helper.from_array(array, name)
        for name, array in {
            "middle": numpy.array(128, numpy.uint8),
            "last": numpy.array([-1]),
            "scale": numpy.array(1 / 127, numpy.float32),
        }.items()
    ]
    nodes: list[Any] = []
    x = "x"
    for layer in range(LAYERS):
        for number, (width, height) in enumerate([(WIDTH, WIDTH)] * 4 + [(WIDTH, INNER), (INNER, WIDTH)]):
            name = f"{layer}.{number}"
            matrix = chance.integers(-8, 8, (width, height)).astype(numpy.int8)
            blocks = (matrix.T.astype(numpy.int16) + 128).astype(numpy.uint8).reshape(height, -1, _BLOCK)
            steps = numpy.full((height, blocks.shape[1]), 0.01, numpy.float32)
            arrays = {"w": matrix, "s": steps[:, 0].copy(), "blocks.w": blocks, "blocks.s": steps}
            constants += [numpy_helper.from_array(array, f"{name}.{one}") for one, array in arrays.items()]
            nodes += product(helper, name, x, width, height)
            x = name
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["rows", WIDTH]) for name in ("x", x)]
    used = {name for node in nodes for name in node.input}
    kept = [constant for constant in constants if constant.name in used]
    graph = helper.make_graph(nodes, "products", ends[:1], ends[1:], kept)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(_THEIRS, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _whole(helper: Any, name: str, x: str, _width: int, _height: int) -> list[Any]:
    return [helper.make_node("DynamicQuantizeMatMul", [x, f"{name}.w", f"{name}.s"], [name], domain=_THEIRS)]


def _by_rows(helper: Any, name: str, x: str, _width: int, _height: int) -> list[Any]:
    node = helper.make_node
    return [
        node("Abs", [x], [f"{name}.sizes"]),
        node("ReduceMax", [f"{name}.sizes", "last"], [f"{name}.largest"], keepdims=1),
        node("Mul", [f"{name}.largest", "scale"], [f"{name}.scale"]),
        node("Squeeze", [f"{name}.scale", "last"], [f"{name}.line"]),
        node("Shape", [f"{name}.line"], [f"{name}.rows"]),
        node("Expand", ["middle", f"{name}.rows"], [f"{name}.zeros"]),
        node("QuantizeLinear", [x, f"{name}.line", f"{name}.zeros"], [f"{name}.given"], axis=0),
        node("MatMulInteger", [f"{name}.given", f"{name}.w", "middle"], [f"{name}.sums"]),
        node("Cast", [f"{name}.sums"], [f"{name}.real"], to=1),
        node("Mul", [f"{name}.real", f"{name}.scale"], [f"{name}.rescaled"]),
        node("Mul", [f"{name}.rescaled", f"{name}.s"], [name]),
    ]


def _by_blocks(helper: Any, name: str, x: str, width: int, height: int) -> list[Any]:
    given = [x, f"{name}.blocks.w", f"{name}.blocks.s"]
    shape = {"K": width, "N": height, "bits": 8, "block_size": _BLOCK, "accuracy_level": 4}
    return [helper.make_node("MatMulNBits", given, [name], domain=_THEIRS, **shape)]


def _fixed(helper: Any, name: str, x: str, _width: int, _height: int) -> list[Any]:
    given = [f"{name}.given", f"{name}.w", "scale", f"{name}.s", "middle"]
    return [
        helper.make_node("QuantizeLinear", [x, "scale", "middle"], [f"{name}.given"]),
        helper.make_node("MatMulIntegerToFloat", given, [name], domain=_THEIRS),
    ]


def tokens_a_second(products: Any, rows: int) -> float:
    """The best of several runs of so many rows, by processor time."""
    import numpy

    x = numpy.random.default_rng(1).standard_normal((rows, WIDTH)).astype(numpy.float32)
    products.run(None, {"x": x})
    best = float("inf")
    for _ in range(max(3, _TOKENS // rows)):
        began = time.thread_time()
        products.run(None, {"x": x})
        best = min(best, time.thread_time() - began)
    return rows / best


def main() -> None:
    shipped = session(_whole)
    single = {length: tokens_a_second(shipped, length) for length in LENGTHS}
    print("| scale | tokens | " + " | ".join(map(str, BATCHES)) + " |")
    for name, product in (("each row", _by_rows), ("each block of a row", _by_blocks), ("fixed", _fixed)):
        products = session(product)
        for length in LENGTHS:
            # Against what is shipped: one pair, scaled as a whole.
            shares = [tokens_a_second(products, length * batch) / single[length] for batch in BATCHES]
            print(f"| {name} | {length} | " + " | ".join(f"{share:.2f}" for share in shares) + " |", flush=True)


if __name__ == "__main__":
    main()
