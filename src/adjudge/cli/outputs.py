"""Check output paths: a command must not overwrite a file that it reads, nor write two outputs to one file."""

from collections.abc import Iterable
from pathlib import Path

from adjudge.errors import ConfigError


def require_apart(outputs: Iterable[Path | None], inputs: Iterable[str | Path]) -> None:
    """Raise an error if an output is also an input, or if two outputs are the same file, including through links."""
    inputs = list(inputs)
    written = [path for path in outputs if path is not None]
    read = [path for path in map(Path, inputs) if _is_file(path)]
    for place, path in enumerate(written):
        if any(path.resolve() == one.resolve() for one in written[:place]):
            raise ConfigError(f"'{path}' would be written twice.", hint="Choose a file for each output.")
        if any(one.is_dir() and path.resolve().parent == one.resolve() for one in map(Path, inputs)):
            raise ConfigError(
                f"'{path}' is in a folder that this command reads.", hint="Choose a file outside the data folder."
            )
        # Only regular files: a terminal may be both read and written.
        if _is_file(path) and any(path.samefile(one) for one in read):
            raise ConfigError(
                f"'{path}' is read by this command and would be overwritten.", hint="Choose another output file."
            )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
