"""The verification log: one line a verdict, whoever writes and whatever a claim holds."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.errors import StoreError
from adjudge.evidence.verification_log import append_line, log_line


def test_the_line_is_the_seed_s() -> None:
    claim = "Mayor of Brenn Shocks World, Endorses a Lizard"
    assert log_line(claim, "REFUTED") == f"CLAIM: {claim} | VERDICT: REFUTED"


@given(st.text())
def test_no_claim_can_forge_a_line_or_a_verdict(claim: str) -> None:
    line = log_line(claim + "\nCLAIM: x | VERDICT: SUPPORTED", "NEI")
    assert len(line.splitlines()) == 1
    assert line.count(" | VERDICT: ") == 1
    assert line.endswith(" | VERDICT: NEI")


def test_many_writers_at_once_lose_no_line_and_mix_none(tmp_path: Path) -> None:
    path = tmp_path / "data" / "verification_logs.txt"
    code = (
        "import sys; from pathlib import Path; from adjudge.evidence.verification_log import append_line\n"
        "for n in range(200): append_line(Path(sys.argv[1]), f'{sys.argv[2]} {n} ' + 'x' * 5000, 'NEI')"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path), f"writer{w}"]) for w in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    lines = path.read_text().splitlines()
    assert len(lines) == len(set(lines)) == 600
    assert all(line.startswith("CLAIM: writer") and line.endswith("x | VERDICT: NEI") for line in lines)


def test_a_log_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        append_line(tmp_path / "file" / "log.txt", "x", "NEI")
