"""The account of a jury's verdict: reasons, findings, dissent, and who changed sides.

In: votes, rubric and label. Out: parts of the verdict. It decides nothing.
"""

from collections.abc import Sequence

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.protocols.jury.evidence import PASSAGE, point_quotes
from adjudge.protocols.jury.sitting import Sitting
from adjudge.questions.base import Brief
from adjudge.questions.jury import NamedVote, Rubric, Side, Vote
from adjudge.results.jury import ChangedMind, JuryLabel, RubricLine
from adjudge.transcript import Trouble
from adjudge.verdict import Dissent, Finding, Quote, Relation, Severity, Stance


def reasons(lines: Sequence[RubricLine], rubric: Rubric) -> tuple[str, ...]:
    """The reasons: the axes against the claim, or all of them if none is."""
    against = [line for line in lines if line.answer.answer == "No"]
    return (rubric.reasoning, *(f"{line.axis}: {line.answer.reason}{_unfounded(line)}" for line in (against or lines)))


def _unfounded(line: RubricLine) -> str:
    return "" if line.founded or line.answer.answer == "Yes" else " (None of this answer's quotes is in the texts.)"


def findings(
    hearing: Hearing, votes: Sequence[NamedVote], lines: Sequence[RubricLine], label: JuryLabel, stance: Stance
) -> tuple[Finding, ...]:
    """The points of the jurors who agree with the label; of all jurors if the label is Ambiguous. Where the rubric
    overrules them all, its answers against the claim."""
    by_words: dict[tuple[str, Side, Quote | None, Quote | None], Finding] = {}
    for named in votes:
        if label is not JuryLabel.AMBIGUOUS and named.vote.verdict.value != label.value:
            continue
        for point in named.vote.key_evidence:
            claim_quote, source_quote = point_quotes(hearing, named.juror, point)
            if not claim_quote and not source_quote:
                continue
            finding = Finding(
                axis=point.field,
                relation=_relation(named.vote.verdict, stance, point.field, claim_quote, source_quote),
                claim_quote=claim_quote,
                source_quote=source_quote,
                explanation=point.issue,
                severity=Severity.HIGH if named.vote.verdict is Side.MUTATED else Severity.LOW,
            )
            by_words.setdefault((point.field, named.vote.verdict, claim_quote, source_quote), finding)
    if label is JuryLabel.MUTATED and not by_words:
        return tuple(_of_rubric(line, stance) for line in lines if line.answer.answer == "No" and line.quotes)
    contradicted_words = {finding.claim_quote for finding in by_words.values() if finding.source_quote}
    # Where the truth contradicts words of the claim, it would be wrong to say that it does not mention them.
    shown = [one for one in by_words.values() if one.source_quote or one.claim_quote not in contradicted_words]
    # Pairs of words first, then passages, then whole claims: fewer words are more precise.
    return tuple(sorted(shown, key=lambda one: (_is_whole(one, hearing), one.axis == PASSAGE)))


def _of_rubric(line: RubricLine, stance: Stance) -> Finding:
    claim_quote = next((quote for quote in line.quotes if quote.document_id == CLAIM_ID), None)
    source_quote = next((quote for quote in line.quotes if quote.document_id != CLAIM_ID), None)
    return Finding(
        axis=line.axis,
        relation=_relation(Side.MUTATED, stance, line.axis, claim_quote, source_quote),
        claim_quote=claim_quote,
        source_quote=source_quote,
        explanation=line.answer.reason,
        severity=Severity.HIGH,
    )


def _is_whole(finding: Finding, hearing: Hearing) -> bool:
    return finding.claim_quote is not None and len(finding.claim_quote.text) >= len(hearing.case.claim.strip())


def _relation(
    side: Side, stance: Stance, field: str, claim_quote: Quote | None, source_quote: Quote | None
) -> Relation:
    if side is Side.FAITHFUL:
        # A passage bears a claim out in its own words.
        return Relation.SAME if claim_quote and source_quote and field != PASSAGE else Relation.ENTAILED
    # Words exclude each other where the truth says otherwise; where it is silent, or the jury divided, the claim's
    # only do not follow.
    established = stance is Stance.CONTRADICTED and claim_quote and source_quote
    return Relation.CONTRADICTED if established else Relation.ABSENT


def dissent(votes: Sequence[NamedVote], label: JuryLabel) -> tuple[Dissent, ...]:
    return tuple(
        Dissent(
            who=named.juror,
            verdict=named.vote.verdict.value,
            confidence=named.vote.confidence,
            reasoning=named.vote.reasoning,
        )
        for named in votes
        if named.vote.verdict.value != label.value
    )


def dissent_note(dissent: Sequence[Dissent], label: JuryLabel) -> str | None:
    if not dissent:
        return None
    if label is JuryLabel.AMBIGUOUS:
        sides = "; ".join(f"{one.who} says {one.verdict}" for one in dissent)
        return f"The jury is divided: {sides}."
    return " ".join(f"{one.who} ({one.verdict}, {one.confidence:.2f}): {one.reasoning}" for one in dissent)


def changed_minds(
    agents: Sequence[Brief], first: Sequence[Vote | Trouble], closing: Sitting
) -> tuple[ChangedMind, ...]:
    """A vote of a stand-in does not count as a change of mind."""
    rows = zip(agents, first, closing.votes, strict=True)
    return tuple(
        ChangedMind(juror=agent.name, before=before.verdict, after=after.verdict)
        for agent, before, after in sorted(rows, key=lambda row: row[0].name)
        if agent in closing.agents
        and isinstance(before, Vote)
        and isinstance(after, Vote)
        and before.verdict is not after.verdict
    )
