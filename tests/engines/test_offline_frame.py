from hypothesis import given, settings

from adjudge.engines.offline.frame import frame
from tests.analysis.strategies import texts

MODALITIES = {"may", "likely", "caused", "proved", "approximately", "other"}
RELATIONSHIPS = {"correlation", "causation", "description"}


@settings(deadline=None, max_examples=50)
@given(texts, texts)
def test_any_texts_have_a_frame_of_closed_words(claim: str, truth: str) -> None:
    parts = frame(claim, truth)
    assert parts.modality in MODALITIES
    assert parts.relationship_type in RELATIONSHIPS


def test_a_number_is_shown_as_each_side_puts_it() -> None:
    (number,) = frame("More than 30 million birds nest there.", "Approximately 47 million birds nest there.").quantities
    assert (number.in_claim, number.in_truth, number.unit) == (
        "More than 30 million",
        "Approximately 47 million",
        "bird",
    )


def test_a_number_of_one_side_only_is_shown_empty_on_the_other() -> None:
    parts = frame("It cost 5 euros.", "It weighed 3 kg.").quantities
    assert {(part.in_claim, part.in_truth) for part in parts} == {("5 euros", ""), ("", "3 kg")}


def test_scope_names_region_group_and_time() -> None:
    scope = frame("Among young adults in Norway, smoking fell in 2019.", "Smoking fell.").scope
    assert (scope.region, scope.group, scope.timeframe) == ("Norway", "young adults", "2019")


def test_modality_and_relationship_follow_the_claims_wording() -> None:
    assert frame("Tea may cause rust.", "").modality == "may"
    assert frame("Tea caused rust.", "").modality == "caused"
    assert frame("This proves the rule.", "").modality == "proved"
    assert frame("About 40 boats left.", "").modality == "approximately"
    assert frame("Tea caused rust.", "").relationship_type == "causation"
    assert frame("Tea is linked to rust.", "").relationship_type == "correlation"
    assert frame("Tea is brown.", "").relationship_type == "description"


def test_caveats_come_from_the_truth() -> None:
    assert "in mice" in [
        caveat.lower() for caveat in frame("It works.", "It works in mice, according to the lab.").caveats
    ]


def test_entities_of_both_sides_are_listed_once() -> None:
    assert frame("We met Anna Berg.", "They saw Anna Berg in Oslo.").entities == ("Anna Berg", "Oslo")
