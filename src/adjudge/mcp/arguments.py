"""The arguments of the tools: their types with descriptions for the client, and refusals in words.

Assistants often send one string where a list is expected, or JSON in a string: both are taken for what they mean. What
cannot be taken is refused with the argument's name, what was expected and what came, never with a validator's dump.
"""

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult
from pydantic import BeforeValidator, Field, ValidationError

from adjudge.errors import InputError, shortened
from adjudge.mcp.payload import failed
from mcp import MCPError

_SHOWN = 60
_WANTED = {
    "missing": "is missing",
    "string_type": "must be a string",
    "list_type": "must be a list",
    "literal_error": "must be one of",
}


def _listed(given: Any) -> Any:
    """One text as a list of one; an object in place of a text as its JSON, since that is what was sent."""
    if isinstance(given, str | dict):
        given = [given]
    if not isinstance(given, list):
        return given
    return [json.dumps(one, ensure_ascii=False) if isinstance(one, dict) else one for one in given]


Claim = Annotated[str, Field(description="The statement to check, as one or a few sentences.")]
Query = Annotated[str, Field(description="What to look for, in a few words.")]
Sources = Annotated[
    list[str],
    BeforeValidator(_listed),
    Field(description="The texts of the sources, one item each. A single string counts as one source."),
]
SourceType = Annotated[str, Field(description="What kind of source it is: a study, a press release, a blog post ...")]
EvidenceLines = Annotated[
    str, Field(description="Evidence as search_databases returns it, one piece a line; any other line counts as given.")
]
Reason = Annotated[str, Field(description="Why the verdict was given.")]
VerdictWord = Annotated[Literal["SUPPORTED", "REFUTED", "NEI"], Field(description="The verdict.")]


class WordedServer(MCPServer[None]):
    """A server that says in words what is wrong with the arguments of a call or a prompt."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        known = next((tool.input_schema["properties"] for tool in await self.list_tools() if tool.name == name), None)
        if known is not None and (unknown := [one for one in arguments if one not in known]):
            return failed(_unknown_parameter(name, unknown[0], known))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            return failed(refusal(name, error.__cause__))

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[None, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        listed = {one.name: one.arguments or [] for one in await self.list_prompts()}
        if name not in listed:
            raise MCPError(
                INVALID_PARAMS, f"There is no prompt '{shortened(name, _SHOWN)}'; there are: {', '.join(listed)}."
            )
        given = arguments or {}
        if missing := [one.name for one in listed[name] if one.required and one.name not in given]:
            raise MCPError(INVALID_PARAMS, f"{name}: '{missing[0]}' is missing.")
        if unknown := given.keys() - {one.name for one in listed[name]}:
            error = _unknown_parameter(name, min(unknown), [one.name for one in listed[name]])
            raise MCPError(INVALID_PARAMS, str(error))
        return await super().get_prompt(name, arguments, context)


def _unknown_parameter(place: str, name: str, known: Iterable[str]) -> InputError:
    return InputError(
        f"{place}: there is no parameter '{shortened(name, _SHOWN)}'.", hint=f"Its parameters are: {', '.join(known)}."
    )


def refusal(tool: str, error: ValidationError) -> InputError:
    """The error of a call with wrong arguments, in words."""
    problems = "; ".join(dict.fromkeys(_problem(one) for one in error.errors(include_url=False)[:5]))
    return InputError(f"{tool}: {problems}.", hint="The tool's description lists its parameters.")


def _problem(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    wanted = _WANTED.get(error["type"], str(error["msg"]))
    if error["type"] == "literal_error":
        wanted = f"must be one of {error['ctx']['expected']}"
    if error["type"] == "missing":
        return f"'{place}' {wanted}"
    return f"'{place}' {wanted}, not {shortened(json.dumps(error['input'], default=str, ensure_ascii=False), _SHOWN)}"
