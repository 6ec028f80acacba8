"""`adjudge mcp`: the agents, or all of Adjudge, as an MCP server."""

import os
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudge.cli.options import DEFAULT_LOG, Hits, LogFile, Match, NewsEngine, NoLog, WebBackend
from adjudge.cli.show.console import notice, reported_errors, wait_for

if TYPE_CHECKING:
    from adjudge.protocols.news import News


class Role(StrEnum):
    """The server to run."""

    ANALYZER = "analyzer"
    SEARCHER = "searcher"
    VERIFIER = "verifier"
    ALL = "all"


class McpTransport(StrEnum):
    """How clients connect."""

    STDIO = "stdio"
    HTTP = "http"


def mcp(
    role: Annotated[Role, typer.Argument(help="analyzer, searcher, verifier, or all: every protocol as a tool.")],
    transport: Annotated[McpTransport, typer.Option("--transport", "-t", help="stdio or http.")] = McpTransport.STDIO,
    host: Annotated[str, typer.Option("--host", help="For http: the address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="For http: the port; 0 chooses a free one.")
    ] = 8010,
    engine: NewsEngine = None,
    match: Match = "ranked",
    hits: Hits = 5,
    web: Annotated[bool, typer.Option("--web", help="Allow web search.")] = False,
    web_backend: WebBackend = "duckduckgo",
    log: LogFile = DEFAULT_LOG,
    no_log: NoLog = False,
) -> None:
    """Serve agents to other programs over the Model Context Protocol.

    Over stdio, stdout carries the protocol and nothing else. Over http, clients connect to http://HOST:PORT/mcp and
    send the token in ADJUDGE_TOKEN as bearer token.

    Example: adjudge mcp all

    Example: ADJUDGE_TOKEN=choose-a-long-one adjudge mcp all --transport http --port 8010
    """
    from adjudge.protocols.news import News
    from adjudge.settings.environment import load_environment

    with reported_errors():
        environment = load_environment()
        settings = News(
            index=str(environment.index_path),
            match=match,  # type: ignore[arg-type] # checked by the protocol
            hits=hits,
            web=web_backend if web else "",
            log="" if no_log else str(log),
        )
        server = _server(role, engine, settings)
        from adjudge.mcp.serve import over_http, over_stdio

        if transport is McpTransport.STDIO:
            wait_for(over_stdio(server))
        else:
            token = os.environ.get("ADJUDGE_TOKEN", "")

            def ready(url: str) -> None:
                notice(f"Serving {server.name} at {url}")

            try:
                wait_for(over_http(server, host=host, port=port, token=token, ready=ready))
            except KeyboardInterrupt:
                notice("Stopped.")


def _server(role: Role, engine: str | None, settings: "News") -> Any:
    from adjudge.check import engine_of
    from adjudge.errors import ConfigError
    from adjudge.evidence.tools import LocalTools
    from adjudge.settings.engines import single_engine, usual_terms
    from adjudge.settings.environment import load_environment

    try:
        from adjudge.mcp import agents
        from adjudge.mcp.everything import everything
    except ImportError as error:
        raise ConfigError(
            "MCP servers need the mcp library, which is not installed.", hint="pip install 'adjudge[mcp]'"
        ) from error
    environment = load_environment()
    answering = engine_of(single_engine(engine, environment), usual_terms(environment))
    tools = LocalTools(
        settings.index, match=settings.match, limit=settings.hits, web=settings.web, log=settings.log or None
    )
    if role is Role.ALL:
        return everything(answering, tools, settings, store=environment.store_path)
    names = {Role.ANALYZER: agents.ANALYZER, Role.SEARCHER: agents.SEARCHER, Role.VERIFIER: agents.VERIFIER}
    server = agents.new_server(names[role])
    if role is Role.ANALYZER:
        agents.add_analyzer(server, answering)
    elif role is Role.SEARCHER:
        agents.add_searcher(server, tools)
    else:
        agents.add_verifier(server, answering, tools)
    agents.add_identity(server, answering)
    return server
