"""Places that only one can hold."""

import pytest

from adjudge.analysis.compare.identity import clashes, holder

SOURCE = [("s", "Lima is the capital and largest city of Peru. Ann Lee was the mayor of Graz.")]


@pytest.mark.parametrize(
    "claim",
    [
        "The capital of Peru is Quito.",
        "Quito is the capital of Peru.",
        "Peru's capital is Quito.",
        "Bob Ray was the mayor of Graz.",
    ],
)
def test_another_holder_of_one_place_is_a_contradiction_on_the_name(claim: str) -> None:
    [finding] = clashes(claim, SOURCE)
    assert finding.claim_quote is not None
    assert finding.source_quote is not None
    assert claim[finding.claim_quote.start : finding.claim_quote.end] in ("Quito", "Bob Ray")
    assert SOURCE[0][1][finding.source_quote.start : finding.source_quote.end] == finding.source_quote.text


@pytest.mark.parametrize(
    "claim",
    [
        "Lima is the capital of Peru.",
        "Quito is the capital of Ecuador.",
        "Bob Ray is the mayor of Graz.",
        "Quito is a city of Peru.",
        "Quito is not the capital of Peru.",
    ],
)
def test_the_same_holder_another_place_another_time_or_one_of_several_is_none(claim: str) -> None:
    assert clashes(claim, SOURCE) == ()


def test_an_apposition_names_a_holder_too() -> None:
    found = holder("Lima, the capital of Peru, lies on the coast.")
    assert found is not None
    assert found.name.span.text == "Lima"
