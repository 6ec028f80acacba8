"""The entailment model: (passage, claim) pairs in; three probabilities, and a doubt for each word, out. ONNX on the
CPU, matrices of four bits that are int8 once loaded.

Loading happens on the first pair. A passage is computed once, and each claim about it is then computed on what that
gave: a second claim costs a small part of the first. Passages are the same if their word pieces are: other white space
is not computed again. Passage and claim run alone and unpadded, so an answer depends on nothing else. Any text gets an
answer: only the first word pieces of a long passage or claim are read.
"""

import json
import os
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property, lru_cache
from math import exp
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from adjudge.cores import usable_cores

FOLDER = Path(__file__).parent
LONGEST_SOURCE, LONGEST_CLAIM = 384, 128
"""Word pieces that are read, with the marks around them."""
_KEPT_PASSAGES, _KEPT_PIECES = 8, 512  # a passage takes 50 KB a word piece
_MARKS, _PIECE, _IN_NUMBERS = 2, "##", (",", ".", ":")
_LONGEST_WORD = 12
"""Characters a word piece; a text of more than so many for each is not even tokenised to see whether it fits."""

Pieces: TypeAlias = tuple[int, ...]
"""The word pieces of a text, by number."""
ComputedPassage: TypeAlias = Mapping[str, Any]
"""A passage as the model has computed it: the keys and values of each layer, with a row for each word piece."""


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
        self._threads = threads or usable_cores()
        self._judged = self._run
        self.answers: OrderedDict[tuple[Pieces, str], Judgement] = OrderedDict()
        self.passage_pieces = lru_cache(maxsize=_KEPT_PIECES)(self._first_pieces)
        self._passages: OrderedDict[Pieces, Future[ComputedPassage]] = OrderedDict()
        self._lock = Lock()

    @cached_property
    def available(self) -> bool:
        """Whether the weights are there."""
        return (self._folder / "model.onnx").exists()

    @cached_property
    def fingerprint(self) -> str:
        """A short hash of the weights: another model's answers are other answers."""
        return str(self._card["sha256"])[:12]

    def judge_one(self, passage: str, claim: str) -> Judgement:
        """The judgement of one pair, in the calling thread."""
        return self._judged(self.passage_pieces(passage), claim)

    @cached_property
    def pool(self) -> ThreadPoolExecutor:
        """One thread a core; the session lets go of Python's lock while it computes. A forked process makes its own."""
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: self.__dict__.pop("pool", None))
        return ThreadPoolExecutor(self._threads, thread_name_prefix="adjudge-nli")

    def forget(self) -> None:
        """Forget the answers and passages that are remembered; for measuring."""
        self.answers.clear()
        self.passage_pieces.cache_clear()
        with self._lock:
            self._passages.clear()

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

    def fits(self, text: str, *, limit: int = LONGEST_SOURCE) -> bool:
        """Whether the model can read all of a passage; with `LONGEST_CLAIM` as the limit, of a claim."""
        return len(text) <= limit * _LONGEST_WORD and len(self.passage_pieces(text)) + _MARKS <= limit

    def _first_pieces(self, text: str) -> Pieces:
        """The word pieces of a passage; of a long one so many that it is seen not to fit."""
        return tuple(self._pieces(text).ids[: LONGEST_SOURCE - _MARKS + 1])

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

    def _run(self, passage: Pieces, claim: str) -> Judgement:
        import numpy

        past = self._read(passage)
        length = next(iter(past.values())).shape[1]
        said = self._pieces(claim)
        ids = self._marked(said.ids, LONGEST_CLAIM)
        places = numpy.arange(length - 1, length - 1 + len(ids))
        types = numpy.ones_like(places)
        places[0] = types[0] = 0
        feed = {"ids": ids, "places": places, "types": types, **past}
        logits, words = self._session.run(["logits", "tokens"], feed)
        shares = numpy.exp(logits - logits.max())
        supported, contradicted, unclear = (round(float(share), 6) for share in shares / shares.sum())
        return Judgement(supported, contradicted, unclear, _doubts(said, words[1:-1].tolist()))

    def _read(self, passage: Pieces) -> ComputedPassage:
        """The passage as computed; by one thread, while others that need it wait."""
        with self._lock:
            found = self._passages.get(passage)
            is_mine = found is None
            if found is None:
                found = self._passages[passage] = Future()
                if len(self._passages) > _KEPT_PASSAGES:
                    self._passages.popitem(last=False)
            self._passages.move_to_end(passage)
        if is_mine:
            try:
                found.set_result(self._compute(passage))
            except BaseException as error:
                found.set_exception(error)
                with self._lock:
                    self._passages.pop(passage, None)
        return found.result()

    def _compute(self, passage: Pieces) -> ComputedPassage:
        import numpy

        ids = self._marked(passage, LONGEST_SOURCE)
        places = numpy.arange(len(ids))
        names = [f"{name}.present" for name in self._nothing_before]
        empty = {f"{name}.past": nothing for name, nothing in self._nothing_before.items()}
        found = self._session.run(names, {"ids": ids, "places": places, "types": numpy.zeros_like(places), **empty})
        return dict(zip(empty, found, strict=True))

    @cached_property
    def _nothing_before(self) -> dict[str, Any]:
        """For each layer's keys and values, by name: those of no tokens."""
        import numpy

        layers = [one for one in self._session.get_inputs() if one.name.endswith(".past")]
        return {
            one.name.removesuffix(".past"): numpy.zeros((one.shape[0], 0, one.shape[2]), numpy.float32)
            for one in layers
        }

    def _marked(self, ids: Sequence[int], limit: int) -> Any:
        import numpy

        begin, end = (self._tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
        return numpy.array([begin, *ids[: limit - _MARKS], end], dtype=numpy.int64)


def _doubts(encoded: Any, scores: Sequence[float]) -> tuple[Doubt, ...]:
    """The claim's words with the doubt of the piece that is doubted most; punctuation says nothing, but inside a number
    ("4,200") it joins its parts."""
    found: list[Doubt] = []
    before = ("", "")
    for (start, end), token, score in zip(encoded.offsets, encoded.tokens, scores, strict=False):
        share = round(1 / (1 + exp(-score)), 4)
        number, point = before
        goes_on = point in _IN_NUMBERS and number.isdigit() and token.isdigit() and found and found[-1].end == start - 1
        if goes_on or (token.startswith(_PIECE) and found):
            found[-1] = Doubt(found[-1].start, end, max(found[-1].share, share))
        elif token[0].isalnum():
            found.append(Doubt(start, end, share))
        before = (point.removeprefix(_PIECE), token)
    return tuple(found)


def _encodable(text: str) -> str:
    """The text as the tokeniser takes it, of the same length: it refuses the lone surrogates of a broken file, and
    joins what stands around a character that could not be decoded, most often a no-break space."""
    return text.encode("utf-8", "replace").decode().replace("\ufffd", " ")


@lru_cache(maxsize=1)
def shipped() -> Model:
    """The model inside the package; one for the process."""
    return Model()
