"""Learning curves: a checkpoint measured on fixed samples of labelled rows, now or every few minutes while it trains.

In: a checkpoint of `train.py`, a folder of labelled rows (`dev/`). Out: a line of `curve.jsonl` for each measurement:
balanced accuracy of each set, how many confident answers are right, and how well the doubted words meet the marked ones
on written claims. It reads whole sources up to the model's length, and it must never train.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from model import TOKENIZER, Entailment, fill
from packing import Ids, Pack, batch_of
from precision import autocast
from prepare import WINDOW_WORDS, encode, window
from prune import load_thin
from rounding import block_of, rounded
from rows import NOT_SUPPORTED, Row, read_rows
from stream import CLAIMS_AT_ONCE
from tokenizers import Tokenizer

SETS = ("written", "mnli", "snli", "vitaminc_pages", "healthver", "fever_symmetric", "citations", "tables")
CONFIDENT = 0.8
DOUBTED = 0.5
_BATCH_TOKENS = 4000

Floats = npt.NDArray[np.float64]


def sample(path: Path, count: int) -> list[Row]:
    """The same rows every time, in the order of the file."""
    rows = list(read_rows(path))
    chosen = sorted(random.Random(7).sample(range(len(rows)), min(count, len(rows))))
    return [window(rows[at], words=WINDOW_WORDS) for at in chosen]


def answers(
    model: Entailment, rows: Sequence[Row], precision: torch.dtype
) -> tuple[Floats, list[Floats], list[Floats]]:
    """For each row: three shares; for each word piece of its claim: the doubt, and its label."""
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    packed = encode(tokenizer, list(rows))
    shares = np.zeros((len(rows), 3))
    doubts: list[Floats] = [np.zeros(0)] * len(rows)
    marks: list[Floats] = [np.zeros(0)] * len(rows)
    by_source: dict[int, list[int]] = {}
    for number, source in enumerate(packed["source_of"].tolist()):
        by_source.setdefault(source, []).append(number)
    groups = [
        group[at : at + CLAIMS_AT_ONCE] for group in by_source.values() for at in range(0, len(group), CLAIMS_AT_ONCE)
    ]
    packs = [
        Pack(_part(packed, "source", source), [_part(packed, "claim", number) for number in group])
        for group in groups
        for source in (int(packed["source_of"][group[0]]),)
    ]
    for chosen in _batches(packs):
        numbers = [number for at in chosen for number in groups[at]]
        batch = batch_of([packs[at] for at in chosen])
        with torch.inference_mode(), autocast(precision):
            logits, tokens = model(batch)
        shares[numbers] = logits.float().softmax(-1).numpy()
        words = tokens.float().sigmoid().numpy()
        for number, start in zip(numbers, batch.answers.tolist(), strict=True):
            begin, end = packed["claim_offsets"][number : number + 2]
            marks[number] = packed["labels"][begin + 1 : end - 1]
            doubts[number] = words[start + 1 : start + end - begin - 1]
    return shares, doubts, marks


def _part(packed: dict[str, npt.NDArray[np.generic]], kind: str, number: int) -> Ids:
    begin, end = packed[f"{kind}_offsets"][number : number + 2]
    return packed[f"{kind}s"][begin:end].astype(np.int64)


def _batches(packs: list[Pack]) -> Iterator[list[int]]:
    """The numbers of the packs that are computed together."""
    chosen: list[int] = []
    for number in sorted(range(len(packs)), key=lambda at: packs[at].size):
        chosen.append(number)
        if sum(packs[at].size for at in chosen) >= _BATCH_TOKENS:
            yield chosen
            chosen = []
    if chosen:
        yield chosen


def balanced(targets: npt.NDArray[np.int64], shares: Floats) -> float:
    """Balanced accuracy in as many classes as the set has."""
    kinds = set(targets.tolist())
    if NOT_SUPPORTED in kinds:
        truth, guess = (targets != 0).astype(int), (shares.argmax(1) != 0).astype(int)
    elif kinds == {0, 1}:
        truth, guess = targets, (shares[:, 1] > shares[:, 0]).astype(int)
    else:
        truth, guess = targets, shares.argmax(1)
    return float(np.mean([np.mean(guess[truth == kind] == kind) for kind in np.unique(truth)]))


def word_f1(doubts: Sequence[Floats], marks: Sequence[Floats], judged: npt.NDArray[np.bool_]) -> float:
    """F1 of doubted against marked word pieces, over the claims that are judged not supported."""
    hit = said = there = 0
    for doubt, mark, counts in zip(doubts, marks, judged, strict=True):
        if counts and len(mark) and mark.min() >= 0:
            chosen = doubt >= DOUBTED
            hit += int((chosen & (mark == 1)).sum())
            said, there = said + int(chosen.sum()), there + int((mark == 1).sum())
    return 2 * hit / max(1, said + there)


def rounded_model(base: Path, kept: Path, books: Path, checkpoint: Path) -> Entailment:
    """The model as it would ship: averaged weights, matrices rounded to their steps."""
    model = fill(load_thin(base, kept, books), checkpoint)
    steps = torch.load(checkpoint)["steps"]
    for name, parameter in model.named_parameters():
        if name in steps:
            parts = parameter.data.reshape(-1, block_of(name, parameter))
            parameter.data.copy_(rounded(parts, steps[name]).reshape(parameter.shape))
    return model


def measure(model: Entailment, folder: Path, sets: Sequence[str], count: int) -> dict[str, object]:
    """One line of the curve."""
    line: dict[str, object] = {}
    for name in sets:
        rows = sample(folder / f"{name}.jsonl.gz", count)
        shares, doubts, marks = answers(model, rows, torch.float32)
        targets = np.asarray([row.target for row in rows])
        line[name] = round(balanced(targets, shares), 3)
        if name == "written":
            sure = shares.max(1) >= CONFIDENT
            line["written.sure"] = round(float(sure.mean()), 3)
            line["written.sure_right"] = round(float((shares.argmax(1) == targets)[sure].mean()), 3)
            line["written.words"] = round(word_f1(doubts, marks, shares.argmax(1) != 0), 3)
    return line


def main() -> None:
    """Measure once, or again and again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder of the published weights")
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled rows that nothing is trained on")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--rows", type=int, default=200, help="rows of each set")
    parser.add_argument("--every", type=float, default=0.0, help="minutes between measurements; 0: measure once")
    args = parser.parse_args()
    torch.set_num_threads(1)
    while True:
        began = time.monotonic()
        position = torch.load(args.checkpoint)["position"]
        model = rounded_model(args.base, args.kept, args.books, args.checkpoint)
        line = {"step": position["step"], "minutes": round(position["seconds"] / 60, 1)}
        line |= measure(model, args.data, args.sets, args.rows)
        print(json.dumps(line), flush=True)
        with (args.checkpoint.parent / "curve.jsonl").open("a") as curve:
            curve.write(json.dumps(line) + "\n")
        if not args.every:
            return
        time.sleep(max(0.0, args.every * 60 - (time.monotonic() - began)))


if __name__ == "__main__":
    main()
