"""A calibration from predictions."""

import pytest

from adjudge import Case, Stance
from adjudge.errors import DataError
from adjudge.evals.fitting import calibration_of, languages_of
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.labels import Gold
from adjudge.evals.prediction import Prediction


def predictions(count: int, *, right_share: float = 0.7) -> list[Prediction]:
    found = []
    for number in range(count):
        said = "FAITHFUL" if number % 10 < 10 * right_share else "UNFAITHFUL"
        found.append(
            Prediction(
                id=f"r{number}",
                dataset="d",
                document=f"d{number}",
                gold="FAITHFUL",
                said=said,
                strict=said,
                stance=Stance.SUPPORTED,
                confidence=0.95,
            )
        )
    return found


def test_what_was_said_too_surely_is_told_as_it_was() -> None:
    found = calibration_of(predictions(200), protocol="jury", engine="offline", name="mills")
    fitted = found.calibration
    assert len(found.held_out) == 200
    assert fitted.of(Stance.SUPPORTED, 0.95) == pytest.approx(0.7, abs=0.02)
    assert str(fitted).startswith("mills, n=200, ECE 0.0")


def test_the_error_is_that_on_other_documents() -> None:
    fitted = calibration_of(
        predictions(60, right_share=0.5), protocol="jury", engine="offline", name="mills"
    ).calibration
    assert 0 <= fitted.ece < 0.3


@pytest.mark.parametrize(("count", "share", "words"), [(20, 0.7, "Too few"), (60, 1.0, "nothing to fit")])
def test_what_cannot_be_fitted_is_an_error(count: int, share: float, words: str) -> None:
    with pytest.raises(DataError, match=words):
        calibration_of(predictions(count, right_share=share), protocol="jury", engine="offline", name="mills")


def labelled(claim: str, count: int) -> list[LabelledCase]:
    case = Case(claim=claim, documents=["1931."])
    return [LabelledCase(f"{claim}{number}", case, Gold.FAITHFUL, "d", "d") for number in range(count)]


def test_the_languages_are_those_that_rows_enough_are_in() -> None:
    english, german = "The bridge was opened by the mayor.", "Die Brücke wurde nicht im Mai eröffnet."
    assert languages_of([*labelled(english, 8), *labelled("1931.", 40), *labelled(german, 2)]) == ("English",)
    assert languages_of([*labelled(english, 80), *labelled(german, 40)]) == ("English", "German")
    assert languages_of(labelled("1931.", 3)) == ()
