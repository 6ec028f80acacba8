"""Chat models of OpenAI's API: what they send is made once, and odd counts of tokens are not taken for tokens."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletion
from pydantic_ai.direct import model_request
from pydantic_ai.messages import InstructionPart
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from adjudge.engines.llm.compatible import ChatModel, Completions
from adjudge.engines.llm.request import Shape, conversation, parameters
from adjudge.questions.entailment import Extraction
from adjudge.questions.jury import Vote


@pytest.fixture
def provider() -> OpenAIProvider:
    return OpenAIProvider(api_key="none", base_url="http://127.0.0.1:1/v1", http_client=httpx2.AsyncClient())


@pytest.mark.parametrize("shape", [Shape.NATIVE, Shape.TOOL, Shape.PROMPTED])
def test_the_schema_of_a_reply_is_rewritten_once_and_as_the_client_rewrites_it(
    provider: OpenAIProvider, shape: Shape
) -> None:
    ours, theirs = ChatModel("x", provider=provider), OpenAIChatModel("x", provider=provider)
    votes, extractions = parameters(Vote, shape), parameters(Extraction, shape)
    assert ours.customize_request_parameters(votes) == theirs.customize_request_parameters(votes)
    assert ours.customize_request_parameters(extractions) == theirs.customize_request_parameters(extractions)
    of_one_call, of_another = (replace(votes, instruction_parts=[InstructionPart(content=text)]) for text in "ab")
    first, second = ours.customize_request_parameters(of_one_call), ours.customize_request_parameters(of_another)
    assert (first.output_object, first.output_tools) == (second.output_object, second.output_tools)
    assert first.output_object is second.output_object
    assert first.output_tools is second.output_tools
    assert second.instruction_parts == of_another.instruction_parts


@pytest.mark.parametrize("shape", [Shape.NATIVE, Shape.TOOL, Shape.PROMPTED])
def test_the_request_is_the_one_that_the_client_would_send(shape: Shape) -> None:
    assert sent_by(our_client, shape) == sent_by(AsyncOpenAI, shape)


def our_client(**options: Any) -> AsyncOpenAI:
    client = AsyncOpenAI(**options)
    client.chat.completions = Completions(client)  # type: ignore[misc]
    return client


def sent_by(client_type: Callable[..., AsyncOpenAI], shape: Shape) -> dict[str, Any]:
    """The body of a request with a refused reply and a limit of tokens in the body."""
    bodies = list[bytes]()

    def answer(request: httpx2.Request) -> httpx2.Response:
        bodies.append(request.content)
        return httpx2.Response(200, json=completion(None).model_dump(mode="json"))

    async def send() -> None:
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as http:
            client = client_type(api_key="none", base_url="http://127.0.0.1:1/v1", http_client=http)
            await model_request(
                ChatModel("x", provider=OpenAIProvider(openai_client=client)),
                conversation(("Judge.", "Claim: it rained – “twice”.", "{}", "A field is missing.")),
                model_settings={"temperature": 0.0, "extra_body": {"max_tokens": 7}},
                model_request_parameters=parameters(Vote, shape),
            )

    asyncio.run(send())
    sent: dict[str, Any] = json.loads(bodies[0])
    return sent


def completion(usage: object) -> ChatCompletion:
    message = {"role": "assistant", "content": "{}"}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return ChatCompletion.model_construct(
        **ChatCompletion.model_validate(
            {"id": "1", "object": "chat.completion", "created": 1, "model": "x", "choices": [choice], "usage": usage}
        ).__dict__
    )


@pytest.mark.parametrize(
    ("usage", "read"),
    [
        ({"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}, (12, 3)),
        ({"prompt_tokens": -12, "completion_tokens": 3, "total_tokens": -9}, (0, 0)),
        (None, (0, 0)),
    ],
)
def test_a_negative_count_of_tokens_is_no_count(provider: OpenAIProvider, usage: object, read: tuple[int, int]) -> None:
    mapped = ChatModel("x", provider=provider)._map_usage(completion(usage))
    assert (mapped.input_tokens, mapped.output_tokens) == read
    asyncio.run(provider.client.close())
