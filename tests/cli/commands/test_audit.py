"""`adjudge audit`, as a user types it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from tests.audit.conftest import TRUE, WRONG
from tests.audit.conftest import repository as repository  # the fixture
from tests.cli.support import adjudge
from tests.evidence.pdfs import line, write_pdf
from tests.support.sarif import require_sarif

ROOT = Path(__file__).parents[3]


def git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def test_a_wrong_sentence_is_shown_with_its_place_and_its_evidence(repository: Path) -> None:
    ran = adjudge("audit", "docs")
    assert ran.code == 1
    assert f"docs/ferry.md:3:{len(TRUE) + 2}: contradicted: 'six times'" in ran.out
    assert 'facts/ferry.txt: "The ferry Marit leaves Orby four times a day in summer."' in ran.out
    assert "1 supported, 1 contradicted" in ran.out
    again = adjudge("audit", "docs", "--json")
    report = json.loads(again.out)
    assert (report["cached"], report["sentences"], report["exit_code"], again.code) == (2, 2, 1, 1)
    assert sum(report["counts"].values()) == report["sentences"]
    [entry] = [one for one in report["entries"] if one["status"] == "contradicted"]
    text = (repository / "docs" / "ferry.md").read_text()
    assert text[entry["start"] : entry["end"]] == entry["words"] == "six times"
    (repository / "facts" / "ferry.txt").write_text("The ferry leaves six times a day. The crossing takes 25 minutes.")
    assert json.loads(adjudge("audit", "docs", "--json").out)["cached"] == 0


def test_reports_are_written_for_machines(repository: Path, tmp_path: Path) -> None:
    ran = adjudge("audit", "--sarif", str(tmp_path / "a.sarif"), "--junit", str(tmp_path / "a.xml"), "--github")
    place = f"file=docs/ferry.md,line=3,endLine=3,col={len(TRUE) + 2}"
    assert f"::error {place},title=contradicted%3A six times::" in ran.out
    assert ran.out.splitlines()[-1] == "2 sentences in 1 document: 1 supported, 1 contradicted."
    log = json.loads((tmp_path / "a.sarif").read_text())
    require_sarif(log)
    [result] = log["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("audit/contradicted", "error")
    column = len(TRUE) + 2
    region = {"startLine": 3, "startColumn": column, "endLine": 3, "endColumn": column + len(WRONG)}
    assert result["locations"][0]["physicalLocation"]["region"] == region
    start, length = result["properties"]["charOffset"], result["properties"]["charLength"]
    assert (repository / "docs" / "ferry.md").read_text()[start:][:length] == "six times"
    suite = ElementTree.parse(tmp_path / "a.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert suite.find("testcase/failure") is not None


def test_pdf_files_and_tables_are_sources_and_their_places_are_shown(repository: Path, tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")
    facts = repository / "facts"
    page = line(72, 700, "The crossing to Skerrow Head takes 25 minutes.")
    write_pdf(facts / "ferry.pdf", [line(72, 700, "Contents of this volume."), page])
    (facts / "fares.csv").write_text("Ticket,Price\nAdult,12\nChild,5\nDog,3\n")
    (repository / "docs" / "ferry.md").write_text(
        "The crossing to Skerrow Head takes [45 minutes](../facts/ferry.pdf).\n\n"
        "The highest price is [15](../facts/fares.csv).\n"
    )
    (repository / "adjudge.toml").write_text("[[audit.sources]]\ndocuments = ['docs/*']\nlinks = true\n")
    log = tmp_path / "a.sarif"
    ran = adjudge("audit", "docs", "--sarif", str(log))
    assert 'facts/ferry.pdf, page 2: "The crossing to Skerrow Head takes 25 minutes."' in ran.out
    assert "facts/fares.csv, MAX(R2:R4 C2) = R2 C2 = 12" in ran.out
    [first, *_] = json.loads(adjudge("audit", "docs", "--json").out)["entries"]
    assert (first["place"], [one["page"] for one in first["rectangles"]]) == ("page 2", [2])
    written = json.loads(log.read_text())
    require_sarif(written)
    assert written["runs"][0]["results"][0]["relatedLocations"][0]["properties"]["rectangles"] == first["rectangles"]


def test_a_baseline_lets_an_old_repository_start_clean(repository: Path) -> None:
    assert adjudge("audit", "--baseline", "base.json", "--update-baseline").code == 0
    ran = adjudge("audit", "--baseline", "base.json")
    assert ran.code == 0
    assert "1 in baseline" in ran.out
    (repository / "docs" / "new.md").write_text(WRONG)
    assert adjudge("audit", "--baseline", "base.json").code == 1


def test_only_changes_are_judged_and_suppressions_are_listed(repository: Path) -> None:
    git(repository, "init", "-q")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "x")
    assert adjudge("audit", "--since", "HEAD").code == 0
    (repository / "docs" / "new.md").write_text(f"<!-- adjudge: ignore planned for June -->\n{WRONG}\n")
    ran = adjudge("audit", "--since", "HEAD")
    assert ran.code == 0
    assert "docs/new.md:2:1: suppressed: planned for June" in ran.out
    assert "2 unchanged and skipped" in ran.out


def test_an_excluded_document_is_not_judged_even_if_it_is_named_as_pre_commit_does(repository: Path) -> None:
    ran = adjudge("audit", "facts/ferry.txt")
    assert (ran.code, "0 sentences in 0 documents" in ran.out) == (0, True)
    assert "facts/ferry.txt was skipped: the configuration excludes it." in ran.err
    ran = adjudge("audit", "facts/ferry.txt", "docs/ferry.md")
    assert (ran.code, "2 sentences in 1 document:" in ran.out) == (1, True)


def test_a_fix_is_a_patch_and_is_written_only_when_asked(repository: Path) -> None:
    before = (repository / "docs" / "ferry.md").read_text()
    assert adjudge("audit", "--fix").code == 1
    assert (repository / "docs" / "ferry.md").read_text() == before
    git(repository, "init", "-q")
    git(repository, "apply", "--check", "adjudge.patch")
    adjudge("audit", "--fix", "--write")
    assert (repository / "docs" / "ferry.md").read_text() == before.replace("six", "four")
    assert adjudge("audit").code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["gone"], "'gone' does not exist"),
        (["--write"], "--write needs --fix"),
        (["--fail-on", "all"], "--fail-on is 'all'"),
        (["--since", "nowhere"], "--since"),
        (["--config", "none.toml"], "'none.toml' does not exist"),
        (["--baseline", "none.json"], "none.json"),
        (["--update-baseline"], "needs a baseline"),
        (["--protocol", "jurry"], "Did you mean 'jury'"),
        (["adjudge.toml"], "is not a document"),
        ([".."], "leads out of"),
    ],
)
def test_wrong_input_is_told_before_anything_is_judged(repository: Path, arguments: list[str], told: str) -> None:
    ran = adjudge("audit", *arguments)
    assert ran.code == 2
    assert told in " ".join(ran.err.split())


def test_the_example_is_audited_as_its_guide_says() -> None:
    ran = adjudge("audit", str(ROOT / "examples" / "audit"), "--json", "--cache", os.environ["ADJUDGE_HOME"])
    report = json.loads(ran.out)
    found = {(entry["path"], entry["line"]): entry["status"] for entry in report["entries"]}
    assert ran.code == 1
    assert found["docs/notes.md", 4] in ("contradicted", "not checkable")
    assert report["counts"]["contradicted"] >= 1
    assert report["counts"]["suppressed"] == 1
    assert report["counts"]["supported"] >= 6
    assert report["counts"]["no source"] == report["counts"]["failed"] == 0


def test_an_interrupted_audit_keeps_what_it_judged(repository: Path) -> None:
    many = "\n\n".join(f"The crossing of ship {number} takes {number} minutes." for number in range(400))
    (repository / "docs" / "many.md").write_text(many)
    process = subprocess.Popen([sys.executable, "-m", "adjudge", "audit"], cwd=repository, stderr=subprocess.PIPE)
    cache = repository / ".adjudge_cache" / "audit.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (cache.exists() and cache.read_text().count("\n") >= 2):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert 2 <= cache.read_text().count("\n") < 402


def test_the_action_and_the_hook_call_options_that_exist() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    script = action["runs"]["steps"][-1]["run"]
    shown = adjudge("audit", "--help").out
    for option in ("--github", "--cache", "--config", "--since", "--fail-on", "--sarif"):
        assert option in script
        assert option in shown
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert hook["entry"] == "adjudge audit"


@pytest.mark.parametrize(("package", "installed"), [("", "/action[documents,latex]"), ("adjudge==1", "adjudge==1")])
def test_the_action_installs_its_own_revision_and_passes_its_inputs_on(
    tmp_path: Path, package: str, installed: str
) -> None:
    log = tmp_path / "log"
    for name in ("python", "adjudge"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\nprintf "%s|" {name} "$@" >> "{log}"\necho >> "{log}"\n')
        program.chmod(0o755)
    inputs = {"PACKAGE": package, "PATHS": "docs notes", "CONFIG": "", "SINCE": "main", "FAIL_ON": "", "SARIF": "a b"}
    place = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "GITHUB_ACTION_PATH": "/action"}
    for step in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]:
        if "run" in step:
            subprocess.run(["bash", "-euo", "pipefail", "-c", step["run"]], env=inputs | place, check=True)
    audit = "adjudge|audit|--github|--cache|.adjudge_cache|--since|main|--sarif|a b|--|docs|notes|"
    assert log.read_text().splitlines() == [f"python|-m|pip|install|--quiet|{installed}|", audit]
