"""`adjudge compare`, and run files that name another protocol."""

import json
from pathlib import Path

import pytest

from tests.cli.support import adjudge


def test_all_claim_protocols_stand_side_by_side() -> None:
    ran = adjudge("compare", "The bridge opened in 1932.", "--source-text", "The bridge opened in 1931.")
    assert ran.code == 0
    for word in ("jury", "Mutated", "entailment", "CONTRADICTED", "trial", "MUTATED", "calls"):
        assert word in ran.out
    assert "disagree" not in ran.out


def test_a_disagreement_is_shown_and_is_the_exit_code() -> None:
    ran = adjudge("compare", "All of the wells were clean.", "--source-text", "Most of the wells were clean.")
    assert ran.code == 1
    assert "The protocols disagree" in ran.out


@pytest.mark.parametrize("width", [40, 50, 60, 70, 80])
def test_a_narrow_terminal_loses_no_verdict(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = adjudge("compare", "All patients recovered.", "--source-text", "Most patients recovered.")
    assert "…" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= width
    for word in ("jury", "Mutated", "entailment", "NOT", "ENOUGH", "INFO", "trial", "MUTATED", "confidence", "calls"):
        assert word in ran.out
    assert ran.out.count("%") >= 3


def test_json_holds_every_verdict() -> None:
    ran = adjudge("compare", "It rained.", "--source-text", "It rained.", "--json")
    assert {name: verdict["stance"] for name, verdict in json.loads(ran.out).items()} == dict.fromkeys(
        ("jury", "entailment", "trial"), "SUPPORTED"
    )


@pytest.mark.parametrize(
    ("protocol", "labels"),
    [
        ("entailment", {"CONTRADICTED", "SUPPORTED"}),
        ("trial", {"MUTATED", "FAITHFUL"}),
        ("jury", {"Mutated", "Faithful"}),
    ],
)
def test_a_run_file_names_the_protocol(
    protocol: str, labels: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pairs.csv").write_text("claim,truth\nIt opened in 1932.,It opened in 1931.\nIt rained.,It rained.\n")
    sections = "entailment: {source_type: blog}\ntrial: {rebuttal_rounds: 0}\n"
    Path("run.yaml").write_text(f"protocol: {protocol}\ndata: {{source: pairs.csv}}\n{sections}")
    assert adjudge("run", "run.yaml").code == 0
    verdicts = [json.loads(line) for line in Path("run.verdicts.jsonl").read_text().splitlines()]
    assert {verdict["label"] for verdict in verdicts} == labels
    assert {verdict["protocol"] for verdict in verdicts} == {protocol}
    assert adjudge("runs", "verify", "last").code == 0
    assert adjudge("runs", "replay", "last").code == 0


def test_rounds_that_the_trial_does_not_have_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.yaml"
    path.write_text("protocol: trial\ndata: {source: x.csv}\ntrial: {rebuttal_rounds: 7}\n")
    ran = adjudge("run", str(path))
    assert ran.code == 2
    assert "rebuttal_rounds is 7" in ran.err
