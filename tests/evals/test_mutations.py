"""The mutation bench: a claim differs from its source only where it says so, and its label follows from the change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.case import Document
from adjudge.evals.mutations.bench import MAKERS, mutations
from adjudge.evals.mutations.lexicon import ANTONYMS, SYNONYMS
from adjudge.evals.mutations.mutation import FAITHFUL_KINDS, Kind, Label, Mutation
from tests.evals.texts import ENGLISH, GERMAN

PIECES = [
    *ENGLISH.split(". "),
    *GERMAN.split(". "),
    "Did it open in 1931?",
    'He said "5 men left".',
    "If it rains, 5 leave.",
]


def made(text: str, **options: int) -> list[Mutation]:
    return list(mutations([Document(id="text", text=text)], **options))


def changed(text: str, kind: Kind) -> list[str]:
    return [one.claim for one in mutations([Document(text=text)], kinds=[kind])]


def test_every_kind_has_a_maker_and_every_kind_is_made_in_english() -> None:
    assert {kind for kind, _ in MAKERS} == set(Kind)
    assert {one.kind for one in made(ENGLISH)} == set(Kind)


def test_german_has_at_least_fourteen_kinds_of_mutation() -> None:
    found = {one.kind for one in made(GERMAN)}
    assert len(found - FAITHFUL_KINDS) >= 13
    assert {Kind.VERBATIM, Kind.ROUNDED, Kind.COARSER} <= found
    assert {one.language for one in made(GERMAN)} == {"de"}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8), st.integers(0, 5))
def test_the_edits_are_the_only_change(pieces: list[str], seed: int) -> None:
    text = ". ".join(piece.rstrip(".") for piece in pieces) + "."
    for one in made(text, seed=seed):
        assert one.rebuilt == one.claim
        assert one.sentence in text
        for edit in one.edits:
            assert one.claim[edit.start : edit.end] == edit.now
            assert one.sentence[edit.source_start : edit.source_end] == edit.was
        assert (one.claim == one.sentence) == (one.kind is Kind.VERBATIM)
        assert one.label is one.kind.label


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_survived(text: str) -> None:
    for one in made(text):
        assert one.rebuilt == one.claim


def test_the_same_seed_gives_the_same_claims_and_another_seed_others() -> None:
    assert made(ENGLISH, seed=3) == made(ENGLISH, seed=3)
    assert made(ENGLISH, seed=3) != made(ENGLISH, seed=4)


def test_a_text_beside_it_changes_nothing() -> None:
    one, other = Document(id="a", text=ENGLISH), Document(id="b", text=GERMAN)
    assert [*mutations([one]), *mutations([other])] == list(mutations([one, other]))


def test_a_mutated_claim_is_not_said_in_another_place_of_the_source() -> None:
    for one in made(ENGLISH) + made(GERMAN):
        if one.label is Label.MUTATED:
            assert one.claim not in one.source


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The mill did not sell 5 engines in May.", Kind.NUMBER),
        ("More than 50 people came to the fair.", Kind.NUMBER),
        ("The bridge opened before 1931.", Kind.DATE),
        ("The bridge was built between 1931 and 1934.", Kind.PERIOD),
        ("If it rains, many farmers leave the valley.", Kind.QUANTIFIER),
        ("Did most of the wells run dry?", Kind.QUANTIFIER),
        ("The tea may not help the patients.", Kind.HEDGE),
        ("It may rain in Brenn tomorrow.", Kind.NEGATION),
        ("All of the ships were old.", Kind.NEGATION),
        ("The fire was linked to the heat. The heat caused the fire.", Kind.CAUSE),
        ("Elena Ruiz met Anna Bell in Rome.", Kind.ROLES),
        ("Exactly 2,412 passengers came.", Kind.ROUNDED),
        ("The jet was Flight 9525 to Oslo.", Kind.ROUNDED),
        ("The haul was worth up to 2,412 dollars.", Kind.COARSER),
        ("The old house was sold in 2012.", Kind.ANTONYM),
        ("Around half of the wells were dry.", Kind.NEGATION),
        ("May was cold in Oslo that year.", Kind.HEDGE),
        ("The wire was cut so they could help.", Kind.HEDGE),
        ("It is part of the Balkans.", Kind.SCOPE),
        ("Clara Weiss was born in southern Norway.", Kind.SCOPE),
        ("The church stands in a village in southern Norway.", Kind.SCOPE),
        ("Half of the boats inspected had rust.", Kind.DENOMINATOR),
        ("Half of the boats, which had rust, were sold.", Kind.DENOMINATOR),
        ("He spent several years in Oslo.", Kind.QUANTIFIER),
        ("He trained before he was signed in 2009.", Kind.REORDERED),
        ("The roof fell after the storm.", Kind.CAUSE),
    ],
)
def test_where_the_label_would_not_be_certain_nothing_is_made(sentence: str, kind: Kind) -> None:
    assert changed(sentence, kind) == []


@pytest.mark.parametrize(
    ("sentence", "kind", "claim"),
    [
        ("Elena Ruiz sued the mill in 2012.", Kind.ROLES, "The mill sued Elena Ruiz in 2012."),
        ("The council approved the plan.", Kind.VOICE, "The plan was approved by the council."),
        ("The plan was approved by the council.", Kind.VOICE, "The council approved the plan."),
        ("The council approved the plan.", Kind.NEGATION, "The council did not approve the plan."),
        ("Most of the wells were dry.", Kind.QUANTIFIER, "All of the wells were dry."),
        ("Die meisten Brunnen waren trocken.", Kind.QUANTIFIER, "Alle Brunnen waren trocken."),
        ("The bill rose by 3 percentage points.", Kind.POINTS, "The bill rose by 3 percent."),
        ("It opened on 14 March 2021 in Brenn.", Kind.COARSER, "It opened in March 2021 in Brenn."),
        ("The fair drew 2,412 guests.", Kind.ROUNDED, "The fair drew about 2,400 guests."),
        (
            "Der Markt zog 2.412 Gäste an und wurde groß.",
            Kind.ROUNDED,
            "Der Markt zog etwa 2.400 Gäste an und wurde groß.",
        ),
        ("The drug may help.", Kind.HEDGE, ""),
        ("It is the oldest school in western Norway.", Kind.SCOPE, "It is the oldest school in all of Norway."),
        ("Snow fell in northern Norway on Monday.", Kind.SCOPE, "Snow fell throughout Norway on Monday."),
        ("About 40% of adults with asthma had a cough.", Kind.DENOMINATOR, "About 40% of adults had a cough."),
        ("A third of children aged 6 to 9 were ill.", Kind.DENOMINATOR, "A third of children were ill."),
        ("Half of boats inspected had rust.", Kind.DENOMINATOR, "Half of boats had rust."),
        ("Half of the cows vaccinated were ill.", Kind.DENOMINATOR, "Half of the cows were ill."),
        ("The bridge was opened in 1931.", Kind.REORDERED, "In 1931, the bridge was opened."),
    ],
)
def test_what_is_made_of_a_sentence(sentence: str, kind: Kind, claim: str) -> None:
    found = changed(sentence, kind)
    assert found == ([claim] if claim else found)


def test_a_mutated_count_grows_since_fewer_would_still_be_there() -> None:
    for seed in range(6):
        [one] = [one for one in made("The fair drew 40 guests in May.", seed=seed) if one.kind is Kind.NUMBER]
        assert int(one.edits[0].now) > 40


def test_synonyms_and_antonyms_are_those_of_the_lexicon() -> None:
    """The inflected forms here and the stems there must not drift apart."""
    from adjudge.analysis.senses import Sense, sense
    from adjudge.analysis.words import stem

    umlauts = set("äöüß")
    for first, second in SYNONYMS.items():
        german = umlauts & set(first + second) or first in (
            "etwa",
            "rund",
            "oft",
            "kaufte",
            "gebaut",
            "beinahe",
            "begannen",
            "erbaut",
        )
        if not german:
            assert sense(stem(first), stem(second)) in (Sense.SYNONYM, Sense.SAME), (first, second)
    english = [
        pair for pair in ANTONYMS.items() if pair[0] in ("rose", "won", "approved", "legal", "northern", "bought")
    ]
    assert len(english) == 6
    for first, second in english:
        assert sense(stem(first), stem(second)) is Sense.OPPOSITE, (first, second)
