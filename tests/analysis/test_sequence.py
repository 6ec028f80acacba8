"""The order of events: the same two told in the reverse order contradict, told from the other end they agree."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

_FIRE = "After the fire, residents were moved to a school. The mayor visited the site before the minister arrived."


def _clashes(claim: str, source: str) -> list[str]:
    return [one.axis for one in compare(claim, [("source", source)]).with_relation(Relation.CONTRADICTED)]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_FIRE, "Residents were moved to a school before the fire."),
        (_FIRE, "Before the fire, residents were moved to a school."),
        (_FIRE, "The minister arrived before the mayor visited the site."),
        (_FIRE, "The mayor visited the site after the minister arrived."),
        (_FIRE, "After the minister arrived, the mayor visited the site."),
        ("The bridge was closed until the storm had passed.", "The bridge was closed after the storm had passed."),
        ("The museum has been closed since the flood.", "The museum was closed before the flood."),
        ("The crew slept during the crossing.", "The crew slept after the crossing."),
        ("Nach dem Brand wurden die Bewohner verlegt.", "Die Bewohner wurden vor dem Brand verlegt."),
        ("Anna besuchte den Ort, bevor der Minister ankam.", "Anna besuchte den Ort, nachdem der Minister ankam."),
    ],
)
def test_the_reverse_order_contradicts(source: str, claim: str) -> None:
    assert _clashes(claim, source)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_FIRE, "Residents were moved to a school after the fire."),
        (_FIRE, "The minister arrived after the mayor visited the site."),
        (_FIRE, "Before the minister arrived, the mayor visited the site."),
        (_FIRE, "The mayor visited the site."),
        ("The museum has been closed since the flood.", "The museum has been closed after the flood."),
        ("The crew ate before the fire brigade left.", "The crew ate after the fire."),
        ("He resigned and moved to Paris after the war.", "He resigned before the war."),
        ("The shop opened after two years.", "The shop opened before the fair."),
        ("The road was named after the mayor.", "The road was there before the mayor."),
        ("Nach dem Brand wurden die Bewohner verlegt.", "Die Bewohner wurden nach dem Brand verlegt."),
        ("Die Polizei sperrte den Platz, bevor der Umzug begann.", "Der Umzug begann, nachdem sie den Platz sperrte."),
    ],
)
def test_the_same_order_and_other_events_do_not(source: str, claim: str) -> None:
    assert "role" not in _clashes(claim, source)


def test_roles_exchanged_within_an_event_are_still_found() -> None:
    source = "The pilot thanked the engineer after the landing."
    assert _clashes("The engineer thanked the pilot after the landing.", source) == ["role"]
