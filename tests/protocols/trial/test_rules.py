"""The trial's aggregation, as pure rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.protocols.trial.rules import (
    TRIAL_STANCE,
    Charge,
    DifferenceStatus,
    can_go_on,
    counts_as_critical,
    standing,
    trial_confidence,
    trial_label,
)
from adjudge.questions.trial_replies import Gravity, Response, TrialLabel
from adjudge.verdict import Stance

FAITHFUL, PARTLY, MUTATED = TrialLabel.FAITHFUL, TrialLabel.PARTIALLY_FAITHFUL, TrialLabel.MUTATED
GRAVER = [FAITHFUL, PARTLY, MUTATED]
charge = st.builds(
    Charge,
    impartial=st.booleans(),
    gravity=st.sampled_from(Gravity),
    founded=st.booleans(),
    two_sided=st.booleans(),
    response=st.sampled_from([None, *Response]),
    withdrawn=st.booleans(),
)
charges = st.lists(charge, max_size=7)
labels = st.sampled_from(TrialLabel)


def mismatch(**changes: object) -> Charge:
    fields = {"impartial": True, "gravity": Gravity.CRITICAL, "founded": True, "two_sided": True, **changes}
    return Charge(**fields)  # type: ignore[arg-type]


def test_a_critical_mismatch_that_nobody_answers_is_a_mutation_whatever_the_judge_says() -> None:
    assert {trial_label(judge, [mismatch()]) for judge in TrialLabel} == {MUTATED}


def test_a_mismatch_answered_with_real_words_is_left_to_the_judge() -> None:
    answered = mismatch(response=Response.ANSWERED)
    assert [trial_label(judge, [answered]) for judge in GRAVER] == GRAVER


def test_a_critical_difference_on_which_one_text_is_silent_excludes_faithful_and_no_more() -> None:
    silent = mismatch(two_sided=False)
    assert [trial_label(judge, [silent]) for judge in GRAVER] == [PARTLY, PARTLY, MUTATED]


def test_minor_mismatches_never_make_a_mutation_and_do_not_exclude_faithful() -> None:
    minor = mismatch(gravity=Gravity.MINOR)
    assert [trial_label(judge, [minor]) for judge in GRAVER] == [FAITHFUL, PARTLY, PARTLY]


def test_what_the_skeptic_alone_says_allows_a_conviction_and_what_the_advocate_concedes_forces_it() -> None:
    alone = mismatch(impartial=False)
    assert [trial_label(judge, [alone]) for judge in GRAVER] == GRAVER
    conceded = mismatch(impartial=False, response=Response.CONCEDED)
    assert {trial_label(judge, [conceded]) for judge in TrialLabel} == {MUTATED}


def test_what_the_skeptic_gives_up_counts_no_more_unless_the_advocate_has_conceded_it() -> None:
    assert standing(mismatch(withdrawn=True)) is DifferenceStatus.SETTLED
    assert standing(mismatch(withdrawn=True, response=Response.CONCEDED)) is DifferenceStatus.STANDS


@given(labels, charges)
def test_mutated_always_rests_on_a_critical_difference_with_real_words(
    judge: TrialLabel, given_charges: list[Charge]
) -> None:
    label = trial_label(judge, given_charges)
    counting = [one for one in given_charges if counts_as_critical(one, label)]
    assert label is not MUTATED or counting
    assert label is not FAITHFUL or not counting
    assert all(one.founded and one.gravity is Gravity.CRITICAL for one in counting)


@given(labels, charges)
def test_faithful_has_no_critical_difference_that_stands(judge: TrialLabel, given_charges: list[Charge]) -> None:
    if trial_label(judge, given_charges) is FAITHFUL:
        assert not [
            c for c in given_charges if c.gravity is Gravity.CRITICAL and standing(c) is DifferenceStatus.STANDS
        ]


@given(labels, charges, st.randoms())
def test_the_order_in_which_differences_are_raised_changes_nothing(judge, given_charges, chance) -> None:
    shuffled = list(given_charges)
    chance.shuffle(shuffled)
    assert trial_label(judge, shuffled) is trial_label(judge, given_charges)


@given(labels, charges, charge)
def test_words_that_are_not_there_change_nothing_and_a_further_difference_never_helps(judge, before, more) -> None:
    label, after = trial_label(judge, before), trial_label(judge, [*before, more])
    assert GRAVER.index(after) >= GRAVER.index(label)
    if not more.founded:
        assert after is label


@given(labels, labels, st.floats(0, 1), st.integers(0, 4))
def test_confidence_is_a_share_that_neither_failures_nor_overruling_raise(judge, label, sure, failed) -> None:
    value = trial_confidence(judge, label, sure, failed=failed)
    assert 0 <= value <= 1
    assert value <= trial_confidence(judge, label, sure, failed=0)
    if judge is label:
        assert value <= round(sure, 4)
    else:
        assert value <= 0.5


@pytest.mark.parametrize(
    ("answered", "goes_on"),
    [
        (("fact_checker",), True),
        (("advocate", "skeptic"), True),
        (("advocate",), False),
        (("skeptic",), False),
        ((), False),
        (("advocate", "fact_checker"), True),
    ],
)
def test_a_trial_takes_the_fact_checker_or_both_sides(answered: tuple[str, ...], goes_on: bool) -> None:
    assert can_go_on(answered) is goes_on


def test_each_label_has_its_stance() -> None:
    assert [TRIAL_STANCE[label] for label in GRAVER] == [
        Stance.SUPPORTED,
        Stance.NOT_ENOUGH_INFO,
        Stance.CONTRADICTED,
    ]
