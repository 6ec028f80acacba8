"""The count of a run: every case has one of the four outcomes, failed, or was excluded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from adjudge.errors import NotAClaim
from adjudge.transcript import Usage
from adjudge.verdict import Failure, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts that grow with each outcome; constant size, so that a run of any length can keep one."""

    labels: Mapping[tuple[Outcome, str], int] = field(default_factory=dict)
    """Verdicts by outcome and label."""
    failures: Mapping[str, int] = field(default_factory=dict)
    excluded: int = 0
    usage: Usage = field(default_factory=Usage)
    cached_calls: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Verdict | Failure], *, excluded: int = 0) -> "Tally":
        """The count of these outcomes."""
        tally = cls(excluded=excluded)
        for outcome in outcomes:
            tally = tally.with_outcome(outcome)
        return tally

    def with_outcome(self, outcome: Verdict | Failure) -> "Tally":
        """This count and one outcome more; a failure's calls are counted too."""
        if isinstance(outcome, Failure):
            if outcome.error == NotAClaim.__name__:
                return replace(self, excluded=self.excluded + 1)
            used = outcome.transcript.usage if outcome.transcript else Usage()
            failures = {**self.failures, outcome.error: self.failures.get(outcome.error, 0) + 1}
            return replace(self, failures=failures, usage=self.usage + used)
        key = (outcome.outcome, outcome.label)
        return replace(
            self,
            labels={**self.labels, key: self.labels.get(key, 0) + 1},
            usage=self.usage + outcome.total_usage,
            cached_calls=self.cached_calls + (outcome.timing.cached_calls if outcome.timing else 0),
        )

    def count(self, outcome: Outcome) -> int:
        """How many verdicts have this outcome."""
        return sum(count for (of, _), count in self.labels.items() if of is outcome)

    @property
    def failed(self) -> int:
        """How many cases have no verdict."""
        return sum(self.failures.values())

    @property
    def total(self) -> int:
        """All that is accounted for."""
        return sum(self.labels.values()) + self.failed + self.excluded
