"""The two consoles, and how an error ends a command: message and hint on stderr, and the error's exit code.

Results go to stdout; progress, notices and errors go to stderr, so that a pipe gets results only.
"""

import asyncio
import codecs
import os
import sys
import traceback
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Any, TypeVar

import typer
from rich.console import Console
from rich.markup import escape

from adjudge.errors import AdjudgeError, ConfigError, DataError, Fault
from adjudge.files import WRONG_PATH
from adjudge.verdict import Verdict

T = TypeVar("T")
_HANDLER = "adjudge-escaped"

EXIT_CODES = """Exit codes: 0 faithful or supported, 1 mutated or contradicted, 3 ambiguous or not enough
information, 2 wrong usage or input, 4 engine trouble, 5 trouble with the store, the disk or Adjudge itself, 130
interrupted."""


def exit_code(verdict: Verdict) -> int:
    """What the verdict's own word says, for scripts."""
    from adjudge.render.blocks import Tone
    from adjudge.render.cards import label_tone

    return {Tone.GOOD: 0, Tone.BAD: 1}.get(label_tone(verdict), 3)


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
        try:
            yield
        finally:
            # Here a full disk can still be told; at Python's own exit no more.
            sys.stdout.flush()
    except KeyboardInterrupt:
        notice("Interrupted. Decided cases are stored; run the same command again to resume.")
        raise typer.Exit(130) from None
    except BrokenPipeError:
        # The reader has what it wanted; Python must not complain about it at exit.
        _drop_output()
        raise typer.Exit(0) from None
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        if os.environ.get("ADJUDGE_DEBUG"):
            traceback.print_exception(error)
        known = as_told(error)
        _tell(known, as_json=as_json)
        raise typer.Exit(known.exit_code) from error


def _tell(error: AdjudgeError, *, as_json: bool) -> None:
    try:
        if as_json:
            print_json_error(error)
        sys.stdout.flush()
    except OSError:
        # Standard output itself is the trouble: a full disk.
        _drop_output()
        as_json = False
    if not as_json:
        # Soft-wrapped: a line that is broken by the console cannot be searched for.
        err().print(f"[bold red]error:[/bold red] {escape(error.message)}", soft_wrap=True)
        if error.hint:
            notice(error.hint)


def _drop_output() -> None:
    """Let nothing more be written to standard output, not even what is still waiting."""
    # A stream without a number is one that a test put there.
    with suppress(UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_told(error: Exception) -> AdjudgeError:
    """The error as users are told it: none may end with the exit code of a verdict."""
    match error:
        case AdjudgeError():
            return error
        case OSError(errno=number, filename=str() | bytes() as path) if number in WRONG_PATH:
            return DataError(f"'{os.fsdecode(path)}': {error.strerror}.", hint="Check the path, or choose another.")
        case OSError(filename=path):
            where = f"'{os.fsdecode(path)}': " if isinstance(path, str | bytes | os.PathLike) else ""
            return Fault(f"{where}{error.strerror or error or type(error).__name__}.")
        case UnicodeEncodeError() | UnicodeDecodeError():
            return DataError(
                f"{error.object[max(0, error.start - 20) : error.end + 20]!r} holds what is no character.",
                hint="Give the text as UTF-8.",
            )
        case _:
            return Fault.of(error)


def show_faults() -> None:
    """With ADJUDGE_DEBUG, where a fault lies is told on standard error, also where the rest of a run goes on."""
    if os.environ.get("ADJUDGE_DEBUG"):
        import logging

        told = logging.getLogger("adjudge")
        told.addHandler(logging.StreamHandler())
        told.setLevel(logging.DEBUG)


def prepare_streams() -> None:
    """What a stream's encoding cannot hold is written as JSON would write it; a closed stream takes everything."""
    codecs.register_error(_HANDLER, _escaped)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 # open to the end
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2)), error.end


def confirm(question: str, *, yes: bool) -> None:
    """Go on only if the user agrees; where nobody can be asked, only with `yes`."""
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise ConfigError(f"{question} There is no terminal to ask on.", hint="Add -y to go on without being asked.")
    if not typer.confirm(question):
        raise typer.Exit(130)


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
