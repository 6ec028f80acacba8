"""How OpenAI, Anthropic and Google put a request and a response, as far as the fake server needs it."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Asked:
    """A request, whoever's API it came over."""

    prompt: str
    schema: dict[str, Any]
    tool: str | None = None


@dataclass(frozen=True)
class Said:
    """A response, whoever's API it goes over."""

    text: str
    cut_off: bool = False
    refused: bool = False


def understood(path: str, request: dict[str, Any]) -> Asked:
    """What is asked."""
    if path.endswith("/messages"):
        prompt = "\n\n".join([_text(request.get("system", "")), *(_text(m["content"]) for m in request["messages"])])
        if "output_config" in request:
            return Asked(prompt, request["output_config"]["format"]["schema"])
        return Asked(prompt, request["tools"][0]["input_schema"], request["tools"][0]["name"])
    if ":generateContent" in path:
        turns = [request["systemInstruction"], *request["contents"]]
        return Asked(
            "\n\n".join(_text(turn["parts"]) for turn in turns), request["generationConfig"]["responseJsonSchema"]
        )
    prompt = "\n\n".join(_text(message["content"]) for message in request["messages"])
    if "json_schema" in (request.get("response_format") or {}):
        return Asked(prompt, request["response_format"]["json_schema"]["schema"])
    if request.get("tools"):
        function = request["tools"][0]["function"]
        return Asked(prompt, function["parameters"], function["name"])
    start = prompt.index("{", prompt.index("compatible with this schema"))
    return Asked(prompt, json.JSONDecoder().raw_decode(prompt, start)[0])


def spoken(path: str, request: dict[str, Any], asked: Asked, said: Said) -> dict[str, Any]:
    """What is answered."""
    read, written = len(asked.prompt) // 4, len(said.text) // 4
    if path.endswith("/messages"):
        content = {"type": "text", "text": said.text}
        if asked.tool:
            content = {"type": "tool_use", "id": "call_1", "name": asked.tool, "input": json.loads(said.text)}  # type: ignore[dict-item]
        return {
            "id": "fake-1",
            "type": "message",
            "role": "assistant",
            "model": request["model"],
            "content": [content],
            "stop_reason": "refusal" if said.refused else "max_tokens" if said.cut_off else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": read, "output_tokens": written},
        }
    if ":generateContent" in path:
        reason = "SAFETY" if said.refused else "MAX_TOKENS" if said.cut_off else "STOP"
        return {
            "candidates": [{"content": {"role": "model", "parts": [{"text": said.text}]}, "finishReason": reason}],
            "usageMetadata": {"promptTokenCount": read, "candidatesTokenCount": written},
            "modelVersion": "fake",
        }
    message: dict[str, Any] = {"role": "assistant", "content": said.text}
    finish = "length" if said.cut_off else "stop"
    if said.refused:
        message = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}
    elif asked.tool:
        call = {"id": "call_1", "type": "function", "function": {"name": asked.tool, "arguments": said.text}}
        message, finish = {"role": "assistant", "content": None, "tool_calls": [call]}, "tool_calls"
    return {
        "id": "fake-1",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written},
    }


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
