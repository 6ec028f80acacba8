"""Servers for tests: in process, over stdio, over HTTP."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from mcp.server import MCPServer

from adjudge.check import engine_of
from adjudge.evidence.index import Index
from adjudge.evidence.tools import LocalTools
from adjudge.mcp import agents
from adjudge.mcp.everything import everything
from adjudge.mcp.serve import guarded
from adjudge.protocols.news import News
from tests.evidence.files import FAKE, REAL, fever, isot

TOKEN = "a-token-for-tests"


def settings(folder: Path) -> News:
    """An index with a few records, and a log."""
    index = Index(folder / "index")
    list(index.add("isot", [isot(folder, "True.csv", REAL), isot(folder, "Fake.csv", FAKE)]))
    list(index.add("fever", [fever(folder)]))
    return News(index=str(index.folder), log=str(folder / "log.txt"))


def servers(news: News, *, store: Path | None = None) -> dict[str, MCPServer[None]]:
    """All four servers in this process."""
    engine = engine_of("offline")
    tools = LocalTools(news.index, match=news.match, limit=news.hits, log=news.log or None)
    made = {name: agents.new_server(name) for name in (agents.ANALYZER, agents.SEARCHER, agents.VERIFIER)}
    agents.add_analyzer(made[agents.ANALYZER], engine)
    agents.add_searcher(made[agents.SEARCHER], tools)
    agents.add_verifier(made[agents.VERIFIER], engine, tools)
    for server in made.values():
        agents.add_identity(server, engine)
    return {**made, "adjudge": everything(engine, tools, news, store=store)}


@contextmanager
def listening(server: MCPServer[None], *, token: str = TOKEN) -> Iterator[str]:
    """The server over HTTP; gives its URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = uvicorn.Config(guarded(server, host="127.0.0.1", token=token), port=port, log_level="error", ws="none")
    web = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(web.serve()), daemon=True)
    thread.start()
    while not web.started:
        threading.Event().wait(0.01)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        web.should_exit = True
        thread.join(10)
