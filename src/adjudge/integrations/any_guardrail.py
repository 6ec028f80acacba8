"""Adjudge as a guardrail of any-guardrail (the extra `any-guardrail`): an answer and its context in, its output out."""

from time import perf_counter
from typing import Any, ClassVar

from adjudge.errors import CaseError
from adjudge.integrations.faithfulness import Context, SentenceVerdict
from adjudge.integrations.frameworks import require
from adjudge.integrations.guardrails import Guarded, GuardrailAction, validate

require("any-guardrail")

from any_guardrail.base import Guardrail  # noqa: E402
from any_guardrail.taxonomy import (  # noqa: E402
    BackendType,
    GuardrailCategory,
    GuardrailMetadata,
    GuardrailStage,
    OutputShape,
)
from any_guardrail.types import CategoryResult, GuardrailOutput, GuardrailUsage, SpanResult  # noqa: E402


class AdjudgeGuardrail(Guardrail):
    """Finds the sentences of an answer that its context does not support, and corrects them where it can.

    `spans` are the words that are wrong or not supported, `modified_text` is the corrected answer, `extra["sentences"]`
    has every sentence with the words of the context, and `score` is the share that is not supported. An answer that
    could not be judged is not valid.
    """

    METADATA: ClassVar[GuardrailMetadata] = GuardrailMetadata(
        description="Finds the sentences of an answer that its context does not support.",
        display_name="Adjudge",
        categories=frozenset({GuardrailCategory.HALLUCINATION}),
        primary_category=GuardrailCategory.HALLUCINATION,
        stages=frozenset({GuardrailStage.OUTPUT, GuardrailStage.RAG_CONTEXT}),
        output_shapes=frozenset({OutputShape.SPAN, OutputShape.BINARY, OutputShape.SCORE}),
        backend=BackendType.LIBRARY_WRAPPED,
        required_validate_kwargs=frozenset({"context"}),
        vendor="Adjudge",
        default_license="apache-2.0",
    )

    def __init__(self, *, engine: str = "offline", correct: bool = True) -> None:
        self.model_id = engine
        self._correct = correct

    def validate(self, input_text: str, context: Context | None = None, **kwargs: Any) -> GuardrailOutput:
        """Check an answer against its context, which is required. Other arguments are ignored."""
        if context is None:
            raise CaseError("The answer has no context.", hint="Call validate(answer, context=...).")
        began = perf_counter()
        found = validate(input_text, context, correct=self._correct, engine=self.model_id)
        output = _output(found)
        output.usage = GuardrailUsage(model_id=self.model_id, latency_ms=(perf_counter() - began) * 1000)
        return output


def _output(found: Guarded) -> GuardrailOutput:
    valid = found.action is GuardrailAction.PASS
    issues = found.verdict.issues if found.verdict else ()
    score = found.verdict.score if found.verdict else None
    return GuardrailOutput(
        valid=valid,
        explanation=found.reason,
        score=None if score is None else 1 - score,
        categories=[CategoryResult(name="hallucination", triggered=bool(issues))] if found.verdict else [],
        spans=[_span(one) for one in issues] or None,
        modified_text=found.text if found.action is GuardrailAction.CORRECT else None,
        action=found.action.value,
        extra={"sentences": [one.model_dump(mode="json") for one in found.verdict.sentences]}
        if found.verdict
        else None,
    )


def _span(one: SentenceVerdict) -> SpanResult:
    words = one.words or one
    return SpanResult(start=words.start, end=words.end, text=words.text, label=one.label.value)
