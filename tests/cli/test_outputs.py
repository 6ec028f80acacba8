"""What a command reads is never what it writes over."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.support import adjudge

CLAIM, TRUTH = "The bridge opened in 1932.", "The bridge opened in 1931."


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(f"claim,truth\n{CLAIM},{TRUTH}\n")
    Path("mine.yaml").write_text("data: {source: mine.csv}\n")
    Path("source.txt").write_text(TRUTH)
    Path("summary.txt").write_text(CLAIM)
    Path("pairs.jsonl").write_text(json.dumps({"summary": CLAIM, "article": TRUTH, "label": "unfaithful"}) + "\n")
    Path("error_cases.jsonl").write_text(Path("pairs.jsonl").read_text())
    Path("cases.json").write_text(json.dumps([{"id": "1", "claim": CLAIM, "expected": "REAL", "difficulty": "easy"}]))
    Path("linked.csv").symlink_to("mine.csv")
    os.link("mine.csv", "same.csv")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    ["check Claim --source source.txt --html a.x --markdown ./a.x", "news Claim --html a.x --markdown a.x"],
)
def test_two_outputs_have_two_places(words: str) -> None:
    ran = adjudge(*words.split())
    assert (ran.code, "written twice" in ran.err) == (2, True), ran.err
    assert not Path("a.x").exists()


@pytest.mark.parametrize(
    "words",
    [
        "run mine.yaml --engine offline --out mine.csv",
        "run mine.yaml --engine offline --out ./linked.csv",
        "run mine.yaml --engine offline --out same.csv",
        "run mine.yaml --engine offline --out mine.yaml",
        "eval news cases.json --out cases.json",
        "eval error_cases.jsonl --out .",
        "eval factuality error_cases.jsonl --out .",
        "check Claim --source source.txt --html source.txt",
        "check Claim --source source.txt --markdown source.txt",
        "summary summary.txt --article source.txt --html source.txt",
        "summary summary.txt --article source.txt --markdown summary.txt",
        "summary summary.txt --article source.txt --sarif source.txt",
        "summary pairs.jsonl --sarif pairs.jsonl",
    ],
)
def test_an_output_that_is_an_input_is_refused_before_anything_is_written(words: str, files: Path) -> None:
    before = {path: path.read_bytes() for path in files.iterdir()}
    ran = adjudge(*words.split())
    assert ran.code == 2
    assert f"'{Path(words.split()[-1]).name}" in ran.err or "'error_cases.jsonl'" in ran.err
    assert "Choose another output file" in ran.err
    assert {path: path.read_bytes() for path in files.iterdir()} == before


def test_what_writes_no_file_may_name_one(files: Path) -> None:
    assert adjudge("run", "mine.yaml", "--engine", "offline", "--out", "mine.csv", "--json").code == 0
    assert CLAIM in (files / "mine.csv").read_text()
