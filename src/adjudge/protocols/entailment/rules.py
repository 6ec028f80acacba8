"""The entailment pipeline's rules: typed replies in, label, confidence and notes out. No engine, no state.

    judge -> `ruled` (no statements, inconsistent source) -> `audited` (downgrade only) -> `consolidated`

Nothing here sees a reliability rating except `consolidated`, which only copies it: it cannot reach a verdict.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudge.questions.entailment import (
    NOT_GIVEN,
    Audit,
    AuditLabel,
    EntailmentLabel,
    EntailmentVerdict,
    Rating,
    Reliability,
    cited_ids,
)
from adjudge.results.entailment import EntailmentResult
from adjudge.verdict import Stance

STANCES = {
    EntailmentLabel.SUPPORTED: Stance.SUPPORTED,
    EntailmentLabel.CONTRADICTED: Stance.CONTRADICTED,
    EntailmentLabel.NOT_ENOUGH_INFO: Stance.NOT_ENOUGH_INFO,
}
NOT_DECIDING = "Reliability rating does NOT determine entailment."
WITHIN_SOURCE = "Supported only within provided source."
INCONSISTENT = "Internal source inconsistency"
NO_STATEMENTS = "No statement could be extracted from the source."
NO_SOURCE_TYPE = "No source type was given: the reliability rating rests on no description."
MOST_WITHOUT_STATEMENTS = 20
LARGEST_ADJUSTMENT = -20
NO_INCOMPATIBILITY = (
    "No stated incompatibility: the reasoning does not say which statement denies or excludes the claim."
)
_MOST_WHEN_INCONSISTENT = 39
_MOST_UNSTATED = 39
_INCOMPATIBLE = re.compile(
    r"\b(?:contradict\w*|incompatib\w*|inconsistent|conflict\w*|den(?:y|ies|ied)|exclud\w*|refut\w*|disprov\w*|"
    r"negat\w*|opposite|otherwise|instead|rather than|differ\w*|unlike|whereas|while|but|not|no|never|only|cannot|"
    r"false|wrong|rules? out|ruled out)\b|n['’]t\b",
    re.IGNORECASE,
)
_SAID_INCONSISTENT = re.compile(re.escape(INCONSISTENT), re.IGNORECASE)
_DENIED = re.compile(r"\b(?:no|not|without|never|neither)\b[^.;:]{0,40}$", re.IGNORECASE)
_FEWEST_WORDS_OF_IMPACT = 3
_QUOTED = re.compile(
    r"“([^”]{1,600})”|„([^“”]{1,600})[“”]|«([^»]{1,600})»|\"([^\"]{1,600})\"|(?<!\w)['‘](.{1,600}?)['’](?!\w)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A label and a confidence, and the rules that touched them, in words."""

    label: EntailmentLabel
    confidence: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditEffect:
    """The effect of an audit: the label after it, the adjustment, and what was refused."""

    label: EntailmentLabel
    adjustment: int
    notes: tuple[str, ...] = ()
    counted: bool = True


def ruled(verdict: EntailmentVerdict, *, statements: int, inconsistencies: Sequence[str] = ()) -> Ruling:
    """The judge's verdict under the edge case rules: without statements, or where they deny each other (as the code
    finds or the judge says), it is NOT ENOUGH INFO whatever label the judge gave; and so is a CONTRADICTED whose
    reasoning does not say which statement denies or excludes the claim."""
    nothing = EntailmentLabel.NOT_ENOUGH_INFO
    if statements == 0:
        ruling = Ruling(nothing, min(verdict.confidence, MOST_WITHOUT_STATEMENTS), (NO_STATEMENTS,))
    elif inconsistencies or said_inconsistent(verdict.reasoning):
        ruling = Ruling(nothing, min(verdict.confidence, _MOST_WHEN_INCONSISTENT), (INCONSISTENT, *inconsistencies))
    elif verdict.verdict is EntailmentLabel.CONTRADICTED and not says_what_is_incompatible(verdict.reasoning):
        ruling = Ruling(nothing, min(verdict.confidence, _MOST_UNSTATED), (NO_INCOMPATIBILITY,))
    else:
        return Ruling(verdict.verdict, verdict.confidence)
    if verdict.verdict is nothing:
        return ruling
    return replace(ruling, notes=(*ruling.notes, f"The judge's {verdict.verdict} was overruled."))


