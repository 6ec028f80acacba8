"""`adjudge mutate` on the command line."""

import json
from pathlib import Path

from tests.cli.support import adjudge
from tests.evals.texts import ENGLISH, GERMAN


def test_claims_come_as_json_lines_with_label_kind_and_edits(tmp_path: Path) -> None:
    text = tmp_path / "article.txt"
    text.write_text(ENGLISH)
    ran = adjudge("mutate", str(text))
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert {row["label"] for row in rows} == {"FAITHFUL", "MUTATED"}
    assert all(row["source"] == ENGLISH and row["claim"] and row["kind"] for row in rows)
    assert all(row["claim"][edit["start"] : edit["end"]] == edit["now"] for row in rows for edit in row["edits"])
    assert "mutated" in ran.err


def test_standard_input_and_a_file_of_texts_are_read_too(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"source": text}) + "\n" for text in (ENGLISH, GERMAN, ENGLISH)))
    ran = adjudge("mutate", "-", str(rows), "--kind", "verbatim", stdin="The bridge was opened in 1931.")
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert {row["document"] for row in found} == {"stdin", "rows.jsonl:0", "rows.jsonl:1"}


def test_so_many_of_each_kind(tmp_path: Path) -> None:
    text = tmp_path / "article.txt"
    text.write_text(ENGLISH)
    rows = [json.loads(line) for line in adjudge("mutate", str(text), "--per-kind", "1").out.splitlines()]
    kinds = [row["kind"] for row in rows]
    assert sorted(kinds) == sorted(set(kinds))


def test_a_kind_that_is_not_there_is_told_with_the_nearest(tmp_path: Path) -> None:
    ran = adjudge("mutate", "-", "--kind", "numbers", stdin="It opened in 1931.")
    assert ran.code == 2
    assert "Did you mean 'number'" in ran.err


def test_a_text_without_a_plain_statement_says_so() -> None:
    ran = adjudge("mutate", "-", stdin="Why? Because.")
    assert (ran.code, ran.out) == (0, "")
    assert "No claim could be generated" in ran.err


def test_an_evaluation_that_withholds_all_caught_nothing(tmp_path: Path) -> None:
    text, out = tmp_path / "article.txt", tmp_path / "out"
    text.write_text(ENGLISH)
    options = ("--per-kind", "1", "--risk", "0.0", "-p", "entailment", "--out", str(out))
    ran = adjudge("eval", "--mutations", str(text), *options)
    assert ran.code == 0, ran.err
    found = json.loads((out / "results_mutations.json").read_text())["mutations"]
    withheld = sum(kind["withheld"] for kind in found["kinds"].values())
    assert withheld == found["withheld"] > 0
    assert all(
        kind["contradicted"] + kind["not_enough_info"] + kind["supported"] + kind["withheld"] + kind["failed"]
        == kind["count"]
        for kind in found["kinds"].values()
    )
    assert "neither caught nor a false alarm" in " ".join(ran.out.split())


def test_an_empty_text_is_an_error() -> None:
    assert adjudge("mutate", "-", stdin="  ").code == 2
