"""The scorecard: its samples, baselines, page and a whole run on rows of our own."""

import json
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmarks.scorecard.__main__ import main
from benchmarks.scorecard.answers import stored
from benchmarks.scorecard.baselines import overlap, threshold_from_others
from benchmarks.scorecard.judging import begin
from benchmarks.scorecard.measure import measured
from benchmarks.scorecard.page import is_stale, ordered, page, picture
from benchmarks.scorecard.sample import sample
from benchmarks.scorecard.spans import shares

from adjudge.analysis.model.nli import Judgement, Model, Pieces
from adjudge.evals.metrics import ScoredRow
from adjudge.evals.prediction import Prediction
from adjudge.verdict import Stance

ROOT = Path(__file__).parents[2]
NOW = {"offline": {"engine_version": "e1", "rules": "r1"}}


def row(number: int, label: str = "SUPPORTED") -> dict[str, str]:
    return {"claim": f"The mill has {number} floors.", "source": f"Mill {number} has {number} floors.", "label": label}


def kept(group: str, value: float, rules: str = "r1", protocol: str = "jury") -> dict[str, Any]:
    figure = {"value": value, "low": value - 0.1, "high": value + 0.1}
    figures = {
        "rows": 4, "failed": 0, "balanced_accuracy": figure, "accuracy": 0.5, "majority": 0.5, "auroc": figure,
        "ece": 0.1, "sure": {"rows": 8, "right": 0.875}, "coverage": {"0.05": 0.2, "0.1": None},
        "sets": {"mills": {"rows": 4, "balanced_accuracy": 0.5}}, "kinds": {"negated": {"rows": 2, "right": 0.5}},
    }  # fmt: skip
    base = {"balanced_accuracy": figure, "auroc": figure}
    version = {"engine": "offline", "engine_version": "e1", "rules": rules}
    return {"protocol": protocol, "group": group, **version, "figures": figures, "overlap": base}


def test_a_sample_keeps_the_labels_shares_and_does_not_depend_on_the_order() -> None:
    rows = [row(at, "CONTRADICTED" if at % 4 == 0 else "SUPPORTED") for at in range(40)]
    chosen = sample(rows, pairs=12)
    assert [one["label"] for one in chosen].count("CONTRADICTED") == 3
    assert chosen == sample(rows[::-1], pairs=12)


def test_long_sources_are_documents_and_fewer_are_taken() -> None:
    rows = [row(at) | {"source": f"{at} " + "word " * 300} for at in range(20)]
    assert len(sample(rows, pairs=10, documents=5)) == 5


def test_the_overlap_s_threshold_is_chosen_on_the_other_groups() -> None:
    low = [ScoredRow(bad, None, 0.9 if bad else 0.6, str(at)) for at, bad in enumerate((True, False) * 5)]
    high = [ScoredRow(bad, None, 0.3 if bad else 0.0, str(at)) for at, bad in enumerate((True, False) * 5)]
    assert threshold_from_others("high", {"low": low, "high": high}) <= 0.4
    assert threshold_from_others("low", {"low": low, "high": high}) > 0.7
    assert overlap("The mill burnt", "the MILL stands") == 2 / 3


def test_a_row_that_failed_is_wrong_whatever_its_label() -> None:
    def one(gold: str, said: str, at: int) -> Prediction:
        return Prediction(
            id=str(at), dataset="mills", document=str(at), gold=gold, said=said, strict=said,
            stance=None if said == "FAILED" else Stance(said), confidence=None if said == "FAILED" else 0.9,
        )  # fmt: skip

    found = measured(
        [one("SUPPORTED", "FAILED", 0), one("CONTRADICTED", "FAILED", 1), one("SUPPORTED", "SUPPORTED", 2)]
    )
    assert found["failed"] == 2
    assert found["balanced_accuracy"]["value"] == 0.25


def test_where_the_score_decides_its_fixed_threshold_counts_and_not_the_label() -> None:
    one = Prediction(
        id="1", dataset="mills", document="1", gold="FAITHFUL", said="UNFAITHFUL", strict="UNDETERMINED",
        stance=Stance.NOT_ENOUGH_INFO, confidence=0.9, score=0.7,
    )  # fmt: skip
    other = one.model_copy(update={"id": "2", "gold": "UNFAITHFUL", "score": 0.3})
    assert measured([one, other])["balanced_accuracy"]["value"] == 0.5
    assert measured([one, other], by_score=True)["balanced_accuracy"]["value"] == 1.0


def test_the_worst_group_stands_first_and_rows_of_other_rules_are_stale() -> None:
    rows = [kept("Tables", 0.8), kept("German", 0.6, rules="old")]
    assert ordered(rows) == ["German", "Tables"]
    assert is_stale(rows[1], NOW)
    assert not is_stale(rows[0], NOW)
    text = page(rows, NOW, ["jury on offline, snli: no time was left"])
    assert text.index("## German") < text.index("## Tables")
    assert text.count("**stale**") == 2, "in the overview and in the row"
    assert "no time was left" in text


def test_peers_stand_beside_with_their_source_and_as_other_samples() -> None:
    text = page([kept("Summaries", 0.7)], NOW)
    assert "on other samples" in text
    assert "snapshot of September 2025" in text
    assert "GPT-4: 82.4" in text
    for system in ("HHEM", "AlignScore", "SummaC", "MiniCheck", "FactCG", "QAFactEval"):
        assert system in text


def test_the_picture_is_well_formed() -> None:
    assert ET.fromstring(picture([kept("A & B", 0.7), kept("C", 0.5)], NOW)).tag.endswith("svg")


