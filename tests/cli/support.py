"""The command line in a test: arguments in, exit code and both streams out."""

from dataclasses import dataclass

from typer.testing import CliRunner

from adjudge.cli import app


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


def adjudge(*arguments: str, stdin: str | bytes | None = None) -> Ran:
    result = CliRunner().invoke(app, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)
