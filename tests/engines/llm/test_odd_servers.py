"""Servers that answer with something else than a completion, or lie about what it used."""

import asyncio
import json
from typing import Any

import pytest

from adjudge.engines.around.budget import Budget
from adjudge.engines.around.retry import Patience
from adjudge.engines.base import Answer, Engine
from adjudge.engines.build import build
from adjudge.engines.llm import LLM
from adjudge.engines.models import ModelName, Provider
from adjudge.engines.repair import Malformed
from adjudge.errors import BudgetReached, EngineBusy, EngineError, EngineTimeout, UnusableReply
from adjudge.questions.base import Reply
from tests.support.questions import VOTE, cast_vote
from tests.support.raw_server import RawServer, completion, http, pieces

TEXT = VOTE.model_dump_json()
IMPATIENT = Patience(base_s=0.0)
MESSAGE = {"role": "assistant", "content": TEXT}
DEEP = b"[" * 100_000

ENVELOPES: dict[str, bytes] = {
    "no choices": completion(TEXT, choices=[]),
    "choices are null": completion(TEXT, choices=None),
    "choices are missing": completion(TEXT, choices=...),
    "choices are an object": completion(TEXT, choices={"0": {"message": MESSAGE}}),
    "choices are a text": completion(TEXT, choices="none"),
    "a choice is null": completion(TEXT, choices=[None]),
    "a choice is empty": completion(TEXT, choices=[{}]),
    "a choice is a text": completion(TEXT, choices=["yes"]),
    "a message is null": completion(TEXT, choices=[{"index": 0, "message": None, "finish_reason": "stop"}]),
    "a message is a text": completion(TEXT, choices=[{"index": 0, "message": TEXT, "finish_reason": "stop"}]),
    "content is a number": completion(7),
    "content is an object": completion({"verdict": "Faithful"}),
    "tool calls are numbers": completion(
        TEXT, choices=[{"index": 0, "message": {**MESSAGE, "tool_calls": [1]}, "finish_reason": "stop"}]
    ),
    "an error with status 200": b'{"error": {"message": "overloaded"}}',
    "an empty object": b"{}",
    "an empty list": b"[]",
    "null": b"null",
    "a number": b"7",
    "a text": b'"yes"',
    "nothing": b"",
    "not JSON": b"<html>It works!</html>",
    "half of it": completion(TEXT)[:-20],
    "not UTF-8": b"\xff\xfe\x00",
    "nested too deeply": DEEP,
    "a choice nested too deeply": b'{"choices": ' + DEEP + b"}",
}


def asked(engine: Engine) -> Answer[Reply]:
    async def ask() -> Answer[Reply]:
        try:
            return await engine.ask(cast_vote())
        finally:
            await engine.close()

    return asyncio.run(ask())


