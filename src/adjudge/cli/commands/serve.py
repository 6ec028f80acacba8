"""`adjudge serve`: the web app and the REST service on one port."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.show.console import notice, reported_errors, wait_for


def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            envvar="ADJUDGE_SERVE_HOST",
            help="The address to listen on. Any but loopback needs ADJUDGE_TOKEN.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port", "-P", envvar="ADJUDGE_SERVE_PORT", min=0, max=65535, help="The port; 0 chooses a free one."
        ),
    ] = 8000,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the app in the browser.")] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs",
            envvar="ADJUDGE_SERVE_JOBS",
            min=1,
            max=1000,
            help="Maximum number of jobs that run at the same time.",
        ),
    ] = 4,
    queue: Annotated[
        int,
        typer.Option(
            "--queue", envvar="ADJUDGE_SERVE_QUEUE", min=0, help="Maximum number of waiting jobs; more are refused."
        ),
    ] = 100,
    rate: Annotated[
        float,
        typer.Option(
            "--rate",
            envvar="ADJUDGE_SERVE_RATE",
            min=0,
            help="Maximum number of requests per second from one client; 0 means no limit.",
        ),
    ] = 100,
    max_body_mb: Annotated[
        float,
        typer.Option("--max-body-mb", envvar="ADJUDGE_SERVE_MAX_BODY_MB", min=0.01, help="Maximum size of a request."),
    ] = 5,
    max_upload_mb: Annotated[
        float,
        typer.Option(
            "--max-upload-mb", envvar="ADJUDGE_SERVE_MAX_UPLOAD_MB", min=0.01, help="Maximum size of an uploaded file."
        ),
    ] = 50,
    max_characters: Annotated[
        int,
        typer.Option(
            "--max-characters",
            envvar="ADJUDGE_SERVE_MAX_CHARACTERS",
            min=1,
            help="Maximum length of a claim and its sources together.",
        ),
    ] = 2_000_000,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            "-e",
            help="An engine to offer, such as http://HOST:PORT/v1#MODEL; the first is the default. May be repeated.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", help="A host name that requests may use. May be repeated.")
    ] = None,
    evaluations: Annotated[
        Path | None,
        typer.Option(
            "--evaluations",
            help="A folder that contains folders of `adjudge eval --out`. Default: ADJUDGE_HOME/evaluations.",
        ),
    ] = None,
    grace: Annotated[
        float,
        typer.Option(
            "--grace",
            envvar="ADJUDGE_SERVE_GRACE",
            min=0,
            help="Seconds that running jobs may take to finish after Ctrl-C or SIGTERM.",
        ),
    ] = 5,
) -> None:
    """Serve the web app and REST, on one port.

    Open http://127.0.0.1:8000 for the app; the REST service is under /v1, described in /v1/openapi.json. On
    loopback there is no login. On any other address, clients need the token in ADJUDGE_TOKEN: as
    `Authorization: Bearer TOKEN`, or on the login page.

    After Ctrl-C or SIGTERM, running jobs get a few seconds to finish; the rest is saved. The next `adjudge serve`
    resumes them, also after a crash, and no question is asked twice.

    Every limit is an option, and an environment variable such as ADJUDGE_SERVE_QUEUE.

    Exit codes: 0 ended, 2 wrong usage (a port that is taken, no token), 4 engine error, 5 store or disk error.

    Example: adjudge serve --open
    """
    from adjudge.errors import ConfigError
    from adjudge.server.config import Config, RequestLimits
    from adjudge.settings.environment import load_environment

    with reported_errors():
        environment = load_environment()
        limits = RequestLimits(
            body_bytes=int(max_body_mb * 1e6),
            upload_bytes=int(max_upload_mb * 1e6),
            text_characters=max_characters,
            jobs=jobs,
            queue=queue,
            rate_per_s=rate,
            burst=max(1, int(2 * rate)),
        )
        config = Config(
            environment=environment,
            host=host,
            port=port,
            token=os.environ.get("ADJUDGE_TOKEN", ""),
            allowed_hosts=tuple(allow_host or ()),
            engines=tuple(engine or ()),
            evaluations=evaluations,
            limits=limits,
            grace_s=grace,
        )
        try:
            from adjudge.server.serve import log_to_stderr
            from adjudge.server.serve import serve as run
        except ImportError as error:
            raise ConfigError(
                "The service needs libraries that are not installed.", hint="pip install 'adjudge[serve]'"
            ) from error
        log_to_stderr()
        with suppress(KeyboardInterrupt):  # before the service installs its signal handlers
            wait_for(run(config, ready=lambda address: _ready(address, open_browser=open_browser)))
        notice("Stopped. Unfinished jobs are parked; the next `adjudge serve` resumes them.")


def _ready(address: str, *, open_browser: bool) -> None:
    notice(f"Adjudge is at {address} (REST under {address}/v1; press Ctrl-C to stop)")
    if open_browser:
        import webbrowser

        webbrowser.open(address)
