"""The `adjudge` command, also as `python -m adjudge`: ends with exit code 130 when it is interrupted, at any moment."""

import signal
import sys


def main() -> None:
    """The entry point. SIGTERM does what Ctrl-C does: a command stores what is done, says so and ends."""
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _interrupt)
    try:
        # Imported here: it takes a while, in which Ctrl-C must not print a traceback.
        from adjudge.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


def _interrupt(*_: object) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # In the background of a shell, where Ctrl-C does nothing.
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