def test_a_whole_run_resumes_and_names_what_is_missing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    rows = [row(2), row(3, "CONTRADICTED") | {"claim": "The mill has 9 floors."}]
    for name in ("mills", "snli", "mnli"):
        (data / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    places = ["--work", str(tmp_path / "work"), "--kept", str(tmp_path / "kept"), "--page", str(tmp_path / "card.md")]
    arguments = [str(data), "--protocol", "entailment", "trial", "--processes", "1", *places]
    assert main([*arguments, "--minutes", "-1"]) == 4
    assert "entailment, trial on offline: mills, mnli, snli (no time was left)" in (tmp_path / "card.md").read_text()
    assert main([*arguments, "--only", "mills", "snli"]) == 0
    names = {path.name for path in (tmp_path / "kept").iterdir()}
    assert names == {"entailment-offline-mills.json", "trial-offline-mills.json"}, "mnli belongs to the group of snli"
    assert main(arguments) == 0
    text = (tmp_path / "card.md").read_text()
    assert "## mills" in text
    assert "## Public NLI pairs" in text
    assert "**stale**" not in text
    assert main([str(tmp_path / "nowhere"), *places]) == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks the system for a process's children")
def test_killed_for_good_it_leaves_no_process_behind_and_resumes_to_the_same_figures(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "mills.jsonl").write_text("".join(json.dumps(row(at)) + "\n" for at in range(2, 42)))
    arguments = [str(data), "--protocol", "entailment", "--processes", "1"]

    def places(name: str) -> list[str]:
        named = {"--work": "work", "--kept": "kept", "--page": "card.md"}
        return [part for option, file in named.items() for part in (option, str(tmp_path / name / file))]

    run = subprocess.Popen([sys.executable, "-m", "benchmarks.scorecard", *arguments, *places("killed")], cwd=ROOT)
    predictions = tmp_path / "killed" / "work" / "runs" / "entailment-offline-mills" / "predictions.jsonl"
    _until(lambda: predictions.exists() and predictions.read_text().count("\n") > 2)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
    run.kill()
    run.wait()
    _until(lambda: not any(Path(f"/proc/{child}/cmdline").exists() for child in children))
    done = predictions.read_text()
    assert main([*arguments, *places("killed")]) == 0
    assert done.splitlines()[0] in predictions.read_text(), "what was judged is not judged again"
    assert main([*arguments, *places("whole")]) == 0
    figures = [(tmp_path / name / "kept" / "entailment-offline-mills.json").read_text() for name in ("killed", "whole")]
    assert figures[0] == figures[1]


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within a minute")


def test_the_jury_s_size_is_told_for_each_group_the_least_gain_first(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    rows = [row(at) if at % 2 else row(at, "CONTRADICTED") | {"claim": "The mill has 99 floors."} for at in range(2, 8)]
    (data / "mills.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    places = ["--work", str(tmp_path / "work"), "--kept", str(tmp_path / "kept"), "--page", str(tmp_path / "card.md")]
    assert main([str(data), "--protocol", "jury", "--processes", "1", *places]) == 0
    panel = json.loads((tmp_path / "kept" / "jury-offline-mills.json").read_text())["panel"]
    assert (panel["cases"], panel["jurors"]) == (6, 4)
    gain = panel["single"]["jury"]["value"] - panel["single"]["accuracy"]["value"]
    assert abs(panel["single"]["jury_gains"]["value"] - gain) < 1e-3
    assert "| mills | offline | 6 |" in (tmp_path / "card.md").read_text()


def test_marked_words_are_compared_in_characters(tmp_path: Path) -> None:
    claim = "The mill has three floors. It opened in 1950."
    data = tmp_path / "data"
    data.mkdir()
    rows: list[dict[str, Any]] = [
        {"claim": claim, "source": "The mill has three floors. It opened in 1902.", "label": "UNFAITHFUL",
         "spans": [{"start": claim.index("1950"), "end": claim.index("1950") + 4}]},
        {"claim": "It opened in 1902.", "source": "It opened in 1902.", "label": "FAITHFUL", "spans": []},
    ]  # fmt: skip
    (data / "mills.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    places = ["--work", str(tmp_path / "work"), "--kept", str(tmp_path / "kept"), "--page", str(tmp_path / "card.md")]
    assert main([str(data), "--protocol", "factuality", "--processes", "1", *places]) == 0
    found = json.loads((tmp_path / "kept" / "factuality-offline-mills.json").read_text())["spans"]
    assert (found["rows"], found["recall"]) == (2, 1.0)
    assert shares({"gold": 4, "marked": 8, "shared": 4}) == {"precision": 0.5, "recall": 1.0, "f1": 0.6667}
    assert "Unfaithful words found by factuality" in (tmp_path / "card.md").read_text()


def test_stored_answers_are_those_of_the_model_and_are_not_computed_again(tmp_path: Path) -> None:
    pair = ("The mill has three floors.", "The mill has four floors.")
    expected = Model().judge_one(*pair)
    assert stored(Model(), tmp_path / "answers.db").judge_one(*pair) == expected

    def refuse(passage: Pieces, claim: str) -> Judgement:
        raise AssertionError("computed again")

    again = Model()
    again._run = refuse  # type: ignore[method-assign]
    assert stored(again, tmp_path / "answers.db").judge_one(*pair) == expected


def test_predictions_of_another_version_are_judged_anew(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    begin(folder, {"rules": "r1"})
    (folder / "predictions.jsonl").write_text("kept\n")
    begin(folder, {"rules": "r1"})
    assert (folder / "predictions.jsonl").exists()
    begin(folder, {"rules": "r2"})
    assert not (folder / "predictions.jsonl").exists()
