"""Answers in columns, for the adapters of data frames: two columns of values in, one row of results for each out.

A row without a verdict has the score 0 and an `error`, so that it stays in the denominator of a mean.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from adjudge.check import EngineChoice
from adjudge.errors import DataError
from adjudge.integrations.faithfulness import AnswerVerdict, SentenceVerdict, check_answers, score_of
from adjudge.verdict import Failure

Names = str | Sequence[str]
"""One column, or several whose values are contexts of the same answer."""


class IssueCell(TypedDict):
    """An unsupported sentence, with the words of both sides."""

    sentence: str
    label: str
    start: int
    end: int
    words: str | None
    source: str | None
    explanation: str


class AnswerRow(TypedDict):
    """What a data frame says of an answer."""

    verdict: str | None
    score: float | None
    sentences: int
    issues: list[IssueCell]
    error: str | None


def rows_of(answers: Iterable[Any], contexts: Iterable[Any], *, engine: EngineChoice) -> list[AnswerRow]:
    """The rows of these answers, in their order."""
    return [row_of(one) for one in check_answers(zip(answers, contexts, strict=True), engine=engine)]


def row_of(outcome: AnswerVerdict | Failure) -> AnswerRow:
    """The row of one answer."""
    score = score_of(outcome)
    if isinstance(outcome, Failure):
        return AnswerRow(
            verdict=None, score=score, sentences=0, issues=[], error=f"{outcome.message} {outcome.hint}".strip()
        )
    return AnswerRow(
        verdict=outcome.label.value,
        score=score,
        sentences=outcome.asked,
        issues=[_issue(one) for one in outcome.issues],
        error=None,
    )


def checked_names(answer: str, context: Names, columns: Iterable[str]) -> list[str]:
    """The names of the context columns. Raises a `DataError` if the frame lacks one of the columns."""
    wanted, there = [context] if isinstance(context, str) else list(context), list(columns)
    missing = [name for name in (answer, *wanted) if name not in there]
    if missing or not wanted:
        raise DataError(
            f"The frame has no column '{missing[0] if missing else ''}'; it has: {', '.join(map(repr, there))}.",
            hint="Name the columns: adjudge(answer=..., context=...).",
        )
    return wanted


def _issue(one: SentenceVerdict) -> IssueCell:
    return IssueCell(
        sentence=one.text,
        label=one.label.value,
        start=one.start,
        end=one.end,
        words=one.words.text if one.words else None,
        source=one.source.text if one.source else None,
        explanation=one.explanation,
    )
