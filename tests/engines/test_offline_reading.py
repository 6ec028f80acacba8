"""What the model is given to read: numbers that follow, in the source's own words."""

from adjudge.analysis.compare import compare
from adjudge.engines.offline.reading import in_words_of_the_source


def told(claim: str, source: str) -> str:
    """The claim as the model reads it."""
    return in_words_of_the_source(claim, compare(claim, [("source", source)]).findings)


def test_numbers_that_follow_are_put_in_the_words_of_the_source() -> None:
    assert told("The barge carried about 1,800 tonnes.", "The barge carried 1,812 tonnes.").count("1,812") == 1


def test_a_bound_stays_where_the_model_can_read_it_and_goes_where_it_cannot() -> None:
    english = told("The barge carried more than 1,500 tonnes.", "The barge carried 1,812 tonnes.")
    german = told(
        "Der Kahn beförderte mehr als 1.500 Gäste auf der Elbe.", "Der Kahn beförderte 1.812 Gäste auf der Elbe."
    )
    assert "more than 1,500" in english
    assert "1.812" in german
    assert "mehr als" not in german


def test_a_number_that_does_not_follow_stays() -> None:
    claim = "The barge carried 2,900 tonnes."
    assert told(claim, "The barge carried 1,812 tonnes.") == claim
