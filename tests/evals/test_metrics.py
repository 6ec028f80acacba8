"""Figures checked against hand-made tables, and their intervals."""

import pytest

from adjudge.evals.metrics import Confusion, ScoredRow, auroc, confusion, figures, majority


def row(unfaithful: bool, said: bool | None, suspicion: float = 0.5, document: str = "d") -> ScoredRow:
    return ScoredRow(unfaithful, said, suspicion, document)


def test_the_positive_class_is_the_problem() -> None:
    rows = [row(True, True), row(True, False), row(False, True), row(False, False), row(False, False)]
    table = confusion(rows)
    assert table == Confusion(tp=1, tn=2, fp=1, fn=1)
    assert (table.recall, table.precision) == (0.5, 0.5)
    assert table.specificity == pytest.approx(2 / 3)
    assert table.balanced_accuracy == pytest.approx((0.5 + 2 / 3) / 2)
    assert table.mcc == pytest.approx((2 - 1) / (2 * 2 * 3 * 3) ** 0.5)


def test_abstentions_are_in_no_cell() -> None:
    assert confusion([row(True, None), row(False, None)]) == Confusion(tp=0, tn=0, fp=0, fn=0)


def test_what_is_not_defined_is_none_and_not_zero() -> None:
    assert Confusion(tp=0, tn=3, fp=0, fn=0).recall is None
    assert Confusion(tp=0, tn=3, fp=0, fn=0).balanced_accuracy is None
    assert auroc([row(True, True)]) is None
    assert auroc([]) is None


def test_auroc_counts_pairs_and_half_of_the_ties() -> None:
    rows = [row(True, True, 0.9), row(True, True, 0.4), row(False, False, 0.4), row(False, False, 0.1)]
    assert auroc(rows) == pytest.approx((1 + 1 + 0.5 + 1) / 4)


def test_intervals_hold_the_value_and_are_the_same_again() -> None:
    rows = [row(n % 2 == 0, n % 3 != 0, n / 20, f"d{n % 5}") for n in range(20)]
    found = figures(rows, draws=200)
    assert found == figures(rows, draws=200)
    for figure in found.values():
        assert figure.value is not None
        assert figure.low is not None
        assert figure.high is not None
        assert figure.low <= figure.value <= figure.high


def test_rows_of_one_document_are_drawn_together() -> None:
    one_document = [row(n % 2 == 0, n % 3 != 0, n / 20, "d") for n in range(20)]
    figure = figures(one_document, draws=50)["balanced_accuracy"]
    assert figure.low == figure.value == figure.high


def test_the_majority_baseline() -> None:
    assert majority([row(True, True)] * 3 + [row(False, True)]) == 0.75
    assert majority([]) is None
