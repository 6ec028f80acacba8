"""What the environment says, and that a wrong value is told."""

import pytest

from adjudge.errors import ConfigError
from adjudge.settings.engines import usual_terms
from adjudge.settings.environment import load_environment


def test_time_and_length_of_answers_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_TIMEOUT", "900")
    monkeypatch.setenv("ADJUDGE_MAX_TOKENS", "1000")
    terms = usual_terms(load_environment())
    assert (terms.timeout_s, terms.max_tokens) == (900.0, 1000)


def test_without_them_the_engine_s_own_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADJUDGE_TIMEOUT", raising=False)
    monkeypatch.delenv("ADJUDGE_MAX_TOKENS", raising=False)
    terms = usual_terms(load_environment())
    assert (terms.timeout_s, terms.max_tokens) == (None, None)


@pytest.mark.parametrize(("name", "value"), [("ADJUDGE_TIMEOUT", "soon"), ("ADJUDGE_MAX_TOKENS", "0")])
def test_a_wrong_value_is_named_with_its_variable(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=f"{name} is '{value}'") as refused:
        load_environment()
    assert name in str(refused.value.hint)


def test_what_a_command_was_told_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_TIMEOUT", "900")
    assert usual_terms(load_environment(), timeout_s=5).timeout_s == 5
