"""A small repository of documents with their sources."""

from pathlib import Path

import pytest

CONFIG = """[audit]
exclude = ["facts/**"]

[[audit.sources]]
documents = ["docs/*"]
files = ["facts/ferry.txt"]
"""
FACTS = "The ferry Marit leaves Orby four times a day in summer. The crossing takes 25 minutes.\n"
TRUE = "The crossing takes 25 minutes."
WRONG = "The ferry Marit leaves Orby six times a day in summer."


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repo"
    (root / "docs").mkdir(parents=True)
    (root / "facts").mkdir()
    (root / "adjudge.toml").write_text(CONFIG)
    (root / "facts" / "ferry.txt").write_text(FACTS)
    (root / "docs" / "ferry.md").write_text(f"# Ferry\n\n{TRUE} {WRONG}\n")
    monkeypatch.chdir(root)
    return root
