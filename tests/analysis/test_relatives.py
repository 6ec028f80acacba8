"""The short list of words that are looked at must hold every word that means something to the one in hand."""

import random

import pytest

from adjudge.analysis.text import senses
from adjudge.analysis.text.senses import Sense, opposite_in_place, relatives, sense

KNOWN = sorted({*senses._ALL_OPPOSITES, *senses._SYNONYM, *senses._MEMBER, *senses._HYPERNYM, *senses._HYPONYM})


@pytest.mark.parametrize("word", random.Random(5).sample(KNOWN, 150))
def test_no_word_that_means_something_to_another_is_left_out(word: str) -> None:
    kin = relatives(word)
    strangers = [other for other in KNOWN if other not in kin]
    assert not [other for other in strangers if sense(word, other) is not Sense.NONE or opposite_in_place(word, other)]


@pytest.mark.parametrize(("word", "denied"), [("healthy", "unhealthy"), ("regular", "irregular")])
def test_a_denied_form_is_kin_both_ways(word: str, denied: str) -> None:
    assert denied in relatives(word)
    assert word in relatives(denied)


def test_strangers_are_not_kin() -> None:
    assert "bridg" not in relatives("tomato")
