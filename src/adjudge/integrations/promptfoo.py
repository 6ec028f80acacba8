"""Adjudge as a Python assertion of promptfoo: an output and its test case in, a grading result out.

promptfoo calls `get_assert` in a file of yours: `from adjudge.integrations.promptfoo import get_assert`. It is a
program of npm, so there is nothing to import and no extra.
"""

from collections.abc import Mapping
from typing import Any

from adjudge.check import finished
from adjudge.errors import ConfigError
from adjudge.integrations.faithfulness import SentenceVerdict, reason_of, score_of, try_answer
from adjudge.results.factuality import SentenceLabel
from adjudge.verdict import Failure

_KNOWN = ("context", "engine", "threshold")


def get_assert(output: str | Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    """The grading result of an output: its score is the share of sentences that the context supports.

    The settings of the assertion are `context` (the variable that has it, by default `context`), `threshold` (the
    score that passes, by default 1) and `engine`. An output without a verdict fails with the score 0, and so does one
    that states nothing.
    """
    settings = context.get("config") or {}
    if unknown := sorted(settings.keys() - set(_KNOWN)):
        raise ConfigError(f"The assertion has an unknown setting: '{unknown[0]}'.", hint=f"Use: {', '.join(_KNOWN)}.")
    answer = output if isinstance(output, str) else str(output.get("output") or output.get("text") or "")
    sources = context.get("vars", {}).get(settings.get("context", "context")) or ()
    outcome = finished(try_answer(answer, sources, engine=settings.get("engine", "offline")))
    score = score_of(outcome) or 0.0
    sentences = () if isinstance(outcome, Failure) else outcome.sentences
    return {
        "pass": score >= float(settings.get("threshold", 1.0)) and not isinstance(outcome, Failure),
        "score": score,
        "reason": reason_of(outcome),
        "componentResults": [_component(one) for one in sentences if one.label is not SentenceLabel.EXCLUDED],
    }


def _component(one: SentenceVerdict) -> dict[str, Any]:
    borne_out = one.label is SentenceLabel.CORRECT
    words = f" '{one.source.text}'" if one.source else ""
    reason = f"'{one.text}' is {one.label}: {one.explanation}{words}"
    return {"pass": borne_out, "score": float(borne_out), "reason": reason}
