"""Claims that the cells of a table decide, said again with what the cells give."""

import pytest

from adjudge import Case, Stance, check
from adjudge.evidence.table_claims import restated
from adjudge.evidence.table_text import table_document
from adjudge.evidence.tables import table_of

TABLE = table_of(
    "visits.csv",
    [
        ["Museum", "Town", "Visits (2020)", "Staff", "Rank"],
        ["Alder House", "Brenn", "1,200", "14", "2"],
        ["Sea Museum", "Orby", "980", "22", "3"],
        ["Old Mill", "Orby", "2,310", "9", "1"],
    ],
)


@pytest.mark.parametrize(
    ("claim", "sentence", "formula"),
    [
        ("Alder House had 1,200 visits.", "Alder House had 1,200 visits.", "R2 C3 = 1,200"),
        ("Alder House had 1,300 visits.", "Alder House had 1,200 visits.", "R2 C3 = 1,200"),
        (
            "The museum of Orby named Old Mill has 12 staff.",
            "The museum of Orby named Old Mill has 9 staff.",
            "R4 C4 = 9",
        ),
        ("Old Mill has more visits than Sea Museum.", None, "R4 C3 - R3 C3 = 1,330"),
        (
            "Old Mill has a higher staff than Sea Museum.",
            "Old Mill has a lower staff than Sea Museum.",
            "R4 C4 - R3 C4 = -13",
        ),
        ("Sea Museum has 13 more staff than Old Mill.", None, "R3 C4 - R4 C4 = 13"),
        (
            "Sea Museum has 12 more staff than Old Mill.",
            "Sea Museum has 13 more staff than Old Mill.",
            "R3 C4 - R4 C4 = 13",
        ),
        ("Old Mill had the most visits.", None, "MAX(R2:R4 C3) = R4 C3 = 2,310"),
        (
            "Sea Museum has 12 staff more than Old Mill.",
            "Sea Museum has 13 staff more than Old Mill.",
            "R3 C4 - R4 C4 = 13",
        ),
        ("Old Mill had 2.3 thousand visits.", None, "R4 C3 = 2,310"),
        ("Old Mill had 2.4 thousand visits.", "Old Mill had 2.31 thousand visits.", "R4 C3 = 2,310"),
        ("Alder House had the second most visits.", None, "RANK(R2 C3; R2:R4 C3) = 2"),
        ("Alder House is third by visits.", "Alder House is second by visits.", "RANK(R2 C3; R2:R4 C3) = 2"),
        ("The museums had 4,490 visits in total.", None, "SUM(R2:R4 C3) = 4,490"),
        ("The museums had 5,490 visits in total.", "The museums had 4,490 visits in total.", "SUM(R2:R4 C3) = 4,490"),
        (
            "Alder House and Old Mill together have 22 staff.",
            "Alder House and Old Mill together have 23 staff.",
            "R2 C4 + R4 C4 = 23",
        ),
        ("The average of the staff is 16.", "The average of the staff is 15.", "AVERAGE(R2:R4 C4) = 15"),
        ("The museums had 1,496.7 visits on average.", None, "AVERAGE(R2:R4 C3) = 1,496.666667"),
        ("Old Mill's share of the visits is 51 %.", None, "R4 C3 / SUM(R2:R4 C3) = 51.45 %"),
        ("Old Mill had 61 % of the visits.", "Old Mill had 51 % of the visits.", "R4 C3 / SUM(R2:R4 C3) = 51.45 %"),
        (
            "Alder House had the fewest visits.",
            "Sea Museum had the fewest visits, not Alder House.",
            "MIN(R2:R4 C3) = R3 C3 = 980",
        ),
    ],
)
def test_a_claim_is_said_again_with_what_the_cells_give(claim: str, sentence: str | None, formula: str) -> None:
    found = restated(TABLE, claim)
    assert found is not None
    assert (found.sentence, found.formula) == (sentence or claim, formula)


