"""What --risk can promise, and when cases are no longer like those."""

import pytest

from adjudge import Case
from adjudge.errors import DataError
from adjudge.evals.calibration import ScoredConfidence
from adjudge.evals.drift import Sampled, drift, summary
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.labels import Gold
from adjudge.evals.promise import promise, require_fit_for_calibration
from adjudge.protocols.calibration import Kind


def outcomes(right: int, wrong: int, said: float = 0.9) -> list[ScoredConfidence]:
    return [ScoredConfidence(Kind.SUPPORTED, said, at < right) for at in range(right + wrong)]


def test_forty_five_right_cases_allow_a_promise_of_five_per_cent_and_forty_four_do_not() -> None:
    assert promise(outcomes(45, 0), 0.05).answered == 45
    short = promise(outcomes(44, 0), 0.05)
    assert (short.answered, short.more_labels) == (0, 1)
    assert "1 more row" in str(short)


def test_the_surest_are_answered_and_the_unsure_are_not() -> None:
    found = promise([*outcomes(60, 0, 0.95), *outcomes(5, 35, 0.6)], 0.05)
    assert (found.answered, found.cases) == (60, 100)


def test_verdicts_that_decide_nothing_are_no_part_of_a_promise() -> None:
    silent = [ScoredConfidence(Kind.NOT_SUPPORTED, 0.9, right=True, decides=False)] * 100
    assert promise(silent, 0.05).answered == 0


def test_where_the_surest_err_more_often_no_number_of_labels_helps() -> None:
    found = promise(outcomes(50, 50), 0.05)
    assert found.more_labels is None
    assert "even the surest" in str(found)


def test_the_number_of_labels_that_is_named_would_be_enough() -> None:
    short = promise(outcomes(30, 1), 0.1)
    assert short.more_labels
    enough = 31 + short.more_labels
    wrong = round(enough / 31)
    assert promise(outcomes(enough - wrong, wrong), 0.1).answered == enough


def rows(count: int, dataset: str = "mills", *, gold: Gold | None = None, start: int = 0) -> list[LabelledCase]:
    return [
        LabelledCase(
            f"{dataset}{at}", Case(claim=f"Claim {at}.", documents=[f"Source {at}."]),
            gold or (Gold.FAITHFUL if at % 2 else Gold.UNFAITHFUL), dataset, str(at),
        )
        for at in range(start, start + count)
    ]  # fmt: skip


def test_twelve_rows_are_refused_with_how_many_are_needed() -> None:
    with pytest.raises(DataError, match="12 labelled rows are too few") as refused:
        require_fit_for_calibration(rows(12), fewest=30)
    assert "18 more" in refused.value.hint


def test_rows_of_one_class_are_refused() -> None:
    with pytest.raises(DataError, match="All 40 rows have the label FAITHFUL"):
        require_fit_for_calibration(rows(40, gold=Gold.FAITHFUL), fewest=30)


def test_sets_that_are_copies_of_each_other_are_refused_by_name() -> None:
    with pytest.raises(DataError, match="'mills' and 'again' share 30 of 30"):
        require_fit_for_calibration([*rows(40), *rows(30, "again")], fewest=30)
    require_fit_for_calibration([*rows(40), *rows(40, "others", start=30)], fewest=30)


def sampled(count: int, length: float, outcome: str = "SUPPORTED") -> list[Sampled]:
    return [Sampled({"length": length + (at % 5) / 20, "numbers": (at % 3) / 3}, outcome) for at in range(count)]


def test_longer_texts_are_a_drift_and_equal_ones_are_none() -> None:
    found = drift(summary(sampled(60, 0.2)), summary(sampled(60, 0.8)))
    assert (found[0].what, found[0].drifted) == ("length", True)
    assert not any(one.drifted for one in drift(summary(sampled(60, 0.2)), summary(sampled(40, 0.2))))


def test_other_outcomes_are_a_drift() -> None:
    mixed = [*sampled(30, 0.2), *sampled(30, 0.2, "CONTRADICTED")]
    assert {one.what for one in drift(summary(sampled(60, 0.2)), summary(mixed)) if one.drifted} == {
        "outcome: SUPPORTED", "outcome: CONTRADICTED",
    }  # fmt: skip


def test_few_cases_show_no_drift_and_are_refused() -> None:
    with pytest.raises(DataError, match="The run has 3 cases"):
        drift(summary(sampled(60, 0.2)), summary(sampled(3, 0.2)))
