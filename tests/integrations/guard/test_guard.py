"""The guard before an upstream on loopback, with the real openai client."""

import json
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from adjudge.integrations.guard.settings import GuardLimits, GuardMode
from tests.integrations.guard.support import (
    ANSWER,
    CONTEXT,
    FALSE,
    KEY,
    PlayedUpstream,
    guarding,
    interleaved_events,
)

openai = pytest.importorskip("openai")

MESSAGES: Any = [{"role": "system", "content": CONTEXT}, {"role": "user", "content": "When did it open?"}]
SHOWN = {
    GuardMode.FLAG: ANSWER,
    GuardMode.STRIKE: f"~~{FALSE}~~ It is 412 metres long.",
    GuardMode.WITHHOLD: "",
    GuardMode.CORRECT: ANSWER.replace("1932", "1931"),
}


_opened: list[Any] = []


def client(url: str) -> Any:
    _opened.append(openai.OpenAI(base_url=url, api_key=KEY, max_retries=0, timeout=60))
    return _opened[-1]


@pytest.fixture(autouse=True)
def _closed_clients() -> Iterator[None]:
    yield
    while _opened:
        _opened.pop().close()


def streamed(url: str, messages: Any = MESSAGES) -> tuple[str, str | None, dict[str, Any]]:
    """The text of a streamed completion, why it ended, and the report in its last chunk."""
    text, finish, report = "", None, {}
    for chunk in client(url).chat.completions.create(model="m", messages=messages, stream=True):
        for choice in chunk.choices:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
        report = (chunk.model_extra or {}).get("adjudge", report)
    return text, finish, report


@pytest.mark.parametrize("mode", list(GuardMode))
def test_every_mode_treats_a_false_sentence_alike_in_all_four_ways_to_ask(mode: GuardMode) -> None:
    with guarding(PlayedUpstream(), mode=mode) as url:
        whole = client(url).chat.completions.create(model="m", messages=MESSAGES)
        text, finish, report = streamed(url)
        asked = {"model": "m", "instructions": CONTEXT, "input": "When?"}
        response = client(url).responses.create(**asked)
        events = list(client(url).responses.create(**asked, stream=True))
        metrics = httpx2.get(url.removesuffix("/v1") + "/metrics").text
    assert "troubles_total{" not in metrics, "nothing ended early"
    withheld = mode is GuardMode.WITHHOLD
    assert whole.choices[0].message.content == text == response.output_text == SHOWN[mode]
    assert whole.choices[0].finish_reason == finish == ("content_filter" if withheld else "stop")
    assert response.status == events[-1].response.status == ("incomplete" if withheld else "completed")
    assert "".join(one.delta for one in events if one.type == "response.output_text.delta") == SHOWN[mode]
    assert events[-1].response.output_text == SHOWN[mode]
    assert [one.sequence_number for one in events] == list(range(len(events)))
    for found in (report, whole.model_extra["adjudge"], response.model_extra["adjudge"]):
        first = found["sentences"][0]
        assert (first["status"], first["text"]) == ("contradicted", FALSE)
        assert ANSWER[first["start"] : first["end"]] == FALSE
        assert first["evidence"]["text"] == CONTEXT[first["evidence"]["start"] : first["evidence"]["end"]]
        assert found["counts"]["supported"] == (0 if withheld else 1)


