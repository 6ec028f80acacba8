"""What test runners, builds and linters print last, and what the hook makes of it."""

import pytest

from adjudge.integrations.hook.results import failure_in, unborne_none, unborne_pass, unmentioned_failure

PASSING = {
    "pytest": "======= 14 passed, 1 warning in 0.42s =======",
    "unittest": "Ran 3 tests in 0.001s\n\nOK",
    "jest": "Tests:       1 skipped, 2 passed, 3 total",
    "vitest": " Test Files  1 passed (1)\n      Tests  22 passed (22)",
    "mocha": "  12 passing (31ms)",
    "node": "# tests 12\n# pass 12\n# fail 0",
    "bun": " 12 pass\n 0 fail",
    "deno": "ok | 12 passed | 0 failed (31ms)",
    "playwright": "  4 passed (11.2s)",
    "cypress": "✔  All specs passed!",
    "cargo": "test result: ok. 9 passed; 0 failed; 0 ignored",
    "go": "ok  \texample.org/tide/chart\t0.211s",
    "maven": "[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0",
    "dotnet": "Passed!  - Failed:     0, Passed:    12, Skipped:     0",
    "rspec": "10 examples, 0 failures",
    "minitest": "10 runs, 22 assertions, 0 failures, 0 errors, 0 skips",
    "mix": "203 tests, 0 failures",
    "phpunit": "OK (131 tests, 402 assertions)",
    "ctest": "100% tests passed, 0 tests failed out of 12",
    "swift": "Executed 12 tests, with 0 failures (0 unexpected) in 0.1 seconds",
    "ruff": "All checks passed!",
    "mypy": "Success: no issues found in 41 source files",
}
FAILING = {
    "pytest": "FAILED tests/test_a.py::test_b\n1 failed, 13 passed in 0.42s",
    "pytest errors": "ERROR tests/test_a.py - ImportError\n12 errors in 0.80s",
    "unittest": "Ran 3 tests in 0.001s\n\nFAILED (failures=1)",
    "jest": "Tests:       1 failed, 2 passed, 3 total",
    "mocha": "  11 passing (31ms)\n  1 failing",
    "node": "# pass 11\n# fail 1",
    "bun": " 11 pass\n 1 fail",
    "deno": "FAILED | 11 passed | 1 failed (31ms)",
    "cargo": "test result: FAILED. 8 passed; 1 failed; 0 ignored",
    "rustc": "error[E0502]: cannot borrow `grid` as mutable\n  --> src/sim.rs:140:9",
    "go": "--- FAIL: TestEvict (0.00s)\nFAIL\nok  \texample.org/tide/web\t0.530s",
    "maven": "[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0",
    "dotnet": "Failed!  - Failed:     1, Passed:    11, Skipped:     0",
    "rspec": "10 examples, 1 failure",
    "mix": "203 tests, 2 failures",
    "phpunit": "FAILURES!\nTests: 131, Assertions: 401, Failures: 1.",
    "ctest": "92% tests passed, 1 tests failed out of 12",
    "tap": "ok 1 - opens\nnot ok 2 - closes",
    "tsc": "src/map/layer.ts(44,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    "eslint": "✖ 1 problem (1 error, 0 warnings)",
    "mypy": "Found 1 error in 1 file (checked 7 source files)",
    "npm": "npm ERR! code ELIFECYCLE",
    "gradle": "BUILD FAILED in 18s",
    "playwright": "  6 skipped\n  17 passed (1.2m)\n  1 failed\n    checkout.spec.ts:31:3",
    "rails": "bin/rails aborted!\nActiveRecord::ConnectionNotEstablished: connection refused",
    "git": "fatal: not a git repository (or any of the parent directories): .git",
    "go at run time": "panic: dial tcp: no such host",
    "shell": "bash: line 1: cargo: command not found",
    "crontab": "crontab: installing new crontab failed: permission denied",
    "python": "Traceback (most recent call last):\n  File 'a.py', line 1",
    "exit code": "some words\nExit code 2",
}


@pytest.mark.parametrize("output", PASSING.values(), ids=PASSING)
def test_what_runners_print_at_the_end_bears_out_that_tests_pass(output: str) -> None:
    assert failure_in(output) == ""
    assert unborne_pass("All tests pass.", (output,)) == ""


@pytest.mark.parametrize("output", FAILING.values(), ids=FAILING)
def test_a_failure_is_quoted_with_its_line(output: str) -> None:
    line = failure_in(output)
    assert line
    assert line in output
    assert unborne_pass("All tests pass.", (PASSING["pytest"], output)) == f"The last output with a result says: {line}"
    assert unborne_pass("All tests pass.", (output, PASSING["pytest"])) == ""


@pytest.mark.parametrize(
    "output",
    [
        "class ParseFailed(Exception):\n    '''Parsing failed.'''",
        "The lookup failed yesterday.",
        "Error handling is described in errors.md.",
        "Exit code 1",
        "def fail(self): ...",
    ],
)
def test_words_about_failures_are_no_failure(output: str) -> None:
    assert failure_in(output) == ""
    assert unborne_pass("All tests pass.", (PASSING["pytest"], output)) == ""


def test_a_build_may_succeed_without_a_word_but_tests_may_not() -> None:
    assert unborne_pass("The build succeeds now.", ("",)) == ""
    assert unborne_pass("The tests pass now.", ("",)) == "No output shows a test result."


@pytest.mark.parametrize(
    "said",
    ["No test failed.", "0 tests have failed.", "No end-to-end test has failed.", "16 tests pass, 0 tests fail."],
)
def test_that_no_test_failed_says_that_they_pass(said: str) -> None:
    assert "1 failed" in unborne_pass(said, (PASSING["pytest"], FAILING["playwright"]))
    assert unborne_pass(said, (FAILING["pytest"], PASSING["pytest"])) == ""


def test_a_failure_that_the_message_does_not_mention_is_found() -> None:
    outputs = ("ok", "error: failed to push some refs", " ")
    assert unmentioned_failure("The changes are pushed.", outputs) == "error: failed to push some refs"
    assert unmentioned_failure("The push was rejected.", outputs) == ""
    assert unmentioned_failure("45 of 46 branches are pushed.", outputs) == ""
    assert unmentioned_failure("46 of 46 branches are pushed.", outputs) != ""
    assert unmentioned_failure("The changes are pushed.", (*outputs, "done")) == ""


def test_no_errors_is_compared_with_the_last_count() -> None:
    assert "2 errors" in unborne_none("There are no errors.", ("Found 2 errors.",))
    assert unborne_none("There are no errors.", ("Found 2 errors.", "All checks passed!")) == ""
    assert unborne_none("There are no errors.", ("wrote 3 files",)) == ""
