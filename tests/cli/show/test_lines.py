"""The file of verdicts holds whole lines only, whatever the disk does."""

import asyncio
import json
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from adjudge.cli.show.lines import VerdictLines
from adjudge.errors import Fault
from adjudge.verdict import Failure


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file may become larger than this."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


class Decided:
    """A store that has decided a few cases."""

    def __init__(self, count: int) -> None:
        self._count = count

    async def outcomes(self, _run_id: str) -> AsyncIterator[Any]:
        for number in range(self._count):
            yield type("Stored", (), {"outcome": failure(number)})


def failure(number: int) -> Failure:
    return Failure(case_id=f"pair-{number}", error="CaseError", message="x" * 100)


def write_all(path: Path, count: int) -> None:
    with VerdictLines(path, full=False) as lines:
        for number in range(count):
            lines.write(failure(number))


def test_a_line_that_does_not_fit_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    with room_for(1000), pytest.raises(Fault, match="cannot be written"):
        write_all(path, 100)
    written = path.read_text()
    assert written.endswith("}\n")
    ids = [json.loads(line)["case_id"] for line in written.splitlines()]
    assert ids == [f"pair-{number}" for number in range(len(ids))]


def test_a_file_that_cannot_be_rewritten_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text("before\n")
    with room_for(1000), pytest.raises(Fault, match="cannot be written"):
        asyncio.run(VerdictLines(path, full=False).finish(Decided(100), "run"))  # type: ignore[arg-type]
    assert path.read_text() == "before\n"
    assert [one.name for one in tmp_path.iterdir()] == ["lines.jsonl"]


def test_half_a_character_is_written_as_its_escape(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    with VerdictLines(path, full=False) as lines:
        lines.write(failure(1).model_copy(update={"message": "caf\ud800"}))
    assert json.loads(path.read_text())["message"] == "caf\ud800"
