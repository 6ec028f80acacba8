"""Measure the news checker on test cases: one row per case in results.csv, and aggregates.

In: a JSON list of cases with id, claim, expected and difficulty. A case that fails is a row without a prediction: it is
not correct, it is counted by itself, and it stays in every denominator.
"""

import csv
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.check import EngineChoice, Terms, engine_of, outcome_of
from adjudge.errors import DataError
from adjudge.files import read_json, write_error
from adjudge.protocols.base import Procedure
from adjudge.protocols.news.rules import allowed
from adjudge.questions.news import NewsLabel
from adjudge.record import Record
from adjudge.results.news import NewsResult
from adjudge.verdict import Failure, Verdict

COLUMNS = (
    "id", "claim", "difficulty", "expected", "predicted", "correct", "latency_sec", "tool_calls",
    "constraint_violation", "reason", "error",
)  # fmt: skip
VERIFIER = "verifier"


class TestCase(Record):
    """One case of test_cases.json."""

    __test__ = False

    id: int | str
    claim: str
    expected: NewsLabel
    difficulty: str = ""


class NewsRow(Record):
    """The outcome of one case: a row of results.csv."""

    id: int | str
    claim: str
    difficulty: str
    expected: NewsLabel
    predicted: NewsLabel | None
    correct: bool
    latency_sec: float
    tool_calls: int
    constraint_violation: bool
    reason: str
    error: str = ""


class Aggregate(Record):
    """Aggregates over some rows."""

    cases: int
    correct: int
    failed: int
    success_rate: float
    average_latency_sec: float
    average_tool_calls: float
    constraint_violations: int
    violating: tuple[int | str, ...] = ()
    """The ids of the cases with a constraint violation."""


def load_cases(path: Path) -> list[TestCase]:
    """Read the cases of a file. Raises a `DataError` that names the case and field at fault."""
    content = read_json(path, what="The file of test cases")
    try:
        cases = TypeAdapter(list[TestCase]).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = _where(content, first["loc"])
        hint = 'A case: {"id": 1, "claim": "...", "expected": "SUPPORTED", "difficulty": "Hard"}.'
        raise DataError(f"'{path}': case {where}: {first['msg']}.", hint=hint) from error
    if not cases:
        raise DataError(f"'{path}' contains no cases.")
    return cases


async def evaluate(
    cases: Sequence[TestCase],
    *,
    protocol: Procedure,
    engine: EngineChoice = "offline",
    terms: Terms | None = None,
    on_row: Callable[[NewsRow], None] | None = None,
) -> list[NewsRow]:
    """Judge the cases one after the other, because their latency is measured."""
    opened = engine_of(engine, terms)
    rows = []
    try:
        for case in cases:
            began = time.perf_counter()
            outcome = await outcome_of(protocol, Hearing(Case.open(case.claim, id=str(case.id)), opened))
            rows.append(_row(case, outcome, time.perf_counter() - began))
            if on_row:
                on_row(rows[-1])
    finally:
        await opened.close()
    return rows


def aggregate(rows: Sequence[NewsRow]) -> Aggregate:
    """Success rate, average latency, average tool calls, total constraint violations."""
    count = len(rows)
    return Aggregate(
        cases=count,
        correct=sum(row.correct for row in rows),
        failed=sum(row.predicted is None for row in rows),
        success_rate=_mean([float(row.correct) for row in rows]),
        average_latency_sec=_mean([row.latency_sec for row in rows]),
        average_tool_calls=_mean([float(row.tool_calls) for row in rows]),
        constraint_violations=sum(row.constraint_violation for row in rows),
        violating=tuple(row.id for row in rows if row.constraint_violation),
    )


def by_difficulty(rows: Sequence[NewsRow]) -> dict[str, Aggregate]:
    """The same by difficulty, in order of first appearance."""
    return {
        name: aggregate([row for row in rows if row.difficulty == name])
        for name in dict.fromkeys(row.difficulty for row in rows)
    }


def write_csv(rows: Sequence[NewsRow], path: Path) -> None:
    """Write results.csv atomically."""
    written = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written.open("w", newline="", encoding="utf-8", errors="replace") as file:
            table = csv.writer(file)
            table.writerow(COLUMNS)
            for row in rows:
                plain = row.model_dump(mode="json")
                table.writerow(["" if plain[name] is None else plain[name] for name in COLUMNS])
        written.replace(path)
    except OSError as error:
        raise write_error(path, error, hint="Use --out.") from error


def _row(case: TestCase, outcome: Verdict | Failure, seconds: float) -> NewsRow:
    result = outcome.result if isinstance(outcome, Verdict) else None
    known = result if isinstance(result, NewsResult) else None
    failure = outcome if isinstance(outcome, Failure) else None
    entries = outcome.transcript.entries if outcome.transcript else ()
    labels = [
        str((entry.reply or {}).get("verdict", "")) for entry in entries if entry.agent == VERIFIER and entry.reply
    ]
    return NewsRow(
        id=case.id,
        claim=case.claim,
        difficulty=case.difficulty,
        expected=case.expected,
        predicted=known.verdict if known else None,
        correct=known is not None and known.verdict is case.expected,
        latency_sec=round(seconds, 4),
        tool_calls=known.tool_calls if known else len(entries),
        constraint_violation=any(allowed(word) is None for word in labels),
        reason=known.reason if known else "",
        error=f"{failure.error}: {failure.message}" if failure else "",
    )


def _where(content: object, place: tuple[int | str, ...]) -> str:
    """The case's id, or its number in the file, and the field."""
    if not place:
        return "file"
    at, *field = place
    case = content[at] if isinstance(content, list) and isinstance(at, int) else None
    id = case.get("id") if isinstance(case, dict) else None
    named = f"number {at + 1}" if id is None and isinstance(at, int) else str(at if id is None else id)
    return ".".join([named, *map(str, field)])


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
