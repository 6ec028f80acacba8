"""Marked words: how many of the characters that annotators call unfaithful are in the issues that factuality finds.

In: a sample whose rows have `spans`. Out: counts of characters, which add up over sets. The readings of the evaluation
before are still at hand, so this takes little time.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudge.check import check_many, protocol_named
from adjudge.evals.datasets import Example, load
from adjudge.results.factuality import FactualityResult
from adjudge.results.registry import typed_result
from adjudge.verdict import Verdict


async def marked_characters(path: Path, engine: str, *, concurrency: int) -> dict[str, int]:
    """Rows with marks, and characters: marked by annotators, marked by factuality, by both. Empty without marks."""
    examples = {one.case.id: one for one in load(path) if isinstance(one, Example) and one.spans is not None}
    if not any(one.spans for one in examples.values()):
        return {}
    counts = Counter(rows=len(examples), gold=0, marked=0, shared=0)
    cases = (one.case for one in examples.values())
    async for outcome in check_many(
        cases, protocol=protocol_named("factuality"), engine=engine, concurrency=concurrency
    ):
        gold = _characters(examples[outcome.case_id].spans or ())
        result = typed_result(outcome) if isinstance(outcome, Verdict) else None
        issues = [claim.issue for claim in result.claims if claim.issue] if isinstance(result, FactualityResult) else []
        marked = _characters((issue.start, issue.end) for issue in issues)
        counts.update(gold=len(gold), marked=len(marked), shared=len(gold & marked))
    return dict(counts)


def _characters(spans: Any) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}


def shares(counts: Mapping[str, int]) -> dict[str, float]:
    """Precision, recall and F1 of characters."""
    shared, marked, gold = counts["shared"], counts["marked"], counts["gold"]
    return {
        "precision": round(shared / marked, 4) if marked else 0.0,
        "recall": round(shared / gold, 4) if gold else 0.0,
        "f1": round(2 * shared / (marked + gold), 4) if marked + gold else 0.0,
    }
