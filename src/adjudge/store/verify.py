"""Verify a stored case: what each agent saw, and that every quote is where it should be.

Pure: takes a case, its outcome and the answers of the ledger, and returns one `VerifiedPart` for each thing that can be
proved. It asks nothing and repairs nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from adjudge.case import Case
from adjudge.engines.around.ledger import Answers, StoredAnswer, split_key
from adjudge.errors import AdjudgeError, CaseError, TamperedRun
from adjudge.questions.base import Question, Reply, Source
from adjudge.questions.registry import question_type
from adjudge.record import Record, digest
from adjudge.store.runs import StoredOutcome
from adjudge.transcript import Entry
from adjudge.verdict import Failure, Quote, Verdict

SHOWN = 5


class VerifiedPart(Record):
    """The result of one check on a stored case."""

    name: str
    ok: bool
    detail: str


class CaseVerification(Record):
    """All checks on one stored case."""

    case_id: str
    checks: tuple[VerifiedPart, ...]

    @property
    def ok(self) -> bool:
        """Whether all checks passed."""
        return all(check.ok for check in self.checks)


async def verify_stored(stored: StoredOutcome, answers: Answers) -> CaseVerification:
    """Verify a stored outcome, with the ledger that has its answers."""
    found: dict[str, StoredAnswer] = {}
    for key in (entry.ledger_key for entry in _entries(stored.outcome) if entry.ledger_key):
        with suppress(TamperedRun):  # cannot even be read: missing, for the check of the ledger
            if (answer := await answers.get(key)) is not None:
                found[key] = answer
    return verify(stored.case, stored.outcome, found)


def verify(
    case: Case | None, outcome: Verdict | Failure, answers: Mapping[str, StoredAnswer] | None = None
) -> CaseVerification:
    """Verify an outcome; without `answers` the ledger is not checked."""
    entries = _entries(outcome)
    checks = [
        _check("questions", entries, map(_hash_problem, entries), "hash is what its content gives"),
        _check("isolation", entries, _isolation_problems(entries), "holds exactly what its kind allows"),
        _check("replies", entries, map(_reply_problem, entries), "reply has the agreed shape"),
    ]
    if case is not None:
        checks.append(_check("sources", entries, (_source_problem(e, case) for e in entries), "source is the case's"))
    if answers is not None:
        checks.append(
            _check("ledger", entries, (_ledger_problem(e, answers) for e in entries), "reply is the ledger's")
        )
    if isinstance(outcome, Verdict) and case is not None:
        quotes = tuple(_quotes(outcome))
        checks.append(_check("quotes", quotes, (_quote_problem(q, case) for q in quotes), "stands at its place"))
        checks.append(_check("case", (case,), [_case_problem(outcome, case)], "is the one that was judged"))
    checks.append(_check("record", (outcome,), [_record_problem(outcome)], "is in order"))
    return CaseVerification(case_id=outcome.case_id, checks=tuple(checks))


def _check(name: str, items: tuple[object, ...], problems: Iterable[str], good: str) -> VerifiedPart:
    bad = [problem for problem in problems if problem]
    if not bad:
        return VerifiedPart(name=name, ok=True, detail=f"{len(items)} of {len(items)}: {good}")
    more = f"; and {len(bad) - SHOWN} more" if len(bad) > SHOWN else ""
    return VerifiedPart(name=name, ok=False, detail="; ".join(bad[:SHOWN]) + more)


def _entries(outcome: Verdict | Failure) -> tuple[Entry, ...]:
    return outcome.transcript.entries if outcome.transcript else ()


def _where(entry: Entry) -> str:
    return f"entry {entry.number} ({entry.agent}, {entry.kind})"


def _question(entry: Entry) -> Question[Reply]:
    """The entry's question as what it was; raises `ValidationError` or `AdjudgeError` if it is none."""
    return question_type(entry.kind).model_validate(dict(entry.question))


def _hash_problem(entry: Entry) -> str:
    derived = digest({"kind": entry.kind, "content": dict(entry.question)})
    return "" if derived == entry.question_hash else f"{_where(entry)}: its content is not what was hashed"


# Fields that must be the very answer of an earlier question: through anything else, more could be said.
_PASSED_ON = {"frame": "parse_frame", "judge_verdict": "judge_entailment"}


