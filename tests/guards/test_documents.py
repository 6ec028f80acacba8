"""README and docs say what is so: their code runs, their commands and files exist."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.readme_table import with_table

from tests.cli.support import adjudge

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
# Written by tools/docs at every build of the site; `make docs` checks links to and from them.
GENERATED = [ROOT / "docs" / "reference" / f"{name}.md" for name in ("cli", "python", "rest", "configuration")]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


PYTHON = [(page, number, code) for page in PAGES for number, code in enumerate(blocks(page, "python"))]


@pytest.mark.parametrize(("page", "code"), [(p, c) for p, _, c in PYTHON], ids=[f"{p.name}-{n}" for p, n, _ in PYTHON])
def test_the_python_of_a_page_runs(page: Path, code: str) -> None:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    shown = re.findall(r"`([^`\n]+)`", page.read_text()) + "\n".join(blocks(page, "console")).splitlines()
    for command in shown:
        words = command.split()
        if words[:1] == ["make"]:
            assert re.search(rf"^{re.escape(words[1])}:", makefile, re.MULTILINE), command
        if words[:1] == ["adjudge"] and len(words) > 1 and words[1].isalpha():
            two = words[1:3] if words[1] == "runs" and len(words) > 2 else words[1:2]
            assert adjudge(*(word.rstrip(",") for word in two), "--help").code == 0, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        found = (page.parent / target).resolve()
        assert found.exists() or found in GENERATED, target


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    for page in [*(ROOT / "docs").rglob("*.md"), *GENERATED]:
        name = page.relative_to(ROOT / "docs").as_posix()
        assert re.search(rf": {re.escape(name)}$", navigation, re.MULTILINE), name


def test_every_flowchart_of_a_page_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "docs"))
    diagrams = importlib.import_module("diagrams")
    drawn = [diagrams.svg(chart) for page in PAGES for chart in blocks(page, "mermaid")]
    assert len(drawn) >= 5
    assert all("<rect" in one and "<path" in one for one in drawn)
    with pytest.raises(ValueError, match="not a flowchart line"):
        diagrams.svg("flowchart LR\n    A ==> B\n")


def test_help_says_the_exit_codes() -> None:
    for command in ([], ["check"], ["run"]):
        shown = " ".join(adjudge(*command, "--help").out.split())
        assert "130 interrupted" in shown, command


def test_the_two_commands_of_the_readme_are_there() -> None:
    console = "\n".join(blocks(ROOT / "README.md", "console"))
    assert "make demo" in console
    assert "make test" in console
    assert "make test" in (ROOT / ".ci" / "run").read_text()


def test_the_figures_of_the_readme_are_the_measured_ones() -> None:
    readme = (ROOT / "README.md").read_text()
    assert with_table(readme) == readme, "run `make results`"


def test_the_worst_sets_are_in_the_readme() -> None:
    accuracy = json.loads((ROOT / "benchmarks" / "results" / "accuracy.json").read_text())
    asked = {name: one["both_set_left_out"] for name, one in accuracy.items() if one["majority_balanced"] < 1}
    rows = re.findall(
        r"^\| (\w+) \|.* \| (\d\.\d+) / [\d.]+ \|$", (ROOT / "docs/documents.md").read_text(), re.MULTILINE
    )
    documents = {name: float(figure) for name, figure in rows if name != "mean"}
    assert len(documents) > 5
    for worst in (min(asked, key=asked.__getitem__), min(documents, key=documents.__getitem__)):
        assert f"| `{worst}` |" in (ROOT / "README.md").read_text()


def test_ci_runs_the_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text()
    workflows = "\n".join(path.read_text() for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")))
    for wanted in ("make test", "make lint", "make test-wheel", "make docs"):
        assert re.search(rf"run: {wanted}$", workflows, re.MULTILINE), wanted
        assert re.search(rf"^{wanted.removeprefix('make ')}:", makefile, re.MULTILINE), wanted


def test_the_citation_names_the_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert f"version: {version[1]}\n" in (ROOT / "CITATION.cff").read_text()


def test_the_changelog_names_the_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    assert f"## [{version[1]}]" in (ROOT / "CHANGELOG.md").read_text()


def test_nothing_committed_names_a_package_host() -> None:
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    for name in files:
        if name.endswith((".txt", ".toml", ".cfg", ".lock", ".yml", ".yaml")) or name == "Makefile":
            text = (ROOT / name).read_text()
            assert not re.search(r"index-url|files\.pythonhosted|\.whl\b", text), name
