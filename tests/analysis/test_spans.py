from adjudge.analysis.text.spans import Span, cut, touches, trimmed


def test_a_cut_piece_knows_where_it_stands() -> None:
    text = "A quiet harbour."
    span = cut(text, 2, 7)
    assert span == Span(2, 7, "quiet")
    assert text[span.start : span.end] == span.text
    assert len(span) == 5


def test_trimming_drops_white_space_and_nul_bytes_at_the_edges_only() -> None:
    assert trimmed(" \0 two words \n", 0, 14) == Span(3, 12, "two words")
    assert trimmed("   ", 0, 3).text == ""


def test_a_shifted_span_keeps_its_words() -> None:
    assert Span(0, 3, "cat").shifted(10) == Span(10, 13, "cat")


def test_touching_looks_only_at_the_neighbour_before() -> None:
    taken = [Span(2, 5, "abc"), Span(10, 12, "de")]
    assert touches(4, 6, taken)
    assert touches(11, 30, taken)
    assert not touches(5, 10, taken)
    assert not touches(0, 2, taken)
    assert not touches(0, 2, [])
