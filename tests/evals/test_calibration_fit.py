"""Calibrations are fitted so that a confidence means what it says."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.evals.calibration import Outcome, applied, ece, fit, isotonic
from adjudge.verdict import Stance

outcomes = st.lists(
    st.builds(Outcome, stance=st.just(Stance.SUPPORTED), said=st.floats(0, 1), right=st.booleans()), min_size=1
)


def boasting(count: int, seed: int) -> list[Outcome]:
    """Says p, is right with p squared."""
    chance = random.Random(seed)
    said = [chance.random() for _ in range(count)]
    return [Outcome(Stance.CONTRADICTED, value, chance.random() < value * value) for value in said]


@given(outcomes)
def test_the_curve_never_falls_and_stays_between_nothing_and_certainty(given_outcomes: list[Outcome]) -> None:
    points = isotonic(given_outcomes)
    assert [x for x, _ in points] == sorted({x for x, _ in points})
    assert [y for _, y in points] == sorted(y for _, y in points)
    assert all(0 < y < 1 for _, y in points)


def test_a_boaster_is_brought_down_to_earth_on_cases_that_were_not_fitted_on() -> None:
    seen, unseen = boasting(2000, 1), boasting(2000, 2)
    calibration = fit(seen, unseen, protocol="jury", engine="offline", name="made up")
    assert ece(unseen) > 0.12
    assert calibration.ece == round(ece(applied(unseen, calibration)), 4) < 0.04


def test_who_is_always_right_and_says_so_has_no_error() -> None:
    assert ece([Outcome(Stance.SUPPORTED, 1.0, True)] * 10) == 0
    assert ece([Outcome(Stance.SUPPORTED, 1.0, False)] * 10) == 1
    assert ece([]) == 0


def test_equal_confidences_are_one_point_whatever_their_order() -> None:
    mixed = [Outcome(Stance.SUPPORTED, 0.95, number % 10 < 7) for number in range(200)]
    for order in (mixed, sorted(mixed, key=lambda one: one.right), sorted(mixed, key=lambda one: not one.right)):
        assert isotonic(order) == [(0.95, pytest.approx(0.7, abs=0.01))]
