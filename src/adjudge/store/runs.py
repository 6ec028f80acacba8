"""The stored form of a run: its record, its counts, and its outcomes. No database here."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from pydantic import AwareDatetime, Field, JsonValue

from adjudge.case import Case
from adjudge.record import Record
from adjudge.transcript import Usage
from adjudge.verdict import Failure, Verdict

# Neither vowels that make words nor characters that look like one another: an id is read aloud and typed.
ID_LETTERS = "23456789bcdfghjkmnpqrstvwxyz"


TITLE_LENGTH = 200


class RunStatus(StrEnum):
    """The status of a run. A killed run stays `running`."""

    RUNNING = "running"
    FINISHED = "finished"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    BUDGET_REACHED = "budget reached"


class Counts(Record):
    """Counts of cases: asked = outcomes + failed + excluded + unasked. Stances and labels count the same cases
    again."""

    asked: int = 0
    failed: int = 0
    excluded: int = 0
    outcomes: Mapping[str, int] = Field(default_factory=dict)
    stances: Mapping[str, int] = Field(default_factory=dict)
    labels: Mapping[str, int] = Field(default_factory=dict)

    @property
    def decided(self) -> int:
        """Cases with a verdict."""
        return sum(self.stances.values())

    @property
    def unasked(self) -> int:
        """Cases that the run did not reach."""
        return self.asked - self.decided - self.failed - self.excluded


class Run(Record):
    """Many cases, decided by one protocol under one command."""

    id: str
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    status: RunStatus
    fingerprint: str
    """Hash of everything that identifies a run: settings, engines, data selection. Computed by the caller."""
    command: str
    protocol: str
    settings: Mapping[str, JsonValue]
    engines: Mapping[str, str]
    counts: Counts = Field(default_factory=Counts)
    usage: Usage = Field(default_factory=Usage)
    """The cost of its answers when they were first asked."""
    paid: Usage = Field(default_factory=Usage)
    """The cost that this run paid: answers from the ledger are free."""
    title: str = ""
    """The beginning of the first decided claim, for lists."""

    @classmethod
    def begin(
        cls,
        *,
        fingerprint: str,
        command: str,
        protocol: str,
        settings: Mapping[str, JsonValue],
        engines: Mapping[str, str],
        title: str = "",
        letters: int = 4,
    ) -> "Run":
        """A run that starts now, with a new id whose random part has `letters` characters."""
        now = datetime.now(UTC)
        return cls(
            id=new_run_id(now, letters=letters),
            started_at=now,
            status=RunStatus.RUNNING,
            fingerprint=fingerprint,
            command=command,
            protocol=protocol,
            settings=settings,
            engines=engines,
            title=title,
        )


@dataclass(frozen=True, slots=True)
class StoredOutcome:
    """One case of a stored run."""

    position: int
    case: Case | None
    """None if the data row could not be read as a case."""
    outcome: Verdict | Failure
    json: bytes
    """The outcome's JSON, byte for byte as it was saved."""


def title_of(case: Case) -> str:
    """The title of a run in lists: the beginning of its first claim."""
    return " ".join(case.claim[: 2 * TITLE_LENGTH].split())[:TITLE_LENGTH]


def new_run_id(now: datetime, *, letters: int = 4) -> str:
    """A short, sortable id in UTC: `20261115-203112-k3f9`. Use more letters for many runs a second."""
    return f"{now:%Y%m%d-%H%M%S}-" + "".join(secrets.choice(ID_LETTERS) for _ in range(letters))


def usage_of(outcome: Verdict | Failure) -> Usage:
    """The usage of an outcome's answers; a failure includes the answers before it failed."""
    if isinstance(outcome, Verdict):
        return outcome.total_usage
    entries = outcome.transcript.entries if outcome.transcript else ()
    return sum((entry.usage for entry in entries), Usage())
