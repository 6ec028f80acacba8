"""promptfoo itself, the npm package, with the examples that ship: the Python assertion, and the service over HTTP."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "promptfoo"
PROMPTFOO = Path(sys.prefix).parent / "node_modules" / ".bin" / "promptfoo"


def evaluated(config: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """The results of `promptfoo eval`, in the order of the tests."""
    out = tmp_path / "results.json"
    ran = subprocess.run(
        [PROMPTFOO, "eval", "-c", config, "--no-cache", "--no-table", "--output", out, "--max-concurrency", "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PROMPTFOO_PYTHON": sys.executable, "PROMPTFOO_CONFIG_DIR": str(tmp_path / "home")},
    )
    assert out.exists(), ran.stdout + ran.stderr
    return sorted(json.loads(out.read_text())["results"]["results"], key=lambda one: one["testIdx"])


def test_the_example_passes(tmp_path: Path) -> None:
    results = evaluated(EXAMPLES / "promptfooconfig.yaml", tmp_path)
    assert [one["success"] for one in results] == [True, True]


def test_sentences_are_components_and_what_has_no_verdict_fails_with_zero(tmp_path: Path) -> None:
    source = "Lima is the capital of Peru. The old bridge was built in 1608."
    wrong = "The old bridge was built in 1618. Lima is the capital of Peru."
    given = [
        (source, wrong),
        ({"old bridge": {"built": 1608}}, wrong[:33]),
        (source, " "),
        ("", wrong),
        (source, "Why?"),
    ]
    config = {
        "providers": ["echo"],
        "prompts": ["{{answer}}"],
        "defaultTest": {"assert": [{"type": "python", "value": f"file://{EXAMPLES / 'faithful.py'}"}]},
        "tests": [{"vars": {"context": context, "answer": answer}} for context, answer in given],
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    graded = [one["gradingResult"]["componentResults"][0] for one in evaluated(tmp_path / "config.json", tmp_path)]
    assert [(one["pass"], one["score"]) for one in graded] == [(False, 0.5), *[(False, 0)] * 4]
    assert [one["pass"] for one in graded[0]["componentResults"]] == [False, True]
    assert "The source says 1608, not 1618." in graded[0]["reason"]
    assert graded[2]["reason"] == "No verdict: The answer is empty. There is nothing to check."
    assert graded[3]["reason"].startswith("No verdict: The answer has no context.")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    """`adjudge serve` on a free port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "adjudge", "serve", "--port", "0"], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stderr is not None
    address = next(word for line in process.stderr for word in line.split() if word.startswith("http://127.0.0.1:"))
    yield address.rstrip("/.")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


def test_the_service_is_a_provider(service: str, tmp_path: Path) -> None:
    config = tmp_path / "service.yaml"
    config.write_text((EXAMPLES / "service.yaml").read_text().replace("http://127.0.0.1:8000", service))
    results = evaluated(config, tmp_path)
    assert [one["success"] for one in results] == [True, True], results
    assert results[1]["response"]["output"] == "CONTRADICTED"
