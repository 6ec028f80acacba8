"""Web search: a backend gives addresses, the fetcher reads the pages through the guard, the best passages are evidence.

Backends: duckduckgo and wikipedia (no key), brave (BRAVE_API_KEY), tavily (TAVILY_API_KEY), searxng (SEARXNG_URL).
A backend or a page that fails is said in words and leaves what the others gave; nothing here raises for the web's sake.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from adjudge.analysis.text.words import content_words
from adjudge.errors import AdjudgeError, ConfigError
from adjudge.evidence.fetch import Fetcher, Page
from adjudge.evidence.guard import SCHEMES, AddressRefused, Guard
from adjudge.evidence.passages import nearest, windows
from adjudge.evidence.records import NO_WEB_MATCH, Evidence, Hit, Origin, Searched, hit, searched
from adjudge.record import Record

SEARCH_WEB = "search_web"
_PASSAGES = 2
_AT_ONCE = 4
_LONGEST_QUERY = 400


class SearchResult(Record):
    """One result of a search backend."""

    title: str
    url: str
    snippet: str = ""


@dataclass(frozen=True)
class Web:
    """How backends are reached; the addresses can be changed for tests and mirrors."""

    fetcher: Fetcher = field(default_factory=Fetcher)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    wikipedia_url: str = "https://en.wikipedia.org"
    brave_url: str = "https://api.search.brave.com"
    tavily_url: str = "https://api.tavily.com"

    def key(self, name: str) -> str:
        """A key of the environment."""
        if not self.environment.get(name):
            raise ConfigError(f"{name} is not set.", hint="Set it in the environment or in .env.")
        return self.environment[name]


Backend = Callable[[Web, str, int], Awaitable[list[SearchResult]]]


def check_backend(name: str) -> None:
    """Raise a `ConfigError` unless there is a backend of that name."""
    if name not in BACKENDS:
        raise ConfigError(f"There is no search backend '{name}'.", hint=f"There are: {', '.join(BACKENDS)}.")


async def search(query: str, *, backend: str, limit: int, web: Web | None = None) -> Searched:
    """Search, fetch the pages, and return the passages that match the query best."""
    check_backend(backend)
    find = BACKENDS[backend]
    web = web or Web()
    asked = " ".join(query.split())[:_LONGEST_QUERY]
    try:
        found = await find(web, asked, limit)
    except ConfigError:
        raise
    except Exception as error:  # a search service fails in ways of its own; the verdict then says that it had none
        message = error.message if isinstance(error, AdjudgeError) else f"{type(error).__name__}: {error}"
        return searched(SEARCH_WEB, query, (), nothing=NO_WEB_MATCH, problem=f"{backend} failed: {message}")
    results = [one for one in found if urlsplit(one.url).scheme in SCHEMES][:limit]
    gate = asyncio.Semaphore(_AT_ONCE)
    read = await asyncio.gather(*(_read(web, gate, one) for one in results))
    problems = [f"{one.url}: {page}" for one, page in zip(results, read, strict=True) if isinstance(page, str)]
    hits = [found for one, page in zip(results, read, strict=True) for found in _hits(asked, one, page)]
    return searched(SEARCH_WEB, query, hits, nothing=NO_WEB_MATCH, problem="; ".join(problems))


async def _read(web: Web, gate: asyncio.Semaphore, result: SearchResult) -> Page | str:
    """The page, or why there is none."""
    async with gate:
        try:
            return await web.fetcher.page(result.url)
        except AddressRefused as error:
            return error.message


def _hits(query: str, result: SearchResult, page: Page | str) -> list[Hit]:
    """The passages of a page that match the query best; the backend's snippet if the page cannot be read."""
    if isinstance(page, str) or not page.text.strip():
        text = result.snippet.strip()
        evidence = Evidence(origin=Origin.WEB, text=text, title=result.title, url=result.url)
        return [hit("web", evidence, 0.0)] if text else []
    wanted = {word.stem for word in content_words(query)}
    found = nearest(query, windows(page.url, page.text), limit=_PASSAGES)
    return [
        hit(
            "web",
            Evidence(
                origin=Origin.WEB,
                text=passage.text,
                title=page.title or result.title,
                url=page.url,
                start=passage.start,
                end=passage.end,
                retrieved_at=page.retrieved_at,
            ),
            _share(wanted, passage.text),
        )
        for passage in found
    ]


