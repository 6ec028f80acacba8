"""Claims that follow, though a number or a word of theirs stands against another of the source."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # How much, and how much more.
        ("The older model cost 699 pounds.", "At 749 pounds the model costs 50 pounds more."),
        # What was reached since is not what was there then.
        # What is not so has another number than what is.
        # Some of them, who did something else.
        ("Four of the firefighters were treated at home.", "Six firefighters were treated."),
        ("Nine residents had not returned.", "All but nine residents had returned."),
        # What can be reckoned: a share, a multiple, so much more.
        ("About 600 households have solar panels.", "Two-thirds of the island's 900 households have solar panels."),
        ("One third of the households have no panels.", "Two-thirds of the island's 900 households have panels."),
        # What it was before, and what it was in the claim's own year.
        (
            "More than half of the teachers had thought of it.",
            "Of 2,000 teachers 61 percent said they had thought of it, up from 44 percent in 2019.",
        ),
        ("Sales are 6 percent lower.", "Sales are at 94 percent, and listeners are six years younger."),
        # An offer that was refused was made; what is needed is not there yet.
        ("Prices rose faster than wages.", "Wages grew more slowly than prices, which rose by 4 percent."),
        # Of others it is not so.
        ("Four of the five teams did not reach the summit.", "Only one of the five teams reached the summit."),
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
        ("There are 900 wells.", "The number of wells has doubled to 1,800 since 2005."),
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
