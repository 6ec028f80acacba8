"""docs/rest.md says what is so: its curl commands run, in order, against a service."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.support import running

PAGE = Path(__file__).parents[2] / "docs" / "rest.md"


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl")
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    blocks = re.findall(r"^```bash\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    with running() as service:
        script = (
            "".join(blocks).replace("http://127.0.0.1:8000", service.url).replace("curl ", "curl --fail-with-body -S ")
        )
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    for word in (
        '"label":"Mutated"',
        "event: end",
        "# ✗",
        "CONTRADICTED",
        '"dataset":"reviews"',
        "adjudge_jobs_running",
    ):
        assert word in ran.stdout, word
