"""The protocols' own records: bands without gaps, counts that add up, and the way back from a stored verdict."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudge import Case, check
from adjudge.record import as_json
from adjudge.results.entailment import MEANINGS, RANGES, Band, band
from adjudge.results.factuality import ClaimCounts
from adjudge.results.registry import RESULTS, typed_result
from adjudge.verdict import Result, Verdict


@given(st.integers(0, 100))
def test_every_confidence_is_in_one_band(confidence: int) -> None:
    low, high = RANGES[band(confidence)]
    assert low <= confidence <= high
    assert sum(low <= confidence <= high for low, high in RANGES.values()) == 1


def test_every_band_has_a_meaning() -> None:
    assert {*MEANINGS} == {*RANGES} == {*Band}


@given(*[st.integers(0, 5)] * 5, st.integers(-1, 1))
def test_claims_are_counted_once(
    correct: int, incorrect: int, uncertain: int, excluded: int, failed: int, off: int
) -> None:
    parts = {
        "correct": correct,
        "incorrect": incorrect,
        "uncertain": uncertain,
        "excluded": excluded,
        "failed": failed,
    }
    asked = sum(parts.values()) + off
    if off:
        with pytest.raises(ValidationError, match="accounted for"):
            ClaimCounts(asked=asked, **parts)
    else:
        assert ClaimCounts(asked=asked, **parts).asked == asked


@pytest.mark.parametrize("protocol", RESULTS)
def test_a_stored_verdict_gets_its_record_back(protocol: str) -> None:
    case = Case(claim="The bridge opened in 1932.", documents=["The bridge opened in 1931."])
    verdict = check(case, protocol=protocol)
    stored = Verdict.model_validate_json(verdict.model_dump_json())
    assert type(typed_result(stored)) is RESULTS[protocol]
    assert as_json(typed_result(stored)) == as_json(verdict.result)


def test_a_record_of_another_version_stays_open() -> None:
    case = Case(claim="The bridge opened in 1932.", documents=["The bridge opened in 1931."])
    verdict = check(case, protocol="entailment")
    older = Verdict.model_validate(verdict.model_dump(mode="json") | {"result": {"final_word": "SUPPORTED"}})
    assert type(typed_result(older)) is Result
    assert typed_result(older).model_dump() == {"final_word": "SUPPORTED"}
