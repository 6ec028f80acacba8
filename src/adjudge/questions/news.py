"""The news checker's questions: analyse the claim, weigh the evidence, criticise the verdict.

The analyzer sees the claim alone; the verifier sees claim and evidence; the critic sees both and the verdict. The
verifier says of each piece how its statement stands to the claim; what follows from its label is a rule.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from adjudge.questions.base import Question, QuoteContext, Reply, Source, at_most
from adjudge.record import Record

FEWEST_QUERIES = 2


class NewsLabel(StrEnum):
    """The three verdicts."""

    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    NEI = "NEI"


class Complexity(StrEnum):
    """How much there is to check in a claim."""

    HIGH = "High"
    LOW = "Low"


class Bearing(StrEnum):
    """How the statement of a piece of evidence stands to the claim, whatever its label says."""

    SAME = "same"
    OPPOSITE = "opposite"
    CONFLICTING = "conflicting"
    CONTEXT = "context"


class Advice(StrEnum):
    """What the critic may ask for."""

    KEEP = "KEEP"
    NEI = "NEI"


class Labelled(Record):
    """Where a piece of evidence comes from, and its label if it has one."""

    id: str
    origin: str
    label: str = ""


class Analysis(Reply):
    """The analyzer's output."""

    entities: tuple[str, ...] = Field(description="persons, organisations, places and events of the claim")
    queries: tuple[str, ...] = at_most(6, "two search queries or more")
    complexity: Complexity


class Weighed(Record):
    """What the verifier makes of one piece of evidence."""

    id: str = Field(description="the id of the piece of evidence")
    quote: str = Field(description="the words of the piece that decide, copied exactly")
    bearing: Bearing
    why: str = Field(description="half a sentence")
    context: QuoteContext = ""


class NewsVerdict(Reply):
    """The verifier's output; what it rests on stands before the verdict."""

    readings: tuple[Weighed, ...]
    reason: str = Field(description="one sentence")
    # A word and no enumeration: a word outside the three is counted as a constraint violation, not repaired away.
    verdict: str = Field(description="SUPPORTED, REFUTED or NEI")


class Criticism(Reply):
    """The critic's output."""

    concerns: tuple[str, ...] = at_most(6)
    advice: Advice
    confidence_adjustment: Annotated[float, Field(ge=-0.5, le=0.0, description="-0.5 to 0")]


class AnalyzeClaim(Question[Analysis]):
    """The analyzer sees the claim and nothing else."""

    kind = "analyze_claim"
    reply = Analysis
    strict = True

    claim: str

    @property
    def seat(self) -> str:
        return "analyzer"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Analysis)
        if len([query for query in reply.queries if query.strip()]) < FEWEST_QUERIES:
            return [f"queries must hold {FEWEST_QUERIES} search queries or more"]
        return []


class DetermineVerdict(Question[NewsVerdict]):
    """The verifier sees the claim and the evidence; asked again, also the word that is no verdict."""

    kind = "determine_verdict"
    reply = NewsVerdict

    claim: str
    evidence: tuple[Source, ...]
    labels: tuple[Labelled, ...]
    refused: str = ""

    @property
    def seat(self) -> str:
        return "verifier"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, NewsVerdict)
        known = {source.id for source in self.evidence}
        ids = [reading.id for reading in reply.readings]
        found = [f"there is no evidence '{id}'" for id in dict.fromkeys(ids) if id not in known]
        if len(set(ids)) < len(ids):
            found.append("each piece of evidence is weighed once")
        return found


class CriticiseVerdict(Question[Criticism]):
    """The critic sees claim, evidence, verdict and reason."""

    kind = "criticise_verdict"
    reply = Criticism

    claim: str
    evidence: tuple[Source, ...]
    labels: tuple[Labelled, ...]
    verdict: NewsLabel
    reason: str

    @property
    def seat(self) -> str:
        return "critic"
