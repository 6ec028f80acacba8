"""What engine names mean."""

import pytest

from adjudge.engines.models import ModelName, Provider, key, key_is_set, needs_key, parse
from adjudge.errors import ConfigError


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("offline", Provider.OFFLINE, "offline"),
        ("gpt-4o-mini", Provider.OPENAI, "gpt-4o-mini"),
        ("o3", Provider.OPENAI, "o3"),
        ("o4-mini", Provider.OPENAI, "o4-mini"),
        ("chatgpt-4o-latest", Provider.OPENAI, "chatgpt-4o-latest"),
        ("ft:gpt-4o-mini:acme::id", Provider.OPENAI, "ft:gpt-4o-mini:acme::id"),
        ("openai:gpt-5", Provider.OPENAI, "gpt-5"),
        ("OpenAI:gpt-5", Provider.OPENAI, "gpt-5"),
        ("anthropic:claude-haiku-4-5", Provider.ANTHROPIC, "claude-haiku-4-5"),
        ("claude-haiku-4-5", Provider.ANTHROPIC, "claude-haiku-4-5"),
        ("google:gemini-2.5-flash", Provider.GOOGLE, "gemini-2.5-flash"),
        ("gemini:gemini-2.5-flash", Provider.GOOGLE, "gemini-2.5-flash"),
        ("gemini-2.5-flash", Provider.GOOGLE, "gemini-2.5-flash"),
        ("ollama:qwen2.5:7b", Provider.OLLAMA, "qwen2.5:7b"),
        ("  gpt-4o  ", Provider.OPENAI, "gpt-4o"),
    ],
)
def test_a_name_stands_for_a_provider_and_a_model(name: str, provider: Provider, model: str) -> None:
    parsed = parse(name, environ={})
    assert (parsed.provider, parsed.model) == (provider, model)


def test_an_address_with_a_model_after_the_hash_is_a_compatible_server() -> None:
    parsed = parse("http://localhost:8000/v1/#org/some-model", environ={})
    assert parsed == ModelName(Provider.COMPATIBLE, "org/some-model", "http://localhost:8000/v1")
    assert parse(str(parsed), environ={}) == parsed


def test_ollama_is_looked_for_at_home_unless_told_otherwise() -> None:
    assert parse("ollama:x", environ={}).base_url == "http://localhost:11434/v1"
    assert parse("ollama:x", environ={"OLLAMA_BASE_URL": "http://box:1/v1"}).base_url == "http://box:1/v1"


@pytest.mark.parametrize(("name", "near"), [("antropic:x", "anthropic"), ("opnai:x", "openai"), ("offlin", "offline")])
def test_an_unknown_prefix_names_the_nearest(name: str, near: str) -> None:
    with pytest.raises(ConfigError, match=f"Did you mean '{near}'"):
        parse(name)


@pytest.mark.parametrize("name", ["", " ", "openai:", "http://host/v1", "http://h:x/v1#m", "http://[::1/v1#m", "zzz"])
def test_a_name_that_stands_for_nothing_is_refused(name: str) -> None:
    with pytest.raises(ConfigError):
        parse(name)


@pytest.mark.parametrize("address", ["https://user:s3cret@host/v1#m", "https://host/v1?key=s3cret#m"])
def test_an_address_with_a_key_in_it_is_refused_without_repeating_the_key(address: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(address)
    assert "s3cret" not in str(caught.value)


def test_which_variable_holds_the_key_is_known_and_the_key_never_shown() -> None:
    secret = {"OPENAI_API_KEY": "sk-secret", "GEMINI_API_KEY": "g-secret"}
    gpt, gemini, local = parse("gpt-4o"), parse("google:gemini-2.5-flash"), parse("ollama:x")
    assert (needs_key(gpt), needs_key(gemini), needs_key(local)) == ("OPENAI_API_KEY", "GOOGLE_API_KEY", None)
    assert key_is_set(gpt, environ=secret)
    assert key_is_set(gemini, environ=secret), "the older variable is read too"
    assert key_is_set(local, environ={})
    assert not key_is_set(gpt, environ={"OPENAI_API_KEY": "  "})
    assert key(gpt, environ=secret) == "sk-secret"
    assert "secret" not in f"{gpt!r} {gpt}"


def test_only_a_model_on_this_machine_is_local() -> None:
    assert parse("ollama:x", environ={}).is_local
    assert parse("http://127.0.0.1:1/v1#m").is_local
    assert not parse("https://api.example.com/v1#m").is_local
    assert not parse("gpt-4o", environ={"OPENAI_BASE_URL": "http://localhost:1/v1"}).is_local
