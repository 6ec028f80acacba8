"""The settings and the test call: what is set up is shown, keys by name only, and an engine is really asked."""

from pathlib import Path

import pytest

from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from tests.server.support import NO_RATE, Running, running
from tests.support.fake_llm import FakeLLM

KEY = "sk-test-0123456789-never-shown"


def test_settings_name_keys_and_never_show_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running(Config(environment=Environment(home=tmp_path, max_tokens=512), limits=NO_RATE)) as service:
        response = service.client.get("/v1/settings")
        page = service.client.get("/settings")
    assert KEY not in response.text + page.text
    found = response.json()
    keys = {one["provider"]: one for one in found["keys"]}
    assert keys["anthropic"] == {
        "provider": "anthropic",
        "variables": ["ANTHROPIC_API_KEY"],
        "is_set": True,
        "needed": True,
    }
    assert (keys["openai"]["is_set"], keys["ollama"]["needed"]) == (False, False)
    assert found["model_limits"]["max_tokens"] == 512
    assert (found["limits"]["jobs"], found["limits"]["rate_per_s"]) == (4, 0)
    assert found["places"]["store"] == str(tmp_path / "adjudge.db")
    assert ("jury", "offline") in [(one["protocol"], one["engine"]) for one in found["calibrations"]]
    assert found["engines"][0] == {"name": "offline", "usable": True, "why": "", "default": True}


def test_a_test_call_asks_the_engine_and_stores_nothing(service: Running) -> None:
    runs = len(service.client.get("/v1/runs").json()["runs"])
    response = service.client.post("/v1/engines/test", json={"engine": "offline"})
    assert response.status_code == 200, response.text
    found = response.json()
    assert (found["engine"], found["verdict"], found["usage"]["calls"]) == ("offline", "Mutated", 1)
    assert "1931" in found["reasoning"]
    assert found["seconds"] > 0
    assert len(service.client.get("/v1/runs").json()["runs"]) == runs


def test_a_test_call_reaches_a_model_each_time(tmp_path: Path) -> None:
    with FakeLLM() as llm:
        name = f"{llm.url}#some-model"
        config = Config(environment=Environment(home=tmp_path), engines=(name,), limits=NO_RATE)
        with running(config) as service:
            for number in (1, 2):
                response = service.client.post("/v1/engines/test", json={"engine": name})
                assert response.status_code == 200, response.text
                assert len(llm.requests) == number
            assert response.json()["usage"]["input_tokens"] > 0


@pytest.mark.parametrize(
    ("engine", "status", "said"),
    [
        ("openai:some-model", 503, "OPENAI_API_KEY"),
        ("http://127.0.0.1:9/v1#m", 422, "addresses that a client names"),
        ("offlin", 422, "Did you mean 'offline'?"),
        ("offline>ollama:tiny", 422, "is a cascade"),
        ("", 422, "engine"),
    ],
)
def test_an_engine_that_cannot_be_asked_is_named_with_what_to_do(
    service: Running, monkeypatch: pytest.MonkeyPatch, engine: str, status: int, said: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    response = service.client.post("/v1/engines/test", json={"engine": engine})
    assert response.status_code == status, response.text
    assert said in response.json()["detail"] + response.json()["hint"]
