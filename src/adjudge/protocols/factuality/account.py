"""The account of a summary's verdict: reasons, one finding for each judged claim, and notes about the texts.

In: the judged claims and the result. Out: parts of the verdict. It decides nothing.
"""

import re

from adjudge.analysis.text.language import language
from adjudge.case import CLAIM_ID, Case
from adjudge.plurals import count_of
from adjudge.questions.factuality import ClaimLabel
from adjudge.results.factuality import FactualityResult, JudgedClaim, SummaryLabel
from adjudge.verdict import Finding, Quote, Relation

_TAG = re.compile(
    r"<(/?)(!doctype|html|head|body|title|div|p|span|a|br|hr|img|b|i|em|strong|li|ul|ol|table|tr|td|th|section|article|"
    r"blockquote|script|style|h[1-6])(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ALONE = frozenset(("!doctype", "br", "hr", "img"))
_SAMPLE = 20_000
_WORD = re.compile(r"[^\W\d_]+")
_RELATIONS = {
    ClaimLabel.CORRECT: Relation.ENTAILED,
    ClaimLabel.INCORRECT: Relation.CONTRADICTED,
    ClaimLabel.UNCERTAIN: Relation.ABSENT,
}


def finding(claim: JudgedClaim) -> Finding:
    assert claim.label is not None
    words = claim.issue or claim.span
    return Finding(
        axis=claim.error_type.value if claim.issue else "claim",
        relation=_RELATIONS[claim.label],
        claim_quote=Quote(text=words.text, document_id=CLAIM_ID, start=words.start, end=words.end),
        source_quote=claim.evidence_quote,
        explanation=claim.explanation,
        severity=claim.severity,
    )


def reasons(result: FactualityResult) -> tuple[str, ...]:
    counts = result.counts
    counted = [
        f"{count} {word}"
        for count, word in (
            (counts.correct, "correct"),
            (counts.incorrect, "incorrect"),
            (counts.uncertain, "uncertain"),
            (counts.excluded, "not checkable"),
            (counts.failed, "failed"),
        )
        if count
    ]
    asked = count_of(counts.asked, "claim")
    head = f"Of {asked}: {', '.join(counted)}." if counts.asked else "There is nothing to check."
    if result.label is SummaryLabel.UNCERTAIN and not (counts.correct or counts.uncertain or counts.failed):
        head = "Nothing in the summary can be checked."
    return (head, *result.notes, *(f"'{span.text}': {span.explanation}" for span in result.issue_spans))


def notes_about(case: Case) -> tuple[str, ...]:
    """Warnings about the texts that affect the labels."""
    notes = []
    if _is_markup(case.claim):
        notes.append("The summary looks like HTML and its tags were read as words; give its text for better labels.")
    for document in case.documents:
        if _is_markup(document.text):
            notes.append(f"The article '{document.id}' looks like HTML; give its text for better evidence.")
        if tongues := _tongues(case.claim, document.text):
            notes.append(f"The summary is in {tongues[0]}, the article '{document.id}' in {tongues[1]}.")
    return tuple(notes)


def _is_markup(text: str) -> bool:
    """Whether the text contains an HTML element with start and end tag, or a void element."""
    tags = [(slash, name.lower()) for slash, name in _TAG.findall(text[:_SAMPLE])]
    opened = {name for slash, name in tags if not slash}
    closed = {name for slash, name in tags if slash}
    return bool(opened & (closed | _ALONE))


def _tongues(summary: str, article: str) -> tuple[str, str] | None:
    """The two languages, if they differ; in a short text one common word that the other does not have is enough."""
    # Imported here: it loads the offline engine, and importing the package should not.
    from adjudge.engines.offline.languages import languages_differ

    if language(summary) and language(article):
        return languages_differ(summary, article)
    ours, theirs = _WORD.findall(summary[:_SAMPLE]), _WORD.findall(article[:_SAMPLE])
    shared = {word.casefold() for word in ours} & {word.casefold() for word in theirs}
    # Without what both have, such as names: "Le Pen" is no French. Twice, since a language shows by two words at least.
    alone = [" ".join(2 * [word for word in words if word.casefold() not in shared]) for words in (ours, theirs)]
    return languages_differ(*alone)
