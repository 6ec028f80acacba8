"""`df.adjudge(...)` on real Polars frames."""

import polars as pl
import pytest

import adjudge.integrations.polars as adapter
from adjudge.errors import DataError
from tests.integrations.texts import ANSWER, SOURCE

FRAME = pl.DataFrame(
    {
        "answer": [ANSWER, "Lima is the capital of Peru.", "", ANSWER, None, "Who knows?"],
        "context": [[SOURCE], [SOURCE, None], [SOURCE], None, [SOURCE], [SOURCE]],
    }
)


def test_every_row_has_a_result_in_its_place() -> None:
    found = FRAME.adjudge()
    assert found.schema == pl.Schema(adapter.SCHEMA)
    assert found["verdict"].to_list() == ["unfaithful", "faithful", None, None, None, found["verdict"][5]]
    assert found["score"].to_list() == [0.5, 1, 0, 0, 0, None]
    issue = found["issues"][0][0]
    assert (issue["words"], ANSWER[issue["start"] : issue["end"]]) == ("1618", issue["sentence"])


def test_rows_without_a_verdict_stay_in_the_mean() -> None:
    found = FRAME.adjudge()
    assert found["error"].null_count() == 3
    assert found["error"][2] == "The answer is empty. There is nothing to check."
    assert found["error"][3].startswith("The answer has no context.")
    assert found["score"].mean() == pytest.approx(1.5 / 5)


def test_results_can_be_put_beside_the_frame_and_written(tmp_path: object) -> None:
    beside = FRAME.hstack(FRAME.adjudge())
    assert beside.width == 7
    beside.write_parquet(f"{tmp_path}/out.parquet")
    assert pl.read_parquet(f"{tmp_path}/out.parquet").equals(beside)


def test_contexts_are_structs_or_several_columns() -> None:
    frame = pl.DataFrame(
        {
            "reply": ["The old bridge was built in 1608."] * 2,
            "first": [{"name": "old bridge", "built": 1608}, None],
            "second": [None, SOURCE],
        }
    )
    assert frame.adjudge(answer="reply", context=["first", "second"])["score"].to_list() == [1, 1]


def test_an_empty_frame_has_the_columns() -> None:
    assert FRAME.clear().adjudge().schema == pl.Schema(adapter.SCHEMA)


def test_a_missing_column_is_named() -> None:
    with pytest.raises(DataError, match=r"no column 'source'; it has: 'answer', 'context'"):
        FRAME.adjudge(context="source")
