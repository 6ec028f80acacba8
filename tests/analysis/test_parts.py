"""Those who have another part in the same event, and kinds of weather."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("A passenger was unhurt.", "The car left the road. Its driver, Anna Berg, 34, was unhurt."),
        ("The pedestrian was taken to hospital.", "The cyclist was taken to hospital."),
        ("The referee was booed.", "The coach was booed."),
        ("The recipient remained anonymous.", "The donor remained anonymous."),
    ],
)
def test_what_holds_of_one_part_is_not_said_of_another(claim: str, source: str) -> None:
    [finding] = compare(claim, [("s", source)]).on("name")
    assert finding.relation is Relation.ABSENT


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The driver was unhurt.", "The driver was unhurt, but a passenger broke her arm."),
        ("The pedestrian was unhurt.", "The driver hit a pedestrian, who was unhurt."),
        ("The student signed the form.", "The pupil signed the form."),
        ("The patient was treated by the doctor.", "The doctor treated the patient."),
    ],
)
def test_a_part_that_the_source_names_is_no_difference(claim: str, source: str) -> None:
    assert not [one for one in compare(claim, [("s", source)]).findings if one.relation is Relation.ABSENT]


@pytest.mark.parametrize(
    ("claim", "clashes"),
    [
        ("It rained overnight in the valleys.", True),
        ("Fog fell overnight in the valleys.", True),
        ("It snowed overnight in the valleys.", False),
    ],
)
def test_rain_is_not_snow(claim: str, clashes: bool) -> None:
    compared = compare(claim, [("s", "Snow fell overnight in the valleys, closing two passes.")])
    assert bool(compared.with_relation(Relation.CONTRADICTED)) is clashes
