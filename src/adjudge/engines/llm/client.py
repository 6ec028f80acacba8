"""Clients: how a model is reached, without retries of the client's own."""

import asyncio
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from adjudge.engines import models
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.llm.trouble import key_hint
from adjudge.engines.models import ModelName, Provider
from adjudge.errors import EngineUnavailable

if TYPE_CHECKING:
    import ssl

    import httpx2
    from pydantic_ai.models import Model


class Connection:
    """A model's client in one event loop."""

    def __init__(self, name: ModelName, *, timeout_s: float, max_bytes: int, receipts: Receipts | None) -> None:
        self.loop = asyncio.get_running_loop()
        os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
        if not models.key_is_set(name):
            raise EngineUnavailable(f"There is no key for {name}.", hint=key_hint(name))
        try:
            import httpx2

            from adjudge.engines.llm.transport import Transport

            transport = Transport(
                timeout_s=timeout_s, max_bytes=max_bytes, certificates=_certificates(), receipts=receipts
            )
            self._http = httpx2.AsyncClient(timeout=timeout_s, transport=transport)
            self.model = _client(name, self._http)
        except ImportError as error:
            raise EngineUnavailable(f"{name} needs a library: {error}", hint="pip install 'adjudge[llm]'") from error

    async def close(self) -> None:
        await self._http.aclose()


@lru_cache(maxsize=1)
def _certificates() -> "ssl.SSLContext":
    """Read once: it takes longer than all the rest of opening a client."""
    import httpx2

    return httpx2.create_ssl_context()


def _client(name: ModelName, http: "httpx2.AsyncClient") -> "Model[Any]":
    """The provider's own client, wrapped by pydantic-ai, with its retries turned off."""
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
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from adjudge.engines.llm.compatible import ChatModel, Completions, OllamaChatModel

    client = AsyncOpenAI(api_key=key or "not-needed", base_url=name.base_url, http_client=http, max_retries=0)
    client.chat.completions = Completions(client)  # type: ignore[misc]  # a cached property
    if name.provider is Provider.OLLAMA:
        return OllamaChatModel(name.model, provider=OllamaProvider(openai_client=client))
    if name.provider is Provider.COMPATIBLE:
        return ChatModel(name.model, provider=OpenAICompatibleProvider("compatible", openai_client=client))
    return ChatModel(name.model, provider=OpenAIProvider(openai_client=client))


def takes_temperature(model: "Model[Any]") -> bool:
    """Models that reason take none, and the client warns if one is sent."""
    profile = cast("Mapping[str, object]", model.profile)
    if profile.get("anthropic_disallows_sampling_settings"):
        return False
    thinks = profile.get("thinking_enabled_by_default") or profile.get("thinking_always_enabled")
    can_stop = bool(profile.get("openai_supports_reasoning_effort_none"))
    return not profile.get("openai_supports_reasoning") or (can_stop and not thinks)
