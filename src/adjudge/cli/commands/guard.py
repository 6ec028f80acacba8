"""`adjudge guard`: a proxy for an OpenAI-compatible API that judges answers as they arrive."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.show.console import notice, reported_errors, wait_for


def guard(
    upstream: Annotated[
        str, typer.Option("--upstream", "-u", help="The base URL of the API, such as https://api.openai.com/v1.")
    ],
    mode: Annotated[str, typer.Option("--mode", "-m", help="flag, strike, withhold or correct; see above.")] = "flag",
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-P", min=0, max=65535, help="The port; 0 chooses a free one.")] = 8020,
    context: Annotated[
        str,
        typer.Option(
            "--context", help="Roles whose messages are the context: system, tool, user; separated by commas."
        ),
    ] = "system,tool",
    documents: Annotated[
        Path | None,
        typer.Option("--documents", help="A folder; the header X-Adjudge-Documents names files in it as context."),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", "-e", help="The engine that judges; see `adjudge check --help`. Default: offline."),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", help="A host name that requests may use. May be repeated.")
    ] = None,
    max_request_mb: Annotated[
        float, typer.Option("--max-request-mb", min=0.001, help="Maximum size of a request.")
    ] = 10,
    max_response_mb: Annotated[
        float, typer.Option("--max-response-mb", min=0.001, help="Maximum size of a response.")
    ] = 50,
    stall_s: Annotated[
        float, typer.Option("--stall", min=0.1, help="Timeout in seconds for a stream that sends nothing.")
    ] = 60,
    total_s: Annotated[float, typer.Option("--total", min=0.1, help="Timeout in seconds for a whole exchange.")] = 600,
    judge_s: Annotated[
        float,
        typer.Option(
            "--judge", min=0.01, help="Timeout in seconds for judging one sentence; after that it passes unchecked."
        ),
    ] = 5,
    at_once: Annotated[int, typer.Option("--at-once", min=1, help="Maximum number of concurrent requests.")] = 100,
) -> None:
    """Judge answers of a language model against the context of their request, as they arrive.

    The guard is a proxy: point an OpenAI client at http://127.0.0.1:8020/v1. Each sentence of an answer is judged
    against the system and tool messages of its request. What happens to sentences that these do not support:

    flag: nothing; the judgements are added to the response, under "adjudge".

    strike: they are struck through, as ~~Markdown~~.

    withhold: the answer ends before the first contradicted sentence (finish_reason "content_filter").

    correct: contradicted sentences are replaced by their minimal edit, or struck if there is none.

    Keys are passed on and neither stored nor logged. Metrics are at /metrics.

    Example: adjudge guard --upstream https://api.openai.com/v1 --mode strike
    """
    from adjudge.errors import ConfigError
    from adjudge.settings.engines import single_engine
    from adjudge.settings.environment import load_environment

    with reported_errors():
        try:
            from adjudge.integrations.guard.serve import serve_guard
            from adjudge.integrations.guard.settings import GuardLimits, GuardMode, GuardSettings
        except ImportError as error:
            raise ConfigError(
                "The guard needs libraries that are not installed.", hint="pip install 'adjudge[guard]'"
            ) from error
        if mode not in list(GuardMode):
            raise ConfigError(f"'{mode}' is not a mode.", hint=f"Use {', '.join(GuardMode)}.")
        settings = GuardSettings(
            upstream=upstream,
            mode=GuardMode(mode),
            engine=single_engine(engine, load_environment()),
            context=tuple(one.strip() for one in context.split(",") if one.strip()),
            documents=documents,
            host=host,
            port=port,
            allowed_hosts=tuple(allow_host or ()),
            limits=GuardLimits(
                request_bytes=int(max_request_mb * 1e6),
                response_bytes=int(max_response_mb * 1e6),
                stall_s=stall_s,
                total_s=total_s,
                judge_s=judge_s,
                at_once=at_once,
            ),
        )
        with suppress(KeyboardInterrupt):
            wait_for(serve_guard(settings, ready=lambda address: _ready(address, settings.upstream)))
        notice("Stopped.")


def _ready(address: str, upstream: str) -> None:
    notice(f"Guarding {upstream} at {address}/v1 (press Ctrl-C to stop)")
