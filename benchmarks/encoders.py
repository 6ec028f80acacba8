"""Encoders of the sizes that people use for this job, beside ours: pairs a second, memory, parameters.

Each is built here as a fused ONNX graph with random weights, since the time does not depend on their values. Building
needs `onnx`, which the training environment has: TRAINING_PYTHON names its interpreter. Running needs the package's own
environment only. Every model has a process of its own, and short rounds go from one to the next, so that other work on
the machine falls on all alike.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from benchmarks import plot
from benchmarks.plot import OURS, RESULTS, Measured
from benchmarks.table import Table

_ROUNDS = 3
_ROUND_S = 1.5
_BATCH = 4
_THREADS = os.cpu_count() or 1
_SEPARATOR = 102
"""The word piece between passage and claim."""
_MISSING = (
    "The encoders are built in the training environment, which has the package `onnx`:\n"
    "  pip install -r training/requirements.txt   (in an environment of its own, see training/README.md)\n"
    "  make bench-encoders TRAINING=/path/to/that/bin/python"
)


@dataclass(frozen=True)
class Shape:
    """Sizes of an encoder, as its authors published it."""

    vocabulary: int
    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int = 512
    """Rows of the table of positions; with `disentangled` of the table of distances."""
    factor: int = 0
    """Width of the word table where it is projected up to the hidden width (ALBERT)."""
    shared: bool = False
    """All layers have the same weights (ALBERT)."""
    disentangled: bool = False
    """Attention from contents to distances and back (DeBERTa)."""
    int8: bool = False


SHAPES = {
    "MiniLM-L6": Shape(30522, 384, 6, 12, 1536),
    "MPNet-base": Shape(30527, 768, 12, 12, 3072, positions=514),
    "ALBERT-xlarge": Shape(30000, 2048, 24, 16, 8192, factor=128, shared=True),
    "RoBERTa-large": Shape(50265, 1024, 24, 16, 4096, positions=514),
    "RoBERTa-large, int8": Shape(50265, 1024, 24, 16, 4096, positions=514, int8=True),
    "DeBERTa-v3-large": Shape(128100, 1024, 24, 16, 4096, disentangled=True),
}


def measure() -> Table:
    """Measure all encoders in one run; without TRAINING_PYTHON, return the table of the last run and say so."""
    builder = os.environ.get("TRAINING_PYTHON")
    if builder is None:
        kept = RESULTS / "encoders.json"
        if not kept.exists():
            raise SystemExit(_MISSING)
        print(f"encoders: not measured, the last run's table is kept. {_MISSING}", file=sys.stderr)
        return Table.from_json(json.loads(kept.read_text()))
    if subprocess.run([builder, "-c", "import onnx, onnxruntime"], capture_output=True).returncode:
        raise SystemExit(f"{builder} has no `onnx`. {_MISSING}")
    # Not at the top: this module is also run by the builder, whose environment does not have the package.
    from benchmarks.nli import FOLDER, pairs, token_ids

    ids = token_ids(pairs(400))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([builder, "-m", "benchmarks.encoders", "build", folder], check=True)
        counts: dict[str, int] = json.loads((Path(folder) / "parameters.json").read_text())
        files = {OURS: FOLDER / "model.onnx"} | {name: Path(folder) / f"{name}.onnx" for name in SHAPES}
        ours = int(json.loads((FOLDER / "model.json").read_text())["parameters"])
        found = _run(files, {OURS: ours} | counts, ids)
    (RESULTS / "encoders-measured.json").write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n")
    plot.write()
    return plot.table(found, tokens=round(sum(map(len, ids)) / len(ids)), threads=_THREADS, batch=_BATCH)


def _run(files: dict[str, Path], parameters: dict[str, int], ids: list[list[int]]) -> list[Measured]:
    singly: dict[str, list[Told]] = {name: [] for name in files}
    with ExitStack() as stack:
        workers = {name: stack.enter_context(_worker(file)) for name, file in files.items()}
        for ask in workers.values():
            ask(ids[:_THREADS], 1)
        # The first pairs pay for allocations; the next ones say how many fit into a round.
        guess = {name: ask(ids[:_THREADS], 1).clock_s / _THREADS for name, ask in workers.items()}
        count = {name: _whole(_ROUND_S / guess[name], _THREADS, len(ids)) for name in files}
        for _ in range(_ROUNDS):
            for name, ask in workers.items():
                singly[name].append(ask(ids[: count[name]], 1))
        most = {name: _whole(count[name], _BATCH * _THREADS, len(ids)) for name in files}
        batched = {name: ask(ids[: most[name]], _BATCH) for name, ask in workers.items()}
    found = []
    for name, told in singly.items():
        clock = median(count[name] / one.clock_s for one in told)
        core = median(count[name] / one.core_s for one in told)
        memory_mb = max(one.memory_mb for one in told)
        found.append(Measured(name, parameters[name], memory_mb, clock, core, most[name] / batched[name].core_s))
    return found


def _whole(wanted: float, turn: int, most: int) -> int:
    """About this many pairs, rounded to full turns of all threads, so that no thread is idle at the end."""
    return min(most // turn, max(1, round(wanted / turn))) * turn


class Told(NamedTuple):
    """A worker's figures for one round; the processor time is the sum over all its threads."""

    clock_s: float
    core_s: float
    memory_mb: float


