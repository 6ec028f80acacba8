"""The examples that ship: they are read, and the offline jury decides them as expected."""

import asyncio
import csv
from pathlib import Path

from adjudge import Case, Verdict, check_many

EXAMPLES = Path(__file__).parents[2] / "examples"


def rows() -> list[dict[str, str]]:
    with (EXAMPLES / "pairs.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_there_are_pairs_of_every_kind_and_every_label() -> None:
    kinds = {row["kind"] for row in rows()}
    assert len(rows()) >= 24
    assert {row["expected"] for row in rows()} == {"Faithful", "Mutated", "Ambiguous"}
    assert {"number", "unit", "date", "period", "place", "person", "role swap", "negation", "quantifier"} <= kinds
    assert {"hedge removed", "cause from correlation", "scope widened", "comparison turned", "antonym"} <= kinds


def test_the_offline_jury_decides_nearly_all_of_them_as_expected() -> None:
    pairs = {f"pair-{n}": row for n, row in enumerate(rows())}
    cases = [Case(id=id, claim=row["claim"], documents=[row["truth"]]) for id, row in pairs.items()]

    async def judged() -> dict[str, str]:
        return {v.case_id: v.label async for v in check_many(cases) if isinstance(v, Verdict)}

    labels = asyncio.run(judged())
    missed = {pairs[id]["kind"]: label for id, label in labels.items() if label != pairs[id]["expected"]}
    assert len(labels) == len(pairs)
    assert len(missed) <= 2, missed
