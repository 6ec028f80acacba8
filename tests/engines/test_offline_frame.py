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


def test_the_same_number_is_shown_once_as_each_side_puts_it() -> None:
    (number,) = frame("3,700,000 birds nest there.", "Some 3.7 million birds nest there.").quantities
    assert (bool(number.in_claim), bool(number.in_truth), number.unit) == (True, True, "bird")


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


def test_a_range_shows_both_ends_and_a_month_is_no_modality() -> None:
    parts = frame("The units reopened.", "The units, numbered 1 to 6, reopened between May and June 2021.")
    assert [part.value for part in parts.quantities] == ["1 to 6"]
    assert parts.modality == "other"


def test_a_caveat_that_is_part_of_another_one_is_not_repeated() -> None:
    assert frame("It works.", "The result is preliminary and not peer-reviewed.").caveats == (
        "preliminary and not peer-reviewed",
    )


def test_every_number_of_both_texts_is_marked_by_its_own_value() -> None:
    parts = frame("More than 30 million cars use it.", "Approximately 47 million cars use it, unless the sea is rough.")
    assert [(part.value, bool(part.in_claim), bool(part.in_truth)) for part in parts.quantities] == [
        ("30000000", True, False),
        ("47000000", False, True),
    ]
    assert parts.modality == "approximately"
    assert parts.caveats == ("unless the sea is rough",)


def test_who_said_it_is_no_caveat() -> None:
    assert frame("The toll rose.", "The mayor said that the toll rose.").caveats == ()
