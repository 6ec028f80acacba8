"""Word vectors put together from small books: a vector is 192 pieces of four numbers, each one of 256 in its book.

In: the published word vectors. Out: `books.npz`: a row of codes for each kept word piece, the books, and for each id of
the vocabulary its row. Two bits a number instead of thirty-two, at a tenth of the variance; the layers above learn to
read them. Pieces in other scripts than Latin share the row of the unknown word.
"""

from __future__ import annotations

import argparse
import json
import unicodedata
from pathlib import Path

import numpy as np
import torch
from model import HIDDEN, TOKENIZER, load_published, unpack
from torch import Tensor

PIECE, CODES, ROUNDS = 4, 256, 15
_UNKNOWN = "[UNK]"


def is_kept(piece: str) -> bool:
    """Latin letters, digits and signs; no placeholders."""
    bare = piece.removeprefix("##")
    if bare.startswith("[unused"):
        return False
    names = (unicodedata.name(sign, "") for sign in bare if sign.isalnum() and not sign.isascii())
    return all(name.startswith(("LATIN", "SUPERSCRIPT", "VULGAR", "FEMININE", "MASCULINE", "MICRO")) for name in names)


def learn(vectors: Tensor, *, seed: int) -> tuple[Tensor, Tensor]:
    """Codes [words, pieces] and books [pieces, codes, size] by k-means, each place with a book of its own."""
    pieces = vectors.view(len(vectors), -1, PIECE).transpose(0, 1).contiguous()
    start = torch.randperm(len(vectors), generator=torch.Generator().manual_seed(seed))[:CODES]
    books = pieces[:, start].clone()
    codes = torch.zeros(pieces.shape[:2], dtype=torch.long)
    for _ in range(ROUNDS):
        for place, (book, parts) in enumerate(zip(books, pieces, strict=True)):
            nearest = (book.square().sum(-1) - 2 * parts @ book.T).argmin(1)
            sums = torch.zeros_like(book).index_add_(0, nearest, parts)
            counts = torch.bincount(nearest, minlength=CODES)[:, None]
            books[place] = torch.where(counts > 0, sums / counts.clamp(min=1), book)
            codes[place] = nearest
    return codes.T.contiguous(), books


def read(path: Path) -> Tensor:
    """The vectors that a file of books stands for, one for each id of the vocabulary."""
    with np.load(path) as stored:
        rows, codes, books = (torch.from_numpy(stored[key]) for key in ("rows", "codes", "books"))
    vectors = books.float()[torch.arange(len(books)), codes.long()].reshape(len(codes), HIDDEN)
    return vectors[rows.long()]


def main() -> None:
    """Choose the word pieces, learn the books, write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights")
    parser.add_argument("--out", type=Path, required=True, help="books.npz to write")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    vocabulary: dict[str, int] = json.loads(TOKENIZER.read_text(encoding="utf-8"))["model"]["vocab"]
    kept = sorted(number for piece, number in vocabulary.items() if is_kept(piece))
    rows = np.full(len(vocabulary), kept.index(vocabulary[_UNKNOWN]), dtype=np.int32)
    rows[kept] = np.arange(len(kept))
    vectors = load_published(unpack(args.base)).vectors[kept]
    codes, books = learn(vectors, seed=args.seed)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    halves = books.numpy().astype(np.float16)
    np.savez(args.out, allow_pickle=False, rows=rows, codes=codes.numpy().astype(np.uint8), books=halves)
    lost = float((read(args.out)[kept] - vectors).square().mean() / vectors.var(0).mean())
    print(f"{len(kept)} of {len(vocabulary)} word pieces kept; {lost:.3f} of the variance lost")


if __name__ == "__main__":
    main()
