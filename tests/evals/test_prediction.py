"""Predictions on disk: what was written is read again, whatever the texts hold."""

from pathlib import Path

import pytest

from adjudge.errors import DataError
from adjudge.evals.prediction import Prediction, line, read_predictions


def prediction(id: str, reason: str) -> Prediction:
    return Prediction(
        id=id, dataset="d", document=id, gold="FAITHFUL", said="FAITHFUL", strict="FAITHFUL", reasons=(reason,)
    )


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r", "\n"])
def test_no_sign_inside_a_reason_ends_a_line(tmp_path: Path, sign: str) -> None:
    kept = [prediction("a", "Plain."), prediction("b", f"One{sign}two."), prediction("c", "Plain.")]
    path = tmp_path / "predictions.jsonl"
    path.write_text("".join(map(line, kept)), encoding="utf-8", newline="")
    assert list(read_predictions(path).values()) == kept


def test_a_last_line_that_was_cut_off_is_left_out_and_any_other_broken_one_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_text(line(prediction("a", "Plain.")) + '{"id": "b", "data')
    assert list(read_predictions(path)) == ["a"]
    path.write_text('{"id"}\n' + line(prediction("a", "Plain.")))
    with pytest.raises(DataError, match="Line 1"):
        read_predictions(path)
