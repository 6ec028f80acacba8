"""What a source says of someone else, at another time or of another group is not what the claim says."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.quantities import quantities
from adjudge.verdict import Finding, Relation


def found(claim: str, source: str, axis: str) -> Finding | None:
    hits = [one for one in compare(claim, [("s", source)]).on(axis) if one.relation is not Relation.SAME]
    return hits[0] if hits else None


def test_a_name_in_a_list_of_several_is_no_other_s() -> None:
    source = "Oslo and Bergen hosted the games. Oslo paid for them."
    assert found("Bergen hosted the games.", source, "name") is None


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The director resigned on Friday.",
            "The director resigned on Wednesday and left the town on Friday.",
        ),
        (
            "Ida Brand joined the firm in 1984.",
            "Ida Brand came to Leeds in 1984, where she joined the firm in 1991.",
        ),
    ],
)
def test_a_date_of_the_same_sentence_that_belongs_to_something_else_denies_the_claim(claim: str, source: str) -> None:
    finding = found(claim, source, "date")
    assert finding is not None
    assert finding.relation is Relation.CONTRADICTED


def test_a_date_where_it_belongs_agrees_however_many_there_are() -> None:
    source = "The director resigned on Wednesday and left the town on Friday."
    assert found("The director resigned on Wednesday.", source, "date") is None
    assert found("The director left the town on Friday.", source, "date") is None


def test_what_is_counted_together_is_not_counted_alone() -> None:
    source = "The fund supports 60 museums and theatres."
    finding = found("The fund supports 60 museums.", source, "quantity")
    assert finding is not None
    assert finding.relation is Relation.ABSENT
    assert found("The fund supports 60 museums and theatres.", source, "quantity") is None


def test_what_weighs_something_is_not_uncertain() -> None:
    comparison = compare("The bell has a weight of two tonnes.", [("s", "The bell weighs two tonnes.")])
    assert not comparison.on("certainty")


def test_a_quarter_of_the_year_or_of_a_town_is_no_share() -> None:
    assert [one.unit for one in quantities("It lost $85m in the quarter and $3m in the old quarter.")] == ["USD", "USD"]
    assert [one.value for one in quantities("A quarter of the town was flooded.")] == [25.0]


def test_the_fourteenth_time_is_fourteen_times() -> None:
    source = "It was the bank's fourteenth increase in a row."
    finding = found("The bank has raised rates fourteen times in a row.", source, "quantity")
    assert finding is None or finding.relation is not Relation.CONTRADICTED


def test_a_year_for_its_month_is_no_other_word() -> None:
    source = "Der Verein zog im April 2019 in die neue Halle."
    assert found("Der Verein zog im Jahr 2019 in die neue Halle.", source, "wording") is None


def test_by_how_much_is_not_to_how_much() -> None:
    source = "The council raised the fee by a tenth of a percentage point to 3.75% on Monday."
    finding = found("The council raised the fee to 3.75%.", source, "quantity")
    assert finding is None or finding.relation is not Relation.CONTRADICTED


def test_a_short_form_is_the_same_person() -> None:
    source = "Benjamin Arno Falk is a Norwegian sculptor and teacher."
    assert found("Ben Falk is a Norwegian sculptor.", source, "name") is None


def test_a_day_of_something_else_in_the_same_words_denies_the_claim() -> None:
    source = "Ivo Lund, born 3 March 1951, is a poet who left his school on 3 March 1971."
    finding = found("Ivo Lund was born on 3 March 1971.", source, "date")
    assert finding is not None
    assert finding.relation is Relation.CONTRADICTED
