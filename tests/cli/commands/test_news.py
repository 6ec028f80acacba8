"""`adjudge news`, `adjudge index` and `adjudge mcp` from the command line."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.protocols.news import News
from tests.cli.support import adjudge
from tests.evidence.files import FAKE, REAL, fever, isot


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with files in the published formats, and an index of them."""
    monkeypatch.chdir(tmp_path)
    isot(tmp_path, "True.csv", REAL)
    isot(tmp_path, "Fake.csv", FAKE)
    fever(tmp_path)
    assert adjudge("index", "add", "isot", "True.csv", "Fake.csv").code == 0
    assert adjudge("index", "add", "fever", "train.jsonl").code == 0
    return tmp_path


def test_index_add_says_what_it_did_and_what_it_could_not_read(here: Path) -> None:
    (here / "more.jsonl").write_text('{"claim": "A ferry sails.", "label": "SUPPORTS"}\n{"claim": "half\n')
    ran = adjudge("index", "add", "fever", "more.jsonl")
    assert "added: 1 record: " in ran.out
    assert "line 2: not a JSON object" in ran.err
    assert "unchanged: 1 record: " in adjudge("index", "add", "fever", "more.jsonl").out
    assert json.loads(adjudge("index", "add", "fever", "more.jsonl", "--json").out)["status"] == "unchanged"


def test_what_was_added_before_a_wrong_file_is_said(here: Path) -> None:
    isot(here, "True-more.csv", ["A ferry sails to Alder Island"])
    (here / "other.csv").write_text("a,b\n1,2\n")
    ran = adjudge("index", "add", "isot", "True-more.csv", "other.csv")
    assert ran.code == 2
    assert "added: 1 record: " in ran.out
    assert "no column 'title'" in ran.err


def test_two_commands_that_add_to_a_new_index_at_once_both_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_INDEX", str(tmp_path / "index"))
    files = [
        fever(tmp_path, f"{n}.jsonl", [(f"Ferry {n} sails to {m}.", "SUPPORTS") for m in range(50)]) for n in (1, 2)
    ]
    command = [sys.executable, "-m", "adjudge", "index", "add", "fever"]
    both = [subprocess.Popen([*command, str(file)], stdout=subprocess.PIPE, text=True) for file in files]
    assert ["added: 50 records: " in one.communicate(timeout=120)[0] for one in both] == [True, True]
    assert json.loads(adjudge("index", "stats", "--json").out)["records"] == 100


def test_a_folder_in_which_nothing_can_be_read_is_the_user_s_mistake(here: Path) -> None:
    (here / "reports").mkdir()
    (here / "reports" / "a.txt").write_text("")
    ran = adjudge("index", "add", "docs", "reports")
    assert (ran.code, ran.out.split()[0]) == (2, "refused:")
    (here / "reports" / "b.txt").write_text("The bridge opened in 1931.")
    assert adjudge("index", "add", "docs", "reports").code == 0


def test_index_list_search_stats_and_remove(here: Path) -> None:
    assert adjudge("index", "list").out.split() == ["isot", "fever"]
    found = adjudge("index", "search", "Orland sea", "--store", "fever", "--limit", "1").out
    assert found.strip() == "[FEVER DB] Claim: 'Orland borders the sea.' | Label: REFUTES"
    assert adjudge("index", "search", "borders the sea", "--match", "substring").out == found
    assert json.loads(adjudge("index", "search", "zebra", "--json").out)["returned"] == "NO_DB_MATCH"
    assert [json.loads(line)["records"] for line in adjudge("index", "stats", "--json").out.splitlines()] == [5, 4]
    refused = adjudge("index", "remove", "isot")
    assert (refused.code, "-y" in refused.err) == (2, True)
    assert adjudge("index", "list").out.split() == ["isot", "fever"]
    assert adjudge("index", "remove", "isot", "--yes").code == 0
    assert adjudge("index", "list").out.split() == ["fever"]
    assert adjudge("index", "remove", "isot").code == 2
    assert adjudge("index", "remove", "isot", "--yes").code == 2


def test_mistakes_with_files_say_what_to_do(here: Path) -> None:
    (here / "other.csv").write_text("a,b\n1,2\n")
    assert "no column 'title'" in adjudge("index", "add", "isot", "other.csv").err
    assert "does not exist" in adjudge("index", "add", "fever", "nothing.jsonl").err
    assert "There are: isot, fever, docs" in adjudge("index", "add", "liar", "True.csv").err
    assert adjudge("index", "search", "x", "--match", "fuzzy").code == 2


