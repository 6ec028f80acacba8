import pytest
from hypothesis import given

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.degrees import PLAIN, causes, caveats, hedges, quantifiers
from adjudge.analysis.facts.negation import negations
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.words import stem, words
from adjudge.verdict import Relation
from tests.analysis.strategies import texts


@given(texts)
def test_every_mark_stands_at_its_offsets(text: str) -> None:
    for read in (hedges, quantifiers, causes, caveats):
        for mark in read(text):
            assert text[mark.span.start : mark.span.end] == mark.span.text


def level(sentence: str) -> int:
    return min((mark.level for mark in hedges(sentence)), default=PLAIN)


def test_certainty_is_ordered() -> None:
    proves = level("This proves the link.")
    plain = level("This is the link.")
    suggests = level("This suggests the link.")
    may = level("This may be the link.")
    assert proves > plain > suggests > may
    assert level("It will rain.") > level("It is expected to rain.") > level("It could rain.")


def test_the_month_of_may_is_no_hedge() -> None:
    assert hedges("It opened in May 2010.") == ()
    assert hedges("It opened on 3 May.") == ()


@pytest.mark.parametrize(
    "text",
    [
        "The mill reported a loss.",
        "The ministry reported no new cases.",
        "All reported cases were mild.",
        "The theft was reported to police.",
    ],
)
def test_what_somebody_reports_is_no_hedge(text: str) -> None:
    assert hedges(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "The bridge reportedly fell.",
        "The bridge was reported to have fallen.",
        "It is widely reported that the bridge fell.",
        "The club paid a reported $3 million.",
    ],
)
def test_what_is_only_reported_is_hedged(text: str) -> None:
    assert level(text) < PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "It is not clear who lit the lamp.",
        "It isn't yet clear who lit the lamp.",
        "It is not known why the lamp fell.",
        "The cause is not clear.",
        "Es ist nicht klar, wer die Lampe anzündete.",
        "Die Ursache ist unklar.",
    ],
)
def test_not_clear_is_as_unsure_as_unclear(text: str) -> None:
    assert level(text) == level("It is unclear who lit the lamp.")


@pytest.mark.parametrize("text", ["He was not known to police.", "She is not well known.", "Er ist nicht bekannt."])
def test_who_is_not_known_is_no_hedge(text: str) -> None:
    assert hedges(text) == ()


def test_quantifiers_are_ordered_and_know_their_noun() -> None:
    marks = [quantifiers(f"{word} sailors drowned")[0] for word in ("All", "Most", "Many", "Some", "Few", "No")]
    assert [mark.level for mark in marks] == [5, 4, 3, 2, 1, 0]
    assert {mark.head for mark in marks} == {stem("sailors")}


def test_causes_are_ordered() -> None:
    strong, weak, loose = (
        causes(text)[0].level for text in ("Salt caused rust", "Salt contributed to rust", "Salt was linked to rust")
    )
    assert strong > weak > loose


def test_a_road_link_ties_no_effect_to_a_cause() -> None:
    assert causes("The road link to the coast closed.") == ()
    assert causes("The rail links between the towns closed.") == ()
    assert causes("Salt has a link to rust.")


def test_what_is_attributed_to_something_is_caused_by_it() -> None:
    (mark,) = causes("The delay was attributed to fog")
    assert mark.group == "cause"


@pytest.mark.parametrize(
    "text", ["only in winter", "seen in mice", "unless it rains", "according to the mayor", "so far"]
)
def test_limits_are_found(text: str) -> None:
    assert caveats(text)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The mayor did not resign", "resign"),
        ("The mayor never smiled", "smiled"),
        ("She left without money", "money"),
        ("He failed to appear", "appear"),
        ("No ships arrived", "ships"),
        ("They didn't vote", "vote"),
        ("Das Schiff wurde nicht verkauft", "verkauft"),
        ("He said nothing", "said"),
    ],
)
def test_a_negation_knows_what_it_denies(text: str, denied: str) -> None:
    tokens = words(text)
    (negation,) = negations(tokens)
    assert tokens[negation.target].lower == denied


@pytest.mark.parametrize(
    "text",
    [
        "not only the mayor",
        "no doubt",
        "no fewer than five",
        "No Country for Old Men is a film",
        "Not all sailors drowned",
    ],
)
def test_some_negative_words_deny_nothing(text: str) -> None:
    assert negations(words(text)) == ()


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("increase", "decrease", Sense.OPPOSITE),
        ("won", "lost", Sense.OPPOSITE),
        ("safe", "unsafe", Sense.OPPOSITE),
        ("red", "blue", Sense.SIBLING),
        ("violin", "piano", Sense.SIBLING),
        ("animal", "dog", Sense.BROADER),
        ("dog", "animal", Sense.NARROWER),
        ("buy", "purchase", Sense.SYNONYM),
        ("car", "automobile", Sense.SYNONYM),
        ("harbour", "idea", Sense.NONE),
        ("goats", "goat", Sense.SAME),
    ],
)
def test_words_know_what_they_are_to_each_other(first: str, second: str, expected: Sense) -> None:
    assert sense(stem(first), stem(second)) is expected


@given(texts, texts)
def test_opposition_and_kinship_are_symmetric(first: str, second: str) -> None:
    for ours in words(first)[:6]:
        for theirs in words(second)[:6]:
            for relation in (Sense.OPPOSITE, Sense.SIBLING, Sense.SYNONYM, Sense.SAME):
                forward, back = sense(ours.stem, theirs.stem), sense(theirs.stem, ours.stem)
                assert (forward is relation) == (back is relation)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "More than 100 people were hurt.",
            "More than 100 people were hurt when two trains were derailed near the coast.",
        ),
        ("The bridge was shut.", "The bridge was shut when the river was in flood."),
    ],
)
def test_what_is_told_and_counted_sets_no_condition(claim: str, source: str) -> None:
    found = compare(claim, [("s", source)]).findings
    assert not [one for one in found if one.axis == "quantifier" and one.relation is not Relation.SAME]
