"""The news checker on the seed's test cases: one row per case in results.csv, and the aggregates that the seed prints.

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
from adjudge.files import read_json
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


class Row(Record):
    """What came of one case: a row of results.csv."""

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
    """The seed's figures over some rows."""

    cases: int
    correct: int
    failed: int
    success_rate: float
    average_latency_sec: float
    average_tool_calls: float
    constraint_violations: int


def load_cases(path: Path) -> list[TestCase]:
    """The cases of a file; a file that is none says which case and field."""
    content = read_json(path, what="The file of test cases")
    try:
        cases = TypeAdapter(list[TestCase]).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        hint = 'A case: {"id": 1, "claim": "...", "expected": "SUPPORTED", "difficulty": "Hard"}.'
        raise DataError(f"'{path}': case {where}: {first['msg']}.", hint=hint) from error
    if not cases:
        raise DataError(f"'{path}' holds no case.")
    return cases


async def evaluate(
    cases: Sequence[TestCase],
    *,
    protocol: Procedure,
    engine: EngineChoice = "offline",
    terms: Terms | None = None,
    told: Callable[[Row], None] | None = None,
) -> list[Row]:
    """Judge the cases one after the other, since each one's time is measured."""
    opened = engine_of(engine, terms)
    rows = []
    try:
        for case in cases:
            began = time.perf_counter()
            outcome = await outcome_of(protocol, Hearing(Case.open(case.claim, id=str(case.id)), opened))
            rows.append(_row(case, outcome, time.perf_counter() - began))
            if told:
                told(rows[-1])
    finally:
        await opened.close()
    return rows


def aggregate(rows: Sequence[Row]) -> Aggregate:
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
    )


def by_difficulty(rows: Sequence[Row]) -> dict[str, Aggregate]:
    """The same for each difficulty, in the order in which they come."""
    return {
        name: aggregate([row for row in rows if row.difficulty == name])
        for name in dict.fromkeys(row.difficulty for row in rows)
    }


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """Write results.csv, whole or not at all."""
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
        raise DataError(f"'{path}' cannot be written: {error.strerror or error}.", hint="Use --out.") from error


def _row(case: TestCase, outcome: Verdict | Failure, seconds: float) -> Row:
    result = outcome.result if isinstance(outcome, Verdict) else None
    known = result if isinstance(result, NewsResult) else None
    failure = outcome if isinstance(outcome, Failure) else None
    entries = outcome.transcript.entries if outcome.transcript else ()
    said = [str((entry.reply or {}).get("verdict", "")) for entry in entries if entry.agent == VERIFIER and entry.reply]
    return Row(
        id=case.id,
        claim=case.claim,
        difficulty=case.difficulty,
        expected=case.expected,
        predicted=known.verdict if known else None,
        correct=known is not None and known.verdict is case.expected,
        latency_sec=round(seconds, 4),
        tool_calls=known.tool_calls if known else len(entries),
        constraint_violation=any(allowed(word) is None for word in said),
        reason=known.reason if known else "",
        error=f"{failure.error}: {failure.message}" if failure else "",
    )


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
