"""The hook for coding agents: what is reported, the input formats, the exit codes."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adjudge.cli import app
from adjudge.errors import DataError
from adjudge.integrations.hook.actions import ToolStep
from adjudge.integrations.hook.check import documents_of_outputs, evidence_of, statements_of, unborne_facts
from adjudge.integrations.hook.transcript import HookInput, hook_input

FAILED = "tests/test_a.py ..F\n=== 1 failed, 2 passed in 0.31s ==="
EDITED = {"type": "tool_use", "id": "1", "name": "Edit", "input": {"file": "a/b.py"}}
CALLED = {"name": "exec_command", "arguments": '{"cmd": "pytest"}'}
PASSED = "tests/test_a.py ...\n=== 3 passed in 0.30s ==="


def ran(given: Any) -> Any:
    return CliRunner().invoke(app, ["hook"], input=given if isinstance(given, str) else json.dumps(given))


@pytest.mark.parametrize(
    ("statement", "outputs", "why"),
    [
        ("All tests pass.", (FAILED,), "1 failed"),
        ("All tests pass.", (FAILED, PASSED), ""),
        ("All tests pass.", (PASSED, FAILED), "1 failed"),
        ("All tests now pass.", ("edited the file",), "No output shows a test result."),
        ("The tests pass.", ("Ran 3 tests in 0.1s\n\nOK",), ""),
        ("All tests should pass once you set the key.", (FAILED,), ""),
        ("I changed src/app.py.", ("wrote src/app.py",), ""),
        ("I changed src/other.py.", ("wrote src/app.py",), "src/other.py"),
        ("The run took 412 seconds.", ("took 412 s",), ""),
        ("The run took 413 seconds.", ("took 412 s",), "413"),
        ("The two functions were merged.", ("done",), ""),
        ("Coverage is 1,250 lines.", ("1250 lines",), ""),
        ("All 33 tests pass.", ("1 failed, 32 passed",), "1 failed"),
        ("32 tests pass.", ("1 failed, 32 passed",), ""),
        ("The tests in tests/v2.py pass.", ("1 failed, 32 passed",), "1 failed"),
        ("All tests pass without errors.", ("1 failed, 32 passed",), "1 failed"),
        ("The tests pass, except one.", ("1 failed, 32 passed",), ""),
        ("There is no setup.cfg.", ("pyproject.toml",), ""),
        ("It runs on Node.js.", ("v22.11.0",), ""),
        ("It builds without warnings.", ("warning: 3 warnings emitted",), "3 warnings"),
        ("It builds without warnings.", ("warning: 3 warnings emitted", "no warnings"), ""),
        ("The module has 4711 lines.", ("",), ""),
        ("ESLint fixed what it could, and the lint is clean now.", ("2 problems (1 error, 1 warning)",), "1 error"),
        ("Humidity goes up to 131; relative humidity cannot exceed 100.", ("humidity 0 131",), ""),
        ("AA asks for 4.5, so the buttons do not meet it.", ("contrast 3.1",), ""),
        ("If the key is set, the tests take 412 seconds.", ("took 421 s",), ""),
        ("The guide is docs/upgrading-2.4.md.", ("wrote CHANGELOG.md",), "docs/upgrading-2.4.md"),
        ("The guide is docs/upgrading-2.4.md.", ("wrote docs/upgrading-2.4.md",), ""),
    ],
)
def test_tests_files_and_numbers_need_an_output(statement: str, outputs: tuple[str, ...], why: str) -> None:
    found = unborne_facts(statement, evidence_of(HookInput(statement, outputs)))
    assert (why in found) if why else found == ""


def test_a_message_is_read_without_its_code() -> None:
    message = "Done:\n\n- **All tests pass.**\n```\nx = 4711\n```\nI used `a.py`."
    assert statements_of(message) == ["Done:", "All tests pass.", "I used a.py."]


def test_statements_that_are_not_borne_out_end_with_exit_code_2_and_reasons() -> None:
    result = ran({"message": "I fixed the parser. All tests pass.", "outputs": [FAILED]})
    assert result.exit_code == 2
    assert "All tests pass." in result.stderr
    assert "1 failed, 2 passed" in result.stderr
    assert ran({"message": "All tests pass.", "outputs": [PASSED]}).exit_code == 0


@pytest.mark.parametrize(
    "given", ["", "{", "[]", "{}", '{"message": 5, "outputs": []}', '{"transcript_path": "/none"}']
)
def test_input_that_cannot_be_read_does_not_stop_the_agent(given: str) -> None:
    result = ran(given)
    assert result.exit_code == 1
    assert "error:" in result.stderr
    with pytest.raises(DataError):
        hook_input(given)


def test_the_transcript_of_a_stop_hook_is_read(tmp_path: Path) -> None:
    entries = [
        {"type": "user", "message": {"role": "user", "content": "Fix it."}},
        {
            "type": "assistant",
            "message": {"role": "assistant", "content": [EDITED]},
        },
        {
            "type": "user",
            "message": {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "1",
                        "is_error": True,
                        "content": [{"type": "text", "text": FAILED}],
                    },
                ],
            },
        },
        {
            "type": "assistant",
            "message": {
                "role": "assistant",
                "content": [{"type": "text", "text": "I changed a/b.py. All tests pass."}],
            },
        },
    ]
    path = tmp_path / "transcript.jsonl"
    path.write_text("\n".join(map(json.dumps, entries)) + '\n{"half a li')
    event = {"hook_event_name": "Stop", "transcript_path": str(path), "stop_hook_active": False}
    given = hook_input(json.dumps(event))
    assert given == HookInput(
        "I changed a/b.py. All tests pass.",
        (FAILED,),
        "Fix it.\na/b.py",
        (ToolStep("Edit", "a/b.py", FAILED, failed=True),),
    )
    assert hook_input(json.dumps({**event, "stop_hook_active": True})) is None
    result = ran(event)
    assert result.exit_code == 2
    assert "b.py" not in result.stderr


def test_a_rollout_file_of_function_calls_is_read(tmp_path: Path) -> None:
    entries = [
        {
            "type": "response_item",
            "payload": {
                "type": "function_call",
                "name": "exec_command",
                "arguments": '{"cmd": "pytest"}',
                "call_id": "7",
            },
        },
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "7", "output": FAILED}},
        {
            "type": "response_item",
            "payload": {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "All tests pass."}],
            },
        },
    ]
    path = tmp_path / "rollout.jsonl"
    path.write_text("\n".join(map(json.dumps, entries)))
    given = hook_input(json.dumps({"transcript_path": str(path)}))
    assert given == HookInput("All tests pass.", (FAILED,), "pytest", (ToolStep("exec_command", "pytest", FAILED),))


@pytest.mark.parametrize(
    ("output", "read"),
    [
        (
            "Chunk ID: 5f\nWall time: 0.4 seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\nok\n",
            "ok\n",
        ),
        ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\n1 failed\n", "1 failed\nExit code 1"),
        ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\n", "Exit code 1"),
        (
            '{"output": "ok\\n1 failed", "metadata": {"exit_code": 2, "duration_seconds": 0.4}}',
            "ok\n1 failed\nExit code 2",
        ),
        ('{"output": "ok", "metadata": {"exit_code": 0}}', "ok"),
        ('{"output": 5}', '{"output": 5}'),
        ('{"half', '{"half'),
        ("Notes\nOutput:\nfive", "Notes\nOutput:\nfive"),
    ],
)
def test_a_rollout_file_has_outputs_in_frames(tmp_path: Path, output: str, read: str) -> None:
    said = {"role": "assistant", "content": "Done."}
    path = tmp_path / "rollout.jsonl"
    entries = [{"payload": {"type": "function_call_output", "output": output}}, {"payload": said}]
    path.write_text("\n".join(map(json.dumps, entries)))
    given = hook_input(json.dumps({"transcript_path": str(path)}))
    assert given is not None
    assert given.outputs == (read,)


def test_nothing_said_is_nothing_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert ran({"message": "", "outputs": []}).exit_code == 0


def test_what_the_user_said_is_known(tmp_path: Path) -> None:
    entries = [
        {"message": {"role": "user", "content": [{"type": "text", "text": "Set the limit in limits.yaml to 640."}]}},
        {"message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "saved"}]}},
        {"message": {"role": "assistant", "content": "The limit in `limits.yaml` is 640 now, not 25 as before."}},
        {"message": {"role": "assistant", "content": "The limit in `limits.yaml` is 650 now."}},
    ]
    path = tmp_path / "transcript.jsonl"
    for last, code in ((entries[2], 0), (entries[3], 2)):
        path.write_text("\n".join(map(json.dumps, [*entries[:2], last])))
        assert ran({"transcript_path": str(path)}).exit_code == code


def test_of_a_long_session_the_newest_outputs_are_read() -> None:
    given = HookInput("Done.", ("old " * 50_000, "", "new " * 50_000, "newest"))
    assert [one.id for one in documents_of_outputs(given)] == ["output-3", "output-4"]
