"""The news checker's rules, as properties."""

from hypothesis import given
from hypothesis import strategies as st

from adjudge.evidence.bearing import effect
from adjudge.evidence.origins import groups
from adjudge.evidence.records import LABELS, Origin
from adjudge.protocols.news import rules
from adjudge.protocols.news.rules import Decision, WeighedEvidence
from adjudge.questions.news import Advice, Bearing, Complexity, Criticism, NewsLabel

labels = st.sampled_from(["", *LABELS[Origin.ISOT], *LABELS[Origin.FEVER]])
pieces = st.lists(
    st.builds(
        WeighedEvidence,
        id=st.sampled_from("abcdef"),
        origin=st.sampled_from(Origin),
        label=labels,
        bearing=st.sampled_from(Bearing),
        group=st.integers(0, 5),
    ),
    max_size=8,
)
criticisms = st.builds(
    Criticism,
    concerns=st.just(()),
    advice=st.sampled_from(Advice),
    confidence_adjustment=st.floats(-0.5, 0.0),
)


def test_what_follows_from_a_label_depends_on_how_the_statement_stands_to_the_claim() -> None:
    assert effect("SUPPORTS", Bearing.SAME) is effect("FAKE", Bearing.OPPOSITE) is NewsLabel.SUPPORTED
    assert effect("REAL", Bearing.OPPOSITE) is effect("REFUTES", Bearing.SAME) is NewsLabel.REFUTED
    assert effect("SUPPORTS", Bearing.CONFLICTING) is NewsLabel.REFUTED
    assert effect("FAKE", Bearing.CONFLICTING) is NewsLabel.NEI, "of two that conflict, both may be false"
    assert {effect("NOT ENOUGH INFO", bearing) for bearing in Bearing} == {NewsLabel.NEI}
    assert effect("", Bearing.SAME) is NewsLabel.SUPPORTED
    assert {effect("DISPUTED", bearing) for bearing in Bearing} == {NewsLabel.NEI}, "a label that is not known"


@given(labels)
def test_context_never_counts(label: str) -> None:
    assert effect(label, Bearing.CONTEXT) is NewsLabel.NEI


@given(pieces, st.sampled_from(Complexity))
def test_a_side_needs_a_piece_that_counts_for_it(given_pieces: list[WeighedEvidence], complexity: Complexity) -> None:
    decision = rules.decided(given_pieces, complexity)
    assert 0 <= decision.confidence <= 1
    if decision.label is not NewsLabel.NEI:
        assert any(piece.effect is decision.label for piece in given_pieces)


@given(pieces, st.sampled_from(Complexity), st.randoms())
def test_the_order_of_the_evidence_does_not_matter(
    given_pieces: list[WeighedEvidence], complexity: Complexity, rng: object
) -> None:
    shuffled = list(given_pieces)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = rules.decided(given_pieces, complexity), rules.decided(shuffled, complexity)
    assert (one.label, one.origins) == (other.label, other.origins)
    assert abs(one.confidence - other.confidence) < 1e-9


@given(pieces, st.sampled_from(Complexity))
def test_repeating_a_piece_of_one_origin_changes_nothing(
    given_pieces: list[WeighedEvidence], complexity: Complexity
) -> None:
    one, other = rules.decided(given_pieces, complexity), rules.decided(given_pieces * 2, complexity)
    assert (one.label, one.confidence) == (other.label, other.confidence)


@given(pieces)
def test_a_complex_claim_is_never_surer_than_a_simple_one(given_pieces: list[WeighedEvidence]) -> None:
    simple, hard = (rules.decided(given_pieces, one) for one in (Complexity.LOW, Complexity.HIGH))
    assert hard.label is simple.label
    assert hard.confidence <= simple.confidence


@given(
    st.builds(Decision, label=st.sampled_from(NewsLabel), confidence=st.floats(0, 1), origins=st.integers(0, 5)),
    criticisms,
)
def test_the_critic_never_raises_and_never_changes_sides(decision: Decision, criticism: Criticism) -> None:
    after = rules.criticised(decision, criticism)
    assert after.confidence <= decision.confidence + 1e-4
    assert after.label in (decision.label, NewsLabel.NEI)


def test_only_three_words_are_verdicts() -> None:
    assert rules.allowed(" supported\n") is NewsLabel.SUPPORTED
    assert [rules.allowed(word) for word in ("TRUE", "", "NOT ENOUGH INFO", "SUPPORTED!", "CONTRADICTED")] == [None] * 5


def test_texts_that_are_nearly_the_same_come_from_one_origin() -> None:
    wire = "The mayor of Brenn opened the new bridge over the river Alder on Monday morning."
    copied = "The mayor of Brenn opened the new bridge over the river Alder on Monday morning, reports say."
    assert groups([wire, "Rain fell.", copied, wire]) == [0, 1, 0, 0]
