"""The entailment pipeline's questions: extract statements, rate the source type, judge, audit.

Each question holds exactly what its agent may see, and each reply is the agent's JSON, field for field. Replies are
strict: text around the object, a missing field or an additional one makes a reply unusable.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from adjudge.questions.base import Question, Reply, Source, at_most
from adjudge.record import Record

NOT_GIVEN = "not given"
"""The source type description of a case that names none."""
_CITED = re.compile(r"\bstatements?\s+#?(\d+(?:\s*(?:,|and|&|to|-|–|or)+\s*#?\d+)*)", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,9})\s{0,3}(?:to|-|–)\s{0,3}(\d{1,9})")
_LONGEST_RANGE = 1000

Percent = Annotated[int, Field(ge=0, le=100, description="0 to 100")]


class EntailmentLabel(StrEnum):
    """The three verdicts."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT ENOUGH INFO"


class AuditLabel(StrEnum):
    """What the auditor may write; whether it counts is decided by the rules."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT ENOUGH INFO"
    UNCHANGED = "UNCHANGED"


class Rating(StrEnum):
    """How rigorous a type of source is."""

    HIGH = "HIGH"
    MEDIUM = "MEDIUM"
    LOW = "LOW"


class Statement(Record):
    """Words of the excerpt, and the number by which the judge refers to them."""

    id: int = Field(description="1, 2, 3, ... in order")
    text: str = Field(description="an exact copy of words of the excerpt")


class Extraction(Reply):
    """The extractor's output."""

    agent: Literal["EXTRACTOR"]
    statements: tuple[Statement, ...]


class Reliability(Reply):
    """The reliability agent's output."""

    agent: Literal["RELIABILITY"]
    source_type: str
    reliability: Rating
    confidence: Percent


class EntailmentVerdict(Reply):
    """The judge's output; reasons stand before the verdict they lead to."""

    agent: Literal["ENTAILMENT_JUDGE"]
    reasoning: tuple[str, ...] = at_most(8)
    verdict: EntailmentLabel
    confidence: Percent


class Audit(Reply):
    """The auditor's output."""

    agent: Literal["ADVERSARIAL_AUDITOR"]
    auditor_reasoning: tuple[str, ...] = at_most(6)
    final_verdict: AuditLabel
    confidence_adjustment: Annotated[int, Field(ge=-20, le=0, description="-20 to 0")]


class ExtractStatements(Question[Extraction]):
    """The extractor sees claim and excerpt."""

    kind = "extract_statements"
    reply = Extraction
    strict = True

    claim: str
    excerpt: tuple[Source, ...]

    @property
    def seat(self) -> str:
        return "extractor"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Extraction)
        ids = [statement.id for statement in reply.statements]
        if ids == list(range(1, len(ids) + 1)):
            return []
        return [f"statement ids must be 1, 2, 3, ... in order; they are: {', '.join(map(str, ids))}"]


class RateReliability(Question[Reliability]):
    """The reliability agent sees the description of the source type, and nothing else."""

    kind = "rate_reliability"
    reply = Reliability
    strict = True

    source_type: str

    @property
    def seat(self) -> str:
        return "reliability"


class JudgeEntailment(Question[EntailmentVerdict]):
    """The judge sees the claim and the statements that are really in the excerpt."""

    kind = "judge_entailment"
    reply = EntailmentVerdict
    strict = True

    claim: str
    statements: tuple[Statement, ...]

    @property
    def seat(self) -> str:
        return "entailment_judge"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, EntailmentVerdict)
        known = {statement.id for statement in self.statements}
        if not known:
            return []  # the rules say NOT ENOUGH INFO, whatever is written here
        cited = cited_ids(reply.reasoning)
        if unknown := sorted(cited - known):
            numbers, there = (", ".join(map(str, some)) for some in (unknown, sorted(known)))
            return [f"reasoning refers to statements that do not exist: {numbers}; there are: {there}"]
        if not cited:
            return ["reasoning must refer to statements by their id, as in 'Statement 1 explicitly states ...'"]
        return []


class AuditVerdict(Question[Audit]):
    """The auditor sees claim, excerpt and the judge's verdict."""

    kind = "audit_entailment"
    reply = Audit
    strict = True

    claim: str
    excerpt: tuple[Source, ...]
    judge_verdict: EntailmentVerdict

    @property
    def seat(self) -> str:
        return "adversarial_auditor"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Audit)
        if reply.final_verdict is AuditLabel.UNCHANGED and (reply.confidence_adjustment or reply.auditor_reasoning):
            return ["UNCHANGED goes with confidence_adjustment 0 and an empty auditor_reasoning"]
        return []


def cited_ids(reasoning: Iterable[str]) -> frozenset[int]:
    """The statement ids that a reasoning refers to: 'Statement 2', 'statements 1 and 3', 'Statements 1-3'."""
    found: set[int] = set()
    for reason in reasoning:
        for match in _CITED.finditer(reason):
            found.update(int(number) for number in re.findall(r"\d{1,9}", match[1]))
            for first, last in _RANGE.findall(match[1]):
                # An absurd range is not spelt out: its ends are among the ids already, and unknown.
                if int(last) - int(first) <= _LONGEST_RANGE:
                    found.update(range(int(first), int(last) + 1))
    return frozenset(found)
