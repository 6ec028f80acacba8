"""From what jurors said to findings and quotes that count: every quote passes the hearing's gate here."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from adjudge.agents.hearing import Hearing
from adjudge.case import CLAIM_ID
from adjudge.questions.jury import KeyEvidence, NamedVote, Rubric, RubricAxis, Vote
from adjudge.results.jury import RubricLine
from adjudge.verdict import Quote

PASSAGE = "passage"
_WORD = re.compile(r"\s+|\w+|[^\w\s]")


def founded(hearing: Hearing, who: str, vote: Vote) -> bool:
    """False if the juror gave quotes and none was found. A vote without quotes is True."""
    quoted = [words for point in vote.key_evidence for words in (point.claim_says, point.truth_says) if words.strip()]
    admitted = [quote for point in vote.key_evidence for quote in point_quotes(hearing, who, point) if quote]
    return bool(admitted) or not quoted


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
    # Not a set: quotes at one place may differ in what else they say, and a set has another order in every process.
    found = dict.fromkeys(quote for line in lines for quote in line.quotes)
    for named in votes:
        for point in named.vote.key_evidence:
            found |= dict.fromkeys(quote for quote in point_quotes(hearing, named.juror, point) if quote)
    return tuple(
        sorted(
            found,
            key=lambda quote: (quote.document_id != CLAIM_ID, quote.document_id, quote.start, quote.end),
        )
    )


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


def point_quotes(hearing: Hearing, who: str, point: KeyEvidence) -> tuple[Quote | None, Quote | None]:
    claim_quote = source_quote = None
    if point.claim_says.strip():
        claim_quote = hearing.quote(point.claim_says, who=who, document_ids=[CLAIM_ID], context=point.claim_context)
    if point.truth_says.strip():
        source_quote = hearing.quote(point.truth_says, who=who, context=point.truth_context)
    return claim_quote, source_quote
