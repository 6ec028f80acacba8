"""The report: a ruling for each citing sentence, and the problems of the bibliography."""

from collections import Counter
from enum import StrEnum

from pydantic import Field

from adjudge.evidence.pdf import PageRectangle
from adjudge.record import Record


class CitationVerdict(StrEnum):
    """The verdict on a citing sentence."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_IN_SOURCE = "not in the source"
    SOURCE_MISSING = "source missing"
    NOT_CHECKABLE = "not checkable"


class CitedWords(Record):
    """Words of a cited work and their place: offsets in its text, the place, the rectangles on a PDF's pages."""

    key: str
    file: str
    text: str
    start: int
    end: int
    place: str = ""
    rectangles: tuple[PageRectangle, ...] = ()
    before: str = ""
    after: str = ""


class CitationRuling(Record):
    """The ruling on one citing sentence."""

    text: str
    file: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    keys: tuple[str, ...]
    verdict: CitationVerdict
    reason: str
    confidence: float | None = None
    quotes: tuple[CitedWords, ...] = ()
    formulas: tuple[str, ...] = ()
    """What was computed from the cells of a cited table, such as `SUM(R2:R4 C2) = 21,800,000`."""
    missing: tuple[str, ...] = ()
    """Keys whose work was not there or could not be read."""


class CitationReport(Record):
    """All rulings in order of the manuscript."""

    manuscript: str
    rulings: tuple[CitationRuling, ...]
    uncited: tuple[str, ...] = ()
    """References that no sentence cites."""
    unknown: tuple[str, ...] = ()
    """Citations that have no reference."""
    retracted: tuple[str, ...] = Field(default=(), exclude_if=lambda keys: not keys)
    """Cited works that were retracted, as far as `--web` found."""
    unregistered: tuple[str, ...] = Field(default=(), exclude_if=lambda keys: not keys)
    """References whose DOI does not exist, as far as `--web` found."""
    messages: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[CitationVerdict, int]:
        """How many sentences have which verdict."""
        found = Counter(one.verdict for one in self.rulings)
        return {verdict: found[verdict] for verdict in CitationVerdict}
