"""What is repaired in a model's text, and what is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engines.repair import Parsed, Unreadable, parse
from adjudge.questions.base import Reply
from adjudge.questions.jury import (
    FrameQuantity,
    KeyEvidence,
    Progress,
    Rubric,
    RubricAnswer,
    Side,
    Vote,
    frame_type,
)
from tests.support.questions import VOTE

PLAIN: dict[str, Any] = VOTE.model_dump(mode="json")


def read(data: dict[str, Any]) -> Parsed[Vote]:
    return parse(json.dumps(data), Vote)


def refused(raw: str, reply_type: type[Reply] = Vote, *, strict: bool = False) -> tuple[str, ...]:
    with pytest.raises(Unreadable) as caught:
        parse(raw, reply_type, strict=strict)
    return caught.value.problems


def test_clean_json_needs_no_repair() -> None:
    assert read(PLAIN) == Parsed(VOTE)


@pytest.mark.parametrize(
    "wrapped",
    [
        "```json\n{}\n```",
        "```\n{}\n```",
        "  ```JSON\n{}```  ",
        "Sure! Here it is:\n\n{}\n\nDoes {{this}} help?",
        "Here:\n```json\n{}\n```\nThat is all.",
        "<think>They say {{maybe}} so.</think>\n{}",
        "\ufeff{}",
        "{0}\n{0}",
    ],
)
def test_fences_and_prose_around_one_object_are_taken_off(wrapped: str) -> None:
    assert parse(wrapped.format(json.dumps(PLAIN)), Vote).reply == VOTE


def test_trailing_commas_are_removed_but_not_inside_text() -> None:
    raw = '{"reason": "a, ] b,}", "new_reasoning": "Yes",}'
    assert parse(raw, Progress).reply == Progress(reason="a, ] b,}", new_reasoning="Yes")


@pytest.mark.parametrize("label", ["FAITHFUL", "faithful", " Faithful ", "**Faithful**", '"faithful".'])
def test_a_label_in_another_case_is_read(label: str) -> None:
    parsed = read({**PLAIN, "verdict": label})
    assert parsed.reply.verdict is Side.FAITHFUL
    assert parsed.notes


@pytest.mark.parametrize("label", ["Mostly faithful", "not Faithful", "yes", "true", True, "", None, 1, ["Faithful"]])
def test_an_unknown_label_is_never_guessed(label: Any) -> None:
    assert any("verdict" in problem for problem in refused(json.dumps({**PLAIN, "verdict": label})))


@pytest.mark.parametrize(("given", "read_as"), [("yes", "Yes"), ("NO", "No"), (True, "Yes"), (False, "No")])
def test_yes_and_no_are_read_in_any_case_and_as_truth_values(given: Any, read_as: str) -> None:
    parsed = parse(json.dumps({"reason": "", "new_reasoning": given}), Progress)
    assert parsed.reply.new_reasoning == read_as


@pytest.mark.parametrize(
    ("given", "read_as"),
    [("0.95", 0.95), (95, 0.95), ("95", 0.95), ("95%", 0.95), ("95 %", 0.95), (100, 1.0), (99.5, 0.995), ("5%", 0.05)],
)
def test_a_confidence_in_percent_or_in_quotes_is_read(given: Any, read_as: float) -> None:
    parsed = read({**PLAIN, "confidence": given})
    assert parsed.reply.confidence == read_as
    assert len(parsed.notes) == 1


@pytest.mark.parametrize("given", [0, 1, 0.5, 1.0])
def test_a_confidence_in_range_is_left_alone(given: float) -> None:
    assert read({**PLAIN, "confidence": given}) == Parsed(VOTE.model_copy(update={"confidence": float(given)}))


@pytest.mark.parametrize("given", [1.5, 250, -0.1, 8, "8", "high", "0.9%", "250%", None, True, "NaN", "1e999", "inf"])
def test_a_confidence_with_more_than_one_reading_is_refused(given: Any) -> None:
    assert refused(json.dumps({**PLAIN, "confidence": given}))


@pytest.mark.parametrize(
    "digits", ["9" * 400, "9" * 5_000, "-" + "9" * 400, "9" * 5_000 + ".5", "٣", "0." + "1" * 5_000]
)
def test_a_number_of_any_length_is_refused_and_breaks_nothing(digits: str) -> None:
    assert refused(json.dumps({**PLAIN, "confidence": digits}))
    assert refused(json.dumps({**PLAIN, "confidence": f"{digits} %"}))
    if digits.lstrip("-").isascii() and "." not in digits:
        assert refused(json.dumps({**PLAIN, "confidence": "?"}).replace('"?"', digits))


def test_null_is_read_as_nothing_and_numbers_as_text_where_text_is_due() -> None:
    frame = {
        "entities": None,
        "quantities": [{"value": 645000, "unit": None, "in_claim": "yes", "in_truth": "false"}],
        "scope": {"region": None, "group": "", "timeframe": 2019},
        "modality": "MAY",
        "relationship_type": "Causation",
        "caveats": [],
    }
    parsed = parse(json.dumps(frame), frame_type())
    read = parsed.reply.model_dump()
    assert read["entities"] == ()
    assert read["quantities"] == (FrameQuantity(value="645000", unit="", in_claim=True, in_truth=False).model_dump(),)
    assert read["scope"] == {"region": "", "group": "", "timeframe": "2019"}
    assert (read["modality"], read["relationship_type"]) == ("may", "causation")
    assert len(parsed.notes) == 9


def test_two_different_objects_are_refused() -> None:
    other = {**PLAIN, "verdict": "Faithful"}
    assert "2 different" in refused(f"First {json.dumps(PLAIN)}, or rather {json.dumps(other)}")[0]


def test_one_name_with_two_values_is_refused() -> None:
    raw = json.dumps(PLAIN)[:-1] + ', "verdict": "Faithful"}'
    assert refused(raw)


def test_a_missing_and_an_unknown_field_are_named() -> None:
    data = {name: value for name, value in PLAIN.items() if name != "verdict"} | {"final_verdict": "Mutated"}
    problems = " ".join(refused(json.dumps(data)))
    assert "verdict: field required" in problems
    assert "final_verdict" in problems


@pytest.mark.parametrize("raw", ["", "It is Faithful.", "[]", "null", '"Faithful"', "{" * 50_000, '{"a": NaN}'])
def test_text_without_a_reply_is_refused(raw: str) -> None:
    assert refused(raw)


@pytest.mark.parametrize("kept", [20, 60, 100, 140, -1])
def test_a_reply_that_was_cut_off_is_refused(kept: int) -> None:
    assert refused(json.dumps(PLAIN)[:kept])


def test_a_whole_object_inside_a_broken_one_is_not_taken_for_the_reply() -> None:
    inner = json.dumps(PLAIN)
    assert refused('{"thoughts": ' + inner)
    assert refused('{"thoughts": ' + inner + ' "oops"}')


@pytest.mark.parametrize(
    "raw",
    [
        f"```json\n{json.dumps(PLAIN)}\n```",
        f"Here: {json.dumps(PLAIN)}",
        json.dumps({**PLAIN, "verdict": "mutated"}),
        json.dumps({**PLAIN, "confidence": 95}),
        json.dumps({**PLAIN, "confidence": "0.95"}),
        json.dumps({**PLAIN, "key_evidence": None}),
    ],
)
def test_in_strict_mode_nothing_is_repaired(raw: str) -> None:
    assert refused(raw, strict=True)
    assert parse(json.dumps(PLAIN), Vote, strict=True) == Parsed(VOTE)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
shares = st.floats(0, 1).map(lambda share: round(share, 3))
points = st.builds(KeyEvidence, field=texts, claim_says=texts, truth_says=texts, issue=texts)
votes = st.builds(
    Vote,
    reasoning=texts,
    key_evidence=st.lists(points, max_size=3).map(tuple),
    verdict=st.sampled_from(Side),
    confidence=shares,
)
answers = st.builds(
    RubricAnswer,
    axis=texts,
    reason=texts,
    claim_quotes=st.lists(texts, max_size=2).map(tuple),
    truth_quotes=st.lists(texts, max_size=2).map(tuple),
    answer=st.sampled_from(["Yes", "No"]),
)
rubrics = st.builds(
    Rubric, answers=st.lists(answers, max_size=3).map(tuple), reasoning=texts, minimal_edit=texts, confidence=shares
)
replies = votes | rubrics | st.builds(Progress, reason=texts, new_reasoning=st.sampled_from(["Yes", "No"]))


def mangled(value: Any, draw: Any, name: str = "") -> Any:
    """The data of a reply, changed at random in ways that have one reading."""
    if isinstance(value, dict):
        return {key: mangled(item, draw, key) for key, item in value.items()}
    if isinstance(value, list):
        return None if not value and draw(st.booleans()) else [mangled(item, draw, name) for item in value]
    if name in ("verdict", "answer", "new_reasoning"):
        return draw(st.sampled_from([value, value.upper(), value.lower(), f" {value} "]))
    if isinstance(value, float):
        percents = [round(value * 100, 5), f"{round(value * 100, 5)}%"] if value > 0.1 else []
        return draw(st.sampled_from([value, str(value), *percents]))
    return draw(st.sampled_from([value, None])) if value == "" else value


def wrapped(text: str, draw: Any) -> str:
    plain_prose = st.text("abc \n.,:!", max_size=20)
    return draw(
        st.sampled_from([text, f"```json\n{text}\n```", f"```\n{text}\n```"])
        | st.builds(lambda before, after: f"{before} {text} {after}", plain_prose, plain_prose)
    )


@given(replies, st.data())
def test_any_reply_mangled_in_repairable_ways_comes_back_equal(reply: Reply, data: st.DataObject) -> None:
    raw = json.dumps(mangled(reply.model_dump(mode="json"), data.draw), indent=data.draw(st.sampled_from([None, 2])))
    if data.draw(st.booleans()):
        raw = raw[:-1].rstrip() + ",}"
    assert parse(wrapped(raw, data.draw), type(reply)).reply == reply


@given(replies)
def test_a_dumped_reply_is_read_back_strictly_and_without_notes(reply: Reply) -> None:
    raw = reply.model_dump_json()
    assert parse(raw, type(reply), strict=True) == parse(raw, type(reply)) == Parsed(reply)


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*PLAIN, "x"]), inner, max_size=5),
    max_leaves=8,
)


@given(texts | json_values.map(json.dumps) | st.text('{}[]",:0123456789 aFMverdict\n`', max_size=80))
def test_arbitrary_text_never_yields_a_reply_unless_it_holds_a_valid_one(raw: str) -> None:
    try:
        parsed = parse(raw, Vote)
    except Unreadable:
        return
    assert parsed.reply.verdict.value.casefold() in raw.casefold()
    assert all(f'"{field}"' in raw for field in PLAIN)
