"""`adjudge runs drift`: new cases beside the labelled ones of their calibration."""

import json
import os
from pathlib import Path
from typing import Any

from tests.cli.support import adjudge
from tests.evals.data import rows, written


def run_of(folder: Path, name: str, cases: list[dict[str, Any]]) -> None:
    written(folder / f"{name}.jsonl", [{"claim": one["claim"], "truth": one["source"]} for one in cases])
    (folder / f"{name}.yaml").write_text(f"protocol: entailment\ndata: {{source: {name}.jsonl}}\n")
    ran = adjudge("run", str(folder / f"{name}.yaml"), "--quiet")
    assert ran.code == 0, ran.err


def test_cases_like_the_labelled_ones_are_no_drift_and_long_ones_are(tmp_path: Path) -> None:
    content = [{**row, "label": "FAITHFUL"} if number % 8 == 0 else row for number, row in enumerate(rows(40))]
    run_of(tmp_path, "early", rows(24))
    refused = adjudge("runs", "drift", "last")
    assert refused.code == 2
    assert "No labelled cases are stored for entailment on offline" in refused.err
    assert "adjudge calibrate" in refused.err
    assert adjudge("calibrate", str(written(tmp_path / "mills.jsonl", content)), "-p", "entailment").code == 0
    same = adjudge("runs", "drift", "last", "--json")
    assert same.code == 0, same.out
    assert json.loads(same.out)["reference"].startswith("mills, n=40")
    promise = json.loads((Path(os.environ["ADJUDGE_HOME"]) / "promises.json").read_text())[0]
    assert promise["cases"] == 40
    assert sum(promise["outcomes"].values()) == 40

    longer = [
        {**row, "source": f"{row['source']} " + "The quiet river went past it for 40 years. " * 20} for row in rows(24)
    ]
    run_of(tmp_path, "longer", longer)
    moved = adjudge("runs", "drift", "last")
    assert moved.code == 1
    assert "source_length" in moved.out
    assert "does not apply" in " ".join(moved.err.split())
