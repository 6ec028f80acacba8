"""The short way over OpenAI's API: what is plain is read here, everything else is the client's."""

import json
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engines.llm import chat


def response(*, finish: Any = "stop", usage: Any = None, **message: Any) -> bytes:
    choice = {"message": {"role": "assistant", **message}, "finish_reason": finish}
    return json.dumps({"choices": [choice], "usage": {"prompt_tokens": 3} if usage is None else usage}).encode()


def called(*arguments: str) -> list[dict[str, Any]]:
    return [{"id": "1", "type": "function", "function": {"name": "reply", "arguments": text}} for text in arguments]


def read(body: bytes) -> chat.Plain | None:
    return chat.said(body, thoughts_tag="<think>")


def test_a_plain_response_is_read() -> None:
    assert read(response(content="{}")) == chat.Plain("{}", False, {"prompt_tokens": 3})
    assert read(response(content="{", finish="length")) == chat.Plain("{", True, {"prompt_tokens": 3})
    assert read(response(content=None, tool_calls=called("{}"), finish="tool_calls")) is not None


def test_several_calls_stay_several() -> None:
    plain = read(response(content=None, tool_calls=called("{}", '{"a": 1}'), finish="tool_calls"))
    assert plain is not None
    assert plain.text == '{}\n{"a": 1}'


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"null",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"error": {"message": "no"}}',
        response(content=None, refusal="I cannot help with that."),
        response(content="{}", finish="content_filter"),
        response(content="{}", finish=None),
        response(content=None),
        response(content=""),
        response(content=["{}"]),
        response(content="<think>hm</think>{}"),
        response(content="{}", usage=[]),
        response(content=None, tool_calls=called("")),
        response(content=None, tool_calls=[{"type": "custom"}]),
    ],
)
def test_what_is_not_plain_is_left_to_the_client(body: bytes) -> None:
    assert read(body) is None


@given(st.tuples(st.text(), st.text()))
def test_a_filled_form_is_the_request_that_was_put_with_these_texts(texts: tuple[str, str]) -> None:
    def put(system: str, user: str) -> dict[str, Any]:
        return {"messages": [{"content": f"{system}\n\nAnswer in JSON."}, {"content": user}, {"content": system}]}

    request = httpx2.Request("POST", "https://here:8443/v1/chat", json=put(*chat.gaps(2)))
    form = chat.Form.of(request, b"Authorization: Bearer secret")
    sendable = [text.encode("utf-8", "replace").decode() for text in texts]
    assert json.loads(form.filled(texts)) == put(*sendable)
    assert (form.address.host, form.address.port, form.address.tls) == ("here", 8443, True)
    assert "secret" not in repr(form)
