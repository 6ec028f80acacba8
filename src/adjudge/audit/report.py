"""The report of an audit: one entry for each sentence, and counts. Every sentence is counted once."""

from collections import Counter
from enum import StrEnum

from pydantic import Field

from adjudge.audit.config import FailOn
from adjudge.audit.judgement import SentenceJudgement
from adjudge.evidence.pdf import PageRectangle
from adjudge.record import Record
from adjudge.verdict import Outcome


class Status(StrEnum):
    """The status of a sentence."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    """The sources do not bear it out, or not certainly."""
    NOT_CHECKABLE = "not checkable"
    NO_SOURCE = "no source"
    SUPPRESSED = "suppressed"
    BASELINE = "in baseline"
    FAILED = "failed"


FINDINGS = (Status.CONTRADICTED, Status.UNSUPPORTED)
_STATUS = {Outcome.SUPPORTED: Status.SUPPORTED, Outcome.CONTRADICTED: Status.CONTRADICTED}


class AuditEntry(Record):
    """A sentence and its status. `start` and `end` are file offsets of the deciding words."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int
    text: str
    status: Status
    words: str = ""
    message: str = ""
    """The explanation; the reason of a suppression; the error of a failure."""
    sources: tuple[str, ...] = ()
    judgement: SentenceJudgement | None = None
    place: str = Field(default="", exclude_if=lambda value: not value)
    """Where the evidence stands in its source: `page 3`, `R12 C3`, `paragraph 4`."""
    rectangles: tuple[PageRectangle, ...] = Field(default=(), exclude_if=lambda value: not value)


class AuditReport(Record):
    """An audit. `skipped` counts the sentences that did not change since the revision."""

    documents: int
    entries: tuple[AuditEntry, ...]
    skipped: int = 0
    cached: int = 0
    messages: tuple[str, ...] = ()
    stopped: str = Field(default="", exclude_if=lambda value: not value)

    @property
    def counts(self) -> dict[Status, int]:
        """The number of sentences by status."""
        found = Counter(entry.status for entry in self.entries)
        return {status: found[status] for status in Status}

    @property
    def findings(self) -> tuple[AuditEntry, ...]:
        """The sentences that are contradicted or unsupported."""
        return tuple(entry for entry in self.entries if entry.status in FINDINGS)

    def exit_code(self, fail_on: FailOn) -> int:
        """1 if a sentence is contradicted, 4 if one could not be judged, 3 if one is unsupported and that counts."""
        counts = self.counts
        if counts[Status.CONTRADICTED]:
            return 1
        if counts[Status.FAILED] or self.stopped:
            return 4
        return 3 if counts[Status.UNSUPPORTED] and fail_on is FailOn.UNSUPPORTED else 0


def status_of(judgement: SentenceJudgement) -> Status:
    """The status of a judged sentence."""
    if not judgement.checkable:
        return Status.NOT_CHECKABLE
    return _STATUS.get(judgement.outcome, Status.UNSUPPORTED)
