"""Where a command writes: never over what it reads."""

from collections.abc import Iterable
from pathlib import Path

from adjudge.errors import ConfigError


def require_apart(outputs: Iterable[Path | None], inputs: Iterable[str | Path]) -> None:
    """Raise if a file that will be written is one that is read, whatever the two are called."""
    read = [path for path in map(Path, inputs) if _is_file(path)]
    for path in outputs:
        # Only files: a terminal is read and written as well.
        if path is not None and _is_file(path) and any(path.samefile(one) for one in read):
            raise ConfigError(
                f"'{path}' is read by this command and would be overwritten.", hint="Choose another file to write to."
            )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
