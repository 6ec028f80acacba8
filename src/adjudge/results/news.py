"""The news checker's record: the six fields of the seed's state, and beside them what they rest on."""

from pydantic import ConfigDict

from adjudge.questions.news import Bearing, Complexity, NewsLabel
from adjudge.record import Record
from adjudge.verdict import Result, Share


class Search(Record):
    """One call of a search tool: what was asked, what it returned, and the documents that its hits became."""

    tool: str
    query: str
    returned: str
    documents: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    problem: str = ""


class Counted(Record):
    """One piece of evidence: how its statement stands to the claim, its label, and what follows from both."""

    document_id: str
    origin: str
    label: str
    bearing: Bearing
    effect: NewsLabel
    """SUPPORTED and REFUTED count; NEI is context."""
    why: str
    sha256: str


class NewsResult(Result):
    """The state after the last step."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str
    queries: tuple[str, ...]
    evidence: tuple[str, ...]
    verdict: NewsLabel
    reason: str
    tool_calls: int

    entities: tuple[str, ...] = ()
    complexity: Complexity = Complexity.HIGH
    searches: tuple[Search, ...] = ()
    counted: tuple[Counted, ...] = ()
    independent_origins: int = 0
    contradictions: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    confidence: Share = 0.0
    constraint_violations: int = 0
    notes: tuple[str, ...] = ()
