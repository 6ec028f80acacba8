"""Spans, shortening and word differences never lose, move or invent a character."""

from hypothesis import given
from hypothesis import strategies as st

from adjudge.render.highlight import DiffKind, Gap, MarkedSpan, Segment, shorten, word_diff

texts = st.text(max_size=300)


@st.composite
def texts_with_spans(draw: st.DrawFn) -> tuple[str, list[MarkedSpan]]:
    text = draw(texts)
    place = st.integers(-2, len(text) + 2)
    spans = draw(st.lists(st.builds(MarkedSpan, place, place, st.integers(0, 4)), max_size=8))
    return text, spans


def uncut(text: str, spans: list[MarkedSpan]) -> list[Segment]:
    return [part for part in shorten(text, spans, room=len(text)) if isinstance(part, Segment)]


@given(texts_with_spans())
def test_segments_joined_are_the_text_and_marks_are_exactly_the_spans(given: tuple[str, list[MarkedSpan]]) -> None:
    text, spans = given
    cut = uncut(text, spans)
    assert "".join(segment.text for segment in cut) == text
    valid = [span for span in spans if 0 <= span.start < span.end <= len(text)]
    covered = {n for span in valid for n in range(span.start, span.end)}
    assert covered == {n for segment in cut if segment.marked for n in range(segment.start, segment.end)}
    for span in valid:
        own = [s for s in cut if span.start <= s.start and s.end <= span.end]
        assert "".join(s.text for s in own) == text[span.start : span.end]
        assert all(span.ref in s.refs for s in own if span.ref)


def test_overlapping_spans_share_a_segment() -> None:
    cut = uncut("more than 645,000 adults", [MarkedSpan(0, 17, 1), MarkedSpan(10, 24, 2)])
    assert [(s.text, s.refs) for s in cut] == [("more than ", (1,)), ("645,000", (2, 1)), (" adults", (2,))]


def test_a_quote_inside_a_quote_closes_first_and_the_rest_is_wide() -> None:
    cut = uncut("more than 645,000 adults", [MarkedSpan(0, 24, 1), MarkedSpan(10, 17, 2), MarkedSpan(10, 17, 3)])
    assert [(s.text, s.opens, s.closes, s.wide) for s in cut] == [
        ("more than ", 1, (), True),
        ("645,000", 1, ((2, 3),), False),
        (" adults", 0, ((1,),), True),
    ]


@given(texts_with_spans(), st.integers(20, 200))
def test_a_shortened_text_is_kept_pieces_and_gaps_in_order(given: tuple[str, list[MarkedSpan]], room: int) -> None:
    text, spans = given
    end = 0
    for part in shorten(text, spans, room=room, around=10):
        assert part.start == end
        end = part.end
        if isinstance(part, Segment):
            assert text[part.start : part.end] == part.text
    assert end == len(text)


def test_a_long_text_is_shortened_around_its_spans_without_cutting_words() -> None:
    text = "word " * 20_000 + "the deciding words" + " other" * 20_000
    start = text.index("the deciding")
    parts = shorten(text, [MarkedSpan(start, start + 18, 1)], room=500, around=60)
    kept = [part for part in parts if isinstance(part, Segment)]
    assert [s.text for s in kept if s.marked] == ["the deciding words"]
    assert sum(len(s.text) for s in kept) < 300
    assert isinstance(parts[0], Gap)
    assert isinstance(parts[-1], Gap)
    assert set("".join(s.text for s in kept).split()) == {"word", "the", "deciding", "words", "other"}


def test_a_quote_longer_than_the_room_keeps_its_beginning_and_its_end() -> None:
    text = "START " + "x " * 500_000 + "END"
    parts = shorten(text, [MarkedSpan(0, len(text), 1)], room=400)
    shown = "".join(part.text for part in parts if isinstance(part, Segment))
    assert shown.startswith("START")
    assert shown.endswith("END")
    assert len(shown) < 1000


def test_a_text_without_spaces_is_not_cut_inside_a_composed_character() -> None:
    family = "👩\u200d👩\u200d👧"
    parts = shorten(family * 1000, [], room=97)
    assert len(parts[0].text) % len(family) == 0  # type: ignore[union-attr]


@given(texts, texts)
def test_a_word_difference_holds_both_texts(before: str, after: str) -> None:
    edits = word_diff(before, after)
    assert "".join(e.text for e in edits if e.change is not DiffKind.ADDED) == before
    assert "".join(e.text for e in edits if e.change is not DiffKind.REMOVED) == after


def test_changes_next_to_one_another_are_one_change() -> None:
    edits = word_diff("Under 650,000 adults came.", "More than 645,000 adults came.")
    assert [(e.change.value, e.text) for e in edits] == [
        ("removed", "Under 650,000"),
        ("added", "More than 645,000"),
        ("kept", " adults came."),
    ]


def test_equal_texts_have_no_change() -> None:
    assert [e.change for e in word_diff("a b", "a b")] == [DiffKind.KEPT]
