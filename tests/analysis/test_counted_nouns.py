"""Which noun a word for how many binds; and months that are common words."""

import pytest

from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.degrees import quantifiers
from adjudge.analysis.text.words import stem


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Most of the island's inhabitants fish.", "inhabitants"),
        ("All of the 30 growers agreed.", "growers"),
        ("None of the growers agreed.", "growers"),
        ("Viele der 30 Winzer klagen.", "winzer"),
    ],
)
def test_the_noun_stands_past_possessors_articles_and_numbers(text: str, head: str) -> None:
    assert [mark.head for mark in quantifiers(text)] == [stem(head)]


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("About 400 people took part in the march.", []),
        ("The station opened in march.", [3]),
        ("The station opened in March.", [3]),
    ],
)
def test_a_common_word_behind_an_article_is_no_month(text: str, months: list[int]) -> None:
    assert [period.month for period in dates(text)] == months
