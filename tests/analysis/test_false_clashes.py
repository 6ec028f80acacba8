"""Claims that follow, though a number or a word of theirs stands against another of the source."""

import pytest

from adjudge.analysis.compare import compare
from adjudge.verdict import Relation


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        # How much, and how much more.
        ("The older model cost 699 pounds.", "At 749 pounds the model costs 50 pounds more."),
        (
            "Orlov equalised after 80 minutes.",
            "A man was sent off after 70 minutes, and Orlov equalised ten minutes later.",
        ),
        ("Yearly rain fell by 50 millimetres.", "Yearly rain averaged 310 millimetres then and 260 today."),
        # What was reached since is not what was there then.
        ("There were about 900 wells in 2005.", "The number of wells has doubled to 1,800 since 2005."),
        # What is not so has another number than what is.
        ("A 20-tonne lorry may not use the bridge.", "Lorries of up to 18 tonnes may use the bridge."),
        # Some of them, who did something else.
        ("Fifty-two members voted against the bill.", "Members voted 68 to 52, with nine members abstaining."),
        # An offer that was refused was made; what is needed is not there yet.
        (
            "A chain offered 30 million for the firm.",
            "She turned down an offer of 30 million from a chain for the firm.",
        ),
        ("The Senate has not yet approved the bill.", "The bill still needs the approval of the Senate."),
        # Which of the two is meant, and of which side it is said.
        ("The old phone had a socket.", "Unlike the one before, the new phone has no socket."),
        ("Almonds need less water than apricots.", "Farmers plant almonds instead of apricots, which need more water."),
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
        ("Twelve members abstained.", "Members voted 68 to 52, with nine members abstaining."),
        ("She accepted the offer.", "She turned down the offer."),
        ("The Senate did not approve the bill.", "The Senate approved the bill."),
        ("The phone is old.", "The phone is new."),
        ("Almonds need less water than apricots.", "Almonds need more water than apricots."),
    ],
)
def test_what_does_clash_is_still_found(claim: str, source: str) -> None:
    assert compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)
