"""A part of those just counted ("two of them") is no other figure for the whole, nor for another part."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

_CRASH = "The crash injured 12 people, two of them seriously."
_COACH = "The coach carried 20 people, 15 of them men."
_UNFALL = "Bei dem Unfall wurden neun Menschen verletzt, sieben davon leicht."
_MILL = "The mill employs 9,300 people, of whom 3,100 work at its yard in Leer."
_HOUSES = "The village has 400 houses, of which 90 stand empty."


def contradicted(source: str, claim: str) -> bool:
    return bool(compare(claim, [("s", source)]).with_relation(Relation.CONTRADICTED))


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_CRASH, "Twelve people were injured, ten of them slightly."),
        (_COACH, "The coach carried 20 people, five of them women."),
        (_UNFALL, "Neun Menschen wurden verletzt, zwei davon schwer."),
        (_MILL, "3,100 people work at the yard in Leer."),
        (_HOUSES, "90 houses stand empty."),
        (_HOUSES, "310 houses in the village are occupied."),
        ("Forty people were on board, three of them crew.", "Three of the 40 people on board were crew."),
    ],
)
def test_a_part_is_not_set_against_the_whole_or_the_rest(source: str, claim: str) -> None:
    assert not contradicted(source, claim)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_CRASH, "The crash injured 12 people, four of them seriously."),
        (_CRASH, "The crash injured 12 people, 15 of them seriously."),
        (_CRASH, "Two people were injured in the crash."),
        (_CRASH, "Most of the people were seriously injured."),
        (_COACH, "The coach carried 20 people, 14 of them men."),
        (_UNFALL, "Neun Menschen wurden verletzt, sechs davon leicht."),
        (_MILL, "The mill employs 3,100 people."),
        (_MILL, "4,100 people work at the yard in Leer."),
        (_HOUSES, "110 houses stand empty."),
    ],
)
def test_another_number_for_the_same_part_or_whole_contradicts(source: str, claim: str) -> None:
    assert contradicted(source, claim)


def test_the_part_that_is_left_follows_where_the_words_are_opposites() -> None:
    found = compare("The coach carried 20 people, five of them women.", [("s", _COACH)]).on("quantity")
    assert Relation.ENTAILED in [one.relation for one in found]


@pytest.mark.parametrize(
    ("source", "claim", "relation"),
    [
        ("More than 500 people came to the fair.", "Exactly 500 people came to the fair.", Relation.CONTRADICTED),
        ("Mehr als 500 Menschen kamen zum Fest.", "Genau 500 Menschen kamen zum Fest.", Relation.CONTRADICTED),
        ("At least 500 people came to the fair.", "Exactly 500 people came to the fair.", Relation.ABSENT),
        ("Up to 500 people came to the fair.", "Precisely 500 people came to the fair.", Relation.ABSENT),
        ("More than 500 people came to the fair.", "500 people came to the fair.", Relation.COARSER),
        ("500 people came to the fair.", "Exactly 500 people came to the fair.", Relation.SAME),
    ],
)
def test_a_bound_is_no_exact_number(source: str, claim: str, relation: Relation) -> None:
    assert [one.relation for one in compare(claim, [("s", source)]).on("quantity")] == [relation]
