"""Calibrations are fitted so that a confidence means what it says."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.evals.calibration import ScoredConfidence, applied, ece, fit, isotonic
from adjudge.protocols.calibration import Kind

outcomes = st.lists(
    st.builds(ScoredConfidence, kind=st.just(Kind.SUPPORTED), said=st.floats(0, 1), right=st.booleans()), min_size=1
)


def boasting(count: int, seed: int) -> list[ScoredConfidence]:
    """Says p, is right with p squared."""
    chance = random.Random(seed)
    said = [chance.random() for _ in range(count)]
    return [ScoredConfidence(Kind.CONTRADICTED, value, chance.random() < value * value) for value in said]


@given(outcomes)
def test_the_curve_never_falls_and_stays_between_nothing_and_certainty(given_outcomes: list[ScoredConfidence]) -> None:
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
    assert ece([ScoredConfidence(Kind.SUPPORTED, 1.0, True)] * 10) == 0
    assert ece([ScoredConfidence(Kind.SUPPORTED, 1.0, False)] * 10) == 1
    assert ece([]) == 0


def test_equal_confidences_are_one_point_whatever_their_order() -> None:
    mixed = [ScoredConfidence(Kind.SUPPORTED, 0.95, number % 10 < 7) for number in range(200)]
    for order in (mixed, sorted(mixed, key=lambda one: one.right), sorted(mixed, key=lambda one: not one.right)):
        assert isotonic(order) == [(0.95, pytest.approx(0.7, abs=0.01))]


def hard_and_easy(count: int, seed: int) -> list[ScoredConfidence]:
    """Always says 0.8; right nine times in ten on easy texts, every other time on hard ones."""
    chance = random.Random(seed)
    hard = [float(chance.random() < 0.5) for _ in range(count)]
    return [
        ScoredConfidence(Kind.SUPPORTED, 0.8, chance.random() < (0.5 if one else 0.9), {"numbers": one}) for one in hard
    ]


def test_what_makes_texts_hard_is_learnt_and_makes_the_confidence_right_on_each_kind() -> None:
    seen, unseen = hard_and_easy(1500, 1), hard_and_easy(1500, 2)
    fitted = fit(seen, unseen, protocol="jury", engine="offline", name="made up")
    for kind, right in ((1.0, 0.5), (0.0, 0.9)):
        assert fitted.of(Kind.SUPPORTED, 0.8, {"numbers": kind}) == pytest.approx(right, abs=0.05)
        assert ece([one for one in applied(unseen, fitted) if one.traits == {"numbers": kind}]) < 0.06


def test_of_few_cases_nothing_is_learnt_about_traits() -> None:
    assert not fit(hard_and_easy(100, 1), [], protocol="jury", engine="offline", name="made up").traits


def dull_and_sharp(count: int, seed: int) -> list[ScoredConfidence]:
    """Right as often as it says on easy texts; on hard ones every other time, however sure."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        said, hard = chance.random(), float(chance.random() < 0.5)
        found.append(
            ScoredConfidence(Kind.SUPPORTED, said, chance.random() < (0.5 if hard else said), {"numbers": hard})
        )
    return found


def test_on_texts_where_a_sure_word_says_nothing_it_is_worth_no_more_than_another() -> None:
    fitted = fit(dull_and_sharp(3000, 1), [], protocol="jury", engine="offline", name="made up")
    hard, easy = (
        fitted.of(Kind.SUPPORTED, 0.95, {"numbers": kind}) - fitted.of(Kind.SUPPORTED, 0.05, {"numbers": kind})
        for kind in (1.0, 0.0)
    )
    assert easy == pytest.approx(0.9, abs=0.1)
    assert abs(hard) < 0.15


def test_the_usual_range_of_traits_and_the_base_rate_are_learnt() -> None:
    outcomes = [ScoredConfidence(Kind.SUPPORTED, 0.9, at % 4 != 0, {"numbers": at / 400}) for at in range(400)]
    found = fit(outcomes, outcomes, protocol="jury", engine="offline", name="own", held=None)
    low, high = found.ranges["numbers"]
    assert 0 < low < 0.01 < 0.99 < high < 1
    assert found.base[Kind.SUPPORTED] == pytest.approx(0.75, abs=0.01)
    assert not found.traits
