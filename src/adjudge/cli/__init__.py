"""The command line: the only place that prints. Commands import what they need when they run, so help is fast."""

from typing import Any

import typer
from typer.core import TyperGroup

from adjudge.cli.commands.audit import audit
from adjudge.cli.commands.calibrate import calibrate
from adjudge.cli.commands.check import check
from adjudge.cli.commands.cite import cite
from adjudge.cli.commands.compare import compare
from adjudge.cli.commands.doctor import doctor
from adjudge.cli.commands.eval import eval_app
from adjudge.cli.commands.guard import guard
from adjudge.cli.commands.hook import hook
from adjudge.cli.commands.index import index_app
from adjudge.cli.commands.mcp import mcp
from adjudge.cli.commands.merge import merge
from adjudge.cli.commands.mutate import mutate
from adjudge.cli.commands.news import news
from adjudge.cli.commands.prompts import prompts_app
from adjudge.cli.commands.run import run
from adjudge.cli.commands.runs import runs_app
from adjudge.cli.commands.serve import serve
from adjudge.cli.commands.stability import stability
from adjudge.cli.commands.summary import summary
from adjudge.cli.show.console import EXIT_CODES, prepare_streams, show_faults


class _Commands(TyperGroup):
    """The commands; a value that an option does not take is named in the error."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Match a two-word command, such as `run merge`, before a one-word command."""
        two = " ".join(args[:2])
        if two in self.commands and len(args) > 1:
            return two, self.commands[two], args[2:]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            # Click's message says only what was expected, not which value it got.
            from pydantic import ValidationError

            if isinstance(error.__cause__, ValidationError):
                refused = error.__cause__.errors()[0]["input"]
                error.message = f"'{refused}' is not accepted. {error.message}."
            raise


app = typer.Typer(
    name="adjudge",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Decides whether a text is faithful to its sources, shows the exact words that decide it, and shows who "
    "disagreed. Works offline, without a key; with one, on any language model.\n\n" + EXIT_CODES,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(check)
app.command()(cite)
app.command()(compare)
app.command()(summary)
app.command()(audit)
app.command()(run)
app.command("run merge")(merge)
app.add_typer(runs_app, name="runs", help="Stored runs: list, show, replay, verify, compare, delete.")
app.command()(news)
app.add_typer(index_app, name="index", help="The index in which news claims are looked up.")
app.add_typer(eval_app, name="eval", help="Measure a protocol on labelled data.")
app.command()(calibrate)
app.command()(stability)
app.command()(mutate)
app.add_typer(prompts_app, name="prompts", help="The prompts for language models: list, show, compare, test.")
app.command()(serve)
app.command()(guard)
app.command()(hook)
app.command()(mcp)
app.command()(doctor)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"adjudge {version('adjudge')}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    del version


def main() -> None:
    """The entry point of the `adjudge` command."""
    prepare_streams()
    show_faults()
    app()
