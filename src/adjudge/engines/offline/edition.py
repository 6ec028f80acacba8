"""Which edition of the engine answers: the package's version, and a hash of the code that reads.

Answers are remembered by it. The version alone would not do: whoever changes a rule, or takes the newest state of the
same version, would be given the answers of the rules before.
"""

from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
_READING = ("analysis", "evidence", "engines/offline")


@lru_cache(maxsize=1)
def edition() -> str:
    """The version and the hash, as one word. Asked for with every question, and made once."""
    return f"{version('adjudge')}+{code_hash(_PACKAGE)}"


def code_hash(package: Path) -> str:
    """A short hash of every module that takes part in reading, with its name."""
    found = sha256()
    for folder in _READING:
        for path in sorted((package / folder).rglob("*.py")):
            found.update(f"{path.relative_to(package).as_posix()}\0".encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:12]
