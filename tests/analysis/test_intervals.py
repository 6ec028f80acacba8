from hypothesis import given
from hypothesis import strategies as st

from adjudge.analysis.facts.intervals import Interval, band, point

numbers = st.integers(-50, 50).map(float)
intervals = st.builds(Interval, numbers, numbers, st.booleans(), st.booleans())


def holds(interval: Interval, value: float) -> bool:
    above = value > interval.low or (value == interval.low and not interval.low_open)
    below = value < interval.high or (value == interval.high and not interval.high_open)
    return above and below


@given(intervals, intervals, numbers)
def test_the_common_part_holds_exactly_what_both_hold(first: Interval, second: Interval, value: float) -> None:
    assert holds(first.common(second), value) == (holds(first, value) and holds(second, value))


@given(intervals, intervals)
def test_meeting_is_symmetric(first: Interval, second: Interval) -> None:
    assert first.meets(second) == second.meets(first)


@given(intervals, intervals, numbers)
def test_within_means_that_every_member_is_shared(first: Interval, second: Interval, value: float) -> None:
    if first.within(second) and holds(first, value):
        assert holds(second, value)


@given(intervals, intervals, intervals)
def test_within_is_transitive(first: Interval, second: Interval, third: Interval) -> None:
    if first.within(second) and second.within(third) and not second.empty:
        assert first.within(third)


@given(numbers, st.integers(0, 9).map(float))
def test_a_point_lies_in_every_band_around_it(value: float, reach: float) -> None:
    assert point(value).within(band(value, reach))


def test_open_ends_that_touch_do_not_meet() -> None:
    assert not Interval(0, 5, high_open=True).meets(Interval(5, 9))
    assert Interval(0, 5).meets(Interval(5, 9))
    assert Interval(3, 3, low_open=True).empty
