"""The factuality agent on labelled summaries: results_NAME.json, debug_claims.jsonl, error_cases.jsonl and summary.md.

Two decisions are measured beside each other: by score (one threshold for every set; no abstention) and by label (an
uncertain summary is an abstention, and so is one that could not be scored). Rows are judged as a stream; of each only
what the figures need is kept.
"""

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO, Any

from adjudge.case import Case
from adjudge.check import DEFAULT_CONCURRENCY, EngineChoice, Terms, check_many
from adjudge.evals.datasets import Example, load, require_labels, surveyed
from adjudge.evals.metrics import ScoredRow, confusion, figures, majority
from adjudge.protocols.base import settings_of
from adjudge.protocols.factuality import Factuality
from adjudge.protocols.factuality.rules import GRAVITY, THRESHOLD, WEAK
from adjudge.questions.factuality import ClaimLabel
from adjudge.results.factuality import FactualityResult, JudgedClaim, SummaryLabel
from adjudge.verdict import Failure, Severity, Verdict

_TOP = 3
_CLAIM_KEYS = (
    *(label.value for label in ClaimLabel),
    *("failed", "excluded", "asked", "evidence_found", "changed_by_the_gate", "coverage_failed"),
)
_SPAN_KEYS = (
    *("issue_spans", ClaimLabel.INCORRECT.value, ClaimLabel.UNCERTAIN.value, "evidence_found"),
    *(f"severity_{severity.value}" for severity in Severity),
)
_SAID = {SummaryLabel.FAITHFUL: False, SummaryLabel.UNFAITHFUL: True, SummaryLabel.UNCERTAIN: None}
CaseCallback = Callable[[], None]


@dataclass
class FactualityTally:
    """The running counts of an evaluation."""

    asked: int = 0
    failed: int = 0
    unlabelled: int = 0
    unscored: int = 0
    by_score: list[ScoredRow] = field(default_factory=list)
    by_label: list[ScoredRow] = field(default_factory=list)
    claims: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(_CLAIM_KEYS, 0)))
    spans: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(_SPAN_KEYS, 0)))
    characters: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


