"""Adjudge in Inspect (the extra `inspect`): `faithfulness` scores completions by sentence; `protocol` is a solver that
judges the claim of a sample, so that Adjudge itself can be evaluated on labelled data.
"""

from typing import Any

from adjudge.case import Case
from adjudge.check import EngineChoice, acheck
from adjudge.errors import AdjudgeError, ConfigError
from adjudge.integrations.faithfulness import documents_of, reason_of, score_of, try_answer
from adjudge.integrations.frameworks import require
from adjudge.protocols.base import Procedure
from adjudge.verdict import Failure

require("inspect-ai")

from inspect_ai.model import ModelOutput  # noqa: E402
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr  # noqa: E402
from inspect_ai.solver import Generate, Solver, TaskState, solver  # noqa: E402

_MISSING = float("nan")
"""What Inspect reads as unscored."""


@scorer(metrics={"supported": [mean(), stderr()], "supported_of_all": [mean()]})
def faithfulness(*, context: str = "context", engine: EngineChoice = "offline") -> Scorer:
    """The share of the sentences of a completion that the context in the sample's metadata supports.

    `supported` is unscored for a sample that could not be judged, as Inspect counts them; in `supported_of_all` such a
    sample is 0, so that it stays in the denominator. A completion that states nothing is unscored in both.
    """

    async def score(state: TaskState, target: Target) -> Score:
        answer = state.output.completion
        outcome = await try_answer(answer, state.metadata.get(context) or (), engine=engine)
        metadata, value = {"answer": answer, "explanation": reason_of(outcome)}, score_of(outcome)
        if isinstance(outcome, Failure):
            failed = {"supported": _MISSING, "supported_of_all": 0.0}
            return Score(value=failed, reason="scoring_failed", metadata={"error": outcome.error}, **metadata)
        if value is None:
            return Score.unscored(reason="nothing_to_check", **metadata)
        sentences = [one.model_dump(mode="json") for one in outcome.sentences]
        both = {"supported": value, "supported_of_all": value}
        return Score(value=both, metadata={"sentences": sentences}, **metadata)

    return score


@solver
def protocol(
    protocol: str | Procedure = "jury", *, context: str = "context", engine: EngineChoice = "offline"
) -> Solver:
    """A solver that decides the input of a sample against the context in its metadata; its completion is the label.

    Scorers such as `match(location="exact")` compare the label with the target. Without a verdict the completion is
    empty, which no label is, and the output has the error. The verdict is in the metadata, under `adjudge`.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        label, error, metadata = "", None, {}
        try:
            documents = documents_of(state.metadata.get(context) or ())
            claim = state.input_text
            case = Case(claim=claim, documents=documents) if documents else Case.open(claim)
            verdict = await acheck(case, protocol=protocol, engine=engine)
            label, metadata = verdict.label, _metadata(verdict)
        except ConfigError:
            raise
        except AdjudgeError as failed:
            error = str(failed)
        state.output = ModelOutput.from_content(model="adjudge", content=label, error=error)
        state.metadata["adjudge"] = metadata or {"error": error}
        return state

    return solve


def _metadata(verdict: Any) -> dict[str, Any]:
    metadata: dict[str, Any] = verdict.model_dump(mode="json", exclude={"transcript"})
    return metadata
