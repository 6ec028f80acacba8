"""The assertion for promptfoo, called as promptfoo calls it."""

import importlib.util
from pathlib import Path

import pytest

from adjudge.errors import ConfigError
from adjudge.integrations.promptfoo import get_assert
from tests.integrations.texts import ANSWER, SOURCE


def test_an_output_is_graded_by_sentence() -> None:
    found = get_assert(ANSWER, {"vars": {"context": SOURCE}})
    assert (found["pass"], found["score"]) == (False, 0.5)
    assert [one["pass"] for one in found["componentResults"]] == [False, True]
    assert "The source says 1608, not 1618." in found["componentResults"][0]["reason"]


def test_settings_name_the_variable_and_the_threshold() -> None:
    given = {"vars": {"source": SOURCE}, "config": {"context": "source", "threshold": 0.5}}
    assert get_assert(ANSWER, given)["pass"] is True
    assert get_assert({"output": ANSWER}, given)["score"] == 0.5


@pytest.mark.parametrize(
    ("output", "variables", "reason"),
    [
        ("", {"context": SOURCE}, "No verdict: The answer is empty."),
        (ANSWER, {}, "No verdict: The answer has no context."),
        (ANSWER, {"context": ["", None]}, "No verdict: The answer has no context."),
        ("Who knows?", {"context": SOURCE}, "Of 1 sentence: 1 excluded."),
    ],
)
def test_what_has_no_score_fails_with_zero(output: str, variables: dict[str, object], reason: str) -> None:
    found = get_assert(output, {"vars": variables, "config": {"threshold": 0}})
    assert found["score"] == 0
    assert found["reason"].startswith(reason)
    assert get_assert(output, {"vars": variables})["pass"] is False


def test_an_unknown_setting_is_named() -> None:
    with pytest.raises(ConfigError, match=r"unknown setting: 'treshold'\. Use: context, engine, threshold\."):
        get_assert(ANSWER, {"vars": {"context": SOURCE}, "config": {"treshold": 1}})


def test_the_file_of_the_example_has_the_assertion() -> None:
    path = Path(__file__).parents[2] / "examples" / "promptfoo" / "faithful.py"
    spec = importlib.util.spec_from_file_location("faithful", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.get_assert is get_assert
