"""What holds for every adapter without its framework: versions, extras, tests in the real framework, examples."""

import importlib
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from adjudge.errors import ConfigError
from adjudge.integrations.frameworks import FRAMEWORKS, require
from tests.integrations.real.__main__ import EXTRAS
from tests.integrations.real.page import examples

ROOT = Path(__file__).parents[2]
ADAPTERS = {
    path.stem: found[1]
    for path in sorted((ROOT / "src" / "adjudge" / "integrations").glob("*.py"))
    if (found := re.search(r'^require\("([\w-]+)"\)$', path.read_text(), re.MULTILINE))
}
"""The modules that need a framework, and the distribution that they need."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path, distribution: str, release: str) -> None:
    """Make this release the one that is found first."""
    info = folder / f"{distribution.replace('-', '_')}-{release}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {release}\n")
    monkeypatch.syspath_prepend(str(folder))


def test_every_framework_has_an_adapter() -> None:
    assert set(ADAPTERS.values()) == FRAMEWORKS.keys()


@pytest.mark.parametrize("module", ADAPTERS)
def test_another_major_version_is_refused_with_the_versions_that_work(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution = ADAPTERS[module]
    installed(monkeypatch, tmp_path, distribution, "99.1.0")
    monkeypatch.delitem(sys.modules, f"adjudge.integrations.{module}", raising=False)
    with pytest.raises(ConfigError) as caught:
        importlib.import_module(f"adjudge.integrations.{module}")
    series = FRAMEWORKS[distribution].series
    works = " or ".join(f"{one}.x" for one in series)
    assert str(caught.value) == (
        f"{distribution} 99.1.0 is installed; this adapter works with {works}. "
        f"Run: pip install '{distribution}=={series[-1]}.*'"
    )


@pytest.mark.parametrize("distribution", FRAMEWORKS)
def test_a_version_that_works_is_accepted(distribution: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, tmp_path, distribution, f"{FRAMEWORKS[distribution].series[0]}.7")
    require(distribution)


def test_a_missing_framework_is_named_with_its_extra() -> None:
    with pytest.raises(ConfigError, match=r"ragas, which is not installed\. Run: pip install 'adjudge\[ragas\]'"):
        require("ragas")


def test_a_longer_number_is_not_the_same_series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, tmp_path, "pandas", "22.0")
    with pytest.raises(ConfigError, match=r"pandas 22\.0 is installed"):
        require("pandas")


@pytest.mark.parametrize("distribution", FRAMEWORKS)
def test_every_extra_is_in_the_project_file_and_its_lower_bound_works(distribution: str) -> None:
    framework = FRAMEWORKS[distribution]
    wanted = PROJECT["project"]["optional-dependencies"][framework.extra]
    bound = next(one.partition(">=")[2] for one in wanted if one.startswith(f"{distribution}>="))
    assert framework.includes(bound) or any(one.startswith(f"{bound}.") for one in framework.series)


def test_frameworks_are_not_locked() -> None:
    not_locked = {name for name in FRAMEWORKS if name not in ("langchain-core", "langgraph", "pytest")} | {"torch"}
    for path in (ROOT / "requirements").glob("*.txt"):
        locked = set(re.findall(r"^([a-z\d-]+)==", path.read_text(), re.MULTILINE))
        assert locked & not_locked == set(), path.name


def test_the_lock_has_exactly_the_extras_that_the_tests_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    lock = importlib.import_module("lock")
    text = (ROOT / "pyproject.toml").read_text()
    kept = tomllib.loads(lock.with_locked_extras(text))["project"]["optional-dependencies"]
    everything = PROJECT["project"]["optional-dependencies"]
    assert kept == {name: everything[name] for name in lock.locked_extras(text)}
    assert kept.keys() & EXTRAS.keys() == set()


def test_every_adapter_runs_in_its_real_framework_somewhere() -> None:
    real = ROOT / "tests" / "integrations" / "real"
    assert {path.stem for path in real.glob("on_*.py")} - {"on_page"} == {f"on_{n.replace('-', '_')}" for n in EXTRAS}
    here = {"langchain-core", "langgraph", "pytest"}
    assert {name for name in FRAMEWORKS if FRAMEWORKS[name].extra not in EXTRAS} == here
    assert all(version(name) for name in here)


def test_every_environment_has_an_example_on_the_page_and_every_example_an_environment() -> None:
    assert {name for name, _ in examples()} == EXTRAS.keys()
    for name, code in examples():
        compile(code, name, "exec")


def test_every_adapter_is_short() -> None:
    long = {
        name: lines
        for name in (*ADAPTERS, "columns", "guardrails", "promptfoo")
        if (lines := len((ROOT / "src/adjudge/integrations" / f"{name}.py").read_text().splitlines())) >= 120
    }
    assert long == {}
