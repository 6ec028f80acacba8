"""A claim read against its sources, once per case: the findings, and how they weigh.

Every question of a case rests on the same reading; the reader keeps the last few, since the questions of a case come
one after the other.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from adjudge.analysis.compare import Comparison, compare
from adjudge.analysis.stance import probabilities
from adjudge.questions.base import Source
from adjudge.verdict import Finding, Relation

_KEPT = 256
# The axes on which wording has a strength, so that a claim can say more than its source does.
_STRENGTHS = ("quantifier", "certainty", "causality", "caveat")


@dataclass(frozen=True, slots=True)
class Weights:
    """How likely the claim is supported, contradicted, or neither."""

    supported: float
    contradicted: float
    unclear: float

    def against(self, silence: float) -> float:
        """How much speaks against the claim, for a reader to whom silence counts so much."""
        return min(1.0, self.contradicted + silence * self.unclear)

    @property
    def strongest(self) -> str:
        """`supported`, `contradicted` or `unclear`; contradiction is asked first."""
        if self.contradicted >= max(self.supported, self.unclear):
            return "contradicted"
        return "supported" if self.supported > self.unclear else "unclear"


@dataclass(frozen=True, slots=True)
class Reading:
    """What the analysis makes of a claim and its sources."""

    claim: str
    comparison: Comparison

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings."""
        return self.comparison.findings

    def weights(self, keep: Callable[[Finding], bool] | None = None) -> Weights:
        """The weights of the findings that are kept; of all of them without a choice."""
        comparison = self.comparison
        if keep is not None:
            comparison = replace(comparison, findings=tuple(filter(keep, comparison.findings)))
        return Weights(*probabilities(comparison))

    def passage(self) -> str:
        """The words of the source that speak about the claim most, or nothing."""
        return self.comparison.aligned[0].text if self.comparison.aligned else ""


class Reader:
    """Reads, and remembers what it read last."""

    model = "analysis-1"
    """Named in the engine's identity: another reader's answers are other answers."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, tuple[Source, ...]], Reading] = OrderedDict()

    async def read(self, claim: str, sources: tuple[Source, ...]) -> Reading:
        """The reading of this claim against these sources."""
        key = (claim, sources)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        reading = Reading(claim, compare(claim, [(source.id, source.text) for source in sources]))
        self._kept[key] = reading
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return reading


def speaks_against(finding: Finding) -> bool:
    """Whether a finding counts against the claim."""
    return finding.relation in (Relation.CONTRADICTED, Relation.ABSENT)


def distorts(finding: Finding) -> bool:
    """Whether the claim puts more strongly what the source does say: all for most, will for may, caused for linked.

    Different from an addition, on which the source is silent and which has no words of the source beside it.
    """
    overstated = finding.axis in _STRENGTHS and finding.severity != "low"
    return overstated and finding.relation is Relation.ABSENT and finding.source_quote is not None


def strongest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Contradictions first, the graver before the lighter, in the order of the claim."""
    grave = {"high": 0, "medium": 1, "low": 2}

    def weight(finding: Finding) -> tuple[int, int, int]:
        place = finding.claim_quote.start if finding.claim_quote else 1 << 30
        return int(finding.relation is not Relation.CONTRADICTED), grave[finding.severity.value], place

    return sorted(findings, key=weight)
