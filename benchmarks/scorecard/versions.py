"""Of which version a row is: the engine's answers, and the code and fitted data that turn them into verdicts."""

from functools import lru_cache
from pathlib import Path

from adjudge.errors import AdjudgeError
from adjudge.evals.evaluation import version_of
from adjudge.record import digest

_SOURCE = Path(__file__).parents[2] / "src" / "adjudge"
_DECIDING = ("agents", "analysis", "engines/offline", "evidence", "protocols", "questions", "prompts")
_KINDS = (".py", ".json", ".md")


@lru_cache(maxsize=2)
def rules_version(ignoring: str = "") -> str:
    """A hash of all files that decide, but for one; weights are part of the engine's version."""
    files = sorted(
        path
        for folder in _DECIDING
        for path in (_SOURCE / folder).rglob("*")
        if path.suffix in _KINDS and "__pycache__" not in path.parts and path != _SOURCE / ignoring
    )
    return digest([[str(path.relative_to(_SOURCE)), path.read_text("utf-8")] for path in files])[:12]


def versions(engine: str) -> dict[str, str]:
    """The current versions for an engine; one that is no longer configured here has none."""
    try:
        version = version_of(engine)
    except AdjudgeError:
        version = ""
    return {"engine_version": version, "rules": rules_version()}
