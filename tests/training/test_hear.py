"""What calibrations are fitted on is kept as it is heard: a stopped run goes on, and other rules begin anew."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

ROWS = [
    {"id": 1, "claim": "The mill has two floors.", "source": "The mill has two floors.", "label": "SUPPORTED"},
    {"id": 2, "claim": "The mill has nine floors.", "source": "The mill has two floors.", "label": "CONTRADICTED"},
    {"id": 3, "claim": "Is it old?", "source": "The mill has two floors.", "label": "NEI"},
]


@pytest.fixture
def hear(monkeypatch: pytest.MonkeyPatch) -> Any:
    from adjudge.protocols import calibration

    root = Path(__file__).parents[2]
    monkeypatch.syspath_prepend(str(root / "training"))
    monkeypatch.setattr(calibration, "FILE", calibration.FILE)
    import hear

    yield hear
    calibration.shipped.cache_clear()


def test_a_stopped_run_goes_on_and_outcomes_of_other_rules_are_heard_again(hear: Any, tmp_path: Path) -> None:
    with gzip.open(tmp_path / "mills.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in ROWS)
    kept = tmp_path / "heard"

    def run() -> Any:
        from adjudge.analysis.model.nli import shipped

        return hear.heard(tmp_path, {"mills": 10}, kept, shipped())

    first = run()
    assert {protocol: len(found["mills"]) for protocol, found in first.items()} == {
        "jury": 2,
        "entailment": 2,
        "trial": 2,
    }
    whole = (kept / "mills.jsonl").read_text()
    assert "floors" not in whole, "no texts are kept"
    (kept / "mills.jsonl").write_text(whole[: len(whole) - 40])
    assert run() == first
    assert sorted((kept / "mills.jsonl").read_text().splitlines()) == sorted(whole.splitlines())
    (kept / "mills.jsonl").write_text(whole.replace(whole.split("\n")[0], "older rules").replace("true", "false"))
    assert run() == first
