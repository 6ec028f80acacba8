"""A ClaimReview says the outcome that every card says, and rates only what was decided."""

import json

import pytest

from adjudge.render.cards import headline
from adjudge.render.claimreview import claim_review
from tests.render import samples


@pytest.mark.parametrize(("sample", "rating"), [(samples.faithful, 5), (samples.mutated, 1), (samples.ambiguous, None)])
def test_it_rates_what_was_decided_in_the_words_of_the_card(sample: object, rating: int | None) -> None:
    case, verdict = sample()  # type: ignore[operator]
    review = json.loads(claim_review(case, verdict))
    assert (review["@context"], review["@type"]) == ("https://schema.org", "ClaimReview")
    assert review["claimReviewed"] == case.claim
    assert review["reviewRating"]["alternateName"] == headline(verdict).text
    assert review["reviewRating"].get("ratingValue") == rating
    assert [source["name"] for source in review["citation"]] == [one.title or one.id for one in case.documents]
