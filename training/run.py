"""Everything in one command: unpack the base, prepare, train on from the model that ships, measure, export.

In: a data folder with `train/` and `dev/`. Out: a work folder with prepared pairs, checkpoint, learning curve and
`export/`. Started again, it goes on where training stopped; what is already prepared is not prepared anew.
"""

from __future__ import annotations

import argparse
import ctypes.util
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
# Spinning threads starve other programs on a shared machine and make training no faster. Memory that is given back to
# the system after every step has to be cleared again in the next, which takes a third of a step: jemalloc, where it is
# installed, keeps it.
QUIET = {"OMP_WAIT_POLICY": "PASSIVE", "KMP_BLOCKTIME": "0", "OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
KEEPING = {"MALLOC_CONF": "thp:always,metadata_thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1,oversize_threshold:0"}


def step(script: str, *options: str | Path) -> None:
    """Run one script of this folder; its failure ends the run."""
    command = [sys.executable, str(HERE / script), *map(str, options)]
    print("$", script, *options, flush=True)
    jemalloc = ctypes.util.find_library("jemalloc")
    keeping = {**KEEPING, "LD_PRELOAD": jemalloc} if jemalloc else {}
    done = subprocess.run(command, env={**os.environ, **QUIET, **keeping}, check=False)
    if done.returncode:
        raise SystemExit(f"{script} failed with {done.returncode}")


def main() -> None:
    """Run the steps in order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and dev/")
    parser.add_argument("--work", type=Path, required=True, help="folder for everything that is written")
    parser.add_argument("--minutes", type=float, default=180.0, help="time budget of this stage")
    parser.add_argument("--rate", default="2e-4", help="peak learning rate")
    parser.add_argument("--rows", type=int, default=200, help="rows of each dev set on the learning curve")
    parser.add_argument(
        "--stage", default="stage", help="name of the stage's folder; another name starts another stage"
    )
    parser.add_argument("--after", type=Path, help="checkpoint.pt to go on from; the model that ships by default")
    args = parser.parse_args()
    work: Path = args.work
    if not (args.data / "train").is_dir():
        raise SystemExit(f"{args.data} has no train/ folder")
    base, pairs, shipped, stage = work / "base", work / "pairs", work / "shipped", work / args.stage
    step("model.py", "--out", base)
    if not (pairs / "pairs.npz").exists():
        own = HERE / "corpus"
        written = ("--data", own) if any(own.glob("*.jsonl.gz")) else ()
        step("prepare.py", "--data", args.data / "train", *written, "--out", pairs)
    if not (shipped / "checkpoint.pt").exists():
        step("shipped.py", "--out", shipped)
    cut = ("--base", base, "--kept", shipped / "kept.json", "--books", shipped / "books.npz")
    after = args.after or shipped / "checkpoint.pt"
    schedule = ("--minutes", str(args.minutes), "--rate", args.rate, "--average", "0.99", "--tokens", "2500")
    step("train.py", *cut, "--after", after, "--pairs", pairs, "--out", stage, *schedule)
    done = ("--checkpoint", stage / "checkpoint.pt")
    if (args.data / "dev").is_dir():
        step("curve.py", *cut, *done, "--data", args.data / "dev", "--rows", str(args.rows))
    step("export.py", *cut, *done, "--out", work / "export", "--summary", pairs / "summary.json")


if __name__ == "__main__":
    main()
