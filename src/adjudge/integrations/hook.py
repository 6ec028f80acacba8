"""A hook for coding agents: in come the agent's final message and the tool outputs before it, as JSON; out come the
statements that the outputs do not bear out, each with its reason.

Two input formats are known: `{"message": "...", "outputs": ["...", ...]}`, and the event of a Stop hook, which names a
transcript file of JSON lines (`transcript_path`) with messages, tool calls and tool results. A statement is reported
if the outputs contradict it, or if it names a number, a file or a test result that no output has. Other statements
that the outputs do not mention (plans, explanations) are left alone: an agent may know them from elsewhere.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudge.analysis.text.sentences import sentences
from adjudge.case import Document
from adjudge.errors import DataError
from adjudge.files import read_text

_FAILED = re.compile(
    r"\b[1-9]\d*\s+(?:tests?\s+)?(?:failed|failing|failures?|errors?)\b|\bFAIL(?:ED|URE|URES)?\b|"
    r"\bTraceback \(most recent|"
    r"\bexit(?:ed with)? (?:code|status):?\s*[1-9]|^error(?:\[|:)",
    re.IGNORECASE | re.MULTILINE,
)
_PASSED = re.compile(
    r"\b[1-9]\d*\s+(?:tests?\s+)?pass(?:ed|ing)\b|\bOK\b|\ball (?:checks|tests) pass|test result: ok", re.I
)
_SAYS_PASS = re.compile(
    r"\b(?:(?:all|the)\s+(?:\d+\s+)?(?:unit |new |existing |other )?(?:tests|checks|specs)\s+"
    r"(?:now\s+|still\s+|are\s+)*(?:pass|passed|passing|green|succeed)|tests?\s+(?:now\s+)?pass(?:ed|es|ing)?\b|"
    r"(?:build|lint)\s+(?:succeed(?:s|ed)|passes|passed|is clean))",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:should|would|will|could|may|might|if|once|after you|please|you can|not|n't|haven't|until)\b", re.I
)
_FILE = re.compile(
    r"(?<![\w/@.-])(?:[\w.-]+/)*[\w-]+\."
    r"(?:py|js|ts|tsx|jsx|rs|go|java|c|h|cpp|rb|md|toml|yaml|yml|json|txt|sh|sql|css|html|cfg|ini|lock)\b"
)
_NUMBER = re.compile(r"(?<![\w.,/-])\d+(?:[.,]\d+)*(?![\w-]|[.,/]\d)")
_CODE = re.compile(r"^(?:```|~~~).*?(?:^(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE)
_SMALL = 10


@dataclass(frozen=True, slots=True)
class HookInput:
    """The final message, and the outputs of the tools before it, oldest first."""

    message: str
    outputs: tuple[str, ...]
    calls: str = ""
    """What the tools were called with: a file that was written is named there."""


@dataclass(frozen=True, slots=True)
class Unborne:
    """A statement that the outputs do not bear out, and why."""

    statement: str
    reason: str


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
        return _of_transcript(read_text(Path(path).expanduser(), what="The transcript"), event)
    message, outputs = event.get("message"), event.get("outputs")
    if not isinstance(message, str) or not isinstance(outputs, list | str):
        raise DataError("The input has no 'message' and 'outputs', and no 'transcript_path'.", hint=_EXPECTED)
    given = [outputs] if isinstance(outputs, str) else outputs
    return HookInput(message, tuple(_words(one) for one in given), _words(event.get("calls")))


_EXPECTED = 'Give {"message": "...", "outputs": ["...", ...]}, or the event of a Stop hook.'


def _of_transcript(text: str, event: dict[str, Any]) -> HookInput | None:
    """The last message of the assistant, and every tool call and output before it."""
    message, outputs, calls = "", [], []
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
            outputs.append(_words(said.get("output")))
            message = ""
        elif kind in ("function_call", "custom_tool_call", "local_shell_call"):
            calls.append(_words(said.get("arguments", said.get("input", said.get("action")))))
        elif said.get("role") in ("assistant", "user"):
            content = said.get("content")
            parts = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
            outputs += [_words(one.get("content")) for one in parts if one.get("type") == "tool_result"]
            calls += [_words(one.get("input")) for one in parts if one.get("type") == "tool_use"]
            if said.get("role") == "assistant":
                message = content if isinstance(content, str) else _words([p for p in parts if "text" in p]) or message
    last = event.get("last_assistant_message")
    message = last if isinstance(last, str) and last.strip() else message
    return HookInput(message, tuple(outputs), "\n".join(calls)) if message.strip() else None


def _words(value: Any) -> str:
    """All strings in a value, on lines of their own."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        value = [one for key, one in value.items() if key not in ("type", "id", "tool_use_id")]
    if isinstance(value, list):
        return "\n".join(found for one in value if (found := _words(one)))
    return "" if value is None or isinstance(value, bool) else str(value)


