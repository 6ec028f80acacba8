"""The jury's aggregation, as pure rules."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.protocols.jury import rules
from adjudge.protocols.jury.rules import AxisAnswer, Ballot
from adjudge.questions.jury import Side
from adjudge.results.jury import JuryLabel
from adjudge.verdict import Stance

YES, NO, UNFOUNDED = AxisAnswer.YES, AxisAnswer.NO, AxisAnswer.UNFOUNDED
FAITHFUL, MUTATED = Ballot(Side.FAITHFUL, 0.8), Ballot(Side.MUTATED, 0.8)
FAILED = Ballot(None)

ballots = st.lists(
    st.builds(Ballot, side=st.sampled_from([None, *Side]), confidence=st.floats(0, 1), founded=st.booleans()),
    min_size=1,
    max_size=9,
)
answers = st.lists(st.sampled_from(list(AxisAnswer)), min_size=1, max_size=9)


@pytest.mark.parametrize(
    ("yes", "minority", "label"),
    [
        (5, 2, JuryLabel.FAITHFUL),
        (5, 0, JuryLabel.FAITHFUL),
        (4, 2, JuryLabel.AMBIGUOUS),
        (3, 2, JuryLabel.AMBIGUOUS),
        (4, 1, JuryLabel.MUTATED),
        (3, 0, JuryLabel.MUTATED),
        (2, 2, JuryLabel.MUTATED),
        (0, 2, JuryLabel.MUTATED),
    ],
)
def test_the_aggregation_of_the_specification(yes: int, minority: int, label: JuryLabel) -> None:
    panel = [FAITHFUL] * minority + [MUTATED] * (4 - minority)
    assert rules.jury_label([YES] * yes + [NO] * (5 - yes), panel, dissent_threshold=2) is label


def test_a_no_without_a_real_quote_is_a_no_but_contradicts_nothing() -> None:
    assert rules.jury_label([UNFOUNDED] * 5, [MUTATED], dissent_threshold=2) is JuryLabel.MUTATED
    assert not rules.contradicts([YES, UNFOUNDED], says_otherwise=True)
    assert rules.contradicts([NO, UNFOUNDED], says_otherwise=True)


@given(answers, ballots)
def test_ambiguous_means_that_the_jury_is_divided(given_answers, given_ballots) -> None:
    if rules.jury_label(given_answers, given_ballots, dissent_threshold=1) is JuryLabel.AMBIGUOUS:
        assert rules.minority(given_ballots) >= 1


@given(answers, ballots, st.integers(1, 4))
def test_faithful_means_every_axis_says_yes(given_answers, given_ballots, threshold) -> None:
    label = rules.jury_label(given_answers, given_ballots, dissent_threshold=threshold)
    assert (label is JuryLabel.FAITHFUL) == all(answer is YES for answer in given_answers)


@given(answers, ballots, st.randoms())
def test_the_order_of_jurors_and_axes_changes_nothing(given_answers, given_ballots, chance) -> None:
    shuffled, mixed = list(given_ballots), list(given_answers)
    chance.shuffle(shuffled)
    chance.shuffle(mixed)
    label = rules.jury_label(given_answers, given_ballots, dissent_threshold=2)
    assert rules.jury_label(mixed, shuffled, dissent_threshold=2) is label
    assert rules.jury_confidence(label, shuffled) == pytest.approx(
        rules.jury_confidence(label, given_ballots), abs=2e-4
    )
    assert rules.plain_vote(shuffled) == rules.plain_vote(given_ballots)


@given(ballots)
def test_a_failed_juror_stays_in_the_denominator(given_ballots) -> None:
    vote = rules.plain_vote(given_ballots)
    assert vote.faithful + vote.mutated + vote.failed == len(given_ballots)
    for label in JuryLabel:
        assert 0.0 <= rules.jury_confidence(label, given_ballots) <= 1.0
    with_failure = [*given_ballots, FAILED]
    for label in (JuryLabel.FAITHFUL, JuryLabel.MUTATED):
        before, after = rules.jury_confidence(label, given_ballots), rules.jury_confidence(label, with_failure)
        assert abs(after - 0.5) <= abs(before - 0.5) + 1e-4


@pytest.mark.parametrize(
    ("label", "otherwise", "silent"),
    [
        (JuryLabel.FAITHFUL, Stance.SUPPORTED, Stance.SUPPORTED),
        (JuryLabel.MUTATED, Stance.CONTRADICTED, Stance.NOT_ENOUGH_INFO),
        (JuryLabel.AMBIGUOUS, Stance.NOT_ENOUGH_INFO, Stance.NOT_ENOUGH_INFO),
    ],
)
def test_only_a_truth_that_says_otherwise_contradicts(label: JuryLabel, otherwise: Stance, silent: Stance) -> None:
    assert rules.jury_stance(label, says_otherwise=True) is otherwise
    assert rules.jury_stance(label, says_otherwise=False) is silent


def test_more_than_half_failed_is_a_failed_panel() -> None:
    assert not rules.panel_failed([FAILED, FAILED, FAITHFUL, MUTATED])
    assert rules.panel_failed([FAILED, FAILED, FAILED, MUTATED])
    assert rules.panel_failed([FAILED])


def test_a_tied_plain_vote_is_ambiguous_and_not_broken_by_order() -> None:
    for panel in product([FAITHFUL, MUTATED], repeat=4):
        label = rules.plain_vote(panel).label
        faithful = panel.count(FAITHFUL)
        assert (label is JuryLabel.AMBIGUOUS) == (faithful == 2)
