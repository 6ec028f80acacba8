"""What an agent says it did, against its tool calls: in come a statement and the calls with their outputs, out comes
why the calls do not bear it out.

Only sessions whose calls are known are judged: those of a transcript, not of `{"message": ..., "outputs": ...}`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.integrations.hook.results import failure_in

_DONE = re.compile(
    r"\b(?:(commit|push)(?:t?ed|es)|(tag)ged|(publish|deploy|install|merge|apply|migrate|upload|format)(?:e?d)|"
    r"(appl)ied)\b",
    re.IGNORECASE,
)
_GIT = ("commit", "push")
"""Nothing but a call of that name does it."""
_CHANGED = re.compile(
    r"\b(?:added|updated|changed|edited|created|wrote|written|renamed|documented|extended|corrected|adjusted|rewrote|"
    r"bumped|refactored|moved)\b",
    re.IGNORECASE,
)
_READS = ("Read", "Grep", "Glob", "LS", "WebFetch", "WebSearch", "TodoWrite", "NotebookRead")
_SHELLS = ("Bash", "exec_command", "shell", "local_shell", "")
_READING = re.compile(
    r"^\s*(?:cat|ls|grep|rg|head|tail|wc|pwd|which|echo|diff|tree|du|df|find|stat|file|"
    r"git (?:status|diff|log|show|blame|branch|grep)|(?:python3? -m )?pytest|go (?:test|vet|build)|"
    r"npx (?:tsc|vitest|jest)|npm (?:test|ls)|cargo (?:test|check|build))\b(?![^\n]*(?:[^-2&]>|--fix|-delete|-exec))"
)
_SEARCHING = re.compile(r"(?:^|[|;&(]\s*|git )(?:grep|rg|ag|ack)\s")
_NONE_LEFT = re.compile(
    r"\b(?:no|nothing|none)\b.{0,60}\b(?:left|remain\w*|any ?more|imports?|uses|references?|mentions?)\b|"
    r"\bno longer (?:used|referenced|imported|mentioned)\b",
    re.IGNORECASE,
)
_PATTERN_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class ToolStep:
    """A tool call: the tool's name, what it was called with, what it printed, and whether it failed."""

    tool: str
    call: str
    output: str = ""
    failed: bool = False

    @property
    def is_search(self) -> bool:
        """Whether it looks for words in files."""
        return self.tool == "Grep" or (self.tool in _SHELLS and bool(_SEARCHING.search(self.call)))

    @property
    def may_change(self) -> bool:
        """Whether it may change files."""
        if self.tool in _SHELLS:
            return not all(_READING.match(one) for one in re.split(r"&&|\|\||;|\n|\|", self.call) if one.strip())
        return self.tool not in _READS


def undone(statement: str, before: str, files: Sequence[str], steps: Sequence[ToolStep]) -> str:
    """Why the calls do not bear out what a statement says was done; empty if they do, or it says nothing of the kind.
    `files` are the files that it names, `before` the statements before it."""
    if not steps:
        return ""
    return _failed_action(statement, steps) or _unchanged(statement, files, steps) or _left(statement, before, steps)


def _failed_action(statement: str, steps: Sequence[ToolStep]) -> str:
    """What was committed, pushed, deployed, ... needs a call that does so and did not fail last."""
    for done in _DONE.finditer(statement):
        verb = next(filter(None, done.groups())).lower()
        calls = [one for one in steps if re.search(rf"(?<![\w/]){verb}", one.call) and one.tool in _SHELLS]
        if calls and calls[-1].failed:
            return f"The call '{calls[-1].call.splitlines()[0][:80]}' failed: {failure_in(calls[-1].output)}"
        if (
            not calls
            and verb in _GIT
            and not any(one.tool not in (*_SHELLS, *_READS) and _is_git(one) for one in steps)
        ):
            return f"No tool call does a {verb}."
    return ""


def _is_git(step: ToolStep) -> bool:
    return any(verb in step.call or verb in step.tool for verb in _GIT)


def _unchanged(statement: str, files: Sequence[str], steps: Sequence[ToolStep]) -> str:
    """A file that was changed is named in a call that changes files, unless a command may have changed any."""
    changing = [one for one in steps if one.may_change]
    if not _CHANGED.search(statement) or any(one.tool in (*_SHELLS, "Task", "Agent") for one in changing):
        return ""
    calls = "\n".join(one.call for one in changing)
    missing = next((one for one in files if one.rsplit("/", 1)[-1] not in calls), "")
    return f"No tool call changes the file {missing}." if missing else ""


def _left(statement: str, before: str, steps: Sequence[ToolStep]) -> str:
    """Where nothing is left of something, the last search for it finds nothing, if nothing was changed after it."""
    if not _NONE_LEFT.search(statement):
        return ""
    said = f"{before} {statement}".lower()
    for step in reversed(steps):
        if step.is_search:
            words = [word.lower() for word in _PATTERN_WORD.findall(step.call)]
            about = any(word in said for word in words)
            line = next((one for one in step.output.splitlines() if one.strip()), "")
            # Shown with its place, a hit is one; a count or a summary is something else.
            return f"The last search finds: {line[:120]}" if about and re.match(r"\S+:\d+:", line) else ""
        if step.may_change:
            return ""
    return ""
