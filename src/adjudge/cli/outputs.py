"""Check where a command writes: never over a file that it reads, and never two outputs to one place."""

from collections.abc import Iterable
from pathlib import Path

from adjudge.errors import ConfigError


def require_apart(outputs: Iterable[Path | None], inputs: Iterable[str | Path]) -> None:
    """Raise if a file that will be written is one that is read, or is written twice, whatever the two are called."""
    inputs = list(inputs)
    written = [path for path in outputs if path is not None]
    read = [path for path in map(Path, inputs) if _is_file(path)]
    for place, path in enumerate(written):
        if any(path.resolve() == one.resolve() for one in written[:place]):
            raise ConfigError(f"'{path}' would be written twice.", hint="Choose a file for each output.")
        if any(one.is_dir() and path.resolve().parent == one.resolve() for one in map(Path, inputs)):
            raise ConfigError(
                f"'{path}' lies in a folder that this command reads.", hint="Choose a place outside the folder of data."
            )
        # Only files: a terminal is read and written as well.
        if _is_file(path) and any(path.samefile(one) for one in read):
            raise ConfigError(
                f"'{path}' is read by this command and would be overwritten.", hint="Choose another file to write to."
            )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