def _isolation_problems(entries: tuple[Entry, ...]) -> Iterator[str]:
    for entry in entries:
        try:
            question = _question(entry)
        except ValidationError as error:
            fields = ", ".join(sorted({".".join(map(str, problem["loc"])) for problem in error.errors()}))
            yield f"{_where(entry)}: does not hold what its kind allows: {fields}"
            continue
        except AdjudgeError as error:
            yield f"{_where(entry)}: {error.message}"
            continue
        if question.content != dict(entry.question):
            yield f"{_where(entry)}: does not hold all that its kind holds"
        if question.seat != entry.agent:
            yield f"{_where(entry)}: was put to '{question.seat}'"
        for field, kind in _PASSED_ON.items():
            replies = [other.reply for other in entries if other.kind == kind]
            if field in entry.question and entry.question[field] not in replies:
                yield f"{_where(entry)}: holds a {field} that '{kind}' did not answer"


def _reply_problem(entry: Entry) -> str:
    if entry.reply is None:
        return "" if entry.trouble else f"{_where(entry)}: neither reply nor trouble"
    try:
        question = _question(entry)
        problems = question.problems(question.reply_type.model_validate(dict(entry.reply)))
    except ValidationError as error:
        problems = [f"{error.error_count()} fields of the reply do not fit"]
    except AdjudgeError as error:
        problems = [error.message]
    return f"{_where(entry)}: {'; '.join(problems)}" if problems else ""


def _source_problem(entry: Entry, case: Case) -> str:
    for source in _sources(entry):
        try:
            known = case.document(source.id).text
        except CaseError:
            return f"{_where(entry)}: saw a document '{source.id}' that the case does not have"
        if source.text not in known:
            return f"{_where(entry)}: saw other words than those of the document '{source.id}'"
    for statement in _statements(entry):
        if not any(statement in document.text for document in case.documents):
            return f"{_where(entry)}: saw a statement that no document holds: '{statement}'"
    return ""


def _statements(entry: Entry) -> Iterator[str]:
    """The texts shown to an agent as words of a document, which must be there verbatim."""
    statements = entry.question.get("statements")
    for item in statements if isinstance(statements, list) else ():
        if isinstance(item, dict):
            yield str(item.get("text", ""))


def _sources(entry: Entry) -> Iterator[Source]:
    try:
        question = _question(entry)
    except (ValidationError, AdjudgeError):
        return  # said by the check of isolation
    for value in question.field_values.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Source):
                yield item


def _ledger_problem(entry: Entry, answers: Mapping[str, StoredAnswer]) -> str:
    if entry.reply is None or not entry.ledger_key:
        return ""
    answer = answers.get(entry.ledger_key)
    if answer is None:
        return f"{_where(entry)}: the ledger has no such answer, or none that can be read"
    if answer.version != split_key(entry.ledger_key)[1]:
        return f"{_where(entry)}: the ledger's answer was changed"
    same = (answer.reply, answer.usage, answer.engine) == (entry.reply, entry.usage, entry.engine)
    return "" if same else f"{_where(entry)}: the ledger has another answer"


def _quotes(verdict: Verdict) -> Iterator[Quote]:
    """Every quote in the verdict that has weight."""
    plain = verdict.model_dump(mode="json", exclude={"transcript", "rejected_quotes", "provenance"})
    yield from _quotes_in(plain)


def _quotes_in(value: Any) -> Iterator[Quote]:
    if isinstance(value, dict):
        if {"text", "document_id", "start", "end", "match"} <= value.keys():
            yield Quote.model_validate(value)
        else:
            for inner in value.values():
                yield from _quotes_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _quotes_in(inner)


def _quote_problem(quote: Quote, case: Case) -> str:
    try:
        text = case.document(quote.document_id).text
    except CaseError:
        return f"'{quote.text}' is quoted from '{quote.document_id}', which the case does not have"
    in_place = 0 <= quote.start < quote.end <= len(text) and text[quote.start : quote.end] == quote.text
    return "" if in_place else f"'{quote.text}' is not at {quote.start} of '{quote.document_id}'"


def _case_problem(verdict: Verdict, case: Case) -> str:
    same = verdict.provenance.case_digest == case.digest and verdict.case_id == case.id
    return "" if same else "claim or documents are not those that were judged"


def _record_problem(outcome: Verdict | Failure) -> str:
    entries = _entries(outcome)
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        return "the entries are not numbered from 1 without a gap"
    if isinstance(outcome, Verdict) and outcome.transcript.usage != outcome.usage:
        return "the verdict's usage is not that of its answers"
    return ""
