"""validate: pass, flag, corrected text; what cannot be judged never passes."""

import asyncio
import json

import pytest

from adjudge.errors import ConfigError
from adjudge.integrations.guardrails import avalidate, validate
from tests.integrations.texts import ANSWER, SOURCE


def test_a_faithful_answer_passes_unchanged() -> None:
    found = validate("Lima is the capital of Peru.", SOURCE)
    assert (found.action, found.text) == ("pass", "Lima is the capital of Peru.")


def test_a_wrong_sentence_is_corrected_and_the_rest_stays() -> None:
    answer = f"  {ANSWER}\n\nThe old bridge carries 300 people a day."
    found = validate(answer, [SOURCE])
    assert found.action == "correct"
    assert found.text == answer.replace("1618", "1608").replace("300 ", "3,000 ")
    assert [one.label for one in found.verdict.sentences] == ["incorrect", "correct", "incorrect"]
    assert validate(found.text, [SOURCE]).action == "pass"


def test_without_correction_a_wrong_answer_is_flagged() -> None:
    found = validate(ANSWER, SOURCE, correct=False)
    assert (found.action, found.text) == ("flag", ANSWER)
    assert "The source says 1608, not 1618." in found.reason


def test_an_answer_is_not_corrected_in_part() -> None:
    answer = f"{ANSWER} The mayor likes tea."
    found = validate(answer, SOURCE)
    assert (found.action, found.text) == ("flag", answer)


@pytest.mark.parametrize(
    ("answer", "context"), [("", SOURCE), (" ", SOURCE), (ANSWER, []), (ANSWER, ""), (ANSWER, [None])]
)
def test_what_cannot_be_judged_is_flagged(answer: str, context: object) -> None:
    found = validate(answer, context)
    assert (found.action, found.text, found.verdict) == ("flag", answer, None)
    assert found.reason.startswith("No verdict: The answer ")


def test_an_answer_that_states_nothing_passes() -> None:
    assert validate("How can I help you?", SOURCE).action == "pass"


def test_a_context_may_be_data_or_its_json() -> None:
    data = {"old bridge": {"built": 1608}}
    for context in (data, [data], json.dumps(data)):
        assert validate("The old bridge was built in 1608.", context).action == "pass"
        assert validate("The old bridge was built in 1618.", context).action != "pass"


def test_async_gives_the_same_and_sync_works_inside_a_running_loop() -> None:
    async def both() -> None:
        assert await avalidate(ANSWER, SOURCE) == validate(ANSWER, SOURCE)

    asyncio.run(both())


def test_an_unknown_engine_is_raised() -> None:
    with pytest.raises(ConfigError, match="Unknown engine 'nonsense'"):
        validate(ANSWER, SOURCE, engine="nonsense")