def test_flagged_text_passes_at_once_and_other_text_with_its_sentence() -> None:
    """Each sentence reaches the client before the next one has been sent: nothing is kept beyond a sentence."""
    text = "It is 412 metres long. " * 2 + "Most residents welcomed it."
    for mode in (GuardMode.FLAG, GuardMode.STRIKE):
        played = PlayedUpstream(text=text, delay_s=0.05)
        with guarding(played, mode=mode) as url:
            arrived = [
                len(played.sent)
                for chunk in client(url).chat.completions.create(model="m", messages=MESSAGES, stream=True)
                if chunk.choices and chunk.choices[0].delta.content
            ]
        pieces = len(played.sent) - 3
        if mode is GuardMode.FLAG:
            assert len(arrived) == pieces
        # The first text is with the client when at most its own sentence and a little more has been sent.
        assert arrived[0] <= (3 if mode is GuardMode.FLAG else 1 + 23 // played.piece + 4)


def test_judgements_ride_on_the_chunks_after_their_sentence() -> None:
    with guarding(PlayedUpstream(), mode=GuardMode.FLAG) as url:
        chunks = list(client(url).chat.completions.create(model="m", messages=MESSAGES, stream=True))
    told = [one for chunk in chunks[:-1] for one in (chunk.model_extra or {}).get("adjudge", {}).get("sentences", ())]
    assert [one["text"] for one in told][:1] == [FALSE]
    assert [(one.delta.content, one.finish_reason) for one in chunks[-1].choices] == [(None, None)]


@pytest.mark.parametrize("mode", list(GuardMode))
def test_clients_that_read_the_first_choice_of_every_chunk_work(mode: GuardMode) -> None:
    """As in the examples of the openai package, and with its own helper."""
    with guarding(PlayedUpstream(), mode=mode) as url:
        asked: Any = {"model": "m", "messages": MESSAGES}
        text = "".join(
            chunk.choices[0].delta.content or "" for chunk in client(url).chat.completions.create(**asked, stream=True)
        )
        assert text == SHOWN[mode]
        with client(url).chat.completions.stream(**asked) as stream:
            if mode is GuardMode.WITHHOLD:
                with pytest.raises(openai.ContentFilterFinishReasonError):
                    stream.get_final_completion()
            else:
                assert stream.get_final_completion().choices[0].message.content == text


class _TwoChoices(PlayedUpstream):
    """Streams a choice that begins with a false sentence, and a longer one without."""

    async def _stream(self, send: Any, chat: bool) -> None:
        for event in interleaved_events((ANSWER, "It is 412 metres long. " * 4), self.piece):
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def test_a_choice_that_is_withheld_does_not_end_the_others() -> None:
    texts, ends = {0: "", 1: ""}, dict[int, str]()
    with guarding(_TwoChoices(), mode=GuardMode.WITHHOLD) as url:
        for chunk in client(url).chat.completions.create(model="m", messages=MESSAGES, stream=True, n=2):
            for choice in chunk.choices:
                texts[choice.index] += choice.delta.content or ""
                ends[choice.index] = choice.finish_reason or ends.get(choice.index, "")
    assert texts == {0: "", 1: "It is 412 metres long. " * 4}
    assert ends == {0: "content_filter", 1: "stop"}


def test_upstream_errors_pass_unchanged() -> None:
    body = b'{"error": {"message": "Rate limit \\u00e9", "type": "requests", "code": "rate_limit_exceeded"}}\n'
    with guarding(PlayedUpstream(raw=(429, b"application/json", body))) as url:
        found = httpx2.post(f"{url}/chat/completions", json={"model": "m", "messages": MESSAGES})
        with pytest.raises(openai.RateLimitError):
            client(url).chat.completions.create(model="m", messages=MESSAGES, stream=True)
    assert (found.status_code, found.content, found.headers["x-request-id"]) == (429, body, "req-7")


@pytest.mark.parametrize(
    "body", [b"not json", b"[1, 2]", b"", b'{"choices": null}', b'{"choices": [1, {"message": 2}]}']
)
def test_an_odd_answer_is_no_fault_of_the_guard(body: bytes) -> None:
    with guarding(PlayedUpstream(raw=(200, b"application/json", body)), mode=GuardMode.STRIKE) as url:
        found = httpx2.post(f"{url}/chat/completions", json={"model": "m", "messages": MESSAGES})
    assert found.status_code == 200
    if not body.startswith(b"{"):
        assert found.content == body


def test_keys_are_passed_on_and_never_kept(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    played = PlayedUpstream()
    with caplog.at_level(logging.DEBUG), guarding(played) as url:
        streamed(url)
        played.cut_after = 3
        with pytest.raises(openai.APIError):
            streamed(url)
        metrics = httpx2.get(url.removesuffix("/v1") + "/metrics").text
    assert played.headers[0]["authorization"] == f"Bearer {KEY}"
    ours = [one.getMessage() for one in caplog.records if one.name.startswith(("adjudge", "uvicorn", "asyncio"))]
    assert KEY not in "".join([metrics, *ours, *capfd.readouterr()])
    assert 'adjudge_guard_sentences_total{status="contradicted"} 1.0' in metrics
    assert 'adjudge_guard_troubles_total{reason="broken"} 1.0' in metrics
    assert "adjudge_guard_sentence_seconds_count" in metrics


def test_a_stream_that_stalls_is_ended_by_a_deadline() -> None:
    played = PlayedUpstream(stall_after=6)
    with guarding(played, limits=GuardLimits(stall_s=0.5)) as url:
        began = time.monotonic()
        with pytest.raises(openai.APIError, match="stopped sending"):
            streamed(url)
        assert time.monotonic() - began < 10
        assert played.cancelled.wait(10)


def test_a_stream_without_end_is_ended_by_the_total_time() -> None:
    played = PlayedUpstream(forever=True, text="It is 412 metres long. ")
    with guarding(played, limits=GuardLimits(total_s=1.5)) as url:
        # The model says [DONE], which ends it for the client; other events without end do not.
        assert streamed(url)[1] == "stop"
        with pytest.raises(openai.APIError, match="longer than"):
            list(client(url).responses.create(model="m", instructions=CONTEXT, input="x", stream=True))
        assert played.cancelled.wait(10)


def test_a_client_that_goes_away_cancels_the_upstream_call() -> None:
    for stream, played in ((True, PlayedUpstream(stall_after=4)), (False, _Silent())):
        with guarding(played) as url:
            asked = {"model": "m", "messages": MESSAGES, "stream": stream}
            with pytest.raises(httpx2.TimeoutException):
                httpx2.post(f"{url}/chat/completions", json=asked, timeout=1)
            assert played.cancelled.wait(10), "the upstream was not told"
            metrics = httpx2.get(url.removesuffix("/v1") + "/metrics").text
            assert 'adjudge_guard_troubles_total{reason="client gone"} 1.0' in metrics


class _Silent(PlayedUpstream):
    """Takes a request and says nothing."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.cancelled.set()


def test_an_upstream_that_is_not_there_is_named() -> None:
    reached = pytest.raises(openai.APIStatusError, match="cannot be reached")
    with guarding(PlayedUpstream(), upstream_path="http://127.0.0.1:9/v1") as url, reached as error:
        streamed(url)
    assert error.value.status_code == 502


def test_sizes_are_limited() -> None:
    limits = GuardLimits(request_bytes=2_000, response_bytes=3_000, event_bytes=1_000)
    played = PlayedUpstream(text="It is 412 metres long. " * 200, piece=1500)
    with guarding(played, limits=limits) as url:
        with pytest.raises(openai.APIStatusError) as refused:
            client(url).chat.completions.create(model="m", messages=[{"role": "user", "content": "x" * 3_000}])
        assert refused.value.status_code == 413
        assert played.requests == []
        with pytest.raises(openai.APIStatusError) as large:
            client(url).chat.completions.create(model="m", messages=MESSAGES)
        assert large.value.status_code == 502
        with pytest.raises(openai.APIError, match="too large"):
            streamed(url)
    with guarding(played, limits=GuardLimits(event_bytes=1_000)) as url:
        played.text = "x" * 3_000
        with pytest.raises(openai.APIError, match=r"event .* too large"):
            streamed(url)


def test_more_requests_than_allowed_are_refused_for_now() -> None:
    with guarding(_Silent(), limits=GuardLimits(at_once=1, total_s=3)) as url:
        waiting = threading.Thread(
            target=lambda: httpx2.post(f"{url}/chat/completions", json={"messages": MESSAGES}, timeout=30)
        )
        waiting.start()
        time.sleep(0.5)
        found = httpx2.post(f"{url}/chat/completions", json={"messages": MESSAGES})
        waiting.join()
    assert found.status_code == 503
    assert found.headers["retry-after"] == "1"


def test_another_host_name_is_refused_and_other_paths_pass() -> None:
    played = PlayedUpstream(raw=(200, b"application/json", b'{"data": []}'))
    with guarding(played) as url:
        assert httpx2.get(f"{url}/models", headers={"host": "evil.example"}).status_code == 421
        assert httpx2.get(f"{url}/models").json() == {"data": []}
        assert httpx2.get(url.removesuffix("/v1") + "/healthz").text == "ok\n"
        assert httpx2.get(url.removesuffix("/v1") + "/etc/passwd").status_code == 404


def test_without_context_nothing_is_judged_and_the_report_says_so() -> None:
    messages = [{"role": "system", "content": "You are a helpful assistant."}, {"role": "user", "content": "When?"}]
    with guarding(PlayedUpstream(), mode=GuardMode.STRIKE) as url:
        text, _, report = streamed(url, messages)
    assert text == ANSWER
    assert report["sentences"] == []
    assert "no context" in report["notes"][0]


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_an_empty_answer_stays_empty(text: str) -> None:
    with guarding(PlayedUpstream(text=text), mode=GuardMode.STRIKE) as url:
        assert streamed(url)[:2] == (text, "stop")


def test_tool_messages_with_json_and_tables_are_context() -> None:
    data = json.dumps({"bridge": {"name": "Alder bridge", "opened": 1931}})
    table = "| bridge | opened |\n|---|---|\n| Alder bridge | 1931 |\n| Birch bridge | 1950 |"
    for content in (data, table):
        tool = {"role": "tool", "tool_call_id": "call-1", "content": content}
        with guarding(PlayedUpstream(text=FALSE)) as url:
            _, _, report = streamed(url, [{"role": "user", "content": "When?"}, tool])
        [sentence] = report["sentences"]
        assert sentence["status"] == "contradicted", sentence
        assert sentence["evidence"]["document"] == "tool-1"


def test_a_header_names_documents(tmp_path: Path) -> None:
    (tmp_path / "bridges.txt").write_text(CONTEXT)
    (tmp_path.parent / "secret.txt").write_text("secret")
    asked: Any = {"model": "m", "messages": [{"role": "user", "content": "When?"}]}
    played = PlayedUpstream()
    with guarding(played, documents=tmp_path) as url:
        found = client(url).chat.completions.create(**asked, extra_headers={"X-Adjudge-Documents": "bridges.txt"})
        assert found.model_extra["adjudge"]["context"] == ["document bridges.txt"]
        assert found.model_extra["adjudge"]["counts"]["contradicted"] == 1
        assert "x-adjudge-documents" not in played.headers[0]
        for name in ("missing.txt", "../secret.txt", "/etc/passwd", "."):
            with pytest.raises(openai.BadRequestError, match="There is no document"):
                client(url).chat.completions.create(**asked, extra_headers={"X-Adjudge-Documents": name})
        assert len(played.requests) == 1


def test_a_context_of_100_000_tokens_is_searched_in_bounded_time() -> None:
    filler = "".join(f"Parcel {n} of the depot was weighed at gate {n % 7} on a quiet day. " for n in range(7_000))
    messages = [{"role": "tool", "tool_call_id": "1", "content": filler + CONTEXT}, {"role": "user", "content": "?"}]
    assert len(filler) > 400_000
    with guarding(PlayedUpstream(), limits=GuardLimits(judge_s=600)) as url:
        # Processor time, of all threads: what else the machine does is no matter.
        began = time.process_time()
        _, _, report = streamed(url, messages)
        assert time.process_time() - began < 30
    first, second = (one["status"] for one in report["sentences"])
    assert first in ("contradicted", "not in the context")
    assert second == "supported"
