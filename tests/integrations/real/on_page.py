"""The examples of the page that belong to the framework of this environment run as they stand."""

import os
import subprocess
import sys

import pytest

from tests.integrations.real.page import examples

MINE = [code for name, code in examples() if name == os.environ["ADJUDGE_INTEGRATION"]]


def test_the_page_has_an_example() -> None:
    assert MINE


@pytest.mark.parametrize("code", MINE, ids=range(len(MINE)))
def test_an_example_of_the_page_runs(code: str, tmp_path: object) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False, cwd=str(tmp_path)
    )
    assert ran.returncode == 0, ran.stderr
