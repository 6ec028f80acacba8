"""Names that no word of the sources resolves: a claim that brings one in is not supported."""

import pytest

from adjudge import Case, Stance, check
from adjudge.analysis.compare.comparison import compare
from adjudge.engines.offline.foreign import foreign_names
from adjudge.questions.base import Source

FERRY = (
    "The night ferry from Tarnsund to Holmvik sank early on Friday after it struck a rock. All 64 people aboard were "
    "taken off by two trawlers. Captain Elin Maartens told the Norwegian coastguard that the radar had failed. The "
    "operator has cancelled every sailing until the summer."
)


def found(claim: str, text: str = FERRY) -> list[str]:
    sources = (Source(id="s", text=text),)
    findings = foreign_names(claim, compare(claim, [("s", text)]), sources)
    return [one.claim_quote.text for one in findings if one.claim_quote]


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("The rock that the ferry struck lies off Osaka.", "Osaka"),
        ("The operator, which belongs to Rosa Delgado, has cancelled every sailing.", "Rosa Delgado"),
        ("The people aboard were taken off by trawlers from Iceland.", "Iceland"),
    ],
)
def test_a_name_from_elsewhere_is_found(claim: str, name: str) -> None:
    assert found(claim) == [name]


@pytest.mark.parametrize(
    "claim",
    [
        "The ferry from Tarnsund to Holmvik sank on Friday.",
        "Elin Maartens spoke to the coastguard of Norway.",  # the source says "Norwegian"
        "No ferry of the operator sails before Summer.",  # a season
        "The coastguard of the NMCA was told that the radar had failed.",  # an acronym
        "Ferry Sank Early Friday After Radar Failed Near Iceland Coast",  # capitals say nothing here
    ],
)
def test_what_the_source_resolves_or_writes_in_its_own_way_is_not_foreign(claim: str) -> None:
    assert found(claim) == []


def test_a_text_of_one_sentence_does_not_introduce_what_it_speaks_of() -> None:
    assert found("The Millers has 64 people in Iceland.", "She told them that all 64 people were safe.") == []


def test_a_claim_with_a_name_from_elsewhere_is_not_supported() -> None:
    true, false = (
        check(Case(claim=f"The ferry from Tarnsund to {end} struck a rock.", documents=[FERRY]), protocol="entailment")
        for end in ("Holmvik", "Osaka")
    )
    assert true.stance is Stance.SUPPORTED
    assert false.stance is not Stance.SUPPORTED
