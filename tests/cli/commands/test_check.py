"""`adjudge check` as a user types it."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from adjudge.protocols.registry import PROTOCOLS
from adjudge.verdict import Verdict
from tests.cli.support import adjudge

CLAIM = "The bridge opened in 1931."
TRUTH = "The bridge opened in 1931 after years of work."


def test_the_exit_code_says_the_verdict() -> None:
    assert adjudge("check", "The bridge opened in 1931.", "--source-text", TRUTH).code == 0
    assert adjudge("check", "The bridge opened in 1932.", "--source-text", TRUTH).code == 1


def test_an_overstated_claim_is_mutated() -> None:
    ran = adjudge("check", "All trains were late.", "--source-text", "Most trains were late.", "--json")
    verdict = json.loads(ran.out)
    assert (verdict["label"], ran.code) == ("Mutated", 1)
    assert verdict["stance"] != "SUPPORTED"


def test_the_story_and_the_card_are_shown_in_order() -> None:
    shown = adjudge("check", "The bridge opened in 1932.", "--source-text", TRUTH, "--verbose").out
    places = [shown.index(word) for word in ("fact frame", "round 0", "round 2", "foreperson", "✗ Contradicted")]
    assert places == sorted(places)
    assert "literal" in shown
    assert "\x1b[" not in shown


def test_without_verbose_there_is_the_answer_alone() -> None:
    shown = adjudge("check", "The bridge opened in 1932.", "--source-text", TRUTH).out
    assert shown.startswith(" ✗ Contradicted")
    assert "1932" in shown
    assert "“1931” source" in shown
    assert "jury: Mutated" in shown
    assert "--verbose" in shown
    assert len(shown.splitlines()) <= 15


def test_brief_json_is_outcome_confidence_evidence_and_edit() -> None:
    ran = adjudge("check", "The bridge opened in 1932.", "--source-text", TRUTH, "--json", "--brief")
    brief = json.loads(ran.out)
    assert (brief["outcome"], brief["label"], ran.code) == ("Contradicted", "Mutated", 1)
    assert brief["evidence"][0]["claim"]["text"] == "1932"
    assert brief["evidence"][0]["source"]["text"] == "1931"
    assert {"confidence", "calibration", "edit", "reason", "leaning"} <= set(brief)
    assert "transcript" not in brief


def test_brief_without_json_is_refused_with_what_to_do() -> None:
    ran = adjudge("check", "a", "--source-text", "b", "--brief")
    assert ran.code == 2
    assert "--json --brief" in ran.err


def test_json_is_one_object_and_nothing_else_and_the_same_bytes_every_time() -> None:
    first, again, fresh = (
        adjudge("check", "The bridge opened in 1932.", "--source-text", TRUTH, "--json", *more)
        for more in ([], [], ["--fresh"])
    )
    verdict = Verdict.model_validate_json(first.out)
    assert verdict.label == "Mutated"
    assert verdict.model_dump_json() + "\n" == first.out == again.out == fresh.out
    assert first.err == ""


def test_sources_come_from_files_text_and_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("It rained in Oslo.")
    ran = adjudge(
        "check", "It rained.", "-s", str(file), "-s", "-", "--source-text", TRUTH, "--json", stdin="It snowed."
    )
    verdict = json.loads(ran.out)
    truth = verdict["transcript"]["entries"][0]["question"]["truth"]
    assert [source["id"] for source in truth] == ["a.txt", "stdin", "source"]


def test_cards_are_written_as_html_and_markdown(tmp_path: Path) -> None:
    html, markdown = tmp_path / "card.html", tmp_path / "card.md"
    adjudge(
        "check", "It <b>opened</b> in 1932.", "--source-text", TRUTH, "--html", str(html), "--markdown", str(markdown)
    )
    HTMLParser().feed(html.read_text())
    assert "&lt;b&gt;" in html.read_text()
    assert "Mutated" in markdown.read_text()


def test_quiet_is_one_line() -> None:
    ran = adjudge("check", "The bridge opened in 1931.", "--source-text", TRUTH, "-q")
    [line] = ran.out.splitlines()
    assert "upported (" in line
    assert line.endswith(", Faithful)")


def test_quiet_stays_one_line_and_a_path_unbroken_on_a_narrow_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = tmp_path / "a folder with spaces in its name" / "a card.html"
    card.parent.mkdir()
    monkeypatch.setenv("COLUMNS", "30")
    ran = adjudge("check", CLAIM, "--source-text", TRUTH, "-q", "--risk", "0.001", "--html", str(card))
    [line] = ran.out.splitlines()
    assert "withheld" in line
    assert f"Card written to {card}" in ran.err.splitlines()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["check", "a claim"], 2, "no source"),
        (["check", " ", "--source-text", "x"], 2, "claim is empty"),
        (["check", "a", "--source-text", "  "], 2, "is empty"),
        (["check", "a", "--source", "nowhere.txt"], 2, "does not exist"),
        (["check", "a", "--source", "."], 2, "is a directory"),
        (["check", "-", "--source", "-"], 2, "only once"),
        (["check", "a", "--source-text", "b", "--protocol", "juri"], 2, "Did you mean 'jury'"),
        (["check", "a", "--source-text", "b", "--engine", "opneai:x"], 2, "openai"),
        (["check", "a", "--source-text", "b", "--engine", "gpt-4o-mini"], 4, "OPENAI_API_KEY"),
        (
            ["check", "It rained.", "--source-text", "Snow fell.", "--html", "/nowhere/card.html"],
            2,
            "cannot be written",
        ),
    ],
)
def test_wrong_input_is_named_with_the_right_exit_code(arguments: list[str], code: int, said: str) -> None:
    ran = adjudge(*arguments)
    assert ran.code == code, ran
    assert said in " ".join(ran.err.split())


def test_an_empty_source_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    ran = adjudge("check", "a", "-s", str(tmp_path / "empty.txt"))
    assert ran.code == 2
    assert "is empty" in ran.err


def test_an_error_with_json_is_a_json_object() -> None:
    ran = adjudge("check", "a", "--source", "nowhere.txt", "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["error"] == "DataError"


def test_a_store_that_cannot_be_opened_is_store_trouble(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path / "file"))
    ran = adjudge("check", "a", "--source-text", "a")
    assert ran.code == 5, ran


def test_a_dry_run_asks_nothing_and_names_the_calls() -> None:
    ran = adjudge("check", "a", "--source-text", "b", "--dry-run")
    assert ran.code == 0
    assert "10" in ran.out
    assert adjudge("runs", "list", "--json").out.strip() == "[]"


def test_a_dry_run_can_be_read_by_scripts() -> None:
    told = json.loads(adjudge("check", "a", "--source-text", "b", "--dry-run", "--json").out)
    assert (told["cases"], told["calls_at_least"], told["usd_at_most"]) == (1, 10, 0.0)


@pytest.mark.parametrize(("option", "value"), [("--risk", "2"), ("--risk", "often"), ("--max-calls", "0")])
def test_a_value_that_is_not_accepted_is_named(option: str, value: str) -> None:
    ran = adjudge("check", "a", "--source-text", "b", option, value)
    assert ran.code == 2
    assert option in ran.err
    assert f"'{value}' is not accepted" in ran.err


@pytest.mark.parametrize("text", ["\x00\x01", "‮abc שלום", "👩‍👩‍👧 1️⃣ e\u0301", "[red]x[/red]", "\ud83d"])
def test_odd_texts_are_judged_and_shown(text: str) -> None:
    ran = adjudge("check", f"The word is {text}.", "--source-text", f"The word is {text} and no other.")
    assert ran.code in (0, 1, 3)
    assert "\x00" not in ran.out


def test_a_source_of_two_megabytes_is_judged() -> None:
    long = "Nothing of note happened on that day. " * 55_000
    ran = adjudge("check", "The bridge opened in 1931.", "--source-text", long + TRUTH, "-q")
    assert "Faithful" in ran.out


def test_the_help_names_every_protocol() -> None:
    told = " ".join(adjudge("check", "--help").out.split())
    assert all(name in told for name in PROTOCOLS)