def documents_of_outputs(given: HookInput) -> tuple[Document, ...]:
    """The outputs as documents."""
    texts = [text for text in given.outputs if text.strip()]
    return tuple(Document(id=f"output-{number}", text=text) for number, text in enumerate(texts, start=1))


def statements_of(message: str) -> list[str]:
    """The sentences of a message without its code, each without bullet and emphasis."""
    found = [re.sub(r"^[\W\d_]*?(?=[\w`~])", "", one.text, count=1) for one in sentences(_CODE.sub("\n", message))]
    return [one for one in (re.sub(r"\*\*|__|`", "", text).strip() for text in found) if re.search(r"[^\W\d_]", one)]


def unborne_facts(statement: str, given: HookInput) -> str:
    """Why the outputs do not bear out what a statement says of tests, files and numbers; empty if they do."""
    if _HEDGED.search(statement):
        return ""
    if _SAYS_PASS.search(statement):
        return _tests(given.outputs)
    seen = "\n".join((*given.outputs, given.calls))
    for name in _FILE.findall(statement):
        if name not in seen and name.rsplit("/", 1)[-1] not in seen:
            return f"No tool call or output names the file {name}."
    numbers = {one.replace(",", "") for one in _NUMBER.findall(seen)}
    for number in _NUMBER.findall(statement):
        plain = number.replace(",", "")
        if plain not in numbers and not (plain.isdigit() and int(plain) <= _SMALL):
            return f"No tool call or output has the number {number}."
    return ""


def _tests(outputs: Sequence[str]) -> str:
    """Whether the last output that tells a test result tells of success."""
    for output in reversed(outputs):
        if failed := _FAILED.search(output):
            return f"The last test output says: {_line_of(output, failed.start())}"
        if _PASSED.search(output):
            return ""
    return "No output shows a test result."


def _line_of(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    return text[start : end if end >= 0 else len(text)].strip()[:200]


async def unborne(given: HookInput, *, engine: str) -> list[Unborne]:
    """The statements of the message that the outputs do not bear out, in order."""
    from adjudge.integrations.guard.judge import AnswerJudge, SentenceStatus

    documents = documents_of_outputs(given)
    statements = statements_of(given.message)
    found = {at: why for at, one in enumerate(statements) if (why := unborne_facts(one, given))}
    if documents:
        judge = AnswerJudge(engine, timeout_s=10.0)
        await judge.start()
        try:
            for at in _open(statements, found):
                judged = await judge.judge(
                    statements[at], " ".join(statements[max(0, at - 2) : at]), documents, edit=False
                )
                if judged.status is SentenceStatus.CONTRADICTED:
                    found[at] = judged.reason
        finally:
            await judge.close()
    return [Unborne(statements[at], found[at]) for at in sorted(found)]


def _open(statements: Sequence[str], found: dict[int, str]) -> Iterable[int]:
    return [at for at, one in enumerate(statements) if at not in found and not _HEDGED.search(one)]
