"""The two consoles, and how an error ends a command: message and hint on stderr, and the error's exit code.

Results go to stdout; progress, notices and errors go to stderr, so that a pipe gets results only.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import typer
from rich.console import Console
from rich.markup import escape

from adjudge.errors import AdjudgeError
from adjudge.verdict import Verdict

T = TypeVar("T")

EXIT_CODES = """Exit codes: 0 faithful or supported, 1 mutated or contradicted, 3 ambiguous or not enough
information, 2 wrong usage or input, 4 engine trouble, 5 store trouble, 130 interrupted."""


def exit_code(verdict: Verdict) -> int:
    """What the verdict's own word says, for scripts."""
    from adjudge.render.blocks import Tone
    from adjudge.render.cards import tone_of

    return {Tone.GOOD: 0, Tone.BAD: 1}.get(tone_of(verdict), 3)


def out() -> Console:
    """The console for results."""
    return Console(highlight=False, soft_wrap=False)


def err() -> Console:
    """The console for progress, notices and errors."""
    return Console(stderr=True, highlight=False)


def notice(text: str) -> None:
    """Say something that is not a result."""
    err().print(f"[dim]{escape(text)}[/dim]", soft_wrap=True)


@contextmanager
def told(*, as_json: bool = False) -> Iterator[None]:
    """Turn errors into a message and an exit code; with `as_json` the message is a JSON object on stdout."""
    try:
        yield
    except AdjudgeError as error:
        if os.environ.get("ADJUDGE_DEBUG"):
            raise
        if as_json:
            print_json_error(error)
        else:
            # Soft-wrapped: a line that is broken by the console cannot be searched for.
            err().print(f"[bold red]error:[/bold red] {escape(error.message)}", soft_wrap=True)
            if error.hint:
                notice(error.hint)
        raise typer.Exit(error.exit_code) from error
    except KeyboardInterrupt:
        notice("Interrupted. What was decided is kept; the same command goes on from there.")
        raise typer.Exit(130) from None
    except BrokenPipeError:
        # The reader has what it wanted; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def print_json_error(error: AdjudgeError) -> None:
    """The error as one JSON object."""
    import json

    content = {
        "error": error.name,
        "message": error.message,
        "hint": error.hint,
        "retryable": error.retryable,
        "exit_code": error.exit_code,
    }
    sys.stdout.write(json.dumps(content, ensure_ascii=False) + "\n")


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; Ctrl-C cancels it and lets it clean up."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it is installed: with many calls under way it takes less of the processor."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