async def evaluate(
    data: Path,
    out: Path,
    *,
    protocol: Factuality | None = None,
    engine: EngineChoice = "offline",
    terms: Terms | None = None,
    threshold: float = THRESHOLD,
    limit: int | None = None,
    seed: int = 0,
    concurrency: int = DEFAULT_CONCURRENCY,
    on_case: CaseCallback | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Judge the rows of a file, write the files of its name (by default the file's own) into `out`, and give the
    results. Raises a `DataError` if no label is known."""
    require_labels(surveyed(data))
    protocol = protocol or Factuality()
    name = name or set_name(data)
    waiting: dict[str, Example] = {}
    order: deque[str] = deque()
    finished: dict[str, Verdict | Failure] = {}
    tally = FactualityTally()

    def cases() -> Iterator[Case | Failure]:
        for example in load(data, limit=limit, seed=seed):
            if isinstance(example, Example):
                waiting[example.case.id] = example
                order.append(example.case.id)
                yield example.case
            else:
                order.append(example.case_id)
                yield example

    out.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    with _appended(out / "debug_claims.jsonl") as debug, _appended(out / "error_cases.jsonl") as errors:
        outcomes = check_many(cases(), protocol=protocol, engine=engine, concurrency=concurrency, terms=terms)
        async with aclosing(outcomes):
            async for outcome in outcomes:
                finished[outcome.case_id] = outcome
                # Rows of the artefacts stand in the order of the data, whichever case is decided first.
                while order and order[0] in finished:
                    id = order.popleft()
                    _counted(tally, name, waiting.pop(id, None), finished.pop(id), threshold, debug, errors)
                if on_case:
                    on_case()
    tally.seconds = time.perf_counter() - began
    results = _results(name, tally, protocol, engine, threshold)
    (out / f"results_{name}.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    return results


def set_name(data: Path) -> str:
    """The name of a data file in the results: its file name without suffixes."""
    name = data.name.removesuffix(".gz")
    return name.removesuffix(Path(name).suffix) or name


def set_names(data: Sequence[Path]) -> list[str]:
    """Unique names for several files, so that no results are overwritten."""
    names: list[str] = []
    for own in map(set_name, data):
        numbered = (f"{own}-{n}" for n in count(2))
        names.append(own if own not in names else next(name for name in numbered if name not in names))
    return names


def _counted(
    tally: FactualityTally,
    name: str,
    example: Example | None,
    outcome: Verdict | Failure,
    threshold: float,
    debug: IO[str],
    errors: IO[str],
) -> None:
    tally.asked += 1
    if isinstance(outcome, Failure) or example is None:
        tally.failed += 1
        return
    result = outcome.result
    assert isinstance(result, FactualityResult)
    _count(tally, result)
    for claim in result.claims:
        _line(debug, {"dataset": name, "case_id": outcome.case_id, **_debugged(claim)})
    if example.spans is not None:
        _overlap(tally, result, example.spans)
    if example.faithful is None:
        tally.unlabelled += 1
        return
    if result.score is None:
        tally.unscored += 1
        # Neither suspicious nor not: where nothing could be judged, the ranking has nothing to go by.
        tally.by_label.append(ScoredRow(not example.faithful, None, 0.5, example.document))
        return
    is_unfaithful, suspicion = result.score < threshold, 1 - result.score
    tally.by_score.append(ScoredRow(not example.faithful, is_unfaithful, suspicion, example.document))
    tally.by_label.append(ScoredRow(not example.faithful, _SAID[result.label], suspicion, example.document))
    if is_unfaithful is example.faithful:
        kind = "false_positive" if is_unfaithful else "false_negative"
        _line(errors, {"dataset": name, "error": kind, **_error_case(outcome, result)})


def _count(tally: FactualityTally, result: FactualityResult) -> None:
    for claim in result.claims:
        tally.claims[claim.label.value if claim.label else "failed"] += 1
        tally.claims["evidence_found"] += claim.evidence_found
        if claim.trace is not None:
            tally.claims["changed_by_the_gate"] += claim.trace.label_raw is not claim.trace.label_final
            tally.claims["coverage_failed"] += not claim.trace.coverage_ok
    tally.claims["excluded"] += result.counts.excluded
    tally.claims["asked"] += result.counts.asked
    for span in result.issue_spans:
        tally.spans["issue_spans"] += 1
        tally.spans[span.label.value] += 1
        tally.spans[f"severity_{span.severity.value}"] += 1
        tally.spans["evidence_found"] += span.evidence_quote is not None


def _appended(path: Path) -> IO[str]:
    """Open a file to append lines; texts may contain lone surrogates."""
    return path.open("a", encoding="utf-8", errors="surrogatepass")


def _overlap(tally: FactualityTally, result: FactualityResult, gold: tuple[tuple[int, int], ...]) -> None:
    """Characters against those that annotators marked: of every claim's issue, and of the claims that are weakest."""
    wanted = {at for start, end in gold for at in range(start, end)}
    tally.characters["gold"] += len(wanted)
    marked = {
        "issues": [claim.issue for claim in result.claims if claim.issue],
        "weak_claims": [c.span for c in result.claims if c.support is not None and c.support < WEAK],
    }
    for kind, spans in marked.items():
        found = {at for span in spans for at in range(span.start, span.end)}
        tally.characters[f"{kind} marked"] += len(found)
        tally.characters[f"{kind} shared"] += len(wanted & found)


def _debugged(claim: JudgedClaim) -> dict[str, Any]:
    trace = claim.trace.model_dump(mode="json") if claim.trace else {}
    return {
        "claim_id": claim.id,
        "sentence": claim.sentence,
        "claim": claim.text,
        "span": [claim.span.start, claim.span.end],
        "verdict": claim.label.value if claim.label else "failed",
        "evidence_found": claim.evidence_found,
        "confidence": claim.confidence,
        "support": claim.support,
        "severity": claim.severity.value,
        "error_type": claim.error_type.value,
        "selected_evidence_index": claim.selected_evidence_index,
        "evidence_quote": claim.evidence_quote.text if claim.evidence_quote else None,
        "selection_reason": claim.trace.evidence_selection_reason if claim.trace else "",
        **trace,
    }


def _error_case(outcome: Verdict, result: FactualityResult) -> dict[str, Any]:
    weakest = sorted(result.claims, key=lambda claim: (claim.support is None, claim.support or 0.0))[:_TOP]
    top = min(result.issue_spans, key=lambda span: (GRAVITY[span.severity], -span.confidence), default=None)
    return {
        "case_id": outcome.case_id,
        "label": outcome.label,
        "score": result.score,
        "top_issue_span": top.model_dump(mode="json") if top else None,
        "top_claims": [_debugged(claim) for claim in weakest],
        "claim_label_counts": dict(Counter(claim.label.value if claim.label else "failed" for claim in result.claims)),
    }


def _results(
    name: str, tally: FactualityTally, protocol: Factuality, engine: EngineChoice, threshold: float
) -> dict[str, Any]:
    rows = tally.by_score
    labelled = tally.by_label
    unfaithful = sum(row.unfaithful for row in labelled)
    decided = sum(row.said_unfaithful is not None for row in labelled)
    return {
        "dataset": name,
        "protocol": dict(settings_of(protocol)),
        "engine": engine if isinstance(engine, str) else "custom",
        "threshold": threshold,
        "positive_class": "unfaithful",
        "rows": {
            "asked": tally.asked,
            "scored": len(rows),
            "failed": tally.failed,
            "unlabelled": tally.unlabelled,
            "not_scored": tally.unscored,
        },
        "ground_truth": {"faithful": len(labelled) - unfaithful, "unfaithful": unfaithful},
        "documents": len({row.document for row in labelled}),
        "majority_baseline": majority(labelled),
        "by_score": _measured(rows),
        "by_label": {
            "coverage": decided / len(labelled) if labelled else None,
            "abstention": 1 - decided / len(labelled) if labelled else None,
            **_measured(labelled),
        },
        "claims": dict(sorted(tally.claims.items())),
        "issue_spans": dict(sorted(tally.spans.items())),
        "span_characters": _span_figures(tally.characters),
        "speed": {
            "seconds": round(tally.seconds, 2),
            "summaries_per_second": round(tally.asked / tally.seconds, 2) if tally.seconds else None,
        },
    }


def _measured(rows: list[ScoredRow]) -> dict[str, Any]:
    measured = {name: figure.model_dump() for name, figure in figures(rows).items()}
    return {**confusion(rows).model_dump(), **measured}


def _span_figures(characters: Counter[str]) -> dict[str, dict[str, float]] | None:
    if not characters["gold"]:
        return None
    return {kind: _span_figure(characters, kind) for kind in ("issues", "weak_claims")}


def _span_figure(characters: Counter[str], kind: str) -> dict[str, float]:
    marked, shared = characters[f"{kind} marked"], characters[f"{kind} shared"]
    precision = shared / marked if marked else 0.0
    recall = shared / characters["gold"]
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}


def _line(file: IO[str], content: dict[str, Any]) -> None:
    file.write(json.dumps(content, ensure_ascii=False) + "\n")
