"""Claims that follow, though a number or a word of theirs stands against another of the source."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # How much, and how much more.
        ("Eight more farms are affected than on Monday.", "Now 27 farms are affected. On Monday it was 19."),
        ("The upper path is 5 km longer.", "The upper path is 11 km long."),
        ("Yearly rain fell by 50 millimetres.", "Yearly rain averaged 310 millimetres then and 260 today."),
        ("The party had 50 seats.", "The party lost nine seats in the vote and has 41."),
        ("The older model cost 699 pounds.", "At 749 pounds the model costs 50 pounds more."),
        # What was reached since is not what was there then.
        ("There were about 900 wells in 2005.", "The number of wells has doubled to 1,800 since 2005."),
        ("The permit allows 20 tonnes of solvent.", "It held 40 tonnes of solvent, twice what its permit allows."),
        # What is not so has another number than what is.
        # Some of them, who did something else.
        ("The firm employs 300 people in Bergen.", "The firm employs 800 people, 300 of them in Bergen."),
        ("Placebo lowered it by 4 points.", "The drug lowered it by 12 points, compared with 4 points for placebo."),
        ("The house has 128 rooms for students.", "The house has 148 rooms, of which 20 are for staff."),
        ("Fifty-two members voted no.", "Members voted 68 to 52 on Tuesday, with nine members abstaining."),
        ("Four of the firefighters were treated at home.", "Six firefighters were treated."),
        ("Nine residents had not returned.", "All but nine residents had returned."),
        # What can be reckoned: a share, a multiple, so much more.
        ("A drill costs 30,000 rupiah for three days.", "A drill costs 10,000 rupiah a day."),
        ("The tunnel was to cost 2.4 billion francs.", "The tunnel cost 2.1 billion francs, 300 million more."),
        ("Fog stays away on three mornings out of four.", "Fog comes in on about 90 mornings a year."),
        ("About 600 households have solar panels.", "Two-thirds of the island's 900 households have solar panels."),
        # What it was before, and what it was in the claim's own year.
        (
            "More than half of the teachers had thought of it.",
            "Of 2,000 teachers 61 percent said they had thought of it, up from 44 percent in 2019.",
        ),
        ("Sales are 6 percent lower.", "Sales are at 94 percent, and listeners are six years younger."),
        # An offer that was refused was made; what is needed is not there yet.
        ("Prices rose faster than wages.", "Wages grew more slowly than prices, which rose by 4 percent."),
        ("The tunnel was not open in May.", "From June on the tunnel is open, not before."),
        # Of others it is not so.
        ("No one was injured.", "Nobody was hurt. Strong winds delayed the tugs."),
        (
            "Most members of parliament voted for the treaty.",
            "Parliament approved the treaty by 269 votes to 37, with 43 members absent.",
        ),
        ("The difference was 8 points.", "The drug gained 12 points, placebo 4 points."),
        # Which of the two is meant, and of which side it is said.
    ],
)
def test_what_follows_is_not_denied(claim: str, source: str) -> None:
    assert not compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The model costs 60 pounds more.", "At 749 pounds the model costs 50 pounds more."),
        ("The post has been held by 18 men.", "Nineteen men have held the post."),
        ("There are 900 wells.", "The number of wells has risen to 1,800 since 2005."),
        ("The firm employs 300 people.", "The firm employs 800 people, 300 of them in Bergen."),
        (
            "Ten percent of households have panels.",
            "Two-thirds of households have panels, compared with one in ten in 2014.",
        ),
        ("The five teams did not reach the summit.", "The five teams reached the summit."),
        ("Wages grew more slowly than prices.", "Wages grew faster than prices."),
        ("The drug was tested 12 years after the war.", "The drug was tested 14 years after the war."),
        ("The drug raised blood pressure.", "The drug lowered blood pressure by 12 points."),
        ("She worked there for six years.", "She worked there for nine years before coming home."),
        ("The plant did not employ 500 people.", "The plant once employed 500 people."),
        ("Twelve members abstained.", "Members voted 68 to 52, with nine members abstaining."),
        ("The Senate did not approve the bill.", "The Senate approved the bill."),
        ("The phone is old.", "The phone is new."),
        ("Almonds need less water than apricots.", "Almonds need more water than apricots."),
    ],
)
def test_what_does_clash_is_still_found(claim: str, source: str) -> None:
    assert compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)


def test_of_two_dates_the_one_in_the_same_place_is_named() -> None:
    source = "Work on the abbey began in 1248 and was completed in 1331. A fire destroyed its roof in 1506."
    (found,) = [
        one for one in compare("The abbey was completed in 1506.", [("s", source)]).findings if one.axis == "date"
    ]
    assert found.explanation == "The source says 1331, not 1506."


@pytest.mark.parametrize("claim", ["57 died.", "Exactly 57 died."])
def test_those_who_died_are_counted_as_people(claim: str) -> None:
    (found,) = compare(claim, [("s", "In the explosion 57 people died and 400 were injured.")]).findings
    assert found.explanation == "Both say 57."


def test_a_weekday_with_another_bound_is_not_called_missing() -> None:
    source = "The line will stay closed until Saturday."
    (found,) = [one for one in compare("The line reopens on Saturday.", [("s", source)]).findings if one.axis == "date"]
    assert found.explanation == "The source says until Saturday; Saturday does not follow from it."
