"""A record has JSON whatever its texts hold."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from adjudge.record import as_json
from adjudge.verdict import Failure

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=50)


@given(ANY_TEXT)
def test_any_text_is_written_as_json_and_read_back(text: str) -> None:
    failure = Failure(case_id="a", error="CaseError", message=text)
    for written in (failure.model_dump_json(), failure.model_dump_json(indent=1), as_json(failure)):
        assert json.loads(written)["message"] == text
        assert Failure.model_validate_json(written) == failure
        assert Failure.model_validate_json(written.encode()) == failure


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"case_id": "\\ud800"}'])
def test_what_is_no_record_is_refused_as_before(text: str) -> None:
    with pytest.raises(ValidationError):
        Failure.model_validate_json(text)
