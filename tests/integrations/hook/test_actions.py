"""What an agent says it did, against its tool calls."""

import pytest

from adjudge.integrations.hook.actions import ToolStep, undone
from adjudge.integrations.hook.check import evidence_of, statements_of, unborne_facts
from adjudge.integrations.hook.results import unborne_none, unborne_pass
from adjudge.integrations.hook.transcript import HookInput

EDIT = ToolStep("Edit", "/p/src/a.py\nold\nnew", "updated")
GREP = ToolStep("Grep", "oldName", "docs/b.md\nsrc/a.py")
HITS = "src/a.py:3:import oldName"


def shell(call: str, output: str = "", *, failed: bool = False) -> ToolStep:
    return ToolStep("Bash", call, output, failed)


@pytest.mark.parametrize(
    ("statement", "steps", "why"),
    [
        ("I committed the change.", (EDIT, shell("git commit -am x")), ""),
        ("I committed the change.", (EDIT, shell("git commit -am x", "hook: 1 error", failed=True)), "failed: hook: 1"),
        ("I committed it.", (shell("git commit -m x", "1 error", failed=True), shell("git commit -m x", "ok")), ""),
        ("I committed the change.", (EDIT,), "No tool call does a commit."),
        ("The branch is pushed.", (EDIT, ToolStep("mcp__git__push", "origin")), ""),
        ("It is deployed.", (EDIT,), ""),
        ("It is deployed.", (shell("kubectl rollout deploy/web", "error: timed out", failed=True),), "timed out"),
        ("I updated src/a.py.", (GREP, EDIT), ""),
        ("I updated src/a.py and docs/b.md.", (GREP, EDIT), "changes the file docs/b.md"),
        ("I updated src/a.py and docs/b.md.", (GREP, EDIT, shell("python tools/rename.py")), ""),
        ("I updated docs/b.md.", (GREP, EDIT, shell("pytest -q && git diff")), "changes the file docs/b.md"),
        ("I updated docs/b.md.", (GREP, EDIT, shell("cat x > docs/b.md")), ""),
        ("The old name is in docs/b.md.", (GREP, EDIT), ""),
        ("No import of oldName is left.", (shell("grep -rn oldName src", HITS),), HITS),
        ("No import of oldName is left.", (shell("grep -rn oldName src", HITS), EDIT), ""),
        ("No import of oldName is left.", (shell("grep -rn oldName src", HITS), shell("grep -rn oldName src")), ""),
        ("No import of it is left.", (shell("grep -rn other src", HITS),), ""),
        ("There is nothing left to do.", (shell("rg -c other src", "12"),), ""),
        ("I committed the change.", (), ""),
    ],
)
def test_actions_need_calls_that_do_them(statement: str, steps: tuple[ToolStep, ...], why: str) -> None:
    files = [one for one in ("src/a.py", "docs/b.md") if one in statement]
    found = undone(statement, "", files, steps)
    assert (why in found) if why else found == ""


@pytest.mark.parametrize(
    ("statement", "output", "why"),
    [
        ("45 of the 46 tests pass.", "FAILED tests/test_b.py::test_c\n1 failed, 45 passed", ""),
        ("The tests in tests/test_a.py pass.", "FAILED tests/test_b.py::test_c\n1 failed, 45 passed", ""),
        ("The tests in tests/test_b.py pass.", "FAILED tests/test_b.py::test_c\n1 failed, 45 passed", "test_b.py"),
        ("All tests pass.", "FAILED tests/test_b.py::test_c\n1 failed, 45 passed", "test_b.py"),
    ],
)
def test_failures_of_other_tests_do_not_count(statement: str, output: str, why: str) -> None:
    found = unborne_pass(statement, (output,))
    assert (why in found) if why else found == ""


@pytest.mark.parametrize(
    ("statement", "output", "is_reported"),
    [
        ("The scan found no leaks.", "WRN leaks found: 1\nExit code 1", True),
        ("The scan found no leaks.", "INF leaks found: 0", False),
        ("The scan found no leaks.", "no leaks found", False),
        ("No row was rejected.", "accepted 20, rejected 3", True),
        ("No row was rejected.", "accepted 20, rejected 0", False),
        ("No duplicates were found.", "4 duplicates in 2 files", True),
        ("There is no test for this yet.", "14 tests, all fine", False),
        ("There is no test.", "14 tests, all fine", False),
    ],
)
def test_nothing_found_is_compared_with_what_was_counted(statement: str, output: str, is_reported: bool) -> None:
    assert bool(unborne_none(statement, (output,))) is is_reported


@pytest.mark.parametrize(
    ("statement", "outputs", "why"),
    [
        ("The file has 3,181 rows.", ("3182 data.csv",), ""),
        ("The file has 3,180 rows.", ("3182 data.csv",), "3,180"),
        ("France has 488, 33 %.", ("612 DE\n488 FR\n301 PL\n77 AT\n19 CH",), ""),
        ("France has 488, 43 %.", ("612 DE\n488 FR\n301 PL\n77 AT\n19 CH",), "43"),
        ("It is on the order of 100 MB.", ("ok",), ""),
        ("Versions below 1.8.2 are affected.", ("axios 1.12.1",), ""),
        ("It is version 1.8.2.", ("axios 1.12.1",), "1.8.2"),
        ("The joiner is U+200D.", ("ok",), ""),
        ("Only package.json changed.", ("npm install: changed 2 packages",), ""),
        ("Only package.json changed.", ("changed 2 packages",), "package.json"),
        ("I added it to CHANGES.rst.", ("ok",), "CHANGES.rst"),
    ],
)
def test_numbers_and_files_that_follow_are_known(statement: str, outputs: tuple[str, ...], why: str) -> None:
    found = unborne_facts(statement, evidence_of(HookInput(statement, outputs)))
    assert (why in found) if why else found == ""


def test_names_between_backticks_keep_their_underscores() -> None:
    assert statements_of("I set the __new__ version in `src/tool/__init__.py`.") == [
        "I set the new version in src/tool/__init__.py."
    ]
