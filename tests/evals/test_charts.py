"""The plots of a report."""

import re
from itertools import pairwise

import pytest

from adjudge.evals.charts import risk_coverage


def ticks(svg: str) -> list[str]:
    return re.findall(r'class="end"[^>]*>([^<]+)<', svg)


@pytest.mark.parametrize(
    ("error", "top"),
    [(0.0, "5%"), (0.05, "5%"), (0.1, "10%"), (0.12, "20%"), (0.21, "25%"), (0.3, "50%"), (1.0, "100%")],
)
def test_the_axis_has_round_numbers_and_ends_above_the_curve(error: float, top: str) -> None:
    found = ticks(risk_coverage([(0.5, 0.0), (1.0, error)]))
    assert found[-1] == top
    steps = {int(b[:-1]) - int(a[:-1]) for a, b in pairwise(found)}
    assert len(steps) == 1


def test_one_point_is_seen_and_none_is_no_error() -> None:
    assert risk_coverage([(1.0, 0.1)]).count("<circle") == 1
    assert "<circle" not in risk_coverage([])
    assert risk_coverage([(at / 40, 0.1) for at in range(1, 41)]).count("<circle") == 1
