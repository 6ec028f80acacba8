"""`adjudge summary` and `adjudge eval factuality`, as a user types them."""

import json
import os
import signal
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from adjudge.cli.commands.summary import summary
from adjudge.protocols.factuality import Factuality
from tests.cli.support import adjudge
from tests.support.factuality import ARTICLE
from tests.support.sarif import require_sarif

WRONG = "The ferry carries 120 passengers.\r\nThe ferry was built in Kiel in 1996.\n"


@pytest.fixture
def texts(tmp_path: Path) -> tuple[str, str]:
    summary, article = tmp_path / "summary.txt", tmp_path / "article.txt"
    summary.write_bytes(WRONG.encode())
    article.write_text(ARTICLE)
    return str(summary), str(article)


def test_a_wrong_date_is_shown_with_its_evidence(texts: tuple[str, str]) -> None:
    ran = adjudge("summary", texts[0], "--article", texts[1])
    assert ran.code == 1
    assert "Contradicted" in ran.out
    assert "unfaithful" in ran.out
    assert "“1996” claim" in ran.out
    assert "Score 0." in ran.out
    assert len(ran.out.strip().splitlines()) <= 15
    assert "built in Kiel in 1994" in ran.out


def test_the_exit_code_says_the_label(tmp_path: Path, texts: tuple[str, str]) -> None:
    for text, code in (("The ferry carries 120 passengers.", 0), ("The ferry is owned by Ann Lee of Oslo.", 3)):
        path = tmp_path / "one.txt"
        path.write_text(text)
        assert adjudge("summary", str(path), "--article", texts[1], "--quiet").code == code, text


def test_json_is_one_object_and_nothing_else(texts: tuple[str, str]) -> None:
    ran = adjudge("summary", texts[0], "--article", texts[1], "--json")
    verdict = json.loads(ran.out)
    counts = verdict["result"]["counts"]
    assert counts["asked"] == sum(counts[name] for name in ("correct", "incorrect", "uncertain", "excluded", "failed"))
    [issue] = verdict["result"]["issue_spans"]
    assert WRONG[issue["start"] : issue["end"]] == issue["text"] == "1996"


