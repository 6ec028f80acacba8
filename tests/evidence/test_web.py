"""The web behind its door: what is fetched, what is refused, and what search makes of it."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge import Case, check
from adjudge.errors import ConfigError
from adjudge.evidence import web as web_module
from adjudge.evidence.fetch import Fetcher, decoded
from adjudge.evidence.guard import AddressRefused, Guard, is_global
from adjudge.evidence.records import Searched
from adjudge.evidence.web import BACKENDS, SearchResult, Web, search
from adjudge.protocols.news import News
from tests.evidence.fake_web import HOST, FakeWeb, fake_web


@pytest.fixture(scope="module")
def internet() -> Iterator[FakeWeb]:
    with fake_web() as running:
        yield running


def fetched(internet: FakeWeb, path: str, *, timeout_s: float = 5.0, guard: Guard | None = None) -> str:
    fetcher = Fetcher(guard or internet.guard(), most_bytes=1_000_000, timeout_s=timeout_s)
    url = internet.url(path) if path.startswith("/") else path
    return asyncio.run(fetcher.page(url)).text


def test_a_page_becomes_text_without_scripts_and_menus(internet: FakeWeb) -> None:
    page = asyncio.run(Fetcher(internet.guard()).page(internet.url("/article")))
    assert "The Alder bridge opened in 1931" in page.text
    assert "1999" not in page.text
    assert page.title == "The Alder bridge"
    assert page.retrieved_at.tzinfo is not None
    assert internet.seen[-1]["Host"] == f"{HOST}:{internet.port}", "pinned by address, asked by name"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.9", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "nonsense", "",
    ],
)  # fmt: skip
def test_inner_addresses_are_not_of_the_open_internet(address: str) -> None:
    assert not is_global(address)


def test_public_addresses_are_of_the_open_internet() -> None:
    assert all(map(is_global, ["93.184.216.34", "2606:4700::1111", "8.8.8.8"]))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/x", "gopher://example.org", "javascript:alert(1)", "http://",
        "http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/meta-data", "http://10.0.0.1:8080/",
        "http://[::ffff:127.0.0.1]/", "not an address",
    ],
)  # fmt: skip
def test_other_schemes_and_inner_addresses_are_refused(internet: FakeWeb, url: str) -> None:
    before = len(internet.seen)
    with pytest.raises(AddressRefused):
        fetched(internet, url)
    assert len(internet.seen) == before


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:{port}/article", "http://[::1]/", "file:///etc/passwd", "//10.0.0.1/"]
)
def test_a_redirect_is_checked_like_the_first_address(internet: FakeWeb, target: str) -> None:
    url = target.replace("{port}", str(internet.port))
    before = len(internet.seen)
    with pytest.raises(AddressRefused):
        fetched(internet, f"/to?url={url}")
    assert len(internet.seen) == before + 1


def test_a_good_redirect_is_followed_and_an_endless_one_is_not(internet: FakeWeb) -> None:
    assert "1931" in fetched(internet, "/to?url=/article")
    with pytest.raises(AddressRefused, match="redirects more than 5 times"):
        fetched(internet, "/loop")


def test_a_name_with_one_inner_address_is_refused(internet: FakeWeb) -> None:
    guard = internet.guard(mixed_test=["93.184.216.34", "127.0.0.1"])
    with pytest.raises(AddressRefused, match=r"'mixed\.test' resolves to 127\.0\.0\.1"):
        fetched(internet, f"http://mixed.test:{internet.port}/article", guard=guard)


def test_a_name_that_changes_after_the_check_changes_nothing(internet: FakeWeb) -> None:
    """DNS rebinding: the name is resolved once, and the connection goes to the address that was checked."""
    answers = [["127.0.0.1"], ["10.9.9.9"]]
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers[min(len(asked), 2) - 1]

    guard = Guard(resolve=rebinding, trusted=frozenset({(HOST, internet.port)}))
    assert "1931" in fetched(internet, "/article", guard=guard)
    assert asked == [HOST]


def test_a_page_of_too_many_elements_is_refused(internet: FakeWeb) -> None:
    with pytest.raises(AddressRefused, match="too large"):
        fetched(internet, "/tags")


@pytest.mark.parametrize("path", ["/gigabyte", "/endless", "/bomb"])
def test_a_body_without_end_is_cut_off(internet: FakeWeb, path: str) -> None:
    began = time.monotonic()
    with pytest.raises(AddressRefused, match="larger than 1,000,000 bytes"):
        fetched(internet, path, timeout_s=20)
    assert time.monotonic() - began < 10


def test_a_server_that_drips_is_left_when_the_time_is_up(internet: FakeWeb) -> None:
    began = time.monotonic()
    with pytest.raises(AddressRefused, match=r"took longer than 0\.5 s"):
        fetched(internet, "/drip", timeout_s=0.5)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/latin", "Der Fluß ist naß."),
        ("/unknown_charset", "Ein schöner Tag."),
        ("/utf16", "Ein schöner Tag."),
    ],
)
def test_a_wrong_charset_is_read_as_well_as_can_be(internet: FakeWeb, path: str, text: str) -> None:
    assert fetched(internet, path) == text


@pytest.mark.parametrize("name", ["undefined", "punycode", "idna", "unicode_escape", "U7", "hex", "no such"])
def test_a_page_may_name_any_charset(name: str) -> None:
    assert decoded("Ein schöner Tag – a-\\u0041.".encode(), f"text/plain; charset={name}").startswith(
        "Ein schöner Tag –"
    )


def test_what_is_no_text_and_what_is_not_there_are_refused(internet: FakeWeb) -> None:
    with pytest.raises(AddressRefused, match="image/png"):
        fetched(internet, "/picture")
    with pytest.raises(AddressRefused, match="answered 404"):
        fetched(internet, "/nothing")


def found(internet: FakeWeb, backend: str, **environment: str) -> Searched:
    base = internet.url("")
    web = Web(
        fetcher=Fetcher(internet.guard()),
        environment={"BRAVE_API_KEY": "secret-b", "TAVILY_API_KEY": "secret-t", **environment},
        wikipedia_url=base,
        brave_url=base,
        tavily_url=base,
    )
    return asyncio.run(search("When did the Alder bridge open?", backend=backend, limit=5, web=web))


@pytest.mark.parametrize("backend", ["wikipedia", "brave", "tavily", "searxng"])
def test_every_backend_gives_passages_with_address_time_and_offsets(internet: FakeWeb, backend: str) -> None:
    local = f"http://127.0.0.1:{internet.port}"
    given = found(internet, backend, SEARXNG_URL=local)
    best = given.hits[0].evidence
    assert "The Alder bridge opened in 1931" in best.text
    assert best.url
    assert best.retrieved_at
    assert best.end - best.start == len(best.text)
    assert given.returned.startswith("[WEB] The Alder bridge: '")


def test_keys_go_to_their_backend_and_nowhere_else(internet: FakeWeb) -> None:
    internet.seen.clear()
    found(internet, "brave")
    found(internet, "tavily")
    with_key = [row["path"].split("?")[0] for row in internet.seen if "secret-" in str(row)]
    assert with_key == ["/res/v1/web/search", "/search"]
    with pytest.raises(ConfigError, match="BRAVE_API_KEY is not set"):
        asyncio.run(search("x", backend="brave", limit=1, web=Web(environment={})))


def test_what_a_backend_finds_is_guarded_and_a_page_that_cannot_be_read_is_said(internet: FakeWeb) -> None:
    given = found(internet, "tavily")
    assert "169.254.169.254, which is not a public address" in given.problem
    assert not any("passwd" in hit.evidence.text for hit in given.hits)
    assert given.hits[-1].evidence.text.startswith("Snippet of http://169.254"), "only what the backend itself said"


def test_a_backend_that_fails_gives_nothing_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(web: Web, query: str, limit: int) -> list[SearchResult]:
        raise RuntimeError("rate limit")

    monkeypatch.setattr(web_module, "BACKENDS", {"duckduckgo": broken})
    given = asyncio.run(search("x", backend="duckduckgo", limit=1))
    assert (given.returned, given.problem) == ("NO_WEB_MATCH", "duckduckgo failed: RuntimeError: rate limit")
    with pytest.raises(ConfigError, match="no search backend 'altavista'"):
        asyncio.run(search("x", backend="altavista", limit=1))


def test_duckduckgo_is_asked_through_its_library(internet: FakeWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        def __init__(self, timeout: int) -> None:
            pass

        def text(self, query: str, **options: object) -> list[dict[str, str]]:
            assert options == {"max_results": 5, "backend": "duckduckgo"}
            return [{"title": "A", "href": internet.url("/article"), "body": "b"}]

    monkeypatch.setattr("ddgs.DDGS", Library)
    assert "1931" in found(internet, "duckduckgo").returned


def test_the_web_decides_only_where_the_index_has_nothing(
    internet: FakeWeb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def one_page(web: Web, query: str, limit: int) -> list[SearchResult]:
        return [SearchResult(title="A page", url=internet.url("/article"))]

    monkeypatch.setattr(web_module, "BACKENDS", {**BACKENDS, "duckduckgo": one_page})
    monkeypatch.setattr(web_module, "Web", lambda: Web(fetcher=Fetcher(internet.guard())))
    protocol = News(index=str(tmp_path / "empty"), web="duckduckgo")
    verdict = check(Case.open("The Alder bridge opened in 1935."), protocol=protocol)
    assert verdict.label == "REFUTED"
    assert verdict.quotes[0].document_id.startswith("web-")
    assert verdict.confidence.value < 0.7
    assert "relies on a single web page" in " ".join(verdict.reasons) or len(verdict.quotes) > 1
