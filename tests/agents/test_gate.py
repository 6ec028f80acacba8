"""The evidence gate: what counts as a quote, and where it is."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.agents.gate import Gate
from adjudge.agents.normal import normal
from adjudge.case import Case, Document
from adjudge.engines.offline.places import context_of
from adjudge.verdict import Quote, RejectedQuote


def admit(words: str, text: str) -> Quote | RejectedQuote:
    gate = Gate(Case(claim="x", documents=[text]))
    return gate.admit(words, who="literal", document_ids=["source"])


def test_words_that_are_there_are_verbatim_with_their_offsets() -> None:
    text = "The bridge opened in 1932."
    quote = admit("opened in 1932", text)
    assert isinstance(quote, Quote)
    assert (quote.start, quote.end, quote.match) == (11, 25, "verbatim")
    assert text[quote.start : quote.end] == quote.text == "opened in 1932"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("opened  in 1932", "The bridge opened in\n1932."),
        ('the "old" bridge', "It was the “old” bridge."),
        ("it's old", "They say it’s old."),
        ("1990-1995", "from 1990–1995 on"),
        ("office", "the oﬃce closed"),
        ("cooperation", "co\u00adoperation".replace("co\u00ado", "co\u00ado")),
        ("café", "the cafe\u0301 opened"),
        ("wait...", "wait… he said"),
        ('"opened in 1932"', "The bridge opened in 1932."),
        ("한글", "옛 \u1112\u1161\u11ab\u1100\u1173\u11af 책"),
    ],
)
def test_white_space_and_typography_are_repaired(words: str, text: str) -> None:
    quote = admit(words, text)
    assert isinstance(quote, Quote), quote
    assert quote.match == "repaired"
    assert text[quote.start : quote.end] == quote.text
    assert normal(quote.text).strip() == normal(words).strip().strip('"')


@pytest.mark.parametrize("words", ["opened in 1933", "the bridge was opened", "   ", "Opened In 1932"])
def test_a_paraphrase_is_rejected_with_a_reason(words: str) -> None:
    rejected = admit(words, "The bridge opened in 1932.")
    assert isinstance(rejected, RejectedQuote)
    assert rejected.reason


def test_a_quote_that_cuts_a_number_is_rejected() -> None:
    for words in ("under 65", "650", "000 people"):
        assert isinstance(admit(words, "It holds under 650,000 people."), RejectedQuote), words
    assert isinstance(admit("650,000", "It holds under 650,000 people."), Quote)


def test_all_occurrences_are_known_and_whole_words_come_first() -> None:
    text = "The undercover unit went under the bridge and under the river."
    quote = admit("under", text)
    assert isinstance(quote, Quote)
    assert quote.occurrences == 3
    assert quote.start == text.index("under the bridge")
    assert set(quote.also_at) == {text.index("undercover"), text.index("under the river")}


def test_an_unknown_document_is_no_document() -> None:
    gate = Gate(Case(claim="x", documents=[Document(id="a", text="words")]))
    rejected = gate.admit("words", who="w", document_ids=["b"])
    assert isinstance(rejected, RejectedQuote)
    assert "no document 'b'" in rejected.reason


def test_the_document_that_holds_the_words_is_the_one_quoted() -> None:
    gate = Gate(Case(claim="c", documents=[Document(id="a", text="red"), Document(id="b", text="blue")]))
    quote = gate.admit("blue", who="w", document_ids=gate.source_ids)
    assert isinstance(quote, Quote)
    assert quote.document_id == "b"


@given(st.text(min_size=1), st.data())
def test_any_part_of_a_text_is_found_at_a_place_with_the_same_letters(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = text[start:end]
    if not words.strip() or not text.strip() or any(letter.isdigit() for letter in text):
        return
    quote = admit(words, text)
    assert isinstance(quote, Quote)
    assert text[quote.start : quote.end] == quote.text == words


@given(st.text(alphabet="ab “”'’–-\u00ad\u0301e\n\tﬁ", min_size=1), st.data())
def test_a_quote_with_other_typography_is_found_and_reads_the_same(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = normal(text[start:end]).strip()
    quote = admit(words, text) if words and text.strip() else None
    if isinstance(quote, Quote):
        assert text[quote.start : quote.end] == quote.text
        assert _read(quote.text) == _read(words)


def _read(words: str) -> str:
    """The words in normal form, without quotation marks around them."""
    return normal(normal(words)).strip().strip("\"'").strip()


@given(st.text(max_size=30), st.text(min_size=1, max_size=200).filter(lambda text: bool(text.strip())))
def test_the_gate_never_raises_and_never_gives_words_that_are_not_there(words: str, text: str) -> None:
    quote = admit(words, text)
    if isinstance(quote, Quote):
        assert text[quote.start : quote.end] == quote.text


REPEATED = Case(
    claim="The bridge opened in 1931 and was painted in 1931.",
    documents=[
        Document(id="one", text="Work began in 1931. The bridge opened in 1931, and the mill burnt in 1931."),
        Document(id="two", text="The mill burnt in 1931."),
    ],
)


@pytest.mark.parametrize(
    ("context", "document", "start"),
    [
        ("", "one", 14),
        ("opened in 1931", "one", 41),
        ("opened  in 1931", "one", 41),
        ("the mill burnt in 1931", "one", 69),
        ("The mill burnt in 1931", "two", 18),
        ("words that no text has", "one", 14),
    ],
)
def test_of_several_occurrences_the_one_in_its_context_is_quoted(context: str, document: str, start: int) -> None:
    gate = Gate(REPEATED)
    quote = gate.admit("1931", who="literal", document_ids=gate.source_ids, context=context)
    assert isinstance(quote, Quote)
    assert (quote.document_id, quote.start) == (document, start)


@given(st.sampled_from([place.start() for place in re.finditer("1931", REPEATED.documents[0].text)]))
def test_the_context_that_the_offline_engine_gives_leads_back_to_the_same_place(start: int) -> None:
    one, two = REPEATED.documents
    context = context_of(Quote(text="1931", document_id="one", start=start, end=start + 4), one.text, [two.text])
    found = Gate(REPEATED).admit("1931", who="literal", document_ids=["one", "two"], context=context)
    assert isinstance(found, Quote)
    assert (found.document_id, found.start) == ("one", start)
