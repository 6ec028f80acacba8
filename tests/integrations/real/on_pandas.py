"""`df.adjudge(...)` on real DataFrames."""

import asyncio
import math

import numpy as np
import pandas as pd
import pytest

import adjudge.integrations.pandas
from adjudge.errors import DataError
from tests.integrations.texts import ANSWER, SOURCE

FRAME = pd.DataFrame(
    {
        "answer": [ANSWER, "Lima is the capital of Peru.", "", ANSWER, None, float("nan"), "Who knows?"],
        "context": [SOURCE, [SOURCE, None], SOURCE, None, SOURCE, SOURCE, SOURCE],
        "verdict": list("abcdefg"),
    },
    index=list("gfedcba"),
)


def test_every_row_has_a_result_in_its_place() -> None:
    found = FRAME.adjudge()
    assert list(found.index) == list("gfedcba")
    assert list(found.columns) == ["verdict", "score", "sentences", "issues", "error"]
    assert list(found["verdict"][:2]) == ["unfaithful", "faithful"]
    assert list(found["score"][:6]) == [0.5, 1, 0, 0, 0, 0]
    issue = found.loc["g", "issues"][0]
    assert (issue["words"], ANSWER[issue["start"] : issue["end"]]) == ("1618", issue["sentence"])
    assert issue["source"] in SOURCE


def test_rows_without_a_verdict_stay_in_the_mean() -> None:
    found = FRAME.adjudge()
    assert found["verdict"].isna().sum() == 4
    assert found["error"]["e"] == "The answer is empty. There is nothing to check."
    assert found["error"]["d"].startswith("The answer has no context.")
    assert found["error"]["c"].startswith("The answer is of type NoneType.")
    assert math.isnan(found["score"]["a"]), "a question states nothing"
    assert found["score"].mean() == pytest.approx(1.5 / 6)


def test_results_can_be_joined_to_the_frame() -> None:
    joined = FRAME.join(FRAME.adjudge().add_prefix("adjudge_"))
    assert joined.loc["g", "adjudge_verdict"] == "unfaithful"
    assert len(joined) == len(FRAME)


def test_contexts_are_lists_arrays_data_or_several_columns() -> None:
    data = {"bridge": {"name": "old bridge", "built": 1608}}
    frame = pd.DataFrame(
        {
            "reply": ["The old bridge was built in 1608."] * 4,
            "first": [["Boats are blue."], np.array([SOURCE, "Boats are blue."]), data, "Boats are blue."],
            "second": [SOURCE, None, pd.NA, SOURCE],
        }
    )
    assert list(frame.adjudge(answer="reply", context=["first", "second"])["score"]) == [1, 1, 1, 1]


def test_an_empty_frame_has_the_columns() -> None:
    found = FRAME.iloc[:0].adjudge()
    assert list(found.columns) == ["verdict", "score", "sentences", "issues", "error"]
    assert len(found) == 0
    assert found["score"].dtype == "float64"


def test_a_missing_column_is_named() -> None:
    with pytest.raises(DataError, match=r"no column 'source'; it has: 'answer', 'context', 'verdict'"):
        FRAME.adjudge(context="source")


def test_it_works_inside_a_running_loop() -> None:
    async def inside() -> float:
        return float(adjudge.integrations.pandas.check_frame(FRAME.iloc[:1])["score"].iloc[0])

    assert asyncio.run(inside()) == 0.5
