"""Would batches of pairs be faster? Tokens a second of the model's products, for one pair and for batches of 4 to 32.

    python -m benchmarks.batches

Two kinds of product: the shipped one, which scales its input as a whole, so that an answer would depend on the other
pairs of a batch; and one that scales each row by itself, so that it would not. Random matrices of the model's shapes,
four layers, one thread, processor time. Needs `onnx`, which the training environment has.
"""

import time
from typing import Any

LAYERS, WIDTH, INNER = 4, 768, 1792
LENGTHS, BATCHES = (16, 64, 256), (1, 4, 8, 16, 32)
_TOKENS = 2048
_THEIRS = "com.microsoft"


def session(*, by_rows: bool) -> Any:
    """The products of some layers, ready to run on one thread."""
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
            steps = numpy.full(height, 0.01, numpy.float32)
            constants += [numpy_helper.from_array(matrix, f"{name}.w"), numpy_helper.from_array(steps, f"{name}.s")]
            nodes += _by_rows(helper, name, x) if by_rows else _whole(helper, name, x)
            x = name
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["rows", WIDTH]) for name in ("x", x)]
    graph = helper.make_graph(nodes, "products", ends[:1], ends[1:], constants)
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid(_THEIRS, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _whole(helper: Any, name: str, x: str) -> list[Any]:
    return [helper.make_node("DynamicQuantizeMatMul", [x, f"{name}.w", f"{name}.s"], [name], domain=_THEIRS)]


def _by_rows(helper: Any, name: str, x: str) -> list[Any]:
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
    found = {
        by_rows: {(length, batch): tokens_a_second(session_, length * batch) for length in LENGTHS for batch in BATCHES}
        for by_rows, session_ in ((False, session(by_rows=False)), (True, session(by_rows=True)))
    }
    print("| tokens | " + " | ".join(f"rows scaled, {batch}" for batch in BATCHES) + " |")
    for length in LENGTHS:
        # Against what is shipped: one pair, scaled as a whole.
        shares = [found[True][length, batch] / found[False][length, 1] for batch in BATCHES]
        print(f"| {length} | " + " | ".join(f"{share:.2f}" for share in shares) + " |")


if __name__ == "__main__":
    main()
