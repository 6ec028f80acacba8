import time

import pytest

from adjudge.analysis.compare.align import indexed, view, views
from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.spans import Span
from adjudge.verdict import Relation

SOURCE = (
    "The harbour was built in 1902. It was paid for by the town. Fishing boats leave the harbour at dawn. "
    "A lighthouse stands on the northern pier. Tourists like the view."
)


def reading(text: str, document_id: str = "claim") -> Reading:
    return Reading(document_id, Span(0, len(text), text))


def test_the_sentence_that_speaks_about_the_claim_comes_first() -> None:
    best = views(reading("The lighthouse is on the northern pier."), [("s", SOURCE)])[0]
    assert best.source.text == "A lighthouse stands on the northern pier."
    assert best.source.whole.start == SOURCE.index("A lighthouse")


def test_the_best_sentence_is_found_in_whichever_document_holds_it() -> None:
    best = views(reading("Boats leave at dawn."), [("a", "Nothing here."), ("b", SOURCE)])[0]
    assert best.source.document_id == "b"


def test_words_are_linked_by_stem_by_synonym_and_by_kind() -> None:
    pair = view(reading("The animal started running"), reading("A dog began to run", "s"))
    assert {pair.claim.words[at].lower: pair.source.words[to].lower for at, to in pair.links.items()} == {
        "animal": "dog",
        "started": "began",
        "running": "run",
    }
    assert pair.coverage == 1.0


def test_a_narrower_claim_word_is_not_answered_by_a_wider_one() -> None:
    assert view(reading("The dog slept"), reading("The animal slept", "s")).coverage == 0.5


def test_coverage_without_some_words_measures_the_frame_around_them() -> None:
    pair = view(reading("The ferry sank near Oslo"), reading("The ferry sank near Bergen", "s"))
    oslo = frozenset({len(pair.claim.words) - 1})
    assert pair.coverage < 1.0
    assert pair.coverage_without(oslo) == 1.0


def test_no_sources_and_empty_sources_give_no_views() -> None:
    assert views(reading("Anything at all."), []) == ()
    assert views(reading("Anything at all."), [("s", "")]) == ()


def test_choosing_sentences_is_linear_in_the_source() -> None:
    def seconds(copies: int) -> float:
        indexed.cache_clear()
        started = time.process_time()
        views(reading("The lighthouse is on the northern pier."), [("s", SOURCE * copies)])
        return time.process_time() - started

    seconds(10)
    assert seconds(4_000) < 30 * max(seconds(400), 0.01)


@pytest.mark.parametrize(
    ("claim", "source", "found"),
    [
        (
            "The ferry to Alder Island was built in Kiel in 1996.",
            "The ferry to Alder Island carries 120 guests. The ferry was built in Kiel in 1994.",
            True,
        ),
        (
            "The ferry to Alder Island was built in Kiel in 1996.",
            "The tram to Cedar Hill carries 120 guests. It was built in Kiel in 1994.",
            False,
        ),
    ],
)
def test_what_takes_its_subject_up_again_is_said_of_it(claim: str, source: str, *, found: bool) -> None:
    dates = [one.relation for one in compare(claim, [("s", source)]).findings if one.axis == "date"]
    assert (dates == [Relation.CONTRADICTED]) is found
