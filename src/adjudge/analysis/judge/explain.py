"""Which findings speak against a claim, which say that it overstates, and which a reader is told first."""

from collections.abc import Iterable

from adjudge.verdict import Axis, Finding, Relation

STRENGTHS = (Axis.QUANTIFIER, Axis.CERTAINTY, Axis.CAUSALITY, Axis.CAVEAT)
"""The axes on which wording has a strength, so that a claim can say more than its source does."""


def speaks_against(finding: Finding) -> bool:
    """Whether a finding counts against the claim."""
    return finding.relation in (Relation.CONTRADICTED, Relation.ABSENT)


def distorts(finding: Finding) -> bool:
    """Whether the claim puts more strongly what the source does say: all for most, will for may, caused for linked, 190
    countries for 190 countries and territories.

    Different from an addition, on which the source is silent and which has no words of the source beside it.
    """
    if finding.relation is not Relation.ABSENT or finding.source_quote is None:
        return False
    counted_together = finding.axis == Axis.QUANTITY and finding.severity == "high"
    return counted_together or (finding.axis in STRENGTHS and finding.severity != "low")


def strongest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Contradictions first, the graver before the lighter, in the order of the claim."""
    grave = {"high": 0, "medium": 1, "low": 2}

    def weight(finding: Finding) -> tuple[int, int, int]:
        place = finding.claim_quote.start if finding.claim_quote else 1 << 30
        return int(finding.relation is not Relation.CONTRADICTED), grave[finding.severity.value], place

    return sorted(findings, key=weight)