def test_cards_and_sarif_are_written(tmp_path: Path, texts: tuple[str, str]) -> None:
    html, markdown, sarif = tmp_path / "card.html", tmp_path / "card.md", tmp_path / "spans.sarif"
    adjudge(
        "summary", texts[0], "-a", texts[1], "--html", str(html), "--markdown", str(markdown), "--sarif", str(sarif)
    )
    assert 'href="#point-' in html.read_text()
    assert "1996" in markdown.read_text()
    log = json.loads(sarif.read_text())
    require_sarif(log)
    [result] = log["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["charLength"]) == (2, 4)
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == texts[0]


def test_the_summary_may_come_from_standard_input(texts: tuple[str, str]) -> None:
    ran = adjudge("summary", "-", "--article", texts[1], "--quiet", stdin="The ferry carries 120 passengers.")
    assert (ran.code, ran.out.split()[0]) == (0, "Supported")


def test_quiet_is_one_line_and_a_path_is_not_broken_at_any_width(
    tmp_path: Path, texts: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "a folder with spaces in its name" / "a page.html"
    page.parent.mkdir()
    monkeypatch.setenv("COLUMNS", "30")
    ran = adjudge("summary", texts[0], "--article", texts[1], "--quiet", "--html", str(page))
    [line] = ran.out.splitlines()
    assert line.startswith("Contradicted (unfaithful) ")
    assert len(line) > 30
    assert f"Written to {page}" in ran.err.splitlines()


def test_a_file_of_pairs_is_judged_row_by_row(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    rows = [
        {"summary": "The ferry carries 120 passengers.", "article": ARTICLE},
        {"claim": "The ferry carries 130 passengers.", "source": ARTICLE},
        {"summary": " ", "article": ARTICLE},
    ]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ran = adjudge("summary", str(pairs), "--json", "--sarif", str(tmp_path / "all.sarif"))
    outcomes = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert {one["case_id"]: one.get("label", one.get("error")) for one in outcomes} == {
        "pair-0": "faithful",
        "pair-1": "unfaithful",
        "pair-2": "CaseError",
    }
    assert "1 of 3" in adjudge("summary", str(pairs)).err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.txt", "--article", "nowhere.txt"], "does not exist"),
        (["nowhere.txt"], "no article"),
        (["-", "--article", "-"], "only once"),
    ],
)
def test_what_is_missing_is_told(arguments: list[str], told: str) -> None:
    ran = adjudge("summary", *arguments, stdin="x")
    assert ran.code == 2
    assert told in ran.err


def test_an_unknown_retriever_is_told(texts: tuple[str, str]) -> None:
    ran = adjudge("summary", texts[0], "--article", texts[1], "--retriever", "magic")
    assert ran.code == 2
    assert "bm25 or jaccard" in ran.err


def test_eval_writes_its_files_and_shows_a_table(tmp_path: Path) -> None:
    data, out = tmp_path / "boats.jsonl", tmp_path / "results"
    rows = [
        {"summary": "The ferry carries 120 passengers.", "article": ARTICLE, "label": "FAITHFUL"},
        {"summary": "The ferry carries 130 passengers.", "article": ARTICLE, "label": "UNFAITHFUL"},
    ]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    for _ in range(2):
        ran = adjudge("eval", "factuality", str(data), "--out", str(out))
    assert ran.code == 0
    assert "boats" in ran.out
    written = sorted(path.name for path in out.iterdir())
    assert written == ["debug_claims.jsonl", "error_cases.jsonl", "results_boats.json", "summary.md"]
    assert len((out / "debug_claims.jsonl").read_text().splitlines()) == 2


def test_an_interrupted_file_of_pairs_goes_on_where_it_stopped(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    rows = [
        {"id": f"s{n}", "claim": f"Mill {n} opened in {1900 + n}.", "source": f"Mill {n} opened in {1900 + n}. It ran."}
        for n in range(60)
    ]
    pairs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = [sys.executable, "-m", "adjudge", "summary", str(pairs), "--json"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as first:
        assert first.stdout is not None
        first.stdout.readline()
        first.send_signal(signal.SIGINT)
        first.communicate()
    assert first.returncode == 130
    second = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
    assert "Resuming run" in second.stderr
    assert {json.loads(line)["case_id"] for line in second.stdout.splitlines()} == {f"s{n}" for n in range(60)}
    assert len(second.stdout.splitlines()) == len(rows)


def test_eval_without_a_known_label_says_which_there_are(tmp_path: Path) -> None:
    data, out = tmp_path / "boats.jsonl", tmp_path / "results"
    rows = [{"summary": "The ferry sails.", "article": ARTICLE, "label": label} for label in ("foo", "bar")]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ran = adjudge("eval", "factuality", str(data), "--out", str(out))
    assert ran.code == 2
    assert "'foo' (1), 'bar' (1)" in ran.err
    assert "unfaithful" in ran.err
    assert not out.exists()


def test_eval_of_two_files_of_one_name_keeps_the_results_of_both(tmp_path: Path) -> None:
    out = tmp_path / "results"
    paths = [tmp_path / "a" / "boats.jsonl", tmp_path / "b" / "boats.jsonl"]
    for path in paths:
        path.parent.mkdir()
        row = {"summary": "The ferry carries 120 passengers.", "article": ARTICLE, "label": "FAITHFUL"}
        path.write_text(json.dumps(row) + "\n")
    assert adjudge("eval", "factuality", *map(str, paths), "--out", str(out)).code == 0
    assert {path.name for path in out.glob("results_*")} == {"results_boats.json", "results_boats-2.json"}


def rows_in(path: Path, rows: list[dict[str, object]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_rows_come_back_in_their_order_under_their_own_ids(tmp_path: Path) -> None:
    long = " ".join(f"The ferry carried {n} passengers on day {n}." for n in range(30))
    rows = [
        {"id": f"r{n}", "summary": "The ferry sails." if n % 4 else long, "article": long if n % 4 == 0 else ARTICLE}
        for n in range(12)
    ]
    ran = adjudge("summary", rows_in(tmp_path / "pairs.jsonl", list(rows)), "--json")
    assert [json.loads(line)["case_id"] for line in ran.out.splitlines()] == [f"r{n}" for n in range(12)]


def test_a_row_without_an_article_fails_alone_and_is_named_by_its_line(tmp_path: Path) -> None:
    pairs = rows_in(
        tmp_path / "pairs.jsonl",
        [
            {"id": "a", "summary": "The ferry carries 120 passengers.", "article": ARTICLE},
            {"id": "b", "summary": "Why?"},
        ],
    )
    ran = adjudge("summary", pairs)
    assert ran.code == 0
    assert "a  Supported (faithful)" in ran.out
    assert "Line 2: The row has no article." in ran.err


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "has no rows"),
        ([{"summary": "Why?"}], "no column of articles"),
        ([{"summary": "", "article": "It sails."}, {"summary": "It sails.", "article": ""}], "No row of"),
    ],
)
def test_a_file_without_a_pair_is_wrong_input(tmp_path: Path, rows: list[dict[str, object]], told: str) -> None:
    ran = adjudge("summary", rows_in(tmp_path / "pairs.jsonl", rows))
    assert ran.code == 2
    assert told in ran.err
    assert ran.out == ""


def test_marked_words_of_a_row_are_shown_with_their_evidence_for_the_first_twenty(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"id": f"r{n}", "summary": f"The ferry carries {200 + n} passengers.", "article": ARTICLE} for n in range(22)
    ]
    pairs = rows_in(tmp_path / "pairs.jsonl", rows)
    ran = adjudge("summary", pairs)
    assert "    incorrect '200" in ran.out
    assert 'the article: "The ferry to Alder Island carries 120 passengers."' in ran.out
    assert ran.out.count("the article:") == 20
    assert "2 more are not faithful" in ran.err
    assert "the article:" not in adjudge("summary", pairs, "--quiet").out


@pytest.mark.parametrize("option", ["--html", "--markdown"])
def test_a_card_of_a_file_of_pairs_is_refused_rather_than_left_out(tmp_path: Path, option: str) -> None:
    pairs = rows_in(tmp_path / "pairs.jsonl", [{"summary": "The ferry sails.", "article": ARTICLE}])
    ran = adjudge("summary", pairs, option, str(tmp_path / "card"))
    assert ran.code == 2
    assert "--json or --sarif" in ran.err


def test_sarif_of_a_row_marks_its_line(tmp_path: Path) -> None:
    pairs = tmp_path / "my pairs.jsonl"
    row = {"id": "r2", "summary": "The ferry carries 130 passengers.", "article": ARTICLE}
    pairs.write_text("\n\n" + json.dumps(row) + "\n")
    sarif = tmp_path / "all.sarif"
    adjudge("summary", str(pairs), "--sarif", str(sarif))
    [result] = json.loads(sarif.read_text())["runs"][0]["results"]
    for place in (result["locations"][0], result["relatedLocations"][0]):
        assert place["physicalLocation"]["region"] == {"startLine": 3}
        assert place["physicalLocation"]["artifactLocation"]["uri"].endswith("/my%20pairs.jsonl")
    found = result["locations"][0]["properties"]
    assert found["row"] == "r2"
    assert str(row["summary"])[found["charOffset"] :][: found["charLength"]] == result["properties"]["text"]


def test_sarif_names_standard_input(tmp_path: Path, texts: tuple[str, str]) -> None:
    sarif = tmp_path / "one.sarif"
    adjudge("summary", "-", "-a", texts[1], "--sarif", str(sarif), stdin="The ferry carries 130 passengers.")
    [result] = json.loads(sarif.read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "stdin"


def test_the_help_names_the_labels_of_this_command() -> None:
    told = adjudge("summary", "--help").out
    assert "1 unfaithful, 3 uncertain" in told
    assert "mutated" not in told


@pytest.mark.parametrize(("flag", "needed"), [("--no-require-evidence-for-correct", False), ("", True)])
def test_evidence_for_correct_can_be_waived(tmp_path: Path, texts: tuple[str, str], flag: str, needed: bool) -> None:
    verdict = json.loads(adjudge("summary", texts[0], "-a", texts[1], "--json", *filter(None, [flag])).out)
    assert verdict["provenance"]["protocol"]["require_evidence_for_correct"] is needed
    data = rows_in(tmp_path / "one.jsonl", [{"summary": "The ferry sails.", "article": ARTICLE, "label": "FAITHFUL"}])
    ran = adjudge("eval", "factuality", data, "--out", str(tmp_path / "out"), "--json", *filter(None, [flag]))
    assert json.loads(ran.out)["protocol"]["require_evidence_for_correct"] is needed


@pytest.mark.parametrize("place", ["summary", "article", "stdin"])
def test_a_binary_file_is_refused(tmp_path: Path, texts: tuple[str, str], place: str) -> None:
    binary = tmp_path / "picture.txt"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))
    summary = {"summary": str(binary), "stdin": "-"}.get(place, texts[0])
    article = str(binary) if place == "article" else texts[1]
    ran = adjudge("summary", summary, "--article", article, stdin=binary.read_bytes())
    assert ran.code == 2
    assert "is not text" in ran.err


def test_places_in_standard_input_are_those_of_the_same_file(tmp_path: Path, texts: tuple[str, str]) -> None:
    text, places = "\n\n\nThe ferry carries 130 passengers.\n", []
    (tmp_path / "lead.txt").write_text(text)
    for name, stdin in ((str(tmp_path / "lead.txt"), None), ("-", text)):
        sarif = tmp_path / "out.sarif"
        adjudge("summary", name, "-a", texts[1], "--sarif", str(sarif), stdin=stdin)
        result = json.loads(sarif.read_text())["runs"][0]["results"][0]
        places.append(result["locations"][0]["physicalLocation"]["region"])
    assert places[0] == places[1]


def test_a_row_with_half_a_character_is_judged_like_the_others(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    half = (
        r'{"id": "half", "summary": "The \ud83d ferry carries 130 people.", "article": "The ferry carries 120 people."}'
    )
    pairs.write_text(half + "\n")
    ran = adjudge("summary", str(pairs), "-q")
    assert ran.code == 0, ran
    assert "half" in ran.out


def test_the_command_checks_a_claim_against_as_many_passages_as_the_protocol() -> None:
    assert signature(summary).parameters["passages"].default == Factuality().passages
