"""The cached part of a verdict on one sentence, and its cache key. Pure."""

from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from adjudge.case import Case
from adjudge.protocols.base import Procedure, settings_of
from adjudge.record import Record, digest
from adjudge.results.factuality import FactualityResult, SentenceLabel
from adjudge.verdict import Outcome, Quote, Verdict

_PACKAGE = Path(__file__).parents[1]
_DECIDING = ("agents", "analysis", "engines", "evidence", "prompts", "protocols", "questions")


class SentenceJudgement(Record):
    """The verdict on a sentence. `start` and `end` mark the deciding words in the sentence's text."""

    outcome: Outcome
    label: str
    checkable: bool = True
    """False for a sentence that claims nothing: a question, an order, an opinion."""
    explanation: str = ""
    confidence: float = 0.0
    start: int = 0
    end: int = 0
    evidence: Quote | None = None
    axis: str = ""


@lru_cache(maxsize=1)
def code_identity() -> str:
    """The version, and a hash of all code and prompts that a verdict depends on."""
    found = sha256()
    for path in sorted(one for folder in _DECIDING for one in (_PACKAGE / folder).rglob("*")):
        if path.suffix in (".py", ".md", ".json"):
            found.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
            found.update(path.read_bytes())
    return f"{version('adjudge')}+{found.hexdigest()[:12]}"


def key_of(case: Case, protocol: Procedure, engine: str) -> str:
    """The key of a judgement: everything that can change it."""
    by = {"protocol": settings_of(protocol), "name": protocol.name, "engine": engine, "code": code_identity()}
    return digest({"case": case.digest, **by})


def judgement_of(case: Case, verdict: Verdict) -> SentenceJudgement:
    """The cached part of a verdict."""
    if isinstance(verdict.result, FactualityResult):
        return _factuality(case, verdict, verdict.result)
    finding = next((one for one in verdict.findings if one.claim_quote), None)
    words = finding.claim_quote if finding else None
    quote = (finding.source_quote if finding else None) or next(
        (one for one in verdict.quotes if one.document_id != "claim"), None
    )
    return SentenceJudgement(
        outcome=verdict.outcome,
        label=verdict.label,
        explanation=finding.explanation if finding else " ".join(verdict.reasons[:1]),
        confidence=verdict.confidence.value,
        start=words.start if words else 0,
        end=words.end if words else len(case.claim),
        evidence=quote,
        axis=str(finding.axis) if finding else "",
    )


def _factuality(case: Case, verdict: Verdict, result: FactualityResult) -> SentenceJudgement:
    issue = next(iter(result.issue_spans), None)
    quote = issue.evidence_quote if issue else next(iter(verdict.quotes), None)
    return SentenceJudgement(
        outcome=verdict.outcome,
        label=verdict.label,
        checkable=any(one.label is not SentenceLabel.EXCLUDED for one in result.sentences),
        explanation=issue.explanation if issue else " ".join(verdict.reasons[:1]),
        confidence=verdict.confidence.value,
        start=issue.start if issue else 0,
        end=issue.end if issue else len(case.claim),
        evidence=quote,
        axis=issue.error_type.value if issue else "",
    )
