"""Values that have one reading are read so, with a note; all others are left for validation to refuse."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge, Le
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from adjudge.engines.coerce import fitted


class Colour(StrEnum):
    """Two labels."""

    RED = "RED"
    GREEN = "GREEN"


class Inner(BaseModel):
    """A record in a record."""

    words: str


class Shape(BaseModel):
    """Every kind of field that replies have."""

    text: str = ""
    whole: int = 0
    share: Annotated[float, Ge(0), Le(1)] = 0.0
    truth: bool = False
    answer: Literal["Yes", "No"] = "No"
    colour: Colour = Colour.RED
    items: tuple[str, ...] = ()
    maybe: Inner | None = None
    either: int | str = 0


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [
        ("text", None, ""),
        ("text", 12, "12"),
        ("whole", "012", 12),
        ("share", "95%", 0.95),
        ("truth", "Yes", True),
        ("truth", " FALSE ", False),
        ("answer", True, "Yes"),
        ("answer", '"no."', "No"),
        ("colour", "green", "GREEN"),
        ("items", None, []),
        ("items", ["a", 5], ["a", "5"]),
        ("maybe", {"words": None}, {"words": ""}),
    ],
)
def test_a_value_with_one_reading_is_read_and_noted(field: str, value: Any, read: Any) -> None:
    data, notes = fitted({field: value}, Shape)
    assert data == {field: read}
    assert len(notes) == 1
    assert notes[0].startswith(field)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", ["a"]),
        ("text", True),
        ("whole", "12 or 13"),
        ("share", "high"),
        ("truth", "perhaps"),
        ("truth", 1),
        ("answer", "Maybe"),
        ("answer", None),
        ("colour", "blue"),
        ("items", "a, b"),
        ("maybe", None),
        ("maybe", "words"),
        ("either", "12"),
        ("unknown", None),
    ],
)
def test_a_value_without_one_reading_is_left_as_it_is(field: str, value: Any) -> None:
    assert fitted({field: value}, Shape) == ({field: value}, [])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*Shape.model_fields, "unknown"]), JSON, max_size=6))
def test_any_data_is_read_without_an_error_and_reading_it_again_changes_nothing(data: dict[str, Any]) -> None:
    once, _ = fitted(data, Shape)
    assert once.keys() == data.keys()
    assert fitted(once, Shape) == (once, [])
