"""What a hook reads: JSON in, the final message of an agent and the tool calls and outputs before it out.

Two formats are known: `{"message": "...", "outputs": ["...", ...]}`, and the event of a Stop hook, which names a
transcript file of JSON lines (`transcript_path`) with messages, tool calls and tool results.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudge.errors import DataError
from adjudge.files import read_text
from adjudge.integrations.hook.actions import ToolStep


@dataclass(frozen=True, slots=True)
class HookInput:
    """The final message, and the outputs of the tools before it, oldest first."""

    message: str
    outputs: tuple[str, ...]
    calls: str = ""
    """What the tools were called with and what the user said: files and numbers that are named there are known."""
    steps: tuple[ToolStep, ...] = ()
    """The calls with their outputs, where they are known."""


def hook_input(text: str) -> HookInput | None:
    """The input of a hook; None if there is nothing to check, such as a hook that was already answered once.

    Raises a `DataError` if the text is no input of a known format.
    """
    try:
        event = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"Standard input is not JSON: {error}.", hint=_EXPECTED) from None
    if not isinstance(event, dict):
        raise DataError("Standard input is not a JSON object.", hint=_EXPECTED)
    if event.get("stop_hook_active"):
        # The agent goes on because of this hook: a second refusal would never end.
        return None
    if isinstance(path := event.get("transcript_path"), str) and path:
        return transcript_input(read_text(Path(path).expanduser(), what="The transcript"), event)
    message, outputs = event.get("message"), event.get("outputs")
    if not isinstance(message, str) or not isinstance(outputs, list | str):
        raise DataError("The input has no 'message' and 'outputs', and no 'transcript_path'.", hint=_EXPECTED)
    given = [outputs] if isinstance(outputs, str) else outputs
    return HookInput(message, tuple(_words(one) for one in given), _words(event.get("calls")))


_FRAME = re.compile(r"\A(?:[A-Z][\w ]{2,40}\b[^\n]*\n){1,8}Output:\n?")
_EXIT = re.compile(r"^(?:Process exited with|Exit) code:? (\d+)$", re.MULTILINE | re.IGNORECASE)
_EXPECTED = 'Give {"message": "...", "outputs": ["...", ...]}, or the event of a Stop hook.'


def transcript_input(text: str, event: Mapping[str, Any]) -> HookInput | None:
    """The last message of the assistant, every tool call and output before it, and what the user said; None without a
    message."""
    message, outputs, calls = "", list[str](), list[str]()
    begun: dict[str, tuple[str, str]] = {}
    steps = list[ToolStep]()

    def called(id: Any, tool: Any, words: str) -> None:
        calls.append(words)
        begun[str(id)] = (str(tool or ""), words)

    def answered(id: Any, output: str, *, failed: bool) -> None:
        outputs.append(output)
        steps.append(ToolStep(*begun.get(str(id), ("unknown", "")), output, failed))

    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue  # A line that is being written.
        said = entry.get("message", entry.get("payload", entry)) if isinstance(entry, dict) else None
        if not isinstance(said, dict):
            continue
        kind = said.get("type")
        if kind in ("function_call_output", "custom_tool_call_output"):
            output, failed = _unframed(_words(said.get("output")))
            answered(said.get("call_id"), output, failed=failed)
            message = ""
        elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
            called(said.get("call_id"), said.get("name"), _arguments(said))
        elif said.get("role") in ("assistant", "user"):
            content = said.get("content")
            parts = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
            for one in parts:
                if one.get("type") == "tool_result":
                    answered(one.get("tool_use_id"), _words(one.get("content")), failed=one.get("is_error") is True)
                elif one.get("type") == "tool_use":
                    called(one.get("id"), one.get("name"), _words(one.get("input")))
            text = content if isinstance(content, str) else _words([one for one in parts if "text" in one])
            if said.get("role") == "assistant":
                message = text or message
            else:
                calls.append(text)
    last = event.get("last_assistant_message")
    message = last if isinstance(last, str) and last.strip() else message
    known = "\n".join(filter(None, calls))
    return HookInput(message, tuple(outputs), known, tuple(steps)) if message.strip() else None


def _arguments(call: Mapping[str, Any]) -> str:
    """What a call of Codex says; its arguments are JSON in a string."""
    given = call.get("arguments", call.get("input", call.get("action")))
    if isinstance(given, str) and given.startswith("{"):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return _words(given)
    return _words(given)


def _unframed(output: str) -> tuple[str, bool]:
    """What a command printed, with its exit code if that is not 0, and whether it failed. Codex writes either JSON with
    `output` and `metadata` or lines about chunk, time and tokens before it."""
    if output.startswith("{"):
        try:
            framed = json.loads(output)
        except (ValueError, RecursionError):
            return output, False
        printed, metadata = framed.get("output"), framed.get("metadata")
        if not isinstance(printed, str) or not isinstance(metadata, dict):
            return output, False
        code = str(metadata.get("exit_code", 0))
    elif (frame := _FRAME.match(output)) and (found := _EXIT.search(frame[0])):
        printed, code = output[frame.end() :], found[1]
    else:
        return output, False
    return (printed, False) if code == "0" else (f"{printed.rstrip()}\nExit code {code}".lstrip(), True)


def _words(value: Any) -> str:
    """All strings in a value, on lines of their own."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = [one for key, one in value.items() if key not in ("type", "id", "tool_use_id")]
    if isinstance(value, list):
        return "\n".join(found for one in value if (found := _words(one)))
    return "" if value is None or isinstance(value, bool) else str(value)