@contextmanager
def _worker(file: Path) -> Iterator[Callable[[list[list[int]], int], Told]]:
    """A process that holds only this model and runs the ids it is sent, in batches of the given size."""
    command = [sys.executable, "-m", "benchmarks.encoders", "run", str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        given, told = process.stdin, process.stdout
        assert given is not None
        assert told is not None

        def ask(ids: list[list[int]], size: int) -> Told:
            given.write(json.dumps([ids, size]) + "\n")
            return Told(*json.loads(told.readline()))

        yield ask
        given.close()


def _serve(file: str) -> None:
    """The worker's side: one pair or batch a run, one thread a run. Ours takes the passage, then the claim, and has no
    batches."""
    import numpy
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    names = [one.name for one in session.get_inputs()]
    pool = ThreadPoolExecutor(_THREADS)
    for line in sys.stdin:
        ids, size = json.loads(line)
        ids.sort(key=len)
        feeds = []
        for at in range(0, len(ids), size):
            length = max(map(len, ids[at : at + size]))
            # No word table is smaller than 30,000 rows.
            batch = numpy.array([[i % 30000 for i in row] + [0] * (length - len(row)) for row in ids[at : at + size]])
            kinds = {"input_ids": batch, "attention_mask": (batch > 0).astype("int64"), "token_type_ids": batch * 0}
            feeds.append({name: kinds.get(name) for name in names})
        clock, core = perf_counter(), process_time()
        if "places" in names:
            list(pool.map(lambda row: _in_two(session, row), ids))
        else:
            list(pool.map(lambda feed: session.run(None, feed), feeds))
        clock, core = perf_counter() - clock, process_time() - core
        memory_mb = int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1024
        print(json.dumps([clock, core, memory_mb]), flush=True)


def _in_two(session: Any, row: list[int]) -> None:
    """One pair on our model: the passage first, then the claim on the passage's output."""
    import numpy

    cut = row.index(_SEPARATOR) + 1
    past = {one.name: numpy.zeros((one.shape[0], 0, one.shape[2]), numpy.float32) for one in session.get_inputs()[3:]}
    names = [name.replace(".past", ".present") for name in past]
    for start, end, wanted in ((0, cut, names), (cut, len(row), ["logits", "tokens"])):
        ids, places = numpy.array(row[start:end]), numpy.arange(start, end)
        found = session.run(wanted, {"ids": ids, "places": places, "types": (places >= cut).astype("int64"), **past})
        past = dict(zip(past, found, strict=False))


class _Graph:
    """Nodes and random weights of one encoder, in the fused kinds that the runtime's own optimiser makes."""

    def __init__(self, shape: Shape) -> None:
        import numpy
        import onnx  # type: ignore[import-not-found]

        self.numpy, self.onnx, self.shape, self.chance = numpy, onnx, shape, numpy.random.default_rng(0)
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self.named = self.parameters = 0

    def name(self) -> str:
        self.named += 1
        return f"t{self.named}"

    def weight(self, *sizes: int, learnt: bool = True) -> str:
        values = self.chance.standard_normal(sizes, dtype="float32") * 0.02
        self.weights.append(self.onnx.numpy_helper.from_array(values, self.name()))
        self.parameters += values.size * learnt
        return str(self.weights[-1].name)

    def constant(self, value: float | list[int]) -> str:
        array = self.numpy.array(value, dtype="int64" if isinstance(value, list) else "float32")
        return self.node("Constant", value=self.onnx.numpy_helper.from_array(array))

    def node(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> str:
        fused = kind in ("Attention", "BiasGelu", "SkipLayerNormalization")
        names = [self.name() for _ in range(outputs)]
        domain = "com.microsoft" if fused else ""
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names[-1]

    def linear(self, x: str, width: int, out: int) -> str:
        return self.node("Add", self.node("MatMul", x, self.weight(width, out)), self.weight(out))

    def added(self, new: str, old: str) -> str:
        h = self.shape.hidden
        return self.node("SkipLayerNormalization", new, old, self.weight(h), self.weight(h), epsilon=1e-7)

    def layer(self, x: str, mask: str, index: str) -> str:
        h, inner = self.shape.hidden, self.shape.inner
        if self.shape.disentangled:
            context = self.disentangled(x, mask, index)
        else:
            packed = self.weight(h, 3 * h), self.weight(3 * h)
            context = self.node("Attention", x, *packed, mask, num_heads=self.shape.heads)
        x = self.added(self.linear(context, h, h), x)
        wide = self.node("BiasGelu", self.node("MatMul", x, self.weight(h, inner)), self.weight(inner))
        return self.added(self.linear(wide, inner, h), x)

    def disentangled(self, x: str, bias: str, index: str) -> str:
        """Contents to contents, contents to distances, distances to contents."""
        h, heads, size = self.shape.hidden, self.shape.heads, self.shape.hidden // self.shape.heads
        turned = [0, 1, 3, 2]

        def split() -> str:
            rows = self.node("Reshape", self.linear(x, h, h), self.constant([0, 0, heads, size]))
            return self.node("Transpose", rows, perm=[0, 2, 1, 3])

        def near(one: str, places: str) -> str:
            table = self.weight(1, heads, size, self.shape.positions, learnt=False)
            return self.node("GatherElements", self.node("MatMul", one, table), places, axis=3)

        query, key, value = split(), split(), split()
        scores = self.node("MatMul", query, self.node("Transpose", key, perm=turned))
        scores = self.node("Add", scores, near(query, index))
        back = near(key, self.node("Transpose", index, perm=turned))
        scores = self.node("Add", scores, self.node("Transpose", back, perm=turned))
        scores = self.node("Add", self.node("Mul", scores, self.constant((3 * size) ** -0.5)), bias)
        context = self.node("MatMul", self.node("Softmax", scores, axis=3), value)
        return self.node("Reshape", self.node("Transpose", context, perm=[0, 2, 1, 3]), self.constant([0, 0, h]))

    def repeated(self, x: str, mask: str) -> str:
        """One layer in a loop, so that its weights are stored once, as in ALBERT."""
        make, kinds = self.onnx.helper, self.onnx.TensorProto
        outer, self.nodes, self.weights = (self.nodes, self.weights), [], []
        turn, going, given = self.name(), self.name(), self.name()
        told = self.layer(given, mask, "")
        still = self.node("Identity", going)
        hidden = [None, None, self.shape.hidden]

        def values(*named: tuple[str, int, list[Any]]) -> list[Any]:
            return [make.make_tensor_value_info(*one) for one in named]

        inputs = values((turn, kinds.INT64, []), (going, kinds.BOOL, []), (given, kinds.FLOAT, hidden))
        outputs = values((still, kinds.BOOL, []), (told, kinds.FLOAT, hidden))
        body = make.make_graph(self.nodes, "layer", inputs, outputs, self.weights)
        self.nodes, self.weights = outer
        return self.node("Loop", self.node("Squeeze", self.constant([self.shape.layers])), "", x, body=body)

    def encoder(self) -> None:
        """The complete graph: embeddings, layers, first token, three classes."""
        shape, hidden, width = self.shape, self.shape.hidden, self.shape.factor or self.shape.hidden
        x = self.node("Gather", self.weight(shape.vocabulary, width), "input_ids")
        zero, one = (self.node("Squeeze", self.constant([value])) for value in (0, 1))
        length = self.node("Squeeze", self.node("Gather", self.node("Shape", "input_ids"), self.constant([1])))
        places = self.node("Range", zero, length, one)
        mask, index = self.node("Cast", "attention_mask", to=self.onnx.TensorProto.INT32), ""
        if shape.disentangled:
            # Rows of the table are buckets of distances; up to 128 tokens apart, every distance has its own.
            self.parameters += (shape.positions + 2) * hidden
            middle = self.node("Add", places, self.constant([shape.positions // 2]))
            ahead = self.node("Unsqueeze", middle, self.constant([1]))
            sizes = self.node("Concat", self.node("Shape", "input_ids", end=1), self.constant([shape.heads]), *2 * [
                self.node("Shape", "input_ids", start=1)
            ], axis=0)  # fmt: skip
            index = self.node("Expand", self.node("Sub", ahead, places), sizes)
            open_ = self.node("Cast", "attention_mask", to=self.onnx.TensorProto.FLOAT)
            bias = self.node("Mul", self.node("Sub", open_, self.constant(1.0)), self.constant(10000.0))
            mask = self.node("Unsqueeze", bias, self.constant([1, 2]))
        else:
            x = self.node("Add", x, self.node("Gather", self.weight(shape.positions, width), places))
        x = self.node("LayerNormalization", x, self.weight(width), self.weight(width))
        x = self.linear(x, width, hidden) if shape.factor else x
        if shape.shared:
            x = self.repeated(x, mask)
        else:
            for _ in range(shape.layers):
                x = self.layer(x, mask, index)
        first = self.node("Squeeze", self.node("Gather", x, self.constant([0]), axis=1), self.constant([1]))
        logits = self.linear(self.node("Tanh", self.linear(first, hidden, hidden)), hidden, 3)
        self.nodes.append(self.onnx.helper.make_node("Identity", [logits], ["logits"]))


def _build(folder: Path) -> None:
    """The builder's side: write a file for each shape and return the number of parameters of each."""
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    make, kinds, counts = onnx.helper, onnx.TensorProto, {}
    opsets = [make.make_opsetid("", 17), make.make_opsetid("com.microsoft", 1)]
    inputs = [make.make_tensor_value_info(name, kinds.INT64, ["n", "m"]) for name in ("input_ids", "attention_mask")]
    for name, shape in SHAPES.items():
        graph, file = _Graph(shape), folder / f"{name}.onnx"
        graph.encoder()
        outputs = [make.make_tensor_value_info("logits", kinds.FLOAT, ["n", 3])]
        whole = make.make_graph(graph.nodes, "encoder", inputs, outputs, graph.weights)
        model = make.make_model(whole, opset_imports=opsets, ir_version=10)
        counts[name] = graph.parameters
        onnx.save_model(model, str(file), save_as_external_data=True, location=f"{name}.weights")
        if shape.int8:
            float_only = {"DefaultTensorType": kinds.FLOAT}
            quantize_dynamic(file, file, weight_type=QuantType.QInt8, per_channel=True, extra_options=float_only)
    (folder / "parameters.json").write_text(json.dumps(counts))


if __name__ == "__main__":
    _build(Path(sys.argv[2])) if sys.argv[1] == "build" else _serve(sys.argv[2])
