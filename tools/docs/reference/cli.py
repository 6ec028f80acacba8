"""The command line, from the Typer app: every command with its arguments, options and exit codes."""

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from adjudge.cli import app
from reference import markdown


def page() -> str:
    """Return the page."""
    root = get_command(app)
    intro = "Generated from the command line's own help. `adjudge COMMAND --help` shows the same text."
    return markdown.page("# Command line", intro, *_sections(root, ("adjudge",)))


def _sections(command: Any, words: tuple[str, ...]) -> Iterator[str]:
    context = command.make_context(words[-1], [], resilient_parsing=True)
    yield f"{'#' * min(len(words) + 1, 4)} `{' '.join(words)}`"
    yield markdown.prose(command.help)
    arguments = [(p.name, getattr(p, "help", "")) for p in command.params if p.param_type_name == "argument"]
    yield markdown.table(("argument", "description"), [(markdown.code(name), text) for name, text in arguments])
    records = [p.get_help_record(context) for p in command.params if p.param_type_name == "option"]
    shown = [(markdown.code(left), right) for left, right in filter(None, records) if "--help" not in left]
    yield markdown.table(("option", "description"), shown)
    for name, inner in getattr(command, "commands", {}).items():
        if not inner.hidden:
            yield from _sections(inner, (*words, name))
