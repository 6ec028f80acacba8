"""Sessions as two coding agents write them: a session of `seventh.yaml` or `eighth.yaml` in, the lines of its
transcript out."""

import json
from collections.abc import Iterator
from typing import Any

TOOLS = {"run": "Bash", "read": "Read", "grep": "Grep", "edit": "Edit", "write": "Write", "task": "Task"}
_CWD = "/home/dev/project"


def transcript(session: dict[str, Any]) -> str:
    """The transcript file of a session, one JSON object a line."""
    lines = _claude(session) if session["agent"] == "claude" else _codex(session)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _claude(session: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "user", "cwd": _CWD, "message": {"role": "user", "content": session["task"]}}
    for number, step in enumerate(session["steps"]):
        kind = next(iter(step))
        id, failed = f"toolu_{number:02d}", bool(step.get("exit"))
        said = {"type": "tool_use", "id": id, "name": TOOLS[kind], "input": _input(kind, step)}
        yield {"type": "assistant", "cwd": _CWD, "message": {"role": "assistant", "content": [said]}}
        out = _printed(kind, step)
        out = f"Exit code {step['exit']}\n{out}" if failed else out
        result = {"type": "tool_result", "tool_use_id": id, "content": out, "is_error": failed}
        yield {"type": "user", "cwd": _CWD, "message": {"role": "user", "content": [result]}}
    last = {"type": "text", "text": session["message"]}
    yield {"type": "assistant", "cwd": _CWD, "message": {"role": "assistant", "content": [last]}}


def _input(kind: str, step: dict[str, Any]) -> dict[str, Any]:
    path = f"{_CWD}/{step[kind]}"
    return {
        "run": {"command": step[kind], "description": "Run a command"},
        "read": {"file_path": path},
        "grep": {"pattern": step[kind], "output_mode": "files_with_matches"},
        "edit": {"file_path": path, "old_string": step.get("old"), "new_string": step.get("new"), "replace_all": False},
        "write": {"file_path": path, "content": step.get("text")},
        "task": {"description": step[kind], "prompt": step[kind], "subagent_type": "general-purpose"},
    }[kind]


def _printed(kind: str, step: dict[str, Any]) -> str:
    default = {
        "edit": f"The file {_CWD}/{step[kind]} has been updated successfully.",
        "write": f"File created successfully at: {_CWD}/{step[kind]}",
    }.get(kind, "")
    return str(step.get("out", default)).rstrip("\n")


def _codex(session: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "session_meta", "payload": {"id": session["id"], "cwd": _CWD}}
    yield _item({"type": "message", "role": "user", "content": [{"type": "input_text", "text": session["task"]}]})
    for number, step in enumerate(session["steps"]):
        kind = next(iter(step))
        id = f"call_{number:02d}"
        if kind == "patch":
            yield _item({"type": "custom_tool_call", "call_id": id, "name": "apply_patch", "input": step[kind]})
            done = {"output": f"Success. Updated the following files:\n{_patched(step[kind])}", "metadata": _METADATA}
            yield _item({"type": "custom_tool_call_output", "call_id": id, "output": json.dumps(done)})
            continue
        arguments = json.dumps({"cmd": step[kind], "workdir": _CWD})
        yield _item({"type": "function_call", "name": "exec_command", "arguments": arguments, "call_id": id})
        frame = f"Chunk ID: {number:06x}\nWall time: 0.4021 seconds\nProcess exited with code {step.get('exit', 0)}\n"
        out = f"{frame}Original token count: {len(step['out']) // 4}\nOutput:\n{step['out']}"
        yield _item({"type": "function_call_output", "call_id": id, "output": out})
    said = [{"type": "output_text", "text": session["message"]}]
    yield {"type": "event_msg", "payload": {"type": "agent_message", "message": session["message"]}}
    yield _item({"type": "message", "role": "assistant", "content": said})
    yield {"type": "event_msg", "payload": {"type": "token_count", "info": {"total_token_usage": {"total": 48211}}}}


_METADATA = {"exit_code": 0, "duration_seconds": 0.0}


def _item(payload: dict[str, Any]) -> dict[str, Any]:
    return {"timestamp": "2026-11-18T09:00:00.000Z", "type": "response_item", "payload": payload}


def _patched(patch: str) -> str:
    marks = {"*** Update File: ": "M", "*** Add File: ": "A", "*** Delete File: ": "D"}
    found = ((line.removeprefix(head), mark) for line in patch.splitlines() for head, mark in marks.items()
             if line.startswith(head))  # fmt: skip
    return "".join(f"{mark} {path}\n" for path, mark in found)
