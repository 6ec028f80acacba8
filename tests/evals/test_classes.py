"""Figures of two and three classes: as defined, in every denominator, undefined where they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.evals.classes import MEASURES, ClassifiedRow, baseline, by_class, confusion, figures

CLASSES = ("A", "B", "C")
SAID = st.sampled_from((*CLASSES, "UNDETERMINED", "FAILED"))
ROWS = st.lists(
    st.builds(ClassifiedRow, st.sampled_from(CLASSES), SAID, st.floats(0, 1), st.sampled_from("xyz")), max_size=30
)


def row(gold: str, said: str, document: str = "d", score: float = 0.5) -> ClassifiedRow:
    return ClassifiedRow(gold, said, score, document)


def values(rows: list[ClassifiedRow], classes: tuple[str, ...] = ("A", "B")) -> dict[str, float | None]:
    return {name: figure.value for name, figure in figures(rows, classes, draws=0).items()}


def test_figures_worked_out_by_hand() -> None:
    rows = [row("A", "A")] * 6 + [row("A", "B")] * 2 + [row("B", "B")] * 1 + [row("B", "A")] * 1
    found = values(rows)
    assert found["accuracy"] == pytest.approx(0.7)
    assert found["balanced_accuracy"] == pytest.approx((0.75 + 0.5) / 2)
    assert found["mcc"] == pytest.approx((6 * 1 - 2 * 1) / (8 * 2 * 7 * 3) ** 0.5, abs=1e-4)
    assert found["kappa"] == pytest.approx((0.7 - 0.62) / 0.38, abs=1e-4)
    assert found["macro_f1"] == pytest.approx((12 / 15 + 2 / 5) / 2)


def test_what_failed_or_is_undetermined_is_in_the_denominator() -> None:
    whole = [row("A", "A"), row("B", "B")]
    assert values(whole)["accuracy"] == 1
    assert values([*whole, row("A", "FAILED"), row("B", "UNDETERMINED")])["accuracy"] == 0.5
    assert values([*whole, row("A", "FAILED"), row("B", "UNDETERMINED")])["balanced_accuracy"] == 0.5


def test_one_class_only_leaves_what_needs_two_undefined() -> None:
    found = values([row("A", "A"), row("A", "B")])
    assert found["accuracy"] == 0.5
    assert [found[name] for name in ("balanced_accuracy", "macro_f1", "kappa", "auroc", "mcc")] == [None] * 5


def test_no_rows_leave_everything_undefined() -> None:
    assert values([]) == dict.fromkeys(MEASURES)


def test_a_constant_answer_is_at_chance() -> None:
    rows = [row("A", "A")] * 3 + [row("B", "A")] * 3
    assert values(rows)["balanced_accuracy"] == 0.5
    assert values(rows)["kappa"] == 0
    assert values(rows)["mcc"] is None
    assert baseline(rows, ("A", "B"))["accuracy"] == 0.5


def test_one_document_gives_no_interval() -> None:
    rows = [row("A", "A"), row("B", "A")]
    assert figures(rows, ("A", "B"))["accuracy"].low is None


@given(ROWS)
def test_every_row_is_in_the_table_once(rows: list[ClassifiedRow]) -> None:
    assert sum(sum(line.values()) for line in confusion(rows, CLASSES).values()) == len(rows)
    assert sum(one.support for one in by_class(rows, CLASSES, draws=0).values()) == len(rows)


@given(ROWS)
def test_no_figure_is_out_of_bounds_and_the_interval_holds_together(rows: list[ClassifiedRow]) -> None:
    for name, figure in figures(rows, CLASSES, draws=20).items():
        for value in (figure.value, figure.low, figure.high):
            assert value is None or (-1 if name in ("mcc", "kappa") else 0) <= value <= 1.0001
        if figure.low is not None and figure.high is not None:
            assert figure.low <= figure.high


@given(ROWS)
def test_the_order_of_rows_does_not_matter(rows: list[ClassifiedRow]) -> None:
    assert values(rows, CLASSES) == pytest.approx(values(rows[::-1], CLASSES))


def test_precision_and_recall_come_with_intervals_that_hold_them() -> None:
    rows = [row("A", "A" if at % 3 else "B", f"d{at}") for at in range(30)] + [
        row("B", "B", f"e{at}") for at in range(9)
    ]
    one = by_class(rows, ("A", "B"), draws=200)["A"]
    for share in (one.recall, one.f1):
        assert share.value is not None
        assert share.low is not None
        assert share.high is not None
        assert share.low < share.value < share.high
    assert one.precision.value == 1
    assert by_class(rows[:1], ("A", "B"))["A"].recall.low is None
