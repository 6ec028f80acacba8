"""Who may come in, with what, how often; and what every response carries."""

import asyncio
import json
import socket
import time
from collections import Counter
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from adjudge.errors import ConfigError
from adjudge.server.app import create_app
from adjudge.server.config import Config, RequestLimits, is_loopback
from adjudge.server.limits import Buckets, WrongTokens
from adjudge.server.routes.session import own_path
from adjudge.settings.environment import Environment
from tests.cli.support import adjudge
from tests.server.support import CASE, NO_RATE, Running, free_port, running

TOKEN = "a token of some length"


def test_every_response_carries_the_headers(service: Running) -> None:
    for path in ("/", "/v1/runs", "/v1/none", "/healthz", "/metrics", "/static/icon.svg"):
        headers = service.client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';"), path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("LOCALHOST.", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("10.0.0.1", 421),
        ("127.0.0.1@evil.example", 400),
        ("", 400),
    ],
)
def test_the_host_must_be_ours(service: Running, host: str, status: int) -> None:
    assert service.client.get("/v1/examples", headers={"host": host}).status_code == status


def test_a_request_without_a_host_or_with_two_is_refused(service: Running) -> None:
    port = int(service.url.rpartition(":")[2])
    for hosts in ("", "Host: localhost\r\nHost: evil.example\r\n"):
        with socket.create_connection(("127.0.0.1", port)) as raw:
            raw.sendall(f"GET /v1/examples HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
            assert b" 400 " in raw.recv(100)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 422),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 422),
        ({"origin": "null", "sec-fetch-site": "none"}, 403),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 422),
        ({"origin": "http://{own}"}, 422),
        ({"origin": "http://{own}", "sec-fetch-site": "same-origin"}, 422),
    ],
)
def test_pages_of_other_sites_send_nothing(service: Running, headers: dict[str, str], status: int) -> None:
    own = service.url.removeprefix("http://")
    given = {name: value.replace("{own}", own) for name, value in headers.items()}
    assert service.client.post("/v1/checks", json={}, headers=given).status_code == status
    assert service.client.get("/v1/runs", headers=given).status_code == 200


def test_a_body_over_the_limit_is_refused_however_it_is_sent(service: Running) -> None:
    body = json.dumps({"case": {"claim": "x" * 10_000_000, "documents": ["y"]}}).encode()
    headers = {"content-type": "application/json"}
    announced = service.client.post("/v1/checks", content=body, headers=headers)
    assert (announced.status_code, announced.json()["error"]) == (413, "InputError")
    chunks = (body[start : start + 65536] for start in range(0, len(body), 65536))
    assert service.client.post("/v1/checks", content=chunks, headers=headers).status_code == 413
    assert service.client.get("/healthz").status_code == 200


@pytest.mark.parametrize("length", ["9" * 30, "9" * 5_000])
def test_a_length_of_any_number_of_digits_is_refused(service: Running, length: str) -> None:
    scope = {"type": "http", "method": "POST", "path": "/v1/checks", "client": ("127.0.0.1", 1)}
    scope["headers"] = [(b"host", b"localhost"), (b"content-length", length.encode())]
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(create_app(Config(limits=NO_RATE))(scope, receive, send))
    assert sent[0]["status"] == 413


def test_too_many_requests_are_told_when_to_come_back() -> None:
    with running(Config(limits=RequestLimits(rate_per_s=5, burst=5))) as service:
        answers = [service.client.get("/v1/examples") for _ in range(12)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) >= 5
        assert int(refused[0].headers["retry-after"]) >= 1
        assert "5 a second" in refused[0].json()["hint"]
        assert service.client.get("/healthz").status_code == 200


def test_a_bucket_fills_again_and_each_client_has_its_own() -> None:
    now = [0.0]
    buckets = Buckets(2.0, 3, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert buckets.take("b") == 0.0
    now[0] = 0.5
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    assert Buckets(0, 0).take("a") == 0.0


# The token


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("[::1]", True), ("127.5.5.5", True), ("0.0.0.0", False),
     ("::", False), ("192.168.1.5", False), ("localhost.evil.example", False)],
)  # fmt: skip
def test_what_counts_as_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_other_machines_need_a_token() -> None:
    for token, trouble in (("", "no token is set"), ("short", "the token is too short")):
        with pytest.raises(ConfigError, match=trouble):
            Config(host="0.0.0.0", token=token)
    assert TOKEN not in repr(Config(host="0.0.0.0", token=TOKEN))


def open_to_all(home: Path) -> Config:
    return Config(environment=Environment(home=home), host="0.0.0.0", token=TOKEN, limits=NO_RATE)


