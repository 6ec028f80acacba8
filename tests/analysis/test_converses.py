"""Two sides of a tie: exchanged they contradict, with a converse word or the other voice they say the same."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

_MATCH = "The match kicked off on Saturday. City beat United 3-1 after two late goals."
_LAKES = "Lake Torr lies in the north. It is deeper than Lake Vann but smaller."


_GROWTH = "Kenya's economy grew faster than Ghana's, though both were outpaced by Togo's."
_AGES = "Rosa is older than Milo, and Vera is older than both."


def _roles(claim: str, source: str) -> set[Relation]:
    return {finding.relation for finding in compare(claim, [("source", source)]).on("role")}


def _clashes(claim: str, source: str) -> list[str]:
    return [one.explanation for one in compare(claim, [("source", source)]).with_relation(Relation.CONTRADICTED)]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_MATCH, "United beat City."),
        (_MATCH, "City lost to United 3-1."),
        (_MATCH, "City were beaten by United."),
        (_LAKES, "Lake Vann is deeper than Lake Torr."),
        (_LAKES, "Lake Torr is shallower than Lake Vann."),
        (_LAKES, "Lake Torr is larger than Lake Vann."),
        ("Nurses earn less than doctors.", "Doctors earn less than nurses."),
        ("Mills bought the farm from Harper in 2010.", "Mills sold the farm to Harper in 2010."),
        ("Mills bought the farm from Harper in 2010.", "Harper bought the farm from Mills in 2010."),
        ("Dana gave Omar the letter.", "Dana received the letter from Omar."),
        ("Ruth is the parent of Ben.", "Ruth is the child of Ben."),
        ("Ruth is the mother of Ben.", "Ben is the mother of Ruth."),
        ("Marlow is north of Penn.", "Penn is north of Marlow."),
        ("Berg finished ahead of Lund.", "Lund finished ahead of Berg."),
        ("Norvex was sued by Halden.", "Norvex sued Halden."),
        ("Halden sued Norvex in March.", "Halden was sued by Norvex."),
        ("Tarkin was acquired by Belmont.", "Tarkin acquired Belmont."),
        ("Norvex wurde von Halden verklagt.", "Norvex verklagte Halden."),
        ("Der Turm ist höher als das Rathaus.", "Das Rathaus ist höher als der Turm."),
        ("Tarkin was bought by its rival Belmont.", "Tarkin acquired Belmont."),
        ("Tarkin was taken over by Belmont.", "Tarkin bought Belmont."),
        ("Nurse Abel was hired by Doctor Quist.", "Nurse Abel employed Doctor Quist."),
        ("The coach was criticised by the captain.", "The coach attacked the captain."),
        ("Kenya's output exceeded Ghana's.", "Ghana's output surpassed Kenya's."),
        ("Kenya overtook Ghana in May.", "Ghana surpassed Kenya in May."),
        ("Kiel verlor das Endspiel gegen Essen.", "Kiel gewann das Finale gegen Essen."),
        ("Kiel unterlag im Pokal gegen Essen.", "Essen verlor im Pokal gegen Kiel."),
        (_GROWTH, "Ghana's economy grew faster than Kenya's."),
        (_GROWTH, "Ghana's economy grew faster than Togo's."),
        (_AGES, "Rosa is older than Vera."),
        ("The judge accused the clerk of cheating the tailor.", "The tailor was accused of cheating the clerk."),
        ("The guard was suspected of lying to the nurse.", "The nurse was suspected of lying to the guard."),
    ],
)
def test_exchanged_sides_contradict(source: str, claim: str) -> None:
    assert _clashes(claim, source)
    assert Relation.SAME not in _roles(claim, source)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_MATCH, "United lost to City 3-1."),
        (_MATCH, "United were beaten by City."),
        (_LAKES, "Lake Vann is shallower than Lake Torr."),
        (_LAKES, "Lake Vann is larger than Lake Torr."),
        ("Nurses earn less than doctors.", "Doctors earn more than nurses."),
        ("Port Hale is more expensive than Port Wick.", "Port Wick is cheaper than Port Hale."),
        ("Mills bought the farm from Harper in 2010.", "Harper sold the farm to Mills in 2010."),
        ("Dana gave Omar the letter.", "Omar received the letter from Dana."),
        ("The bank lent the city two million euros.", "The city borrowed two million euros from the bank."),
        ("Ruth is the parent of Ben.", "Ben is the child of Ruth."),
        ("Marlow is north of Penn.", "Penn is south of Marlow."),
        ("Norvex was sued by Halden.", "Halden sued Norvex."),
        ("Norvex wurde von Halden verklagt.", "Halden verklagte Norvex."),
        ("Der Turm ist höher als das Rathaus.", "Das Rathaus ist niedriger als der Turm."),
    ],
)
def test_a_converse_with_its_sides_exchanged_says_the_same(source: str, claim: str) -> None:
    assert _roles(claim, source) == {Relation.SAME}
    assert not _clashes(claim, source)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_MATCH, "City beat United."),
        (_LAKES, "Lake Torr is deeper than Lake Vann."),
        ("Ruth is the mother of Ben.", "Ben is the son of Ruth."),
        ("City beat United in May, and United beat City in June.", "United beat City."),
        ("United said City beat Rovers.", "Rovers beat United."),
        ("City could beat United.", "United beat City in a friendly once."),
        ("City lost three players to United.", "City beat United."),
        ("Anna met Ben.", "Ben met Anna."),
    ],
)
def test_what_is_no_exchange_is_left_alone(source: str, claim: str) -> None:
    assert not _clashes(claim, source)


def test_a_tie_beside_which_other_words_are_exchanged_does_not_speak_for_the_claim() -> None:
    source = "The banner of a swallow was designed by Hale in a white circle on a red ground."
    assert not _roles("Hale designed the banner of a swallow in a red circle on a white ground.", source)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Tarkin was bought by its rival Belmont.", "Belmont acquired Tarkin."),
        ("Tarkin was taken over by Belmont.", "Belmont acquired Tarkin."),
        ("The coach was criticised by the captain.", "The captain attacked the coach."),
        ("Kenya's output exceeded Ghana's.", "Ghana's output was exceeded by Kenya's."),
        ("Kiel verlor das Endspiel gegen Essen.", "Essen gewann das Finale gegen Kiel."),
        (_GROWTH, "Ghana's economy grew more slowly than Togo's."),
        (_GROWTH, "Togo's economy grew faster than Kenya's."),
        (_AGES, "Milo is younger than Vera."),
    ],
)
def test_other_verbs_and_both_say_the_same(source: str, claim: str) -> None:
    assert not _clashes(claim, source)
    assert _roles(claim, source) == {Relation.SAME}


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Rosa is older than Milo.", "Milo is younger than Vera."),
        ("Kenya's economy grew faster than Ghana's.", "Togo's economy grew more slowly than Ghana's."),
        ("Profit exceeded expectations.", "Profit exceeded forecasts."),
        ("The judge accused the clerk of cheating the tailor.", "The clerk was accused of cheating the tailor."),
        ("The guard was suspected of lying to the nurse.", "The nurse suspected the guard of lying."),
    ],
)
def test_other_sides_are_not_exchanged_ones(source: str, claim: str) -> None:
    assert not _clashes(claim, source)


def test_opposites_on_the_same_sides_still_clash() -> None:
    assert _clashes("The profit was lower than forecast.", "The profit was higher than expected.")
