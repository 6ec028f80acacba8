"""One measure in two units: degrees, speeds, and how often something happened."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

_HEAT = "Temperatures in Madrid reached 40 degrees Celsius on Tuesday."
_CAR = "The car was travelling at 120 kilometres per hour."
_FORECAST = "The firm cut its forecast for a second time this year."


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_HEAT, "Temperatures in Madrid reached 104 degrees Fahrenheit on Tuesday."),
        (_HEAT, "Temperatures in Madrid reached 40 °C."),
        (_HEAT, "Temperatures in Madrid reached 40C."),
        (_HEAT, "Temperatures in Madrid reached 104F."),
        ("Global temperatures rose by 1.5 °C.", "Global temperatures rose by 2.7 °F."),
        (_CAR, "The car was travelling at 75 mph."),
        (_CAR, "The car was travelling at 120 km/h."),
        ("Der Wagen fuhr 120 km/h.", "Der Wagen fuhr 120 Stundenkilometer."),
        (_FORECAST, "The firm has cut its forecast twice this year."),
        (_FORECAST, "The firm has cut its forecast two times this year."),
        ("The town is twice as large as Ely.", "The town is two times as large as Ely."),
    ],
)
def test_the_same_in_another_unit_agrees(source: str, claim: str) -> None:
    found = compare(claim, [("s", source)])
    assert found.on("quantity")
    assert all(one.relation in (Relation.SAME, Relation.COARSER) for one in found.findings)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_HEAT, "Temperatures in Madrid reached 40 degrees Fahrenheit on Tuesday."),
        (_CAR, "The car was travelling at 120 mph."),
        (_CAR, "The car was travelling at 100 km/h."),
        (_FORECAST, "The firm cut its forecast for the third time this year."),
        (_FORECAST, "The firm cut its forecast three times this year."),
    ],
)
def test_the_same_figure_in_another_unit_contradicts(source: str, claim: str) -> None:
    assert Relation.CONTRADICTED in {one.relation for one in compare(claim, [("s", source)]).on("quantity")}
