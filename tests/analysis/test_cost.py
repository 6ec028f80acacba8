"""Comparing takes time in proportion to both texts, whatever they consist of."""

from time import process_time

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.engines.offline.frame import frame

UNITS = {
    "dates": ("1 May 1960 ", "2 May 1961 "),
    "alternatives": ("40 or 41 ", "42 or 43 "),
    "numbers": ("12 345 6.7 ", "13 346 8,1 "),
    "percentages": ("5 % of ", "6 % of the "),
    "names": ("Anna Berg Oslo ", "Carl Holm Rome "),
    "quotes": ("\"' “ ", '" ‘ ” '),
    "brackets": ("(( [ ", "[ ) ( "),
    "spaces": ("   ", "  \t"),
    "line breaks": ("\n", " \n\n"),
    "one word": ("mill ", "mill "),
    "degrees": ("not all may cause no ", "some never will not "),
    "digits": ("111111111 ", "2222222 "),
    "one long word": ("ab", "ba"),
    "dots": (". ", "... "),
    "underscores": ("_____ ", "__"),
    "addresses": ("https://a.example/x?y=1&z=2 ", "https://b.example/?q=3&r=4 "),
    "ideographs": ("工厂于春天关闭。", "工厂在秋天开业。"),
    "emoji": ("😀👩\u200d👩\u200d👧 ", "🎉🇩🇪 "),
    "combining marks": ("e\u0301\u0302\u0303 ", "a\u0308\u0327 "),
    "sentences": ("The old mill closed in spring. ", "The new mill opened in autumn. "),
}
SMALL, LARGE = 6_000, 24_000
GROWTH = 3 * LARGE / SMALL
"""Quadratic time would grow by the square of the ratio, 16; linear time by 4. The margin is for a busy machine."""
CHEAP_S = 3.0
"""What stalled before took minutes at this size; a busy machine must not fail what does not stall."""


def comparing_s(unit: tuple[str, str], claim: int, source: int) -> float:
    ours, theirs = (part * (size // len(part)) for part, size in zip(unit, (claim, source), strict=True))
    began = process_time()
    compare(ours, [("source", theirs)])
    return process_time() - began


@pytest.mark.parametrize("kind", UNITS)
def test_both_texts_may_grow(kind: str) -> None:
    large = comparing_s(UNITS[kind], LARGE, LARGE)
    assert large < CHEAP_S or large < GROWTH * comparing_s(UNITS[kind], SMALL, SMALL)


@pytest.mark.parametrize("kind", UNITS)
def test_a_short_claim_against_a_long_source_is_cheap(kind: str) -> None:
    assert comparing_s(UNITS[kind], 200, 300_000) < 10


@pytest.mark.parametrize("kind", UNITS)
def test_the_frame_of_long_texts_is_cheap(kind: str) -> None:
    claim, source = (unit * (LARGE // len(unit)) for unit in UNITS[kind])
    began = process_time()
    frame(claim, source)
    assert process_time() - began < 10


def test_a_small_text_of_dates_does_not_stall() -> None:
    assert comparing_s(UNITS["dates"], 440, 440) < 2


def test_a_claim_of_ten_thousand_words_against_a_million_characters() -> None:
    assert comparing_s(UNITS["sentences"], 60_000, 1_000_000) < 30
