"""Tables at any width: nothing is cut off."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from adjudge.cli.show.tables import Column, Fitting, figures

COLUMNS = (Column("case", folds=False), Column("label"), Column("cost", spared=True, right=True), Column("why"))
WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=40), max_size=5).map(" ".join)


def printed(table: Fitting, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width).print(table)
    return out.getvalue()


@given(st.lists(st.tuples(st.text("xyz", max_size=12), WORDS, WORDS), max_size=3), st.integers(30, 140))
def test_every_letter_of_what_is_needed_is_shown_within_the_width(rows: list[tuple[str, str, str]], width: int) -> None:
    table = Fitting("T", COLUMNS, [[Text(id), Text(label), Text("1"), Text(why)] for id, label, why in rows])
    shown = printed(table, width)
    assert max(map(len, shown.splitlines())) <= width
    names = "caselabelcostwhy" * (1 + len(rows))
    for letter in "abcdefghxyz":
        needed = sum(cell.count(letter) for row in rows for cell in row)
        assert needed <= shown.count(letter) <= needed + names.count(letter)


def test_a_column_that_can_be_spared_goes_before_rows_become_blocks() -> None:
    table = Fitting("T", COLUMNS, [[Text("one"), Text("a b"), Text("free"), Text("because")]])
    assert all(name in printed(table, 60) for name in ("case", "label", "cost", "why"))
    assert "cost" not in printed(table, 30)
    assert printed(table, 20).split() == ["T", "one", "label", "a", "b", "cost", "free", "why", "because"]


def test_figures_keep_every_column_and_the_caption_at_any_width() -> None:
    table = figures("T", ("class", "precision", "recall"), [("SUPPORTED", "0.79", "0.81")], caption="of 40 rows")
    for width in (60, 30, 20):
        shown = printed(table, width)
        assert max(map(len, shown.splitlines())) <= width
        for word in ("T", "precision", "recall", "SUPPORTED", "0.79", "0.81", "of 40"):
            assert word in shown


@pytest.mark.parametrize("width", [30, 40, 60, 100])
def test_a_file_name_is_broken_only_between_its_words(width: int) -> None:
    name = "a-very-long-folder/benchmarks_of_november/written.claims.jsonl"
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(figures("Files", ("file", "rows"), [(name, "12")]))
    text = console.export_text()
    for word in ("folder", "benchmarks_", "november", "written.", "claims.", "jsonl"):
        assert word in text