@pytest.mark.parametrize("name", ENVELOPES)
def test_an_odd_envelope_is_the_server_s_fault_and_may_be_retried(name: str) -> None:
    with RawServer(pieces(http(ENVELOPES[name]))) as server:
        with pytest.raises(EngineError) as caught:
            asked(LLM(ModelName(Provider.COMPATIBLE, "m", server.url)))
        assert len(server.requests) == 1
    assert isinstance(caught.value, Malformed), repr(caught.value)
    assert caught.value.retryable
    assert "not a completion" in caught.value.message
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("body", [b"{}", b"[]", b"null", b"", b"{", b'{"content": [], "candidates": []}', b'{"a": 1}'])
@pytest.mark.parametrize(
    ("provider", "model"),
    [
        (Provider.OPENAI, "gpt-4o-mini"),
        (Provider.OLLAMA, "qwen2.5:7b"),
        (Provider.ANTHROPIC, "claude-haiku-4-5"),
        (Provider.GOOGLE, "gemini-2.5-flash"),
    ],
)
def test_no_provider_s_client_lets_an_odd_envelope_through_as_a_fault_of_ours(
    provider: Provider, model: str, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(variable, "k")
    with RawServer(pieces(http(body))) as server, pytest.raises((EngineBusy, UnusableReply)):
        asked(LLM(ModelName(provider, model, server.url)))


def test_it_is_retried_and_then_a_named_failure() -> None:
    with RawServer(pieces(http(ENVELOPES["no choices"]))) as server:
        with pytest.raises(EngineBusy) as caught:
            asked(build(f"{server.url}#m", patience=IMPATIENT))
        assert len(server.requests) == IMPATIENT.attempts
    assert caught.value.name == "EngineBusy"


def test_a_server_that_recovers_is_answered_for() -> None:
    answers = iter([ENVELOPES["no choices"], completion(TEXT)])

    async def next_answer() -> Any:
        yield http(next(answers))

    with RawServer(next_answer) as server:
        assert asked(build(f"{server.url}#m", patience=IMPATIENT)).reply == VOTE


@pytest.mark.parametrize("missing", ["id", "object", "created", "model", "usage"])
def test_a_completion_without_what_nobody_reads_is_read(missing: str) -> None:
    with RawServer(pieces(http(completion(TEXT, **{missing: ...})))) as server:
        assert asked(LLM(ModelName(Provider.COMPATIBLE, "m", server.url))).reply == VOTE


def test_a_response_that_is_too_large_says_which_setting_allows_more() -> None:
    with (
        RawServer(pieces(http(b" " * 100_000))) as server,
        pytest.raises(EngineBusy, match="larger than 50,000 bytes") as caught,
    ):
        asked(LLM(ModelName(Provider.COMPATIBLE, "m", server.url), max_reply_bytes=50_000))
    assert "ADJUDGE_MAX_REPLY_BYTES" in caught.value.hint


def test_a_server_that_drips_is_a_timeout() -> None:
    body = completion(TEXT)
    parts = [http(body)[:-50], *(bytes([byte]) for byte in body[-50:])]
    with RawServer(pieces(*parts, pause_s=0.1)) as server, pytest.raises(EngineTimeout):
        asked(LLM(ModelName(Provider.COMPATIBLE, "m", server.url), timeout_s=1.0))


USAGES: dict[str, Any] = {
    "negative": {"prompt_tokens": -1_000_000, "completion_tokens": -1_000_000, "total_tokens": -2_000_000},
    "negative output": {"prompt_tokens": 100, "completion_tokens": -1_000_000, "total_tokens": 1},
    "more cached than sent": {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "total_tokens": 110,
        "prompt_tokens_details": {"cached_tokens": 1_000_000_000},
    },
    "negative cached": {
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "total_tokens": 110,
        "prompt_tokens_details": {"cached_tokens": -1_000_000_000},
    },
    "one token": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    "few for its reply": {"prompt_tokens": 500, "completion_tokens": 1, "total_tokens": 501},
    "zero": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    "absurd": {"prompt_tokens": 10**30, "completion_tokens": 10**30, "total_tokens": 10**30},
    "words": {"prompt_tokens": "many", "completion_tokens": "few", "total_tokens": "some"},
    "not a number": {"prompt_tokens": float("nan"), "completion_tokens": 1, "total_tokens": 1},
    "empty": {},
    "a list": [],
    "null": None,
    "missing": ...,
}


@pytest.mark.parametrize("name", USAGES)
def test_usage_that_cannot_be_trusted_is_charged_as_estimated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with RawServer(pieces(http(completion(TEXT, usage=USAGES[name])))) as server:
        model = ModelName(Provider.OPENAI, "gpt-4o-mini", server.url)
        budget = Budget(max_usd=0.05)

        async def until_refused() -> int:
            engine = build(model, budget=budget)
            try:
                for number in range(40):
                    answer = await engine.ask(cast_vote(f"Claim {number}."))
                    assert answer.usage.cost_usd is not None
                    assert answer.usage.cost_usd > 0
                    assert 0 <= answer.usage.input_tokens < 10**9
            except BudgetReached:
                return number
            finally:
                await engine.close()
            return 40

        made = asyncio.run(until_refused())
        assert len(server.requests) == made == budget.calls
    assert 5 <= made <= 15, "a call may cost about half a cent"
    assert 0 < budget.spent_usd <= 0.05


def test_an_odd_envelope_is_charged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with RawServer(pieces(http(ENVELOPES["no choices"]))) as server:
        budget = Budget(max_usd=0.05)
        engine = build(ModelName(Provider.OPENAI, "gpt-4o-mini", server.url), budget=budget, patience=IMPATIENT)
        with pytest.raises(EngineBusy):
            asked(engine)
    assert 0 < budget.spent_usd <= 0.05


@pytest.mark.parametrize(
    ("response", "charged"),
    [
        (b"", True),
        (b"HTTP/1.1 200 OK\r\n", True),
        (http(completion(TEXT))[:-10], True),
        (b"SSH-2.0-OpenSSH\r\n\r\n", True),
        (http(b"{}", status=429), False),
        (http(b"{}", status=503), False),
    ],
    ids=["closed", "half a head", "half a body", "not HTTP", "turned away", "in trouble"],
)
def test_a_request_that_was_sent_and_not_turned_away_is_charged(
    response: bytes, charged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with RawServer(pieces(response), close=charged) as server:
        budget = Budget(max_usd=0.05)
        engine = build(ModelName(Provider.OPENAI, "gpt-4o-mini", server.url), budget=budget, patience=IMPATIENT)
        with pytest.raises(EngineBusy):
            asked(engine)
    assert (budget.spent_usd > 0) is charged


def test_a_server_that_is_not_there_is_not_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with RawServer(pieces(b"")) as server:
        url = server.url
    budget = Budget(max_usd=0.05)
    engine = build(ModelName(Provider.OPENAI, "gpt-4o-mini", url), budget=budget, patience=IMPATIENT)
    with pytest.raises(EngineBusy, match="cannot be reached"):
        asked(engine)
    assert (budget.calls, budget.spent_usd) == (IMPATIENT.attempts, 0)


def test_usage_of_a_server_without_a_price_is_never_below_zero() -> None:
    with RawServer(pieces(http(completion(TEXT, usage=USAGES["negative"])))) as server:
        usage = asked(LLM(ModelName(Provider.COMPATIBLE, "m", server.url))).usage
    assert json.loads(usage.model_dump_json()) == {"calls": 1, "input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0}
