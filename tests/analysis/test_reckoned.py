"""Years told by their distance from another: two years later, the following year, im folgenden Jahr."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.reckoned import reckoned
from adjudge.verdict import Relation

_DAM = "The dam was completed in 1964. Two years later a flood destroyed the pumping station."
_INN = "The inn opened in 1920 and burned down five years later."


@pytest.mark.parametrize(
    ("text", "before", "years"),
    [
        ("It opened in 1920 and closed five years later.", "", [1925]),
        ("Three years earlier she had left.", "She returned in 1988.", [1985]),
        ("She married in 1951; the following year her son was born.", "", [1952]),
        ("Im folgenden Jahr wurde der Turm gebaut.", "Der Hafen entstand 1903.", [1904]),
        ("Two decades later it was sold.", "The yard was founded in 1930.", [1950]),
        ("It was planned in 1910, opened in 1920 and closed five years later.", "", []),
        ("Two years later it closed.", "", []),
        ("Two years later it closed.", "It ran from 1950 to 1960.", []),
        ("Two years later it closed.", "It had been running since 1950.", []),
        ("Some years later it closed.", "It opened in 1950.", []),
        ("It opened two years later than planned.", "Work began in 1950.", []),
    ],
)
def test_a_year_is_reckoned_from_the_only_one_it_can_mean(text: str, before: str, years: list[int]) -> None:
    assert [one.year for one in reckoned(text, before)] == years


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_DAM, "The pumping station was destroyed in 1966."),
        (_INN, "The inn burned down in 1925."),
        (_INN, "The inn opened in 1920."),
        ("She married in 1951; the following year her son was born.", "Her son was born in 1952."),
        (
            "Der Damm wurde 1964 fertiggestellt. Zwei Jahre später zerstörte eine Flut das Pumpwerk.",
            "Das Pumpwerk wurde 1966 zerstört.",
        ),
    ],
)
def test_a_year_that_can_be_reckoned_follows(source: str, claim: str) -> None:
    assert [one.relation for one in compare(claim, [("s", source)]).on("date")] == [Relation.SAME]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_DAM, "A flood destroyed the pumping station in 1964."),
        (_DAM, "A flood destroyed the pumping station in 1971."),
        (_INN, "The inn opened in 1925."),
    ],
)
def test_another_year_than_the_reckoned_one_contradicts(source: str, claim: str) -> None:
    assert [one.relation for one in compare(claim, [("s", source)]).on("date")] == [Relation.CONTRADICTED]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "The inn was planned in 1910, opened in 1920 and burned down five years later.",
            "The inn burned down in 1925.",
        ),
        ("The yard opened in 1930. Two decades later the yard was sold.", "The yard was sold in 1951."),
    ],
)
def test_a_year_that_cannot_be_told_is_not_denied(source: str, claim: str) -> None:
    assert not compare(claim, [("s", source)]).with_relation(Relation.CONTRADICTED)
