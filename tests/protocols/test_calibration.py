"""What a confidence is worth, and where that is not known."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge import Case, Stance
from adjudge.agents.hearing import Hearing
from adjudge.engines.scripted import Scripted
from adjudge.protocols.calibration import Calibration, Extent, Kind, calibrated, keyed, kind_of, kinds
from adjudge.protocols.decision import Standard
from adjudge.protocols.jury import Jury
from tests.support.jury import unanimous

POINTS = {Kind.SUPPORTED: ((0.5, 0.4), (0.8, 0.7), (1.0, 0.9))}
CALIBRATION = Calibration(protocol="jury", engine="scripted", name="own pairs", cases=40, ece=0.031, points=POINTS)
CASE = Case(claim="It rained.", documents=["It rained."])
VERDICT = asyncio.run(Jury().judge(Hearing(CASE, Scripted(unanimous()))))


@pytest.mark.parametrize(("said", "right"), [(0.5, 0.4), (0.65, 0.55), (0.9, 0.8), (1.0, 0.9), (0.1, 0.4)])
def test_between_the_points_lines_are_drawn_and_beyond_them_nothing_is_made_up(said: float, right: float) -> None:
    assert CALIBRATION.of(Kind.SUPPORTED, said) == pytest.approx(right)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-5, 5), st.floats(-5, 5))
def test_more_said_is_never_worth_less(one: float, other: float, moved: float, stretched: float) -> None:
    low, high = sorted((one, other))
    weighed = CALIBRATION.model_copy(
        update={"traits": {Kind.SUPPORTED: {"numbers": moved}}, "slopes": {Kind.SUPPORTED: {"numbers": stretched}}}
    )
    for calibration, traits in ((CALIBRATION, None), (weighed, {"numbers": 1.0})):
        assert calibration.of(Kind.SUPPORTED, low, traits) <= calibration.of(Kind.SUPPORTED, high, traits) + 1e-9


def test_a_verdict_says_on_what_its_confidence_was_calibrated() -> None:
    found = calibrated(VERDICT, CASE, keyed([CALIBRATION]))
    assert found.confidence.calibrated
    assert found.confidence.calibrated_on == "own pairs, n=40, ECE 0.031"
    assert found.confidence.value == pytest.approx(CALIBRATION.of(Kind.SUPPORTED, VERDICT.confidence.value), abs=1e-4)
    assert found.result == VERDICT.result


@pytest.mark.parametrize("key", [("trial", "scripted"), ("jury", "offline")])
def test_a_calibration_of_another_protocol_or_engine_does_not_apply(key: tuple[str, str]) -> None:
    assert not calibrated(VERDICT, CASE, {key: CALIBRATION}).confidence.calibrated


def test_a_panel_with_a_failed_juror_is_not_what_was_calibrated() -> None:
    failed = VERDICT.model_copy(update={"failed_agents": ("literal",)})
    assert not calibrated(failed, CASE, keyed([CALIBRATION])).confidence.calibrated


def test_what_makes_texts_hard_moves_the_odds_and_a_calibration_without_traits_knows_nothing_of_it() -> None:
    wary = CALIBRATION.model_copy(update={"traits": {Kind.SUPPORTED: {"bias": 0.1, "numbers": -1.0}}})
    plain = CALIBRATION.of(Kind.SUPPORTED, 0.8, {"numbers": 1.0})
    assert plain == pytest.approx(0.7)
    assert wary.of(Kind.SUPPORTED, 0.8, {"numbers": 1.0}) < plain < wary.of(Kind.SUPPORTED, 0.8, {"numbers": 0.0})
    assert wary.of(Kind.CONTRADICTED, 0.8, {"numbers": 1.0}) == 0.8


def test_a_calibration_does_not_speak_of_languages_that_it_was_not_fitted_on() -> None:
    english = CALIBRATION.model_copy(update={"languages": ("English",)})
    known = keyed([english])
    german = Case(claim="Die Brücke wurde nicht im Mai eröffnet.", documents=["Es regnete."])
    assert calibrated(VERDICT, CASE, known).confidence.calibrated
    assert not calibrated(VERDICT, german, known).confidence.calibrated


def test_a_short_claim_is_in_the_language_of_its_source() -> None:
    english = CALIBRATION.model_copy(update={"languages": ("English",)})
    german = Case(claim="Es regnete.", documents=["Die Brücke wurde nicht im Mai eröffnet, und es regnete."])
    assert not calibrated(VERDICT, german, keyed([english])).confidence.calibrated


def test_a_mutation_of_which_the_truth_is_silent_is_as_sure_as_such_claims_were_not_supported() -> None:
    silent = VERDICT.model_copy(update={"stance": Stance.NOT_ENOUGH_INFO, "label": "Mutated"})
    points = {Kind.NOT_ENOUGH_INFO: ((0.0, 0.3), (1.0, 0.3)), Kind.NOT_SUPPORTED: ((0.0, 0.8), (1.0, 0.8))}
    known = keyed([CALIBRATION.model_copy(update={"points": points})])
    assert calibrated(silent, CASE, known).confidence.value == 0.8
    ambiguous = silent.model_copy(update={"label": "Ambiguous"})
    assert calibrated(ambiguous, CASE, known).confidence.value == 0.3


def test_a_stance_that_no_labelled_verdict_had_is_uncalibrated() -> None:
    other = VERDICT.model_copy(update={"stance": Stance.CONTRADICTED})
    assert calibrated(other, CASE, keyed([CALIBRATION])) == other


@pytest.mark.parametrize(
    ("settings", "same"),
    [
        ({"rejudge_edit": False}, True),
        ({"agents": tuple(reversed(Jury().agents))}, True),
        ({"agents": Jury().agents[:2]}, False),
        ({"max_rounds": 0}, False),
        ({"speakers": "all"}, False),
    ],
)
def test_a_jury_with_other_settings_is_not_what_was_calibrated(settings: dict[str, Any], same: bool) -> None:
    jury = replace(Jury(), **settings)
    verdict = asyncio.run(jury.judge(Hearing(CASE, Scripted(unanimous()))))
    assert calibrated(verdict, CASE, keyed([CALIBRATION])).confidence.calibrated is same


def test_on_texts_unlike_the_labelled_ones_the_confidence_is_the_base_rate_and_the_verdict_says_so() -> None:
    usual = dict.fromkeys(("claim_length", "source_length", "claim_capitals"), (0.4, 0.6))
    ranged = CALIBRATION.model_copy(update={"ranges": usual, "base": {Kind.SUPPORTED: 0.55}})
    inside, outside = dict.fromkeys(usual, 0.5), dict.fromkeys(usual, 0.9)
    assert ranged.of(Kind.SUPPORTED, 1.0, inside) == pytest.approx(0.9)
    assert ranged.of(Kind.SUPPORTED, 1.0, outside) == 0.55
    assert ranged.of(Kind.SUPPORTED, 1.0, {**outside, "claim_length": 0.5}) == pytest.approx(0.9)
    found = calibrated(VERDICT, CASE, keyed([ranged]))
    assert found.confidence.unlike
    assert found.confidence.value == 0.55
    assert "unlike" not in VERDICT.confidence.model_dump()


def test_single_sentences_and_longer_texts_have_calibrations_of_their_own() -> None:
    whole = {Kind.SUPPORTED: ((0.0, 0.4), (1.0, 0.4))}
    sentence = CALIBRATION.model_copy(update={"extent": Extent.SENTENCE})
    text = CALIBRATION.model_copy(update={"extent": Extent.TEXT, "points": whole})
    longer = CASE.model_copy(update={"claim": f"{CASE.claim} It was built by hand."})
    known = keyed([sentence, text])
    assert calibrated(VERDICT, CASE, known) == calibrated(VERDICT, CASE, keyed([sentence]))
    assert calibrated(VERDICT, longer, known).confidence.value == 0.4
    assert not calibrated(VERDICT, longer, keyed([sentence])).confidence.calibrated


def test_a_users_own_calibration_replaces_the_shipped_ones_of_its_protocol_and_engine() -> None:
    own = CALIBRATION.model_copy(update={"engine": "offline"})
    assert Standard(calibrations=(own,)).known[("jury", "offline")] == (own,)


def test_no_confidence_of_a_kind_is_above_its_ceiling() -> None:
    modest = CALIBRATION.model_copy(update={"ceilings": {Kind.SUPPORTED: 0.6}})
    assert modest.of(Kind.SUPPORTED, 1.0) == 0.6
    assert modest.of(Kind.SUPPORTED, 0.5) == CALIBRATION.of(Kind.SUPPORTED, 0.5) == 0.4
    other = CALIBRATION.model_copy(update={"ceilings": {Kind.CONTRADICTED: 0.6}})
    assert other.of(Kind.SUPPORTED, 1.0) == CALIBRATION.of(Kind.SUPPORTED, 1.0) == 0.9


def test_a_confidence_goes_only_so_far_from_the_base_rate() -> None:
    based = CALIBRATION.model_copy(update={"base": {Kind.SUPPORTED: 0.5}})
    values = [based.model_copy(update={"shrink": share}).of(Kind.SUPPORTED, 1.0) for share in (1.0, 0.5, 0.0)]
    assert values == [pytest.approx(0.9), pytest.approx(0.75), pytest.approx(0.5)]


@pytest.mark.parametrize(
    ("label", "stance", "kind"),
    [
        ("NOT ENOUGH INFO", Stance.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED),
        ("PARTIALLY_FAITHFUL", Stance.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED),
        ("Mutated", Stance.NOT_ENOUGH_INFO, Kind.NOT_SUPPORTED),
        ("Mutated", Stance.CONTRADICTED, Kind.CONTRADICTED),
        ("Ambiguous", Stance.NOT_ENOUGH_INFO, Kind.NOT_ENOUGH_INFO),
        ("SUPPORTED", Stance.SUPPORTED, Kind.SUPPORTED),
    ],
)
def test_a_confidence_is_about_the_outcome_that_is_shown_whatever_the_protocol(
    label: str, stance: Stance, kind: Kind
) -> None:
    assert kind_of(stance, label) is kind


@pytest.mark.parametrize(("protocol", "count"), [("jury", 4), ("entailment", 3), ("trial", 3), ("news", 3)])
def test_only_a_jury_gives_verdicts_of_all_kinds(protocol: str, count: int) -> None:
    assert len(kinds(protocol)) == count


def test_a_trait_far_beyond_what_was_fitted_on_says_no_more_than_the_end_of_its_range() -> None:
    fitted = Calibration(
        protocol="jury",
        engine="offline",
        name="x",
        cases=300,
        ece=0.0,
        points={Kind.SUPPORTED: ((0.2, 0.3), (0.9, 0.8))},
        traits={Kind.SUPPORTED: {"bias": 0.1, "claim_letters": -2.0}},
        ranges={"claim_letters": (0.3, 0.9)},
    )
    at_the_end = fitted.of(Kind.SUPPORTED, 0.7, {"claim_letters": 0.9})
    assert 0.0 < at_the_end < 1.0
    assert fitted.of(Kind.SUPPORTED, 0.7, {"claim_letters": 6_000.0}) == at_the_end
    without_ranges = fitted.model_copy(update={"ranges": {}})
    assert 0.0 <= without_ranges.of(Kind.SUPPORTED, 0.7, {"claim_letters": 6_000.0}) < at_the_end
