"""`make test-train`: run the whole training pipeline on rows that this script writes, and check what comes out.

In: a work folder whose `venv` `make train` and `make test-train` share. Out: `WORK/test-train`, with the rows, the
checkpoint, the learning curve and the export. It uses the standard library alone. The model that comes out is useless:
only the pipeline is tested.
"""

import argparse
import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MINUTES, ROWS = "0.3", 8
TOWNS = ("Brenn", "Alder", "Orland", "Selby", "Marrow", "Tarn", "Quill", "Dover", "Linden", "Hythe")
# The sets of the learning curve, as `training/curve.py` names them.
CURVE = ("written", "mnli", "snli", "vitaminc_pages", "healthver", "fever_symmetric", "citations", "tables")
TWO_CLASSES = "fever_symmetric"


def rows(towns: tuple[str, ...]) -> list[dict[str, object]]:
    """Return four rows for each town: supported, contradicted, not enough information, and one with a marked span."""
    found: list[dict[str, object]] = []
    for number, town in enumerate(towns):
        year, other = 1900 + 3 * number, 1950 + 3 * number
        source = f"The bridge of {town} opened in {year}. It carries {number + 2} trains a day."
        wrong = f"The bridge of {town} opened in {other}."
        at = wrong.index(str(other))
        found += [
            {"source": source, "claim": f"In {year} the bridge of {town} opened.", "label": "SUPPORTED"},
            {"source": source, "claim": wrong, "label": "CONTRADICTED"},
            {"source": source, "claim": f"The bridge of {town} is painted green.", "label": "NEI"},
            {"source": source, "claim": wrong, "label": "UNFAITHFUL", "spans": [{"start": at, "end": at + 4}]},
        ]
    return found


def write(path: Path, content: list[dict[str, object]]) -> None:
    """Write gzipped JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in content)


def write_data(folder: Path) -> None:
    """Write `train/` with 40 rows, and `dev/` with eight rows of each set of the learning curve."""
    write(folder / "train" / "bridges.jsonl.gz", rows(TOWNS))
    pairs = [row for row in rows(TOWNS) if row["label"] != "UNFAITHFUL"]
    decided = [row for row in pairs if row["label"] != "NEI"]
    for name in CURVE:
        write(folder / "dev" / f"{name}.jsonl.gz", (decided if name == TWO_CLASSES else pairs)[:ROWS])


def check(work: Path) -> None:
    """Require everything that the pipeline promises to write."""
    for name in ("pairs/pairs.npz", "stage/checkpoint.pt", "export/model.onnx", "export/tokenizer.json"):
        require((work / name).is_file(), f"{name} was not written")
    described = json.loads((work / "export" / "model.json").read_text())
    require(described["training"]["step"] > 0, "no training step was made")
    require("bridges" in described["data"], "model.json does not name the rows")
    curve = [json.loads(line) for line in (work / "stage" / "curve.jsonl").read_text().splitlines()]
    require(len(curve) == 1, f"the learning curve has {len(curve)} lines, not 1")
    missing = [name for name in CURVE if name not in curve[0]]
    require(not missing, f"the learning curve lacks {', '.join(missing)}")


def require(holds: bool, message: str) -> None:
    """Stop with a message unless the condition holds."""
    if not holds:
        raise SystemExit(f"test-train: {message}")


def main() -> None:
    """Write the rows, run `training/run.py`, check the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder to write to; WORK/test-train is replaced")
    work: Path = parser.parse_args().work.resolve() / "test-train"
    # The unpacked base weights are large and never change, so they stay.
    for name in ("data", "pairs", "shipped", "stage", "export"):
        shutil.rmtree(work / name, ignore_errors=True)
    write_data(work / "data")
    options = ["--data", work / "data", "--work", work, "--minutes", MINUTES, "--rows", ROWS]
    command = [sys.executable, ROOT / "training" / "run.py", *options]
    ran = subprocess.run(list(map(str, command)), check=False)
    require(ran.returncode == 0, f"training/run.py ended with exit code {ran.returncode}")
    check(work)
    print(f"The training pipeline works; see {work}")


if __name__ == "__main__":
    main()
