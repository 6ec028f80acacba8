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
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from adjudge.errors import AdjudgeError, ConfigError, DataError, Fault
from adjudge.files import WRONG_PATH
from adjudge.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")
_HANDLER = "adjudge-escaped"

EXIT_CODES = """Exit codes: 0 faithful or supported, 1 mutated or contradicted, 3 ambiguous or not enough
information, 2 wrong usage or input, 4 engine error, 5 error in the store, on the disk or in Adjudge itself, 130
interrupted."""


def exit_code(verdict: Verdict) -> int:
    """The exit code of a verdict, by its label."""
    from adjudge.render.blocks import Tone
    from adjudge.render.cards import label_tone

    return {Tone.GOOD: 0, Tone.BAD: 1}.get(label_tone(verdict), 3)


def out() -> "Console":
    """The console for results."""
    return _console(stderr=False)


def err() -> "Console":
    """The console for progress, notices and errors."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> "Console":
    from rich.console import Console

    # Without `emoji=False` the words ":100:" of a claim would be printed as a picture, even in JSON.
    return Console(stderr=stderr, highlight=False, soft_wrap=False, emoji=False)


def notice(text: str) -> None:
    """Print a notice on stderr."""
    from rich.markup import escape

    err().print(f"[dim]{escape(text)}[/dim]", soft_wrap=True)


@contextmanager
def reported_errors(*, as_json: bool = False) -> Iterator[None]:
    """Turn errors into a message and an exit code; with `as_json` the message is a JSON object on stdout."""
    try:
        try:
            yield
        finally:
            # Flush now: at interpreter exit a full disk could no longer be reported.
            sys.stdout.flush()
    except KeyboardInterrupt:
        notice("Interrupted. Decided cases are stored; run the same command again to resume.")
        raise typer.Exit(130) from None
    except BrokenPipeError:
        # The reader closed the pipe; Python must not complain about that at exit.
        _drop_output()
        raise typer.Exit(0) from None
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        if os.environ.get("ADJUDGE_DEBUG"):
            traceback.print_exception(error)
        known = as_adjudge_error(error)
        _report(known, as_json=as_json)
        raise typer.Exit(known.exit_code) from error


def _report(error: AdjudgeError, *, as_json: bool) -> None:
    from rich.markup import escape

    try:
        if as_json:
            print_json_error(error)
        sys.stdout.flush()
    except OSError:
        # Standard output itself failed, for example on a full disk.
        _drop_output()
        as_json = False
    if not as_json:
        # Soft-wrapped, so that long lines can still be searched.
        err().print(f"[bold red]error:[/bold red] {escape(error.message)}", soft_wrap=True)
        if error.hint:
            notice(error.hint)


def _drop_output() -> None:
    """Discard everything that would still be written to standard output, including its buffer."""
    # A stream without a file descriptor was put there by a test.
    with suppress(UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_adjudge_error(error: Exception) -> AdjudgeError:
    """The error as an `AdjudgeError`, so that no error ends with the exit code of a verdict."""
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
                f"{error.object[max(0, error.start - 20) : error.end + 20]!r} cannot be encoded as text.",
                hint="Give the text as UTF-8.",
            )
        case _:
            return Fault.of(error)


def show_faults() -> None:
    """With ADJUDGE_DEBUG, log tracebacks on stderr, also for cases whose failure does not stop the run."""
    if os.environ.get("ADJUDGE_DEBUG"):
        import logging

        logger = logging.getLogger("adjudge")
        logger.addHandler(logging.StreamHandler())
        logger.setLevel(logging.DEBUG)


def prepare_streams() -> None:
    """Escape characters that a stream cannot encode as JSON would, and replace closed streams by /dev/null."""
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
    """Ask for confirmation. Without a terminal, raises an error unless `yes` is set."""
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise ConfigError(f"{question} There is no terminal to ask on.", hint="Add -y to skip the question.")
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
    """Run a coroutine to its end; Ctrl-C cancels it and lets it clean up."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop if it is installed: it needs less CPU when many calls are in flight."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
