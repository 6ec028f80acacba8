"""An evaluation from file to files."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from adjudge.errors import DataError
from adjudge.evals.datasets import Example, load
from adjudge.evals.factuality import evaluate, set_names
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
    assert results["ground_truth"] == {"faithful": 2, "unfaithful": 2}
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
        assert claim["selection_reason"] == claim["evidence_selection_reason"]
        assert (claim["selected_evidence_index"] >= 0) is claim["evidence_found"]


def test_only_wrong_decisions_are_error_cases(data: Path, tmp_path: Path) -> None:
    asyncio.run(evaluate(data, tmp_path))
    [case] = lines(tmp_path / "error_cases.jsonl")
    assert case["case_id"] == "2#2"
    assert case["error"] == "false_negative"
    assert {"top_issue_span", "top_claims", "claim_label_counts"} <= set(case)


def test_the_readable_summary_names_the_set(data: Path, tmp_path: Path) -> None:
    page = written([asyncio.run(evaluate(data, tmp_path))])
    assert "| boats | 3 of 6 |" in page
    gate = page.partition("## The evidence gate")[2]
    for told in ("claims with evidence", "changed by the gate", "not covered", "abstained", "| boats | 4 of 4 (100%)"):
        assert told in gate


def test_rows_of_one_id_are_told_apart_and_an_empty_one_is_a_failure(data: Path) -> None:
    rows = list(load(data))
    assert [row.case.id for row in rows if isinstance(row, Example)] == ["1", "2#1", "2#2", "4", "5"]
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


def written_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"summary": "It sails.", "article": "It sails.", "label": word} for word in ("foo", "bar")], "'foo' (1)"),
        ([{"summary": "It sails.", "article": "It sails.", "verdict": "1"}], "no column of labels"),
        ([{"summary": "It sails.", "article": "It sails.", "label": ""}], "has a label"),
        ([], "no rows"),
    ],
)
def test_a_file_by_which_nothing_can_be_measured_is_refused(
    tmp_path: Path, rows: list[dict[str, Any]], told: str
) -> None:
    data = written_rows(tmp_path / "data.jsonl", rows)
    with pytest.raises(DataError) as raised:
        asyncio.run(evaluate(data, tmp_path / "out"))
    assert told in raised.value.message
    if rows:
        assert "faithful" in raised.value.hint
    assert not (tmp_path / "out").exists()


def test_a_labelled_row_that_could_not_be_scored_is_an_abstention(data: Path, tmp_path: Path) -> None:
    results = asyncio.run(evaluate(data, tmp_path))
    labelled = sum(results["ground_truth"].values())
    by_label = results["by_label"]
    decided = sum(by_label[name] for name in ("tp", "tn", "fp", "fn"))
    assert labelled == results["rows"]["scored"] + results["rows"]["not_scored"] == 4
    assert by_label["coverage"] == pytest.approx(decided / labelled)


def test_what_was_not_found_is_a_zero(tmp_path: Path) -> None:
    rows = [{"summary": "The ferry carries 120 passengers.", "article": ARTICLE, "label": "FAITHFUL"}]
    results = asyncio.run(evaluate(written_rows(tmp_path / "one.jsonl", rows), tmp_path))
    assert results["claims"]["uncertain"] == results["claims"]["incorrect"] == results["claims"]["failed"] == 0
    assert results["issue_spans"]["issue_spans"] == results["issue_spans"]["severity_high"] == 0


def test_files_of_one_name_get_names_of_their_own() -> None:
    paths = [Path("a/set.jsonl"), Path("b/set.csv.gz"), Path("set-2.csv"), Path("c/set.jsonl"), Path("set.v1.csv")]
    assert set_names(paths) == ["set", "set-2", "set-2-2", "set-3", "set.v1"]


def test_a_row_without_an_article_is_a_failure_that_names_its_line(tmp_path: Path) -> None:
    rows = [{"id": "a", "summary": "It sails.", "article": "It sails."}, {"id": "b", "summary": "It sails."}]
    path = written_rows(tmp_path / "data.jsonl", rows)
    path.write_text(path.read_text().replace("\n", "\n\n"))
    good, bad = load(path)
    assert isinstance(good, Example)
    assert isinstance(bad, Failure)
    assert (bad.case_id, bad.message) == ("b", "Line 3: The row has no article.")


def test_ids_stay_unique_however_they_are_chosen(tmp_path: Path) -> None:
    rows = [{"id": id, "summary": "It sails.", "article": "It sails."} for id in ("a", "a", "a#0", "pair-4", None, 0)]
    ids = [row.case.id for row in load(written_rows(tmp_path / "data.jsonl", rows)) if isinstance(row, Example)]
    assert ids == ["a#0#", "a#1", "a#0", "pair-4", "pair-4#", "0"]


def test_ndjson_is_read_as_json_lines(tmp_path: Path) -> None:
    rows = [{"summary": "It sails.", "article": "It sails.", "spans": [3, [0, 2], {"start": 0}]}]
    [row] = load(written_rows(tmp_path / "data.ndjson", rows))
    assert isinstance(row, Example)
    assert row.spans == ((0, 2),)


def test_a_row_of_a_csv_knows_the_line_it_begins_on(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text('summary,article\n"It\nsails.","It sails."\n\n"It sinks.","It sails."\n')
    assert [row.line for row in load(path) if isinstance(row, Example)] == [2, 5]
