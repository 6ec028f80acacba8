"""How many cores are used."""

import os
from pathlib import Path

import pytest

from adjudge import cores as machine


@pytest.mark.parametrize(("limit", "cores"), [("max 100000", 8), ("150000 100000", 2), ("50000 100000", 1), (None, 8)])
def test_a_container_uses_the_cores_that_it_is_given(
    limit: str | None, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limit:
        (tmp_path / "cpu.max").write_text(limit + "\n")
    monkeypatch.setattr(machine, "_LIMIT", tmp_path / "cpu.max")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert machine.usable_cores() == cores
