"""Rows for data frames, without a data frame: order, failures, missing columns."""

import pytest

from adjudge.errors import DataError
from adjudge.integrations.columns import checked_names, rows_of
from tests.integrations.texts import ANSWER, SOURCE


def test_rows_have_the_order_of_the_answers_and_failures_score_zero() -> None:
    answers = ["", ANSWER, 7, "Lima is the capital of Peru.", "Who knows?"]
    rows = rows_of(answers, [SOURCE, [SOURCE], SOURCE, {"text": SOURCE}, SOURCE], engine="offline")
    assert [one["score"] for one in rows] == [0, 0.5, 0, 1, None]
    assert [one["error"] is None for one in rows] == [False, True, False, True, True]
    assert rows[2]["error"] == "The answer is of type int. Give the text of the answer."
    assert [one["sentences"] for one in rows] == [0, 2, 0, 1, 0]


def test_an_issue_has_the_words_of_both_sides() -> None:
    (row,) = rows_of([ANSWER], [SOURCE], engine="offline")
    (issue,) = row["issues"]
    assert ANSWER[issue["start"] : issue["end"]] == issue["sentence"] == "The old bridge was built in 1618."
    assert (issue["label"], issue["words"]) == ("incorrect", "1618")
    assert issue["source"] in SOURCE


def test_a_missing_column_is_named() -> None:
    assert checked_names("answer", "context", ["context", "answer"]) == ["context"]
    with pytest.raises(DataError, match=r"The frame has no column 'c2'; it has: 'answer', 'c1'\."):
        checked_names("answer", ["c1", "c2"], ["answer", "c1"])
    with pytest.raises(DataError, match="no column ''"):
        checked_names("answer", [], ["answer"])