def test_without_the_token_nothing_is_told(tmp_path: Path) -> None:
    with running(open_to_all(tmp_path)) as service:
        for wrong in (
            {},
            {"authorization": "Bearer wrong"},
            {"authorization": f"Basic {TOKEN}"},
            {"cookie": "adjudge_session=x"},
        ):
            for path in ("/v1/runs", "/v1/openapi.json", "/metrics", "/v1/none"):
                refused = service.client.get(path, headers=wrong)
                assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
            assert service.client.post("/v1/checks", json={"case": CASE}, headers=wrong).status_code == 401
        for path in ("/healthz", "/readyz", "/login", "/static/icon.svg"):
            assert service.client.get(path).status_code == 200, path
        right = {"authorization": f"Bearer {TOKEN}"}
        assert service.client.get("/v1/runs", headers=right).status_code == 200
        assert service.client.get("/v1/runs", headers={**right, "host": "192.168.1.5:8000"}).status_code == 200
        assert service.client.get("/v1/runs", headers={**right, "host": "evil.example"}).status_code == 421


def test_pages_ask_for_the_token_and_keep_a_session(tmp_path: Path) -> None:
    with running(open_to_all(tmp_path)) as service:
        sent = service.client.get("/runs", headers={"accept": "text/html"})
        assert (sent.status_code, sent.headers["location"]) == (303, "/login?next=/runs")
        wrong = service.client.post("/login", data={"token": "wrong"})
        assert (wrong.status_code, wrong.headers["location"]) == (303, "/login?wrong=1&next=/")
        assert "set-cookie" not in wrong.headers
        right = service.client.post("/login", data={"token": TOKEN, "next": "/runs"})
        assert (right.status_code, right.headers["location"]) == (303, "/runs")
        cookie = right.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert TOKEN not in cookie
        assert service.client.get("/v1/runs").status_code == 200, "the client keeps the cookie"
        assert service.client.get("/runs").status_code == 200
        service.client.post("/logout")
        assert service.client.get("/v1/runs").status_code == 401


def test_wrong_tokens_are_answered_ever_more_slowly_and_counted() -> None:
    now, counted = [0.0], []
    wrong = WrongTokens(lambda: counted.append(1), clock=lambda: now[0])
    delays = [wrong.delay_s("a") for _ in range(30)]
    assert delays[:5] == [0.1, 0.2, 0.4, 0.8, 1.6]
    assert set(delays[5:]) == {3.0}
    assert wrong.delay_s("b") == 0.1, "each client has its own"
    now[0] = 61.0
    assert wrong.delay_s("a") == 0.1, "after a minute it begins anew"
    assert len(counted) == 32


def test_a_wrong_token_is_slowed_down_and_the_right_one_is_not(tmp_path: Path) -> None:
    with running(open_to_all(tmp_path)) as service:

        def tried(token: str) -> tuple[int, float]:
            began = time.monotonic()
            answer = httpx2.get(f"{service.url}/v1/runs", headers={"authorization": f"Bearer {token}"}, timeout=60)
            return answer.status_code, time.monotonic() - began

        slow = [tried(f"wrong {number}") for number in range(5)]
        assert [status for status, _ in slow] == [401] * 5
        assert slow[4][1] > 1.5
        began = time.monotonic()
        login = httpx2.post(f"{service.url}/login", data={"token": "wrong"}, timeout=60)
        assert (login.status_code, time.monotonic() - began > 2.9) == (303, True)
        with ThreadPoolExecutor(20) as pool:
            statuses = Counter(status for status, _ in pool.map(tried, ["wrong"] * 20))
        assert set(statuses) == {401, 429}
        assert statuses[401] <= 8
        status, seconds = tried(TOKEN)
        assert (status, seconds < 2) == (200, True), "nobody locks others out"
        counted = service.client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
        assert "adjudge_wrong_tokens_total 26.0" in counted


def test_no_token_at_all_is_answered_at_once(tmp_path: Path) -> None:
    with running(open_to_all(tmp_path)) as service:
        began = time.monotonic()
        assert {service.client.get("/v1/runs").status_code for _ in range(30)} == {401}
        assert time.monotonic() - began < 10


# What is asked for


