"""Everything in one command: prepare, teach, train, export, evaluate, write the card.

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

# A larger model learns faster from fewer rows, and in smaller steps.
TEACHING = ("--rate", "7e-5", "--tokens", "1000", "--average", "0.99", "--smoothing", "0.02")


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
    parser.add_argument("--minutes", type=float, default=115.0, help="time budget of the pupil's training")
    parser.add_argument("--teacher-minutes", type=float, default=0.0, help="time budget of the teacher's (0: none)")
    parser.add_argument("--asking-minutes", type=float, default=35.0, help="time budget for asking the teacher")
    parser.add_argument("--seed", type=int, default=23)
    args = parser.parse_args()
    work: Path = args.work
    if not (args.data / "train").is_dir():
        raise SystemExit(f"{args.data} has no train/ folder")
    os.nice(10)
    if not (work / "pairs" / "pairs.npz").exists():
        unlabelled = ("--neighbours",) if args.teacher_minutes else ()
        step(
            "prepare.py", "--data", args.data / "train", "--out", work / "pairs", "--seed", str(args.seed), *unlabelled
        )
    if args.teacher_minutes and not (work / "pairs" / "taught.npy").exists():
        base, run = work / "teacher-base", work / "teacher"
        step("teacher.py", "--out", base)
        given = ("--teacher", base, "--minutes", str(args.teacher_minutes), *TEACHING)
        step("train.py", "--pairs", work / "pairs", "--out", run, *given)
        asked = ("--checkpoint", run / "checkpoint.pt", "--minutes", str(args.asking_minutes))
        step("distil.py", "--pairs", work / "pairs", "--teacher", base, *asked)
    step("train.py", "--pairs", work / "pairs", "--out", work / "run", "--minutes", str(args.minutes))
    exported, summary = work / "export", work / "pairs" / "summary.json"
    step("export.py", "--checkpoint", work / "run" / "checkpoint.pt", "--out", exported, "--summary", summary)
    if (args.data / "dev").is_dir():
        for file, out in (("model-fp32.onnx", "fp32.json"), ("model.onnx", "int8.json")):
            options = ("--model", exported, "--file", file, "--data", args.data / "dev", "--out", work / out)
            step("evaluate.py", *options)
        step("card.py", "--model", exported, "--full", work / "fp32.json", "--small", work / "int8.json")


if __name__ == "__main__":
    main()
