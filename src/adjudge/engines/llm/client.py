"""Clients: how a model is reached, over few connections each, and without retries of their own."""

import asyncio
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from adjudge.engines import models
from adjudge.engines.llm.trouble import key_hint
from adjudge.engines.models import ModelName, Provider
from adjudge.errors import EngineUnavailable

if TYPE_CHECKING:
    import ssl

    import httpx2
    from openai import AsyncOpenAI
    from pydantic_ai.models import Model

CALLS_PER_CLIENT = 4
MAX_CLIENTS = 64


@dataclass(slots=True)
class _Line:
    """A connected client, and how many calls are on it."""

    http: "httpx2.AsyncClient"
    model: "Model[Any]"
    busy: int = 0


class Lines:
    """The clients of one event loop. Each has few connections: a client looks through all of its own for each call,
    which with 64 of them took about a sixth of the call's time."""

    def __init__(self, name: ModelName, timeout_s: float) -> None:
        self.loop = asyncio.get_running_loop()
        self._name = name
        self._timeout_s = timeout_s
        self._lines: list[_Line] = [_open(name, timeout_s)]

    @property
    def model(self) -> "Model[Any]":
        return self._lines[0].model

    @contextmanager
    def free(self) -> "Iterator[Model[Any]]":
        """A client with room for a call."""
        line = min(self._lines, key=lambda line: line.busy)
        if line.busy >= CALLS_PER_CLIENT and len(self._lines) < MAX_CLIENTS:
            line = _open(self._name, self._timeout_s)
            self._lines.append(line)
        line.busy += 1
        try:
            yield line.model
        finally:
            line.busy -= 1

    async def close(self) -> None:
        for line in self._lines:
            await line.http.aclose()


def _open(name: ModelName, timeout_s: float) -> _Line:
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    if not models.key_is_set(name):
        raise EngineUnavailable(f"There is no key for {name}.", hint=key_hint(name))
    try:
        import httpx2

        http = httpx2.AsyncClient(timeout=timeout_s, verify=_certificates())
        return _Line(http, _client(name, http))
    except ImportError as error:
        raise EngineUnavailable(f"{name} needs a library: {error}", hint="pip install 'adjudge[llm]'") from error


@lru_cache(maxsize=1)
def _certificates() -> "ssl.SSLContext":
    """Read once: it takes longer than all the rest of opening a client."""
    import httpx2

    return httpx2.create_ssl_context()


def _client(name: ModelName, http: "httpx2.AsyncClient") -> "Model[Any]":
    """The provider's own client in pydantic-ai's clothes, without retries of its own."""
    key = models.key(name)
    if name.provider is Provider.ANTHROPIC:
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        anthropic = AsyncAnthropic(api_key=key, base_url=name.base_url, http_client=http, max_retries=0)
        return AnthropicModel(name.model, provider=AnthropicProvider(anthropic_client=anthropic))
    if name.provider is Provider.GOOGLE:
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        return GoogleModel(name.model, provider=GoogleProvider(api_key=key, http_client=http, base_url=name.base_url))
    from openai import AsyncOpenAI
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    client = AsyncOpenAI(api_key=key or "not-needed", base_url=name.base_url, http_client=http, max_retries=0)
    _send_as_given(client)
    if name.provider is Provider.OLLAMA:
        return OllamaModel(name.model, provider=OllamaProvider(openai_client=client))
    if name.provider is Provider.COMPATIBLE:
        return OpenAIChatModel(name.model, provider=OpenAICompatibleProvider("compatible", openai_client=client))
    return OpenAIChatModel(name.model, provider=OpenAIProvider(openai_client=client))


def _send_as_given(client: "AsyncOpenAI") -> None:
    """Let the client send requests as they are. It would walk through each one to rename fields that need no renaming,
    which took about a quarter of the call's processor time."""
    from openai import NotGiven, Omit
    from openai.types.chat import ChatCompletion

    async def create(**request: Any) -> ChatCompletion:
        given = {name: value for name, value in request.items() if not isinstance(value, Omit | NotGiven)}
        options = {
            "headers": given.pop("extra_headers", {}),
            "extra_json": given.pop("extra_body", None) or {},
            "timeout": given.pop("timeout", None),
            "security": {"bearer_auth": True},
        }
        return await client.post("/chat/completions", cast_to=ChatCompletion, body=given, options=cast("Any", options))

    client.chat.completions.create = create  # type: ignore[method-assign, assignment]


def takes_temperature(model: "Model[Any]") -> bool:
    """Models that reason take none, and the client warns if one is sent."""
    profile = cast("Mapping[str, object]", model.profile)
    if profile.get("anthropic_disallows_sampling_settings"):
        return False
    thinks = profile.get("thinking_enabled_by_default") or profile.get("thinking_always_enabled")
    can_stop = bool(profile.get("openai_supports_reasoning_effort_none"))
    return not profile.get("openai_supports_reasoning") or (can_stop and not thinks)