@pytest.mark.parametrize(
    ("type", "status"),
    [
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/json", 422),
        ("application/json; charset=utf-8", 422),
        ("Application/JSON", 422),
        ("application/problem+json", 422),
    ],
)
def test_a_body_of_another_type_is_refused_as_such(service: Running, type: str, status: int) -> None:
    refused = service.client.post("/v1/checks", content=b"{}", headers={"content-type": type})
    assert refused.status_code == status
    if status == 415:
        assert "application/json" in refused.json()["hint"]
    assert service.client.post("/v1/uploads", content=b"a,b", headers={"content-type": "text/csv"}).status_code == 415
    assert service.client.post("/v1/checks/none/stop").status_code == 404, "a request without a body has no type"


@pytest.mark.parametrize("body", ["{", "{'a': 1}", "[1,", "nul", '{"case": }', "\ud800", "[" * 200_000, "9" * 6_000])
def test_a_body_that_is_no_json_is_called_that(service: Running, body: str) -> None:
    headers = {"content-type": "application/json"}
    refused = service.client.post("/v1/checks", content=body.encode("utf-8", "surrogatepass"), headers=headers)
    assert refused.status_code == 422
    assert "jSON" not in refused.text
    assert refused.json()["detail"].startswith("The body is not JSON: ")
    assert "openapi" in refused.json()["hint"]


def test_a_missing_key_is_not_called_retryable(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    refused = service.client.post("/v1/checks", json={"case": CASE, "engine": "gpt-4o-mini"})
    assert (refused.json()["error"], refused.json()["retryable"]) == ("EngineUnavailable", False)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/settings",
        "/runs",
        "/runs/x",
        "/batch",
        "/login",
        "/favicon.ico",
        "/v1/runs",
        "/healthz",
        "/static/icon.svg",
    ],
)
def test_head_has_the_headers_of_get_and_no_body(service: Running, path: str) -> None:
    asked = {"accept-encoding": "identity"}
    got, head = service.client.get(path, headers=asked), service.client.head(path, headers=asked)
    assert (head.status_code, head.content) == (got.status_code, b"")
    for name in ("content-type", "content-length", "content-security-policy"):
        assert head.headers[name] == got.headers[name]


def test_head_of_events_ends(service: Running) -> None:
    id = service.check().json()["id"]
    assert service.client.head(f"/v1/checks/{id}/events").status_code == 405
    assert service.client.head("/v1/none").status_code == 404


def test_responses_are_compressed_where_that_pays(service: Running) -> None:
    id = service.check().json()["id"]
    for path in (f"/v1/checks/{id}", "/", "/v1/openapi.json", f"/v1/checks/{id}/card.json"):
        plain = service.client.get(path, headers={"accept-encoding": "identity"})
        packed = service.client.get(path, headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip", path
        assert "content-encoding" not in plain.headers
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < len(plain.content) * 0.8
        assert "Accept-Encoding" in packed.headers["vary"]
    assert "content-encoding" not in service.client.get("/healthz", headers={"accept-encoding": "gzip"}).headers
    with service.client.stream("GET", f"/v1/checks/{id}/events", headers={"accept-encoding": "gzip"}) as events:
        assert events.headers["content-encoding"] == "gzip", "all of a finished check is there at once"
    told = service.events(f"/v1/checks/{id}/events")
    assert told[-1].name == "end"
    assert service.events(f"/v1/checks/{id}/events", last_id=told[0].id) == told[1:]


@pytest.mark.parametrize(
    "path", ["//evil.example", "/\\evil.example", "http://evil.example", "", "/a\r\nX: y", "javascript:1"]
)
def test_the_login_leads_to_our_pages_only(path: str) -> None:
    assert own_path(path) == "/"
    assert own_path("/runs?x=1") == "/runs?x=1"


# The command


def test_serve_refuses_what_it_cannot_do_with_the_right_code() -> None:
    other = adjudge("serve", "--host", "0.0.0.0")
    assert other.code == 2
    assert "ADJUDGE_TOKEN" in other.err
    assert adjudge("serve", "--host", "no.such.host.invalid").code == 2
    port = free_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        refused = adjudge("serve", "--port", str(port))
    assert refused.code == 2
    assert f"Port {port} on 127.0.0.1 is taken." in refused.err


def test_serve_says_why_it_cannot_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert adjudge("serve", "--port", "0", "--engine", "gpt-4o-mini").code == 4
    (tmp_path / "adjudge.db").write_text("this is no database, whatever its name says" * 100)
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path))
    refused = adjudge("serve", "--port", "0")
    assert (refused.code, "is not a store" in refused.err) == (5, True), refused


def test_the_help_teaches() -> None:
    shown = adjudge("serve", "--help").out
    for word in ("ADJUDGE_TOKEN", "--open", "--evaluations", "Ctrl-C", "Example: adjudge serve --open"):
        assert word in shown
