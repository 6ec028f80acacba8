"""Two statements are the same, each other's negation, or differ in a figure; everything else is something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engines.offline.restatement import Likeness, restated


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The ferry opened in 1931.", "In 1931, the ferry opened."),
        ("Brad built the mill.", "The mill was built by Brad."),
        ("The film won two prizes.", "The movie won 2 prizes."),
        ("It is true that the wells are dry.", "Wells were dry."),
        ("BREAKING: Mayor resigns (VIDEO)", "Mayor Resigns"),
        ("The town has 40,000 people.", "The town has 40000 people."),
    ],
)
def test_the_same_in_other_words(one: str, other: str) -> None:
    assert restated(one, other).likeness is Likeness.SAME
    assert restated(other, one).likeness is Likeness.SAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The ferry sails daily.", "The ferry does not sail daily."),
        ("The ferry isn't red.", "The ferry is red."),
        ("He never won a prize.", "He won a prize."),
    ],
)
def test_a_negation(one: str, other: str) -> None:
    assert restated(one, other).likeness is Likeness.NEGATED


@pytest.mark.parametrize(
    ("one", "other"),
    [("It opened in 1931.", "It opened in 1932."), ("He was born on 3 May 1950.", "He was born on 4 June 1950.")],
)
def test_another_figure(one: str, other: str) -> None:
    assert restated(one, other).likeness is Likeness.DIFFERENT_FIGURE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The ferry sails to Alder Island.", "The ferry sails to Alder."),
        ("Anna beat Berta.", "Berta beat Anna."),
        ("The mill was built by Brad.", "Brad was built by the mill."),
        ("She is a singer.", "She is only a singer."),
        ("All wells are dry.", "Most wells are dry."),
        ("The law may pass.", "The law will pass."),
        ("The law passed.", "The law did not pass in 1931."),
        ("He did not win in 1931.", "He won in 1932."),
        ("", "The law passed."),
        ("Goods go from Brenn to Orland.", "Goods go to Brenn from Orland."),
    ],
)
def test_what_only_shares_words_is_something_else(one: str, other: str) -> None:
    assert restated(one, other).likeness is Likeness.OTHER
    assert restated(other, one).likeness is Likeness.OTHER


@given(st.text(max_size=80), st.text(max_size=80))
def test_the_likeness_is_the_same_both_ways(one: str, other: str) -> None:
    assert restated(one, other).likeness is restated(other, one).likeness