def _share(wanted: set[str], text: str) -> float:
    stems = {word.stem for word in content_words(text)}
    return round(len(wanted & stems) / len(wanted), 4) if wanted else 0.0


async def _duckduckgo(web: Web, query: str, limit: int) -> list[SearchResult]:  # noqa: ARG001 - has a client of its own
    try:
        from ddgs import DDGS
    except ImportError as error:
        raise ConfigError("Searching DuckDuckGo needs ddgs.", hint="pip install 'adjudge[web]'") from error

    def found() -> list[dict[str, Any]]:
        return DDGS(timeout=10).text(query, max_results=limit, backend="duckduckgo")

    rows = await asyncio.to_thread(found)
    return [
        SearchResult(title=row.get("title", ""), url=row.get("href", ""), snippet=row.get("body", "")) for row in rows
    ]


async def _wikipedia(web: Web, query: str, limit: int) -> list[SearchResult]:
    asked = urlencode({"action": "query", "list": "search", "format": "json", "srlimit": limit, "srsearch": query})
    answer = json.loads(await web.fetcher.json_text(f"{web.wikipedia_url}/w/api.php?{asked}"))
    return [
        SearchResult(
            title=row["title"],
            url=f"{web.wikipedia_url}/wiki/{quote(row['title'].replace(' ', '_'))}",
            snippet=unescape(row.get("snippet", "").replace('<span class="searchmatch">', "").replace("</span>", "")),
        )
        for row in answer["query"]["search"]
    ]


async def _brave(web: Web, query: str, limit: int) -> list[SearchResult]:
    url = f"{web.brave_url}/res/v1/web/search?{urlencode({'q': query, 'count': min(limit, 20)})}"
    headers = {"X-Subscription-Token": web.key("BRAVE_API_KEY"), "Accept": "application/json"}
    answer = json.loads(await web.fetcher.json_text(url, headers=headers))
    rows = answer.get("web", {}).get("results", [])
    return [SearchResult(title=row["title"], url=row["url"], snippet=row.get("description", "")) for row in rows]


async def _tavily(web: Web, query: str, limit: int) -> list[SearchResult]:
    headers = {"Authorization": f"Bearer {web.key('TAVILY_API_KEY')}"}
    body: dict[str, object] = {"query": query, "max_results": limit}
    answer = json.loads(await web.fetcher.json_text(f"{web.tavily_url}/search", headers=headers, body=body))
    return [
        SearchResult(title=row["title"], url=row["url"], snippet=row.get("content", "")) for row in answer["results"]
    ]


async def _searxng(web: Web, query: str, limit: int) -> list[SearchResult]:
    base = web.key("SEARXNG_URL").rstrip("/")
    parts = urlsplit(base)
    # The user's own server, by the user's own word: it may well be on this machine. What it finds is guarded as ever.
    own = (parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
    fetcher = Fetcher(Guard(trusted=frozenset({own})))
    answer = json.loads(await fetcher.json_text(f"{base}/search?{urlencode({'q': query, 'format': 'json'})}"))
    rows = answer["results"][:limit]
    return [SearchResult(title=row.get("title", ""), url=row["url"], snippet=row.get("content", "")) for row in rows]


BACKENDS: Mapping[str, Backend] = {
    "duckduckgo": _duckduckgo,
    "wikipedia": _wikipedia,
    "brave": _brave,
    "tavily": _tavily,
    "searxng": _searxng,
}
