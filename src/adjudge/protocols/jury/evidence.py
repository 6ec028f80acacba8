"""From what jurors said to findings and quotes that count: every quote passes the hearing's gate here."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.questions.jury import KeyEvidence, NamedVote, Rubric, RubricAxis, Side, Vote
from adjudge.results.jury import JuryLabel, RubricLine
from adjudge.verdict import Finding, Quote, Relation, Severity, Stance

_PASSAGE = "passage"
_WORD = re.compile(r"\s+|\w+|[^\w\s]")


def founded(hearing: Hearing, who: str, vote: Vote) -> bool:
    """False if the juror gave quotes and none was found. A vote without quotes is True."""
    given = [words for point in vote.key_evidence for words in (point.claim_says, point.truth_says) if words.strip()]
    admitted = [quote for point in vote.key_evidence for quote in _point_quotes(hearing, who, point) if quote]
    return bool(admitted) or not given


def rubric_line(hearing: Hearing, axis: RubricAxis, rubric: Rubric) -> RubricLine:
    """The foreperson's answer on an axis, with the quotes that were found."""
    answer = next(answer for answer in rubric.answers if answer.axis == axis.axis)
    quotes = [
        *(
            hearing.quote(words, who="foreperson", document_ids=[CLAIM_ID], context=context)
            for words, context in zip_longest(answer.claim_quotes, answer.claim_contexts, fillvalue="")
            if words.strip()
        ),
        *(
            hearing.quote(words, who="foreperson", context=context)
            for words, context in zip_longest(answer.truth_quotes, answer.truth_contexts, fillvalue="")
            if words.strip()
        ),
    ]
    real = tuple(quote for quote in quotes if quote)
    return RubricLine(axis=axis.axis, question=axis.question, answer=answer, quotes=real, founded=bool(real))


def evidence_quotes(hearing: Hearing, votes: Sequence[NamedVote], lines: Sequence[RubricLine]) -> tuple[Quote, ...]:
    """Every found quote of the final votes and the rubric, without duplicates, in the order of the texts."""
    found = {quote for line in lines for quote in line.quotes}
    for named in votes:
        for point in named.vote.key_evidence:
            found.update(quote for quote in _point_quotes(hearing, named.juror, point) if quote)
    return tuple(
        sorted(
            found,
            key=lambda quote: (quote.document_id != CLAIM_ID, quote.document_id, quote.start, quote.end),
        )
    )


def evidence_findings(
    hearing: Hearing, votes: Sequence[NamedVote], label: JuryLabel, stance: Stance
) -> tuple[Finding, ...]:
    """The points of the jurors who agree with the label; of all jurors if the label is Ambiguous."""
    findings: dict[tuple[str, Side, Quote | None, Quote | None], Finding] = {}
    for named in votes:
        if label is not JuryLabel.AMBIGUOUS and named.vote.verdict.value != label.value:
            continue
        for point in named.vote.key_evidence:
            claim_quote, source_quote = _point_quotes(hearing, named.juror, point)
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
            findings.setdefault((point.field, named.vote.verdict, claim_quote, source_quote), finding)
    told = {finding.claim_quote for finding in findings.values() if finding.source_quote}
    # Where the truth contradicts words of the claim, it would be wrong to say that it does not mention them.
    kept = [one for one in findings.values() if one.source_quote or one.claim_quote not in told]
    # Pairs of words first, then passages, then whole claims: fewer words are more precise.
    return tuple(sorted(kept, key=lambda one: (_is_whole(one, hearing), one.axis == _PASSAGE)))


def _is_whole(finding: Finding, hearing: Hearing) -> bool:
    return finding.claim_quote is not None and len(finding.claim_quote.text) >= len(hearing.case.claim.strip())


def changed_words(claim: str, edited: str) -> tuple[tuple[Quote, ...], tuple[str, ...]]:
    """The words of the claim that an edit removes, with offsets, and the words it puts in."""
    before, after = _WORD.findall(claim), _WORD.findall(edited)
    offsets = [0]
    for word in before:
        offsets.append(offsets[-1] + len(word))
    removed: list[Quote] = []
    added: list[str] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        start, end = offsets[i1], offsets[i2]
        if claim[start:end].strip():
            removed.append(Quote(text=claim[start:end], document_id=CLAIM_ID, start=start, end=end))
        if words := "".join(after[j1:j2]).strip():
            added.append(words)
    return tuple(removed), tuple(added)


def _point_quotes(hearing: Hearing, who: str, point: KeyEvidence) -> tuple[Quote | None, Quote | None]:
    claim_quote = source_quote = None
    if point.claim_says.strip():
        claim_quote = hearing.quote(point.claim_says, who=who, document_ids=[CLAIM_ID], context=point.claim_context)
    if point.truth_says.strip():
        source_quote = hearing.quote(point.truth_says, who=who, context=point.truth_context)
    return claim_quote, source_quote


def _relation(
    side: Side, stance: Stance, field: str, claim_quote: Quote | None, source_quote: Quote | None
) -> Relation:
    if side is Side.FAITHFUL:
        # A passage bears a claim out in its own words.
        return Relation.SAME if claim_quote and source_quote and field != _PASSAGE else Relation.ENTAILED
    # Words exclude each other where the truth says otherwise; where it is silent, or the jury divided, the claim's
    # only do not follow.
    established = stance is Stance.CONTRADICTED and claim_quote and source_quote
    return Relation.CONTRADICTED if established else Relation.ABSENT
