"""The pytest plugin, in pytest runs of their own: the message of a failure, fixture, marker, setting, cache."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from adjudge.errors import CaseError, ConfigError
from adjudge.integrations.pytest import assert_faithful
from tests.integrations.texts import ANSWER, SOURCE


def run(folder: Path, body: str, *options: str) -> str:
    """What a pytest run over these tests prints. The plugin is loaded as an installed package loads it."""
    (folder / "test_it.py").write_text(f"import pytest\n\nANSWER = {ANSWER!r}\nSOURCE = {SOURCE!r}\n\n{body}")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n")
    listed = {one.value for one in entry_points(group="pytest11")}
    plugin = () if "pytest_adjudge" in listed else ("-p", "pytest_adjudge")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", *plugin, *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "ADJUDGE_HOME": str(folder / "home")},
    )
    return ran.stdout + ran.stderr


def test_a_failure_shows_the_sentence_its_words_and_the_words_of_the_source() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_faithful(ANSWER, SOURCE)
    shown = str(caught.value)
    assert shown.startswith("The source does not support 1 of 2 sentences (1 correct, 1 incorrect).")
    for part in ("The old bridge was built in 1618.", "'1618' (characters 28-32)", "The source says 1608, not 1618."):
        assert part in shown


def test_a_faithful_text_gives_its_verdict() -> None:
    assert assert_faithful("Lima is the capital of Peru.", [SOURCE]).score == 1


def test_what_the_source_does_not_say_fails_unless_it_is_allowed() -> None:
    with pytest.raises(AssertionError, match="uncertain"):
        assert_faithful("The mayor likes tea.", SOURCE)
    assert_faithful("The mayor likes tea.", SOURCE, allow_uncertain=True)


def test_bad_input_is_named() -> None:
    with pytest.raises(CaseError, match=r"The answer is empty\."):
        assert_faithful("", SOURCE)
    with pytest.raises(CaseError, match=r"The answer has no context\."):
        assert_faithful(ANSWER, [])
    with pytest.raises(AssertionError, match="contains no statement that can be checked: 'Who knows\\?'"):
        assert_faithful("Who knows?", SOURCE)


def test_fixture_marker_and_setting_work_in_a_run_of_pytest(tmp_path: Path) -> None:
    body = """
def test_fixture(assert_faithful):
    assert_faithful("Lima is the capital of Peru.", SOURCE)

def test_failing(assert_faithful):
    assert_faithful(ANSWER, SOURCE)

@pytest.mark.adjudge(allow_uncertain=True)
def test_marked(assert_faithful):
    assert_faithful("The mayor likes tea.", SOURCE)

@pytest.mark.adjudge(wrong=True)
def test_marked_wrongly(assert_faithful):
    assert_faithful("Lima is the capital of Peru.", SOURCE)
"""
    shown = run(tmp_path, body)
    assert "2 failed, 2 passed" in shown, shown
    assert "The source does not support 1 of 2 sentences" in shown
    assert "It takes engine= and allow_uncertain=." in shown
    assert "Unknown engine 'nonsense'" in run(tmp_path, body, "-o", "adjudge_engine=nonsense")


def test_answers_are_kept_between_runs(tmp_path: Path) -> None:
    body = "def test_it(assert_faithful):\n    assert_faithful('Lima is the capital of Peru.', SOURCE)\n"
    assert "1 passed" in run(tmp_path, body)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.glob(".pytest_cache/v/adjudge/*")}
    assert kept
    assert "1 passed" in run(tmp_path, body)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob(".pytest_cache/v/adjudge/*")} == kept
    assert "1 passed" in run(tmp_path, body, "-p", "no:cacheprovider")


def test_an_unknown_engine_is_raised() -> None:
    with pytest.raises(ConfigError, match="Unknown engine 'nonsense'"):
        assert_faithful(ANSWER, SOURCE, engine="nonsense")
