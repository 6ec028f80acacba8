"""What would act or hide is shown as a sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.render.visible import one_line, visible

anything = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("\x1b[31mred", "␛[31mred"),
        ("a\x00b", "a␀b"),
        ("a\rb", "a␍b"),
        ("a\r\nb", "a\nb"),
        ("\x7f\x9b", "␡‹U+009B›"),
        ("abc\u202edef", "abc‹U+202E›def"),
        ("zero\u200bwidth\ufeff", "zero‹U+200B›width‹U+FEFF›"),
        ("\ud800", "‹U+D800›"),
        ("hidden\U000e0041", "hidden‹U+E0041›"),
        ("👩\u200d👧 e\u0301 שלום\tx", "👩\u200d👧 e\u0301 שלום\tx"),
    ],
)
def test_hidden_characters_are_shown_and_others_stay(given: str, shown: str) -> None:
    assert visible(given) == shown


@given(anything)
def test_nothing_acts_on_a_terminal_and_all_can_be_encoded(text: str) -> None:
    shown = visible(text)
    shown.encode("utf-8")
    assert not any((ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 for c in shown)
    assert visible(shown) == shown


@given(anything)
def test_ascii_only_is_ascii(text: str) -> None:
    assert visible(text, ascii_only=True).isascii()


def test_typography_becomes_a_typewriter_s() -> None:
    assert visible("“a” – é…", ascii_only=True) == '"a" - \\xe9...'


@given(anything, st.integers(2, 50))
def test_one_line_is_one_line_within_its_limit(text: str, limit: int) -> None:
    line = one_line(text, limit=limit)
    assert len(line) <= limit
    assert not set(line) & set("\n\r\t")


def test_a_long_text_says_that_it_goes_on() -> None:
    assert one_line("word " * 1000, limit=20).endswith("…")
    assert one_line(" " * 1000 + "word", limit=20).endswith("…")
