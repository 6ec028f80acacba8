"""The context of a request: the documents that its answer is judged against.

Taken from the request's own messages, of the roles that the settings name, or from files that the header
X-Adjudge-Documents names. Instructions to the assistant ("You are a helpful assistant.") state nothing and are no
context.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudge.analysis.text.sentences import sentences
from adjudge.case import Document
from adjudge.engines.offline.checkable import uncheckable
from adjudge.errors import AdjudgeError, DataError
from adjudge.files import read_text
from adjudge.integrations.guard.settings import GuardSettings
from adjudge.integrations.guard.tables import readable

HEADER = "x-adjudge-documents"
_ROLES = {"system": "system", "developer": "system", "tool": "tool", "function": "tool", "user": "user"}
_TOLD = re.compile(
    r"^\W*+(?:you(?:'re|’re|r)?\b|always\b|never\b|do(?: not|n't|n’t)\b|be\b|use\b|answer\b|respond\b|reply\b|speak\b|"
    r"if (?:the|a) user\b|du (?:bist|sollst)\b|sie sind\b|antworte\b)",
    re.IGNORECASE,
)
_SAMPLE = 4_000
_OUTPUTS = ("function_call_output", "custom_tool_call_output", "mcp_call", "local_shell_call_output")


@dataclass(frozen=True, slots=True)
class GuardContext:
    """The documents, what a reader of the report should know about them, and how many answers the request wants."""

    documents: tuple[Document, ...]
    notes: tuple[str, ...] = ()
    choices: int = 1


def context_of(request: Mapping[str, Any], names: str, settings: GuardSettings) -> GuardContext:
    """The context of a chat or responses request; `names` is the value of the header. Raises a `DataError` if a named
    document is not there."""
    wanted = request.get("n")
    choices = wanted if isinstance(wanted, int) and wanted > 0 else 1
    if names.strip():
        return GuardContext(tuple(_named_documents(names, settings)), choices=choices)
    texts = [(role, text) for role, text in _messages(request) if role in settings.context]
    counts: dict[str, int] = {}
    documents = []
    for role, text in texts:
        if not text.strip() or (role == "system" and not _states_something(text)):
            continue
        counts[role] = counts.get(role, 0) + 1
        documents.append(Document(id=f"{role}-{counts[role]}", text=readable(text)))
    documents = [one for one in documents if one.text.strip()]
    return GuardContext(tuple(documents), () if documents else (_without_context(request),), choices)


def _without_context(request: Mapping[str, Any]) -> str:
    if request.get("previous_response_id") or request.get("conversation"):
        return "The request continues a conversation that the upstream stores; its context is not visible here."
    return "The request has no context to judge the answer against; nothing was checked."


def _messages(request: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every text of the request with the role that said it, in order. Shapes that are not known are left out."""
    if isinstance(request.get("instructions"), str):
        yield "system", request["instructions"]
    messages = request.get("messages", request.get("input"))
    if isinstance(messages, str):
        yield "user", messages
    for item in messages if isinstance(messages, list) else ():
        if not isinstance(item, dict):
            continue
        if item.get("type") in _OUTPUTS:
            yield "tool", _text(item.get("output"))
        elif item.get("type") == "file_search_call":
            yield from (("tool", _text(one.get("text"))) for one in item.get("results") or () if isinstance(one, dict))
        elif (role := _ROLES.get(str(item.get("role")))) is not None:
            yield role, _text(item.get("content"))


def _text(content: Any) -> str:
    """The text of a message: a string, or the text parts of a list."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    return "\n".join(one["text"] for one in parts if isinstance(one, dict) and isinstance(one.get("text"), str))


def _states_something(text: str) -> bool:
    """Whether a system message contains more than instructions."""
    if text.lstrip()[:1] in ("{", "[", "|"):
        return True
    return any(not _TOLD.match(one.text) and not uncheckable(one.text) for one in sentences(text[:_SAMPLE])) or (
        len(text) > _SAMPLE
    )


def _named_documents(names: str, settings: GuardSettings) -> Iterator[Document]:
    if settings.documents is None:
        raise DataError(
            "The request names documents, but the guard has no document folder.",
            hint="Start it with --documents FOLDER.",
        )
    folder = settings.documents.resolve()
    for name in dict.fromkeys(one.strip() for one in names.split(",") if one.strip()):
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            raise DataError(f"There is no document '{name}'.", hint="Name files in the guard's folder of documents.")
        try:
            text = read_text(path, what="The document")
        except AdjudgeError as error:
            # The client need not know where the folder is.
            raise DataError(f"The document '{name}' cannot be read as text.") from error
        if text.strip():
            yield Document(id=f"document {name}", text=readable(text), title=name)
