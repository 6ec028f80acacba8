"""Findings in words: how a number or date of the source bears on the claim's."""

from adjudge.verdict import Axis, Finding, Quote, Relation, Severity


def made(axis: Axis, relation: Relation, claim: Quote, source: Quote | None, text: str, severity: Severity) -> Finding:
    """A finding about words of both sides."""
    return Finding(
        axis=axis, relation=relation, claim_quote=claim, source_quote=source, explanation=text, severity=severity
    )


def value_finding(axis: Axis, relation: Relation, claim: Quote, source: Quote, *, ours: str, theirs: str) -> Finding:
    """The finding for two values that were compared; `ours` and `theirs` are what is shown of them."""
    match relation:
        case Relation.SAME:
            severity, text = Severity.LOW, f"Both say {theirs}."
        case Relation.COARSER:
            severity, text = Severity.LOW, f"The source says {theirs}, so {ours} is correct."
        case Relation.CONTRADICTED:
            severity, text = Severity.HIGH, f"The source says {theirs}, not {ours}."
        case _:
            severity, text = Severity.MEDIUM, f"The source says {theirs}; {ours} does not follow from it."
    return made(axis, relation, claim, source, text, severity)
