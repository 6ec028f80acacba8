"""What every protocol is: a frozen dataclass whose fields are its settings, with one method, `judge`."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from typing import Any, ClassVar, Protocol

from pydantic_core import to_jsonable_python

from adjudge.agents.hearing import Hearing
from adjudge.verdict import Provenance, Verdict


class Procedure(Protocol):
    """A way to decide a case."""

    name: ClassVar[str]

    async def judge(self, hearing: Hearing) -> Verdict:
        """Decide the hearing's case, or raise an `AdjudgeError`."""
        ...

    def calls(self) -> tuple[int, int]:
        """The fewest and the most questions that one case can take, for estimates before a run."""
        ...


def settings_of(protocol: Procedure) -> Mapping[str, Any]:
    """The settings as JSON data: what is stored, hashed and shown."""
    settings: Mapping[str, Any] = to_jsonable_python(protocol)
    return {"name": protocol.name, **settings}


def provenance(protocol: Procedure, hearing: Hearing) -> Provenance:
    """What made the verdict."""
    return Provenance(
        adjudge=_version(),
        protocol=settings_of(protocol),
        engines=hearing.engines,
        case_digest=hearing.case.digest,
        prompts=hearing.prompts,
    )


@lru_cache(maxsize=1)
def _version() -> str:
    # The metadata is looked up on disk each time.
    return version("adjudge")
