"""The seed's evaluation: its cases, its columns, its figures; failures stay in every denominator."""

import asyncio
import csv
import json
from pathlib import Path
from typing import Any

import pytest

from adjudge.engines.scripted import Scripted
from adjudge.errors import DataError, EngineBusy
from adjudge.evals.news import COLUMNS, aggregate, by_difficulty, evaluate, load_cases
from tests.cli.support import adjudge
from tests.mcp.support import settings

CASES = [
    {"id": 1, "claim": "The Alder bridge opened in 1931.", "expected": "SUPPORTED", "difficulty": "Easy"},
    {"id": 2, "claim": "Orland borders the sea.", "expected": "REFUTED", "difficulty": "Easy"},
    {"id": 3, "claim": "Zebras fly, and the Alder bridge is blue.", "expected": "REFUTED", "difficulty": "Hard"},
]


def written(folder: Path, cases: object = CASES) -> Path:
    path = folder / "test_cases.json"
    path.write_text(json.dumps(cases))
    return path


def test_the_command_writes_the_seed_s_table_and_prints_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADJUDGE_INDEX", settings(tmp_path).index)
    monkeypatch.chdir(tmp_path)
    ran = adjudge("eval", "news", str(written(tmp_path)))
    assert ran.code == 0, ran.err
    assert "Success Rate" in ran.out
    with (tmp_path / "eval" / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [row["predicted"] for row in rows] == ["SUPPORTED", "REFUTED", "NEI"]
    assert [row["correct"] for row in rows] == ["True", "True", "False"]
    assert all(float(row["latency_sec"]) >= 0 and int(row["tool_calls"]) >= 3 for row in rows)
    assert {row["constraint_violation"] for row in rows} == {"False"}
    shown = json.loads(adjudge("eval", "news", str(written(tmp_path)), "--json").out)
    assert shown["all"]["success_rate"] == pytest.approx(2 / 3, abs=1e-4)
    assert shown["by_difficulty"]["Easy"]["success_rate"] == 1.0


def test_violations_and_failures_are_counted_and_stay_in_the_denominator(tmp_path: Path) -> None:
    def answer(question: Any) -> Any:
        if question.seat == "analyzer":
            return {"entities": [], "queries": [question.claim, "other words"], "complexity": "Low"}
        if question.seat == "critic":
            return {"concerns": [], "advice": "KEEP", "confidence_adjustment": 0.0}
        if "Orland" in question.claim:
            return {"readings": [], "reason": "x", "verdict": "TRUE"}
        if question.refused:
            return EngineBusy("503")
        return {"readings": [], "reason": "x", "verdict": "MAYBE" if "Zebras" in question.claim else "NEI"}

    news = settings(tmp_path)
    rows = asyncio.run(evaluate(load_cases(written(tmp_path)), protocol=news, engine=Scripted(answer)))
    assert [row.predicted for row in rows] == ["NEI", None, None]
    assert [row.constraint_violation for row in rows] == [False, True, True], "also where it fails afterwards"
    assert rows[1].error.startswith("UnusableReply")
    total = aggregate(rows)
    assert (total.cases, total.failed, total.success_rate, total.constraint_violations) == (3, 2, 0.0, 2)
    assert {name: one.cases for name, one in by_difficulty(rows).items()} == {"Easy": 2, "Hard": 1}


@pytest.mark.parametrize(
    ("cases", "said"),
    [
        ([{"id": 1, "claim": "x", "expected": "TRUE"}], r"case 1\.expected"),
        ([{"id": 7, "expected": "NEI"}], r"case 7\.claim"),
        ([{"id": 7, "claim": "x", "expected": "NEI"}, {"claim": "x"}], r"case number 2\.id"),
        ({"id": 1}, "valid list"),
        ([], "contains no cases"),
    ],
)
def test_a_file_of_other_things_says_what_is_wrong(tmp_path: Path, cases: object, said: str) -> None:
    with pytest.raises(DataError, match=said):
        load_cases(written(tmp_path, cases))
