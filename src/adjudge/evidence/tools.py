"""The searcher's and the logger's tools, as a protocol uses them: here, or behind the same methods elsewhere."""

from pathlib import Path
from typing import Protocol

from adjudge.evidence.index import Index, Match
from adjudge.evidence.records import WEB_IS_OFF, Searched, searched
from adjudge.evidence.verification_log import append_line

SEARCH_WEB = "search_web"


class Tools(Protocol):
    """The tools that a protocol may use besides its engine."""

    async def search_databases(self, query: str) -> Searched:
        """Labelled databases and document indexes."""
        ...

    async def search_web(self, query: str) -> Searched:
        """The web, if it is allowed."""
        ...

    async def log_verification(self, claim: str, verdict: str) -> str:
        """Append a line to the log; gives the line."""
        ...


class LocalTools:
    """The tools in this process."""

    def __init__(
        self,
        index: str | Path | None,
        *,
        match: Match = "ranked",
        limit: int = 5,
        web: str = "",
        log: str | Path | None = None,
    ) -> None:
        self._index = Index(index) if index else None
        self._match: Match = match
        self._limit = limit
        self._web = web
        self._log = Path(log) if log else None

    async def search_databases(self, query: str) -> Searched:
        if self._index is None:
            return searched("search_databases", query, (), nothing="NO_DB_MATCH", problem="No index was named.")
        return self._index.search(query, limit=self._limit, match=self._match)

    async def search_web(self, query: str) -> Searched:
        if not self._web:
            return searched(SEARCH_WEB, query, (), nothing=WEB_IS_OFF, problem="Web search is off.")
        from adjudge.evidence.web import search

        return await search(query, backend=self._web, limit=self._limit)

    async def log_verification(self, claim: str, verdict: str) -> str:
        return append_line(self._log, claim, verdict) if self._log else ""
