"""`adjudge hook`: check a coding agent's final message against its tool outputs."""

from typing import Annotated

import typer

from adjudge.cli.options import AsJson
from adjudge.cli.show.console import reported_errors, wait_for

_UNBORNE = 2


def hook(
    engine: Annotated[
        str | None,
        typer.Option("--engine", "-e", help="The engine that judges; see `adjudge check --help`. Default: offline."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Check a coding agent's final message against the tool outputs before it.

    Reads JSON on standard input: {"message": "...", "outputs": ["...", ...]}, or the event of a Stop hook with its
    transcript_path. Statements that the outputs contradict, test results that they do not show, and files and numbers
    that they do not name are listed on standard error.

    Exit codes: 0 nothing to report, 2 unsupported statements, 1 the hook itself could not run (agents then continue).

    Example: echo '{"message": "All tests pass.", "outputs": ["1 failed, 4 passed"]}' | adjudge hook
    """
    from adjudge.cli.inputs import standard_input
    from adjudge.errors import AdjudgeError
    from adjudge.integrations.hook.check import unborne
    from adjudge.integrations.hook.transcript import hook_input
    from adjudge.settings.engines import single_engine
    from adjudge.settings.environment import load_environment

    with reported_errors(as_json=json):
        try:
            given = hook_input(standard_input())
            found = wait_for(unborne(given, engine=single_engine(engine, load_environment()))) if given else []
        except AdjudgeError as error:
            # Exit code 2 would send the agent back to work because of an error that is not its own.
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(1) from error
        if json:
            import json as writer

            typer.echo(writer.dumps([{"statement": one.statement, "reason": one.reason} for one in found]))
        if not found:
            return
        typer.echo("The tool outputs do not support these statements; correct them or show the evidence:", err=True)
        for one in found:
            typer.echo(f"- {one.statement}\n  {one.reason}", err=True)
        raise typer.Exit(_UNBORNE)
