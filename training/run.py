"""Everything in one command: prepare, train the whole model, cut it down, train on in three stages, export, measure.

In: a data folder with `train/` and `dev/`. Out: a work folder with the prepared pairs, the checkpoint and `export/`.
Started again, it goes on where training stopped; what is already prepared is not prepared anew.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
# Spinning threads starve other programs on a shared machine and make training no faster.
QUIET = {"OMP_WAIT_POLICY": "PASSIVE", "KMP_BLOCKTIME": "0", "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}

# The whole model learns from fewer rows, and in smaller steps.
WHOLE = ("--rate", "7e-5", "--average", "0.99", "--smoothing", "0.02")
LATER = ("--rate", "8e-5")


def step(script: str, *options: str | Path) -> None:
    """Run one script of this folder; its failure ends the whole."""
    command = [sys.executable, str(HERE / script), *map(str, options)]
    print("$", script, *options, flush=True)
    done = subprocess.run(command, env={**os.environ, **QUIET}, check=False)
    if done.returncode:
        raise SystemExit(f"{script} failed with {done.returncode}")


def main() -> None:
    """Run the steps in order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and dev/")
    parser.add_argument("--work", type=Path, required=True, help="folder for everything that is written")
    parser.add_argument("--whole-minutes", type=float, default=55.0, help="time budget of the whole model's training")
    parser.add_argument("--asking-minutes", type=float, default=30.0, help="time budget for asking the whole model")
    parser.add_argument("--minutes", type=float, default=80.0, help="time budget of the smaller model's first stage")
    parser.add_argument("--later-minutes", type=float, default=92.0, help="time budget of its second stage")
    parser.add_argument("--last-minutes", type=float, default=62.0, help="time budget of its third stage")
    parser.add_argument("--seed", type=int, default=23)
    args = parser.parse_args()
    work: Path = args.work
    if not (args.data / "train").is_dir():
        raise SystemExit(f"{args.data} has no train/ folder")
    os.nice(10)
    base, pairs, whole = work / "base", work / "pairs", work / "whole"
    kept, books = work / "kept.json", work / "books.npz"
    small, later, last = work / "run", work / "later", work / "last"
    step("model.py", "--out", base)
    if not (pairs / "pairs.npz").exists():
        made = ("--neighbours", "--contexts")
        step("prepare.py", "--data", args.data / "train", "--out", pairs, "--seed", str(args.seed), *made)
    given = ("--base", base, "--pairs", pairs)
    step("train.py", *given, "--out", whole, "--minutes", str(args.whole_minutes), *WHOLE)
    trained = ("--checkpoint", whole / "checkpoint.pt")
    if not (pairs / "taught.npy").exists():
        step("distil.py", *given, *trained, "--minutes", str(args.asking_minutes))
    if not books.exists():
        step("books.py", "--base", base, "--out", books)
    if not kept.exists():
        step("prune.py", *given, *trained, "--out", kept)
    cut = ("--kept", kept, "--books", books)
    start = ("--start", whole / "checkpoint.pt")
    step("train.py", *given, *cut, *start, "--out", small, "--minutes", str(args.minutes))
    for before, stage, minutes in ((small, later, args.later_minutes), (later, last, args.last_minutes)):
        after = ("--after", before / "checkpoint.pt", *LATER)
        step("train.py", *given, *cut, *start, *after, "--out", stage, "--minutes", str(minutes))
    exported, summary = work / "export", pairs / "summary.json"
    done = ("--checkpoint", last / "checkpoint.pt")
    step("export.py", "--base", base, *cut, *done, "--out", exported, "--summary", summary)
    if (args.data / "dev").is_dir():
        for file, out in (("model-fp32.onnx", "fp32.json"), ("model.onnx", "small.json")):
            options = ("--model", exported, "--file", file, "--data", args.data / "dev", "--out", work / out)
            step("evaluate.py", *options)
        step("card.py", "--model", exported, "--full", work / "fp32.json", "--small", work / "small.json")


if __name__ == "__main__":
    main()