@pytest.mark.parametrize(
    "claim",
    [
        "Alder House had no 1,300 visits.",
        "Alder House had over 1,000 visits.",
        "Both Alder House and Old Mill had more visits than Sea Museum.",
        "A museum of Orby has 22 staff.",
        "Old Mill has the highest rank.",
        "Old Mill had the second most rank.",
        "Old Mill had nearly 2,400 visits.",
        "The average staff is 15 where the town is Orby.",
        "The total of visits of Sea Museum is 4,490.",
        "The average number of visits is 1,497.",
        "Old Mill has the most visits and staff.",
        "Old Mill is the oldest museum.",
        "The museums are popular.",
        "Old Mill in Paris has 9 staff.",
    ],
)
def test_a_claim_of_another_form_is_left_alone(claim: str) -> None:
    assert restated(TABLE, claim) is None


def test_cells_that_several_rows_share_name_a_row_together() -> None:
    sales = table_of(
        "s", [["Region", "Quarter", "Revenue"], ["North", "Q1", "120"], ["North", "Q2", "99"], ["South", "Q2", "80"]]
    )
    found = restated(sales, "North had a revenue of 120 in Q2.")
    assert found is not None
    assert (found.sentence, found.formula) == ("North had a revenue of 99 in Q2.", "R3 C3 = 99")


def test_a_header_that_counts_in_millions_is_compared_in_millions() -> None:
    episodes = table_of("e", [["Title", "Viewers (millions)"], ["Ghost", "8.24"], ["Legacy", "6.63"]])
    found = restated(episodes, "Ghost had 8.24 million viewers.")
    assert found is not None
    assert found.sentence == "Ghost had 8.24 million viewers."


def test_german_thousands_of_a_claim_are_thousands_beside_thousands() -> None:
    towns = table_of("t", [["Stadt", "Einwohner"], ["Orby", "9.100"], ["Brenn", "54.000"]], german=True)
    found = restated(towns, "Orby hat 9.100 Einwohner.")
    assert found is not None
    assert (found.sentence, found.formula) == ("Orby hat 9.100 Einwohner.", "R2 C2 = 9,100")
    small = table_of("t", [["Town", "Ratio"], ["Orby", "1.234"], ["Brenn", "2.5"]])
    assert [restated(small, f"Orby has a ratio of {number}.") is not None for number in ("1.234", "1.234.567")] == [
        True,
        True,
    ]


def test_a_tie_and_a_row_of_totals_decide_no_extreme_and_no_total() -> None:
    tied = table_of("t", [["Town", "Visits"], ["Brenn", "5"], ["Orby", "5"]])
    totals = table_of("t", [["Town", "Visits"], ["Brenn", "5"], ["Orby", "4"], ["Total", "9"]])
    assert restated(tied, "Brenn has the most visits.") is None
    assert restated(totals, "Brenn has the most visits.") is None
    assert restated(totals, "Brenn has 28 % of the visits.") is None


@pytest.mark.parametrize("protocol", ["entailment", "factuality", "jury"])
@pytest.mark.parametrize(
    ("claim", "stance"),
    [
        ("Sea Museum has 13 more staff than Old Mill.", Stance.SUPPORTED),
        ("Sea Museum has 19 more staff than Old Mill.", Stance.CONTRADICTED),
        ("Alder House had 2,310 visits.", Stance.CONTRADICTED),
        ("The museums had 4,490 visits in total.", Stance.SUPPORTED),
        ("The museums had 5,490 visits in total.", Stance.CONTRADICTED),
        ("The average of the staff is 16.", Stance.CONTRADICTED),
        ("Old Mill had 51 % of the visits.", Stance.SUPPORTED),
        ("Old Mill had 61 % of the visits.", Stance.CONTRADICTED),
        ("Alder House had the fewest visits.", Stance.CONTRADICTED),
    ],
)
def test_the_cells_decide_the_verdict(claim: str, stance: Stance, protocol: str) -> None:
    document = table_document(TABLE, claim, id="visits")
    assert check(Case(claim=claim, documents=[document]), protocol=protocol).stance is stance


def test_each_sentence_of_a_text_is_decided_and_rows_are_shown_only_where_one_is_open() -> None:
    both = table_document(TABLE, "Old Mill has 9 staff. The museums had 4,490 visits in total.", id="visits")
    assert both.text == "Old Mill has 9 staff.\nThe museums had 4,490 visits in total.\n"
    assert [place.label for place in both.places] == ["R4 C4 = 9", "SUM(R2:R4 C3) = 4,490"]
    half = table_document(TABLE, "Old Mill has 9 staff. It stands in Orby.", id="visits").text
    assert half.startswith("Old Mill has 9 staff.\nMuseum: Alder House; Town: Brenn;")
