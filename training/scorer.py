"""Score pairs with an exported model: probabilities in the order SUPPORTED, CONTRADICTED, NEI.

In: a folder with an ONNX file and `tokenizer.json`; (source passage, claim) pairs. Out: an [n, 3] array. Pairs are
sorted by length and batched, for the cost is linear in padded tokens.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

MAX_LENGTH = 256
BATCH = 16


class Scorer:
    """An ONNX session with its tokeniser."""

    def __init__(self, folder: Path, *, file: str = "model.onnx", threads: int = 1) -> None:
        for needed in (folder / file, folder / "tokenizer.json"):
            if not needed.exists():
                raise SystemExit(f"{needed} is missing: run export.py first")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(str(folder / file), options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_length=MAX_LENGTH, strategy="only_first")

    def chances(self, pairs: list[tuple[str, str]]) -> npt.NDArray[np.float64]:
        """Probabilities for every pair, in the order given."""
        # A claim that alone exceeds the budget cannot be met by cutting the source.
        coded = self._tokenizer.encode_batch([(source, " ".join(claim.split()[:140])) for source, claim in pairs])
        order = sorted(range(len(coded)), key=lambda place: len(coded[place].ids))
        logits = np.zeros((len(coded), 3))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            width = max(len(coded[place].ids) for place in places)
            ids = np.zeros((len(places), width), dtype=np.int64)
            mask, types = np.zeros_like(ids), np.zeros_like(ids)
            for line, place in enumerate(places):
                size = len(coded[place].ids)
                ids[line, :size], mask[line, :size], types[line, :size] = coded[place].ids, 1, coded[place].type_ids
            feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
            logits[places] = self._session.run(None, feeds)[0]
        raised = np.exp(logits - logits.max(1, keepdims=True))
        return np.asarray(raised / raised.sum(1, keepdims=True))
