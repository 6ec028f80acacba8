"""Front matter: what counts as front matter, and how wrong front matter is reported."""

import pytest

from adjudge.errors import DataError
from adjudge.manuscripts.front import front_matter


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("---\na: 1\n---\nText.", {"a": 1}),
        ("\ufeff---\r\na: 1\r\n...\r\nText.", {"a": 1}),
        ('+++\na = "x"\n+++\nText.', {"a": "x"}),
        ("---\nday: 2024-05-01\n---\nText.", {"day": "2024-05-01"}),
        ("---\n1: [a, {b: null}]\n---\nText.", {"1": ["a", {"b": None}]}),
        ("---\n# only a comment\n---\nText.", {}),
    ],
)
def test_the_values_are_json_and_the_text_begins_after_them(text: str, values: dict[str, object]) -> None:
    found, start = front_matter(text, name="a.md")
    assert found == values
    assert text[start:] == "Text."


@pytest.mark.parametrize("text", ["Text.", "---\na: 1\nText.", " ---\na: 1\n---\n", "----\na: 1\n----\n"])
def test_without_a_closed_fence_at_the_top_everything_is_text(text: str) -> None:
    assert front_matter(text, name="a.md") == ({}, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\n- a\n- b\n---\n", "'a.md' is not a mapping"),
        ("---\na: [1\n---\n", "'a.md' is not YAML"),
        ("+++\na = \n+++\n", "'a.md' is not TOML"),
        ("---\na: " + "[" * 5_000 + "\n---\n", "'a.md', line 1: values are nested"),
        ("---\na: !!bool maybe\n---\n", "'a.md', line 1: the value 'maybe'"),
        ("---\na: !!timestamp soon\n---\n", "'a.md', line 1: the value 'soon'"),
        ("---\na: !!int ''\n---\n", "'a.md', line 1: the value ''"),
        (f"---\na: 1{':59' * 3_000}.5\n---\n", "'a.md', line 1: the value '1:59"),
        (f"---\na: 1{':59' * 30_000}\n---\n", "'a.md' holds a number of more than 64 bits"),
        (f"---\n? 0x{'f' * 50_000}\n: 1\n---\n", "'a.md' holds a number of more than 64 bits"),
        (f"+++\na = 0x{'f' * 50_000}\n+++\n", "'a.md' holds a number of more than 64 bits"),
        (f"+++\na = {'9' * 5_000}\n+++\n", "'a.md' is not TOML"),
        (
            f"---\nb: &b [{'1, ' * 500}]\nc: &c [{'*b, ' * 500}]\nd: [*c]\n---\n",
            "'a.md' holds more than 100,000 values",
        ),
    ],
)
def test_wrong_front_matter_is_an_error_that_names_the_file(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        front_matter(text, name="a.md")


def test_nesting_is_cut_at_a_limit() -> None:
    found, _ = front_matter("---\na: " + "[" * 30 + "]" * 30 + "\n---\n", name="a.md")
    depth = 0
    value = found["a"]
    while isinstance(value, list) and value:
        value, depth = value[0], depth + 1
    assert value is None
    assert depth == 21
