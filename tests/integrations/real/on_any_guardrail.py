"""The guardrail among those of a real any-guardrail."""

import pytest
from any_guardrail.base import Guardrail
from any_guardrail.types import GuardrailOutput

from adjudge.errors import CaseError
from adjudge.integrations.any_guardrail import AdjudgeGuardrail
from tests.integrations.texts import ANSWER, SOURCE


def test_a_wrong_answer_is_not_valid_and_comes_corrected() -> None:
    guardrail = AdjudgeGuardrail()
    assert isinstance(guardrail, Guardrail)
    found = guardrail.validate(ANSWER, context=[SOURCE])
    assert (found.valid, found.action) == (False, "correct")
    assert [(one.text, ANSWER[one.start : one.end]) for one in found.spans] == [("1618", "1618")]
    assert found.modified_text == ANSWER.replace("1618", "1608")
    assert found.score == 0.5
    assert found.categories[0].triggered
    assert found.usage.model_id == "offline"
    assert GuardrailOutput.model_validate_json(found.model_dump_json()) == found


def test_a_faithful_answer_is_valid() -> None:
    found = AdjudgeGuardrail().validate("Lima is the capital of Peru.", context=SOURCE)
    assert (found.valid, found.action, found.spans, found.modified_text) == (True, "pass", None, None)


def test_what_the_context_does_not_say_is_flagged() -> None:
    found = AdjudgeGuardrail().validate("The mayor of Lima likes tea.", context=SOURCE)
    assert (found.valid, found.action, found.modified_text) == (False, "flag", None)


@pytest.mark.parametrize(("answer", "context"), [("", SOURCE), (ANSWER, []), (ANSWER, "  ")])
def test_what_cannot_be_judged_is_not_valid(answer: str, context: object) -> None:
    found = AdjudgeGuardrail().validate(answer, context=context)
    assert (found.valid, found.action, found.score) == (False, "flag", None)
    assert found.explanation.startswith("No verdict: The answer ")


def test_a_context_may_be_data() -> None:
    assert (
        AdjudgeGuardrail().validate("The old bridge was built in 1608.", context={"old bridge": {"built": 1608}}).valid
    )


def test_a_forgotten_context_is_an_error() -> None:
    with pytest.raises(CaseError, match=r"no context\. Call validate\(answer, context=\.\.\.\)\."):
        AdjudgeGuardrail().validate(ANSWER)
