"""Which engine answers: options before environment before run file, and offline where there is no key at all."""

import os
from pathlib import Path

import pytest

from adjudge.errors import ConfigError, EngineUnavailable
from adjudge.settings.engines import engines_by_seat, single_engine
from adjudge.settings.environment import load_environment

MODELS = {"default": "openai:gpt-4o-mini", "sceptic": "anthropic:claude-sonnet-4-5", "parser": "offline"}


def test_the_option_goes_before_the_environment_and_both_before_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    assert single_engine(None, load_environment()) == "offline"
    monkeypatch.setenv("ADJUDGE_ENGINE", "ollama:qwen2.5:7b")
    assert single_engine(None, load_environment()) == "ollama:qwen2.5:7b"
    assert single_engine("offline", load_environment()) == "offline"


def test_an_engine_without_its_key_is_refused_and_the_variable_is_named() -> None:
    with pytest.raises(EngineUnavailable, match="needs a key and OPENAI_API_KEY is not set") as raised:
        single_engine("openai:gpt-4o-mini", load_environment())
    assert "--engine offline" in raised.value.hint


def test_every_stage_of_a_cascade_needs_its_key() -> None:
    with pytest.raises(EngineUnavailable, match="ANTHROPIC_API_KEY"):
        single_engine("offline>anthropic:claude-sonnet-4-5", load_environment())


def test_without_any_key_the_offline_engine_takes_the_seats_of_the_models() -> None:
    seats, notice = engines_by_seat(None, load_environment(), MODELS)
    assert set(seats) == set(MODELS)
    assert set(seats.values()) == {"offline"}
    assert notice is not None
    assert "anthropic:claude-sonnet-4-5, openai:gpt-4o-mini" in notice


def test_with_some_keys_a_missing_one_is_an_error_and_nothing_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with pytest.raises(EngineUnavailable, match="ANTHROPIC_API_KEY is not set"):
        engines_by_seat(None, load_environment(), MODELS)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    assert engines_by_seat(None, load_environment(), MODELS) == (MODELS, None)


def test_an_engine_that_is_named_takes_every_seat() -> None:
    assert engines_by_seat("offline", load_environment(), MODELS) == ({"default": "offline"}, None)


def test_the_env_file_fills_what_is_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Set first, so that what the file adds is undone after the test.
    monkeypatch.setenv("GEMINI_API_KEY", "before")
    monkeypatch.delenv("GEMINI_API_KEY")
    monkeypatch.setenv("ADJUDGE_ENGINE", "offline")
    (tmp_path / ".env").write_text("GEMINI_API_KEY=from-file\nADJUDGE_ENGINE=openai:gpt-4o-mini\nOPENAI_API_KEY=\n")
    assert load_environment().engine == "offline"
    assert os.environ.pop("GEMINI_API_KEY") == "from-file"
    assert "OPENAI_API_KEY" not in os.environ


def test_an_env_file_that_is_not_text_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"ADJUDGE_ENGINE=\xff\xfe\n")
    with pytest.raises(ConfigError, match=r"\.env' cannot be read") as raised:
        load_environment()
    assert "NAME=VALUE" in raised.value.hint
