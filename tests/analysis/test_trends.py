"""What rises and what falls, each with its own subject; and how far."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

SALES = "Marwick said sales rose 12 percent, while profit fell to $61 million from $75 million a year earlier."
PRICES = (
    "Die Mieten stiegen im Mai um 3 Prozent, die Preise für Häuser sanken. Der Eintritt steigt von 4,50 auf 6 Euro."
)
LEVELS = "Levels had climbed to 71 percent of capacity after three weeks of rain, up from 48 percent in early October."
SHRANK = "The town's population shrank from 212,000 to 187,000."
RISK = "Night workers were 1.4 times as likely to fall ill as their colleagues."


def _against(claim: str, source: str) -> list[tuple[str, str]]:
    found = compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)
    return [(one.claim_quote.text, one.source_quote.text) for one in found if one.claim_quote and one.source_quote]


@pytest.mark.parametrize(
    ("claim", "source", "clash"),
    [
        ("Marwick's profit rose.", SALES, ("rose", "fell")),
        ("Sales at Marwick declined.", SALES, ("declined", "rose")),
        ("The number of cases grew.", "Cases dropped in May, and deaths went up.", ("grew", "dropped")),
        ("Shares rose on Friday.", "Shares closed 4 percent lower on Friday.", ("rose", "closed 4 percent lower")),
        ("Die Preise für Häuser stiegen.", PRICES, ("stiegen", "sanken")),
        ("The share price fell by 4 per cent.", "Shares in Norvik rose 4 per cent.", ("fell", "rose")),
        ("Die Aktie stieg deutlich.", "Die Aktie gab deutlich nach.", ("stieg", "gab deutlich nach")),
    ],
)
def test_what_moves_the_other_way_is_contradicted(claim: str, source: str, clash: tuple[str, str]) -> None:
    assert clash in _against(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Marwick's profit fell.", SALES),
        ("Sales rose at Marwick.", SALES),
        ("Exports fell.", SALES),
        ("Profit may rise.", SALES),
        ("Profit rose in 2019.", "Profit fell in 2021."),
        ("The train fell silent.", "The train was walked up the hill."),
        ("Die Mieten stiegen.", PRICES),
        ("The share price rose.", "Shares in Norvik rose 4 per cent."),
        ("Die Aktie stieg.", "Der Zeuge gab nach."),
        ("Der Zug stieg am Montag.", "Der Zug fiel am Montag aus."),
    ],
)
def test_what_moves_the_same_way_or_is_something_else_is_not(claim: str, source: str) -> None:
    assert not _against(claim, source)


@pytest.mark.parametrize(
    ("claim", "source", "relation"),
    [
        ("Marwick's profit fell by $14 million.", SALES, Relation.COARSER),
        ("Marwick's profit fell by $20 million.", SALES, Relation.ABSENT),
        ("Der Eintritt steigt um 1,50 Euro.", f"{PRICES} Kinder zahlen 2 Euro.", Relation.COARSER),
        ("Levels rose by 23 percentage points.", LEVELS, Relation.COARSER),
        ("Levels rose by 30 percentage points.", LEVELS, Relation.ABSENT),
        ("Levels rose by 23 percent.", LEVELS, Relation.ABSENT),
        ("The town lost 25,000 inhabitants.", SHRANK, Relation.COARSER),
        ("The population fell by about 12 percent.", SHRANK, Relation.COARSER),
        ("The population fell by more than 20 percent.", SHRANK, Relation.ABSENT),
    ],
)
def test_how_far_is_the_difference_of_where_from_and_where_to(claim: str, source: str, relation: Relation) -> None:
    assert [one.relation for one in compare(claim, [("a", source)]).on("quantity")] == [relation]


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("Night workers were 40 percent more likely to fall ill.", Relation.SAME),
        ("Night workers had a 40% higher risk of falling ill.", Relation.SAME),
        ("Night workers were 14 percent more likely to fall ill.", Relation.ABSENT),
        ("40 percent of night workers fell ill.", Relation.ABSENT),
    ],
)
def test_so_many_times_as_much_is_so_many_percent_more(claim: str, relation: Relation) -> None:
    assert [one.relation for one in compare(claim, [("a", RISK)]).on("quantity")] == [relation]
