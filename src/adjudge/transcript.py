"""Questions and answers in order; append-only.

An `Entry` has the complete question with its hash, so that one can prove later what each agent saw, and the reply or
the error, with the raw text if it was not clean JSON. Nothing rewrites a transcript.
"""

from collections.abc import Mapping

from pydantic import Field, JsonValue

from adjudge.record import Record


class Usage(Record):
    """What the answers cost. A cost of None means that no price is known; the offline engine costs 0."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        unknown = self.cost_usd is None or other.cost_usd is None
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=None if unknown else round((self.cost_usd or 0.0) + (other.cost_usd or 0.0), 8),
        )


class Trouble(Record):
    """Why an agent has no reply."""

    error: str
    message: str
    hint: str = ""


class Entry(Record):
    """One question, and what came back."""

    number: int
    phase: str
    agent: str
    kind: str
    question: Mapping[str, JsonValue]
    question_hash: str
    ledger_key: str = ""
    engine: str
    reply: Mapping[str, JsonValue] | None = None
    trouble: Trouble | None = None
    raw: str | None = None
    notes: tuple[str, ...] = ()
    usage: Usage = Field(default_factory=Usage)


class Transcript(Record):
    """The entries of one case, numbered from 1."""

    entries: tuple[Entry, ...] = ()

    def of(self, agent: str) -> tuple[Entry, ...]:
        """What one agent was asked, in order."""
        return tuple(entry for entry in self.entries if entry.agent == agent)

    @property
    def usage(self) -> Usage:
        """All calls together."""
        return sum((entry.usage for entry in self.entries), Usage())

    @property
    def usage_by_agent(self) -> dict[str, Usage]:
        """Calls, tokens and cost of each agent, in order of first appearance."""
        totals: dict[str, Usage] = {}
        for entry in self.entries:
            totals[entry.agent] = totals.get(entry.agent, Usage()) + entry.usage
        return totals
