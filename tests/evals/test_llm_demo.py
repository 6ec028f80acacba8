"""The demo on a local model: its cases, its port, and that it goes on. A stand-in serves in place of the model."""

import csv
import json
import socket
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from benchmarks import llm_demo
from tests.support.fake_llm import FakeLLM


def cases(path: Path, count: int) -> list[dict[str, str]]:
    llm_demo.write_cases(path, count)
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_fewer_cases_are_the_first_of_more_so_that_answers_are_found_again(tmp_path: Path) -> None:
    many = cases(tmp_path / "many.csv", 20)
    assert cases(tmp_path / "few.csv", 4) == many[:4]
    assert len({row["expected"] for row in many[:3]}) == 3


@pytest.mark.parametrize("count", [0, 1000])
def test_a_number_of_cases_that_there_is_not_is_told(tmp_path: Path, count: int) -> None:
    with pytest.raises(SystemExit, match="cases"):
        llm_demo.write_cases(tmp_path / "cases.csv", count)


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(SystemExit, match="is taken"):
            llm_demo.require_free(other.getsockname()[1])


def test_started_again_it_asks_nothing_twice_and_more_cases_cost_only_the_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []

    class Server:
        def __init__(self, settings: SimpleNamespace) -> None:
            self._server = FakeLLM(port=settings.port)
            self._server.__enter__()
            self.listening_address = self._server.url.removesuffix("/v1")

        def __del__(self) -> None:
            calls.append(self._server.calls)
            self._server.__exit__(None, None, None)

    library = ModuleType("xllamacpp")
    parts = {name: SimpleNamespace() for name in ("model", "cpuparams", "sampling")}
    vars(library).update(Server=Server, CommonParams=lambda: SimpleNamespace(**parts))
    monkeypatch.setitem(sys.modules, "xllamacpp", library)
    weights = tmp_path / "tiny.gguf"
    weights.write_bytes(b"weights")
    port = free_port()
    for count in (1, 1, 2):
        # As `make llm-demo MODEL=... CASES=2 PORT=...` gives them.
        monkeypatch.setenv("CASES", str(count))
        monkeypatch.setenv("PORT", str(port))
        monkeypatch.setattr(sys, "argv", ["llm_demo", str(weights), "--out", str(tmp_path / "out")])
        llm_demo.main()
    first, again, more = calls
    assert first > 0
    assert again == 0
    assert 0 < more <= 2 * first
    told = capfd.readouterr()
    assert "call 1 · pairs-1:0 · fact frame" in told.err
    assert "Accuracy and cost of each way" in told.out
    [found] = (tmp_path / "out" / "tiny-jury-2").glob("results_*.json")
    assert json.loads(found.read_text())["rows"]["asked"] == 2