@pytest.mark.parametrize(
    ("claim", "label", "code"),
    [
        ("The Alder bridge opened in 1931.", "SUPPORTED", 0),
        ("Orland borders the sea.", "REFUTED", 1),
        ("Zebras fly.", "NEI", 3),
    ],
)
def test_the_verdict_the_exit_code_and_the_log_line(here: Path, claim: str, label: str, code: int) -> None:
    ran = adjudge("news", claim, "--quiet")
    assert (ran.code, label in ran.out) == (code, True)
    line = f"CLAIM: {claim} | VERDICT: {label}"
    assert (here / "data" / "verification_logs.txt").read_text() == line + "\n"
    assert line in ran.err


def test_the_card_shows_queries_evidence_and_tool_calls(here: Path) -> None:
    ran = adjudge("news", "Orland borders the sea.", "--no-log", "-v", "--markdown", "card.md", "--html", "card.html")
    assert ran.code == 1
    for words in ("query 1", "FEVER DB REFUTES", "tool calls", "1 of"):
        assert words in ran.out
    assert "REFUTED" in (here / "card.md").read_text()
    assert "REFUTED" in (here / "card.html").read_text()
    assert not (here / "data").exists()


def test_evidence_only_stops_before_the_verdict(here: Path) -> None:
    ran = adjudge("news", "Orland borders the sea.", "--evidence-only")
    assert ran.code == 0
    assert "[FEVER DB] Claim: 'Orland borders the sea.' | Label: REFUTES" in ran.out
    assert "REFUTED" not in ran.out
    assert not (here / "data").exists()
    assert "no card" in adjudge("news", "x y", "--evidence-only", "--html", "card.html").err
    # In a process of its own: the servers it starts inherit a real stderr.
    command = [sys.executable, "-m", "adjudge", "news", "Orland borders the sea.", "--evidence-only"]
    behind_servers = subprocess.run([*command, "--servers", "stdio"], capture_output=True, text=True, check=True)
    assert behind_servers.stdout == ran.out
    shown = json.loads(adjudge("news", "Orland borders the sea.", "--evidence-only", "--json").out)
    assert list(shown) == ["claim", "entities", "queries", "complexity", "evidence", "searches", "notes"]


def test_a_stored_verdict_is_replayed_and_proved_after_the_index_is_gone(here: Path) -> None:
    assert adjudge("news", "Orland borders the sea.", "--quiet").code == 1
    for name in ("isot", "fever"):
        adjudge("index", "remove", name, "--yes")
    assert "1 of 1 outcomes replayed byte for byte" in adjudge("runs", "replay", "last").out
    assert adjudge("runs", "verify", "last").code == 0
    assert len((here / "data" / "verification_logs.txt").read_text().splitlines()) == 1


def test_an_empty_index_is_said_and_the_claim_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = adjudge("news", "Orland borders the sea.", "--no-log", "--json")
    assert ran.code == 3
    assert "The evidence index is empty." in json.loads(ran.out)["reasons"]
    assert "The evidence index is empty." in adjudge("news", "Orland borders the sea.", "--no-log", "--quiet").err


@pytest.mark.parametrize(
    "claim",
    ["Did the Alder bridge open in 1931?", "Brenn", "the of and", 'Brenn" AND (title:x* OR ~2', "Brenn rains. " * 4000],
    ids=["question", "one word", "stop words", "operators", "50,000 characters"],
)
def test_a_strange_claim_stays_open_and_its_card_stays_short(here: Path, claim: str) -> None:
    ran = adjudge("news", "-", "--no-log", stdin=claim)
    assert ran.code == 3, ran.err
    assert len(ran.out) < 20_000


def test_wrong_options_are_the_user_s_mistake(here: Path) -> None:
    assert adjudge("news", " ", "--json").code == 2
    assert adjudge("news", "x y", "--match", "fuzzy").code == 2
    assert "--servers is 'carrier pigeon'" in adjudge("news", "x y", "--servers", "carrier pigeon").err
    assert "ADJUDGE_TOKEN" in adjudge("mcp", "all", "--transport", "http").err
    assert News().web == ""


def test_the_news_examples_that_ship_are_decided_as_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = Path(__file__).parents[3] / "examples" / "news"
    monkeypatch.chdir(tmp_path)
    assert adjudge("index", "add", "isot", str(examples / "True.csv"), str(examples / "Fake.csv")).code == 0
    assert adjudge("index", "add", "fever", str(examples / "claims.jsonl")).code == 0
    assert adjudge("eval", "news", str(examples / "test_cases.json")).code == 0
    with (tmp_path / "eval" / "results.csv").open(newline="") as file:
        missed = [row["claim"] for row in csv.DictReader(file) if row["correct"] != "True"]
    assert len(missed) <= 1, missed
