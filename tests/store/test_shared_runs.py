"""`adjudge run` on a PostgreSQL server that several processes share: nobody judges or pays for a case twice."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.support.fake_llm import FakeLLM, Fate

ROWS = 40


def started(server: FakeLLM, folder: Path, store: str, number: int) -> "subprocess.Popen[str]":
    """A machine of its own: another home, the same store."""
    return subprocess.Popen(
        [sys.executable, "-m", "adjudge", "run", "config.yaml", "-q", "-e", f"{server.url}#fake"],
        cwd=folder,
        env={**os.environ, "ADJUDGE_HOME": str(folder / f"home-{number}"), "ADJUDGE_STORE": store},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_of_two_processes_one_carries_out_a_run_and_the_other_takes_it_over_when_that_one_dies(
    postgres: str, tmp_path: Path
) -> None:
    rows = "".join(f"Mill {n} opened in 1931.,Mill {n} opened in 1932.\n" for n in range(ROWS))
    (tmp_path / "pairs.csv").write_text("claim,truth\n" + rows)
    (tmp_path / "config.yaml").write_text("data: {source: pairs.csv}\nprotocol: entailment\n")
    with FakeLLM(latency_s=0.1, keep=100_000) as model:
        first = started(model, tmp_path, postgres, 1)
        until = time.monotonic() + 120
        while model.calls < ROWS and first.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        model.mute = True  # the first one waits, however long the second one takes to start
        refused = started(model, tmp_path, postgres, 2)
        _, said = refused.communicate(timeout=120)
        assert first.poll() is None, first.communicate()[1]
        first.kill()
        first.communicate()
        model.mute = False
        assert refused.returncode == 5
        assert "is in use by" in said
        time.sleep(0.3)
        paid = {one.key for one in model.exchanges if one.fate is Fate.READ}
        calls = model.calls
        second = started(model, tmp_path, postgres, 2)
        _, said = second.communicate(timeout=300)
        again = [one.key for one in list(model.exchanges)[calls:] if one.key in paid]
    assert second.returncode == 0, said
    assert again == [], "a call was paid twice"
    lines = [json.loads(line) for line in (tmp_path / "config.verdicts.jsonl").read_text().splitlines()]
    assert Counter(line["case_id"] for line in lines) == Counter({f"pair-{n}": 1 for n in range(ROWS)})
