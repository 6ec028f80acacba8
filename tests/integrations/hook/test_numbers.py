"""When the numbers of a statement are borne out by tool outputs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.integrations.hook.numbers import KnownNumbers, checked_numbers


def unknown(statement: str, *outputs: str, around: str = "") -> str:
    return checked_numbers(statement, around, KnownNumbers(outputs, outputs)).unknown


@pytest.mark.parametrize(
    ("statement", "output"),
    [
        ("It took 48 seconds.", "real 48.320"),
        ("The mean is 11.4.", "mean 11.384211"),
        ("There are 18,244 orders.", "north | 18244"),
        ("Es sind 2.204 Mitglieder.", "2204"),
        ("It has 1.72 GB.", "1.72GB"),
        ("It has 50 MiB.", "52428800"),
        ("It takes 0.81 seconds.", "812.4 ms"),
        ("The accuracy is 87.4 %.", "accuracy 0.8735"),
        ("It shrank from 840 kB to 630 kB, by 25 % (210 kB).", "840.00 kB 630.00 kB"),
        ("48 segments of 16 MB are 768 MB.", "keep = 48, size = 16"),
        ("720 hours are 30 days.", "HOURS = 720"),
        ("Three values: 31.5, 38 and 40.5, in all 110.", "40,31.5\n41,38.0\n42,40.5"),
        ("There are 11 lines.", "\n".join("x" * 11)),
        ("It is at version 22.", "v22.11.0"),
        ("On 12 November at 04:17.", "2026-11-12T04:17:09Z"),
        ("About 300 lines would go.", "912 lines"),
        ("Of the 7,043 customers 26.5 % left.", "rows=7043 positives=1869"),
        ("See chart-118 and x86_64 in /v2/44.", "nothing"),
    ],
)
def test_a_number_that_the_outputs_have_or_imply_is_borne_out(statement: str, output: str) -> None:
    assert unknown(statement, output) == ""


@pytest.mark.parametrize(
    ("statement", "output", "number"),
    [
        ("All 27 tests pass.", "17 passed", "27"),
        ("The leak is in chart.c:181.", "chart.c:118", "181"),
        ("It takes 31 seconds.", "real 1m51.310s", "31"),
        ("It is at 9.5.0.", "pino@8.21.0", "9.5.0"),
        ("It has 241 MB.", "841MB", "241"),
        ("It takes 81 ms.", "812.4 ms", "81"),
        ("Es sind 2.402 Mitglieder.", "2204", "2.402"),
        ("The accuracy is 91.2 %.", "accuracy 0.8735", "91.2"),
        ("Of the 7,043 customers 26.5 % left.", "rows=7043\npositives=1869", "26.5"),
        ("Of the 7,043 customers 28.5 % left.", "rows=7043 positives=1869", "28.5"),
    ],
)
def test_another_number_is_not_borne_out(statement: str, output: str, number: str) -> None:
    assert unknown(statement, output) == number


def test_a_number_may_build_on_the_statements_around_it() -> None:
    assert unknown("That is 4 times as much, 480.", "120", around="It was 120.") == ""


@given(st.floats(11, 1e6), st.integers(0, 3))
def test_a_number_is_borne_out_by_any_longer_form_of_itself(value: float, places: int) -> None:
    assert unknown(f"It is {value:.{places}f}.", f"{value:.6f}") == ""


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_read(statement: str, output: str) -> None:
    unknown(statement, output)
