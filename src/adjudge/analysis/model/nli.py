"""The entailment model: (passage, claim) pairs in; three probabilities, and a doubt for each word, out. ONNX on the
CPU, matrices of four bits that are int8 once loaded.

Loading happens on the first pair. Any text gets an answer: at most `LONGEST_CLAIM` word pieces of the claim are read,
and of the passage what still fits. Pairs are run one at a time, on all cores: int8 scales are taken from the whole
batch, so a pair's answer would depend on its neighbours; a single pair is within a tenth as fast (docs/benchmarks.md).
"""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent
LONGEST_CLAIM = 128
_KEPT = 4096
_PIECE = "##"
_LONGEST_WORD = 12
"""Characters a word piece; a text of more than so many for each is not even tokenised to see whether it fits."""
_MARKS = 3
"""The word pieces that frame a pair: one before the passage, one between, one after the claim."""


class Doubt(NamedTuple):
    """A word of the claim, and how likely the passage does not bear it out."""

    start: int
    end: int
    share: float


class Judgement(NamedTuple):
    """How likely a passage supports a claim, contradicts it, or does neither; and which words it leaves in doubt."""

    supported: float
    contradicted: float
    unclear: float
    doubts: tuple[Doubt, ...] = ()

    @property
    def shares(self) -> tuple[float, float, float]:
        """The three probabilities alone."""
        return self.supported, self.contradicted, self.unclear


class Model:
    """The model in one folder: model.onnx, tokenizer.json and model.json."""

    def __init__(self, folder: Path = FOLDER, *, threads: int | None = None) -> None:
        self._folder = folder
        self._threads = threads or os.cpu_count() or 1
        self._judged = lru_cache(maxsize=_KEPT)(self._run)

    @cached_property
    def available(self) -> bool:
        """Whether the weights are there."""
        return (self._folder / "model.onnx").exists()

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of the weights: another model's answers are other answers."""
        return str(self._card["sha256"])[:12]

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """The judgement of each pair, in order."""
        if len(pairs) == 1:
            return [self._judged(*pairs[0])]
        # The longest first, so that no core waits long for the last one.
        order = sorted(range(len(pairs)), key=lambda at: -len(pairs[at][0]))
        found = dict(zip(order, self.pool.map(lambda at: self._judged(*pairs[at]), order), strict=True))
        return [found[at] for at in range(len(pairs))]

    def judge_one(self, passage: str, claim: str) -> Judgement:
        """The judgement of one pair, in the calling thread."""
        return self._judged(passage, claim)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        """One thread a core; the session lets go of Python's lock while it computes."""
        return ThreadPoolExecutor(self._threads, thread_name_prefix="adjudge-nli")

    def forget(self) -> None:
        """Forget the judgements that are remembered; for measuring."""
        self._judged.cache_clear()

    def load(self) -> None:
        """Load now rather than on the first pair."""
        _ = self._session, self._tokenizer

    @cached_property
    def _card(self) -> dict[str, Any]:
        card: dict[str, Any] = json.loads((self._folder / "model.json").read_text())
        return card

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @cached_property
    def length(self) -> int:
        """How many word pieces the model reads at once."""
        return int(self._card["max_length"])

    def fits(self, passage: str, claim: str) -> bool:
        """Whether the model can read all of the passage beside this claim."""
        if len(passage) > self.length * _LONGEST_WORD:
            return False
        pieces = min(LONGEST_CLAIM, len(self._pieces(claim).ids))
        return len(self._pieces(passage).ids) + pieces + _MARKS <= self.length

    def _pieces(self, text: str) -> Any:
        return self._tokenizer.encode(_encodable(text), add_special_tokens=False)

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        path = str(self._folder / "model.onnx")
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def _run(self, passage: str, claim: str) -> Judgement:
        import numpy

        source, said = self._pieces(passage), self._pieces(claim)
        read = said.ids[:LONGEST_CLAIM]
        begin, end = (self._tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
        ids = [begin, *source.ids[: self.length - _MARKS - len(read)], end, *read, end]
        first = len(ids) - len(read) - 1
        inputs = {
            "input_ids": numpy.array([ids], dtype=numpy.int64),
            "attention_mask": numpy.ones((1, len(ids)), dtype=numpy.int64),
            "token_type_ids": (numpy.arange(len(ids)) >= first).astype(numpy.int64)[None],
        }
        logits, *words = self._session.run(None, inputs)
        shares = numpy.exp(logits[0] - logits[0].max())
        supported, contradicted, unclear = (round(float(share), 6) for share in shares / shares.sum())
        return Judgement(
            supported, contradicted, unclear, _doubts(said, words[0][0][first:-1].tolist()) if words else ()
        )


def _doubts(encoded: Any, scores: Sequence[float]) -> tuple[Doubt, ...]:
    """The claim's words with the doubt of the piece that is doubted most; punctuation says nothing."""
    found: list[Doubt] = []
    for (start, end), token, score in zip(encoded.offsets, encoded.tokens, scores, strict=False):
        share = round(1 / (1 + exp(-score)), 4)
        if token.startswith(_PIECE) and found:
            found[-1] = Doubt(found[-1].start, end, max(found[-1].share, share))
        elif token[0].isalnum():
            found.append(Doubt(start, end, share))
    return tuple(found)


def _encodable(text: str) -> str:
    """The tokeniser refuses the lone surrogates of a broken file."""
    return text.encode("utf-8", "replace").decode()


@lru_cache(maxsize=1)
def shipped() -> Model:
    """The model inside the package; one for the process."""
    return Model()
