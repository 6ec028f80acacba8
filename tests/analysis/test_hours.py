"""Times of day: how they are written, what they can mean, and which two of them exclude each other."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.clock import Edge, clocks
from adjudge.verdict import Relation


def times(text: str) -> list[set[str]]:
    return [{f"{minutes // 60}:{minutes % 60:02}" for minutes in one.readings} for one in clocks(text)]


def relations(source: str, claim: str) -> set[Relation]:
    return {finding.relation for finding in compare(claim, [("s", source)]).on("date")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It kicked off at 19:30.", [{"19:30"}]),
        ("It kicked off at 7.30 pm.", [{"19:30"}]),
        ("It kicked off at 7:30.", [{"7:30", "19:30"}]),
        ("It opens at nine in the morning.", [{"9:00"}]),
        ("It opens at 9 a.m. on Mondays.", [{"9:00"}]),
        ("She rang at two at night.", [{"2:00"}]),
        ("They met at noon.", [{"12:00"}]),
        ("They met at 12.15 am.", [{"0:15"}]),
        ("It ended at half past six.", [{"6:30", "18:30"}]),
        ("It ended at a quarter to four in the afternoon.", [{"15:45"}]),
        ("Er kam um 19.30 Uhr.", [{"19:30"}]),
        ("Er kam um 7 Uhr abends.", [{"19:00"}]),
        ("Er kam um halb acht.", [{"7:30", "19:30"}]),
        ("Er kam um Viertel nach acht.", [{"8:15", "20:15"}]),
        ("It is open from 9 to 5 pm.", [{"9:00", "21:00"}, {"17:00"}]),
        ("Hours: 9am-5pm.", [{"9:00"}, {"17:00"}]),
    ],
)
def test_a_time_of_day_is_read_in_whatever_words(text: str, told: list[set[str]]) -> None:
    assert times(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "They won 3:1.",
        "She ran it in 3:45.",
        "He read John 3:16 aloud.",
        "Her time of 2:45 is a record.",
        "Shares closed at 7.30.",
        "She began playing at six.",
        "A quarter of the town left.",
        "Between five and ten people came.",
        "The film Midnight Sun was shown.",
    ],
)
def test_scores_lapses_ages_and_prices_are_no_times(text: str) -> None:
    assert clocks(text) == ()


def test_a_range_has_a_beginning_and_an_end() -> None:
    assert [one.edge for one in clocks("It is open from 9 am to 5 pm.")] == [Edge.START, Edge.END]


_MATCH = "The match kicked off at 19:30 on Saturday."
_SHOP = "The shop opens at 9 am and closes at 5 pm on weekdays."


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_MATCH, "The match kicked off at 7.30 pm."),
        (_MATCH, "The match kicked off at 7:30."),
        (_MATCH, "The match started at half past seven in the evening."),
        (_SHOP, "The shop opens at nine in the morning."),
        (_SHOP, "The shop closes at 17:00 on weekdays."),
        (_SHOP, "The shop is open from 9 to 5."),
        ("They were called at 21:05.", "They were called shortly after 9 pm."),
        ("They were called at 9:02 am.", "They were called at nine in the morning."),
        ("Let's make it 7.", "They meet at 7 pm."),
        ("Das Spiel begann um 19.30 Uhr.", "Das Spiel begann um halb acht."),
    ],
)
def test_the_same_time_in_other_words_agrees(source: str, claim: str) -> None:
    assert relations(source, claim) <= {Relation.SAME, Relation.COARSER}
    assert relations(source, claim)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_MATCH, "The match kicked off at 8.30 pm."),
        (_MATCH, "The match kicked off at half past eight."),
        (_SHOP, "The shop closes at 6 pm on weekdays."),
        (_SHOP, "The shop closes at 18:00."),
        (_SHOP, "The shop opens at 5 pm."),
        (_SHOP, "The shop closes at 9 am."),
        ("The ferry departs at 6:30 am.", "The ferry departs at 6:30 pm."),
        ("Das Geschäft schließt um 19 Uhr.", "Das Geschäft schließt um 6 Uhr abends."),
    ],
)
def test_another_time_of_the_same_event_contradicts(source: str, claim: str) -> None:
    assert Relation.CONTRADICTED in relations(source, claim)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The match kicked off at 19:30 after the doors opened.", "The doors opened at 18:00."),
        ("The call came at 18:30 GMT.", "The call came at 20:30 CEST."),
        ("The thief came between 9 pm and 11 pm.", "The thief came at 10 pm."),
        ("On Monday the doors open at 9 am.", "On Tuesday the doors open at 10 am."),
    ],
)
def test_a_time_of_something_else_does_not_clash(source: str, claim: str) -> None:
    found = [one for one in compare(claim, [("s", source)]).on("date") if "m" in (one.claim_quote or one).text[-2:]]
    assert all(one.relation is not Relation.CONTRADICTED for one in found)
