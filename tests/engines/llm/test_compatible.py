"""Chat models of OpenAI's API: what they send is made once, and odd counts of tokens are not taken for tokens."""

import asyncio

import httpx2
import pytest
from openai.types.chat import ChatCompletion
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from adjudge.engines.llm.compatible import ChatModel
from adjudge.engines.llm.request import Shape, parameters
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
    assert ours.customize_request_parameters(votes) is ours.customize_request_parameters(votes)


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
