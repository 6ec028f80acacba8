"""For every test: a home of its own, no keys, no network but loopback."""

import os
import signal
import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines that test are busy: how long an example takes says nothing about whether it is right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A shell starts background jobs with Ctrl-C ignored, and what the tests start would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["PYDANTIC_AI_NO_BANNER"] = "1"
_KEYS = (
    "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "OPENAI_BASE_URL", "ADJUDGE_ENGINE",
    "ADJUDGE_INDEX", "ADJUDGE_TOKEN",
)  # fmt: skip
_connect = socket.socket.connect


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("ADJUDGE_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "100")
    for key in _KEYS:
        monkeypatch.delenv(key, raising=False)
    return home


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test tried to reach {address}")
        return _connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect)
