"""An evaluation from file to files."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from adjudge.errors import DataError
from adjudge.evals.datasets import Example, load
from adjudge.evals.factuality import evaluate
from adjudge.evals.summary import written
from adjudge.results.factuality import ClaimTrace
from adjudge.verdict import Failure
from tests.support.factuality import ARTICLE

ROWS: list[dict[str, Any]] = [
    {"id": "1", "summary": "The ferry carries 120 passengers.", "article": ARTICLE, "label": "FAITHFUL", "spans": []},
    {
        "id": "2",
        "summary": "The ferry was built in Kiel in 1996.",
        "article": ARTICLE,
        "label": "UNFAITHFUL",
        "spans": [{"start": 31, "end": 35}],
    },
    {"id": "2", "summary": "Tickets are sold on board.", "article": ARTICLE, "label": "UNFAITHFUL", "spans": []},
    {"id": "4", "summary": "Why?", "article": ARTICLE, "label": "FAITHFUL"},
    {"id": "5", "summary": "The ferry was built in Kiel.", "article": ARTICLE, "label": ""},
    {"id": "6", "summary": "", "article": ARTICLE, "label": "FAITHFUL"},
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "boats.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in ROWS)
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_files_of_an_evaluation(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    results = asyncio.run(evaluate(data, out))
    assert json.loads((out / "results_boats.json").read_text()) == results
    assert results["rows"] == {"asked": 6, "scored": 3, "failed": 1, "unlabelled": 1, "not_scored": 1}
    assert results["ground_truth"] == {"faithful": 1, "unfaithful": 2}
    by_score = results["by_score"]
    assert by_score["tp"] + by_score["tn"] + by_score["fp"] + by_score["fn"] == 3
    assert {"low", "high", "value"} == set(by_score["balanced_accuracy"])
    assert results["by_label"]["coverage"] + results["by_label"]["abstention"] == pytest.approx(1)
    assert results["span_characters"]["issues"]["recall"] == 1.0
    assert results["claims"]["asked"] == 5


def test_every_claim_is_in_the_debug_file_with_its_way_through_the_gate(data: Path, tmp_path: Path) -> None:
    asyncio.run(evaluate(data, tmp_path))
    claims = lines(tmp_path / "debug_claims.jsonl")
    assert len(claims) == 4
    for claim in claims:
        assert set(ClaimTrace.model_fields) <= set(claim)
        assert {"verdict", "evidence_found", "confidence", "evidence_quote"} <= set(claim)


def test_only_wrong_decisions_are_error_cases(data: Path, tmp_path: Path) -> None:
    asyncio.run(evaluate(data, tmp_path))
    [case] = lines(tmp_path / "error_cases.jsonl")
    assert case["case_id"] == "2#2"
    assert case["error"] == "false_negative"
    assert {"top_issue_span", "top_claims", "claim_label_counts"} <= set(case)


def test_the_readable_summary_names_the_set(data: Path, tmp_path: Path) -> None:
    assert "| boats | 3 of 6 |" in written([asyncio.run(evaluate(data, tmp_path))])


def test_rows_of_one_id_are_told_apart_and_an_empty_one_is_a_failure(data: Path) -> None:
    rows = list(load(data))
    assert [row.case.id for row in rows if isinstance(row, Example)] == ["1#0", "2#1", "2#2", "4#3", "5#4"]
    assert sum(isinstance(row, Failure) for row in rows) == 1
    assert len(list(load(data, limit=2))) == 2


def test_a_csv_with_other_names_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text('claim,source,label\n"It sails.","The ferry sails.",1\n')
    [row] = load(path)
    assert isinstance(row, Example)
    assert row.faithful is True


@pytest.mark.parametrize("content", ['{"a": 1}\n', "not json\n", "[1]\n"])
def test_a_file_that_has_no_pairs_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content)
    with pytest.raises(DataError):
        list(load(path))