def said_inconsistent(reasoning: Sequence[str]) -> bool:
    """Whether a reason says in the rule's own words that the source is inconsistent, and does not deny it."""
    found = ((reason, match) for reason in reasoning for match in _SAID_INCONSISTENT.finditer(reason))
    return any(not _DENIED.search(reason[: match.start()]) for reason, match in found)


def says_what_is_incompatible(reasoning: Sequence[str]) -> bool:
    """Whether one reason cites a statement and says that it denies or excludes something of the claim."""
    return any(cited_ids([reason]) and _INCOMPATIBLE.search(_QUOTED.sub(" ", reason)) for reason in reasoning)


def audited(verdict: EntailmentVerdict, audit: Audit, *, founded: bool) -> AuditEffect:
    """The audit against the verdict it speaks about.

    Only UNCHANGED, the same verdict and NOT ENOUGH INFO are allowed; anything else is an upgrade, refused as a whole.
    Whatever lowers the verdict or the confidence must be `founded`: name a phrase of the texts and why it matters.
    """
    label = verdict.verdict
    if audit.final_verdict is AuditLabel.UNCHANGED:
        return AuditEffect(label, 0)
    wanted = EntailmentLabel(audit.final_verdict.value)
    if wanted not in (label, EntailmentLabel.NOT_ENOUGH_INFO):
        refused = f"The auditor's {wanted} was refused: it may only downgrade to {EntailmentLabel.NOT_ENOUGH_INFO}."
        return AuditEffect(label, 0, (refused,), counted=False)
    adjustment = max(LARGEST_ADJUSTMENT, min(0, audit.confidence_adjustment))
    if wanted is label and adjustment == 0:
        return AuditEffect(label, 0)
    if not founded:
        what = "downgrade" if wanted is not label else "adjustment"
        refused = (
            f"The auditor's {what} was ignored: it does not quote a phrase of claim or source and say why it matters."
        )
        return AuditEffect(label, 0, (refused,), counted=False)
    return AuditEffect(wanted, adjustment)


def consolidated(claim: str, ruling: Ruling, review: AuditEffect, reliability: Reliability) -> EntailmentResult:
    """Build the final object. Ruling and review can only lower the confidence."""
    nothing = EntailmentLabel.NOT_ENOUGH_INFO
    label = nothing if nothing in (ruling.label, review.label) else ruling.label
    return EntailmentResult(
        claim=claim,
        final_verdict=label,
        final_confidence=final_confidence(ruling.confidence, review.adjustment),
        entailment_confidence=ruling.confidence,
        reliability_rating=reliability.reliability,
        notes=(*ruling.notes, *review.notes, *reliability_notes(reliability)),
    )


def final_confidence(confidence: int, adjustment: int) -> int:
    """The judge's confidence plus the auditor's adjustment, limited to 0 to 100."""
    return max(0, min(100, confidence + adjustment))


def reliability_notes(reliability: Reliability) -> tuple[str, ...]:
    """The notes for every rating, for a low rating, and for a missing source type."""
    low = (WITHIN_SOURCE,) if reliability.reliability is Rating.LOW else ()
    unknown = (NO_SOURCE_TYPE,) if reliability.source_type == NOT_GIVEN else ()
    return (NOT_DECIDING, *low, *unknown)


def source_type(kinds: Sequence[str]) -> str:
    """The description that the reliability agent sees: each document's kind once."""
    return "; ".join(dict.fromkeys(kind.strip() for kind in kinds if kind.strip())) or NOT_GIVEN


def quoted(reason: str) -> tuple[str, ...]:
    """The phrases in quotation marks of any kind."""
    found = (next(filter(None, match.groups())) for match in _QUOTED.finditer(reason))
    return tuple(phrase.strip() for phrase in found if any(character.isalnum() for character in phrase))


def says_why(reason: str) -> bool:
    """Whether the reason says anything beside the quoted phrase: an ambiguity must be explained, not only quoted."""
    return len(re.findall(r"\w+", _QUOTED.sub(" ", reason))) >= _FEWEST_WORDS_OF_IMPACT
