"""The base of every protocol: a frozen dataclass whose fields are its settings and whose `judge` decides a case."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.metadata import version
from typing import Any, ClassVar

from pydantic_core import to_jsonable_python

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.transcript import Trouble
from adjudge.verdict import Provenance, Verdict


class Procedure(ABC):
    """A way to decide a case. Subclass it; the class variables declare what other parts need to know."""

    name: ClassVar[str]
    summary: ClassVar[str] = ""
    """One sentence for people who choose a protocol."""
    finds_documents: ClassVar[bool] = False
    """Whether it looks for documents itself, so that a case may come without any."""
    excludes_sentences: ClassVar[bool] = False
    """Whether it excludes sentences that are no claims itself; otherwise such a case is refused."""
    judges_single_claims: ClassVar[bool] = True
    """Whether it judges one claim against given documents, so that `adjudge compare` can set it beside others."""
    labels: ClassVar[tuple[str, ...]] = ()
    """The labels of its verdicts, the most favourable first."""
    deciding_labels: ClassVar[frozenset[str]] = frozenset()
    """Labels that decide the claim even if the documents say neither that it is true nor that it is false."""
    withheld_label: ClassVar[str] = "UNDETERMINED"
    """The label of a verdict that is withheld because its expected error is too high."""
    idle_settings: ClassVar[frozenset[str]] = frozenset()
    """Settings that cannot change a label: a calibration applies whatever their values."""
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """The range in which a service lets its clients choose a whole number. The upper bounds keep a job finite."""
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The values of a text setting whose type does not list them."""
    local_settings: ClassVar[frozenset[str]] = frozenset()
    """Settings that name files of this machine: a service does not accept them from its clients."""

    @abstractmethod
    async def judge(self, hearing: Hearing) -> Verdict:
        """Decide the hearing's case, or raise an `AdjudgeError`."""

    @abstractmethod
    def calls(self) -> tuple[int, int]:
        """The fewest and the most questions that one case can take, for estimates before a run."""

    def for_measuring(self) -> "Procedure":
        """The same protocol without steps that come after its label, for evaluations."""
        return self

    async def conclude(self, case: Case, verdict: Verdict) -> None:  # noqa: B027 # most protocols have nothing to do
        """Act on a final verdict, for example log it. Called once per decision, never for a replay."""


def failed_seats(seats: Iterable[str], outcomes: Iterable[object]) -> list[str]:
    """The seats that have no reply, each with its error, for a message."""
    return [
        f"{seat} ({outcome.error}: {outcome.message})"
        for seat, outcome in zip(seats, outcomes, strict=True)
        if isinstance(outcome, Trouble)
    ]


def settings_of(protocol: Procedure) -> Mapping[str, Any]:
    """The settings as JSON data: what is stored, hashed and shown."""
    settings: Mapping[str, Any] = to_jsonable_python(protocol)
    return {"name": protocol.name, **settings}


def provenance(protocol: Procedure, hearing: Hearing) -> Provenance:
    """The provenance of a verdict: versions, protocol, settings, engine."""
    return Provenance(
        adjudge=_version(),
        protocol=settings_of(protocol),
        engines=hearing.engines,
        case_digest=hearing.case.digest,
        prompts=hearing.prompts,
    )


@lru_cache(maxsize=1)
def _version() -> str:
    # Cached, because the package metadata are read from disk each time.
    return version("adjudge")
