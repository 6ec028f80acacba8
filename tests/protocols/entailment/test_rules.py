"""The entailment pipeline's rules, as properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.protocols.entailment import rules
from adjudge.protocols.entailment.consistency import clashes
from adjudge.questions.entailment import (
    NOT_GIVEN,
    Audit,
    AuditLabel,
    EntailmentLabel,
    EntailmentVerdict,
    Rating,
    Reliability,
    Statement,
    cited_ids,
)
from adjudge.results.entailment import RANGES, Band, band

NEI = EntailmentLabel.NOT_ENOUGH_INFO
verdicts = st.builds(
    EntailmentVerdict,
    agent=st.just("ENTAILMENT_JUDGE"),
    reasoning=st.just(("Statement 1 says so, not otherwise.",)),
    verdict=st.sampled_from(EntailmentLabel),
    confidence=st.integers(0, 100),
)
audits = st.builds(
    Audit,
    agent=st.just("ADVERSARIAL_AUDITOR"),
    auditor_reasoning=st.just(("Ambiguity in phrase 'may' matters here.",)),
    final_verdict=st.sampled_from(AuditLabel),
    confidence_adjustment=st.integers(-20, 0),
)
ratings = st.builds(
    Reliability,
    agent=st.just("RELIABILITY"),
    source_type=st.sampled_from(["blog", "peer-reviewed study", NOT_GIVEN]),
    reliability=st.sampled_from(Rating),
    confidence=st.integers(0, 100),
)
clash_notes = st.lists(st.just("Statements 1 and 2 contradict each other: '1' and '2'."), max_size=2)


@given(verdicts, clash_notes)
def test_without_statements_it_is_not_enough_info_and_at_most_20(verdict: EntailmentVerdict, notes: list[str]) -> None:
    ruling = rules.ruled(verdict, statements=0, inconsistencies=notes)
    assert ruling.label is NEI
    assert ruling.confidence <= 20
    assert rules.NO_STATEMENTS in ruling.notes


@given(verdicts, st.integers(1, 9))
def test_an_inconsistency_that_the_judge_names_is_noted(verdict: EntailmentVerdict, statements: int) -> None:
    said = verdict.model_copy(
        update={"reasoning": ("Statements 1 and 2 contradict each other: internal source inconsistency.",)}
    )
    ruling = rules.ruled(said, statements=statements)
    assert ruling.label is NEI
    assert rules.INCONSISTENT in ruling.notes
    assert ruling.confidence <= 39


@given(verdicts)
def test_an_inconsistency_that_the_judge_denies_is_not_noted(verdict: EntailmentVerdict) -> None:
    said = verdict.model_copy(
        update={"reasoning": ("Statement 1 says so; there is no internal source inconsistency.",)}
    )
    assert rules.ruled(said, statements=2).notes == ()


@given(verdicts, st.integers(1, 9), clash_notes)
def test_statements_that_deny_each_other_are_not_enough_info_with_the_note(
    verdict: EntailmentVerdict, statements: int, notes: list[str]
) -> None:
    ruling = rules.ruled(verdict, statements=statements, inconsistencies=notes)
    assert (rules.INCONSISTENT in ruling.notes) == bool(notes)
    if notes:
        assert ruling.label is NEI
        assert ruling.confidence <= 39
    else:
        assert (ruling.label, ruling.confidence) == (verdict.verdict, verdict.confidence)


@given(verdicts, audits, st.booleans())
def test_the_auditor_never_upgrades(verdict: EntailmentVerdict, audit: Audit, founded: bool) -> None:
    review = rules.audited(verdict, audit, founded=founded)
    assert review.label in (verdict.verdict, NEI)
    assert -20 <= review.adjustment <= 0
    upgrade = audit.final_verdict.value not in ("UNCHANGED", verdict.verdict.value, NEI.value)
    assert upgrade == any("refused" in note for note in review.notes)
    if upgrade:
        assert (review.label, review.adjustment, review.counted) == (verdict.verdict, 0, False)


@given(verdicts, audits)
def test_what_names_no_phrase_takes_nothing_away_and_is_noted(verdict: EntailmentVerdict, audit: Audit) -> None:
    review = rules.audited(verdict, audit, founded=False)
    assert (review.label, review.adjustment) == (verdict.verdict, 0)
    changes = audit.final_verdict is not AuditLabel.UNCHANGED and (
        audit.final_verdict.value != verdict.verdict.value or audit.confidence_adjustment < 0
    )
    assert bool(review.notes) == changes


@given(verdicts, audits, st.booleans())
def test_unchanged_changes_nothing(verdict: EntailmentVerdict, audit: Audit, founded: bool) -> None:
    unchanged = audit.model_copy(update={"final_verdict": AuditLabel.UNCHANGED})
    assert rules.audited(verdict, unchanged, founded=founded) == rules.AuditEffect(verdict.verdict, 0)


@given(verdicts, audits, st.booleans(), ratings, st.integers(0, 3), clash_notes)
def test_final_confidence_is_the_judges_and_the_adjustment_within_0_and_100(
    verdict: EntailmentVerdict, audit: Audit, founded: bool, rating: Reliability, statements: int, notes: list[str]
) -> None:
    ruling = rules.ruled(verdict, statements=statements, inconsistencies=notes)
    review = rules.audited(verdict, audit, founded=founded)
    result = rules.consolidated("x", ruling, review, rating)
    assert result.final_confidence == max(0, min(100, result.entailment_confidence + review.adjustment))
    assert result.final_verdict in (verdict.verdict, NEI)
    assert set(result.model_dump()) == {
        "claim",
        "final_verdict",
        "final_confidence",
        "entailment_confidence",
        "reliability_rating",
        "notes",
    }


@given(verdicts, audits, st.booleans(), ratings, ratings)
def test_reliability_reaches_neither_verdict_nor_confidence(
    verdict: EntailmentVerdict, audit: Audit, founded: bool, one: Reliability, other: Reliability
) -> None:
    ruling = rules.ruled(verdict, statements=1)
    review = rules.audited(verdict, audit, founded=founded)
    kept = {"claim", "final_verdict", "final_confidence", "entailment_confidence"}
    first, second = (
        rules.consolidated("x", ruling, review, rating).model_dump(include=kept) for rating in (one, other)
    )
    assert first == second


@given(ratings)
def test_the_notes_of_a_rating_are_the_specifications(rating: Reliability) -> None:
    notes = rules.reliability_notes(rating)
    assert "Reliability rating does NOT determine entailment." in notes
    assert ("Supported only within provided source." in notes) == (rating.reliability is Rating.LOW)
    assert (rules.NO_SOURCE_TYPE in notes) == (rating.source_type == NOT_GIVEN)


@given(st.integers(0, 100))
def test_every_confidence_has_one_band(confidence: int) -> None:
    low, high = RANGES[band(confidence)]
    assert low <= confidence <= high


def test_the_bands_are_the_four_anchors() -> None:
    assert [band(n) for n in (100, 90, 89, 70, 69, 40, 39, 0)] == [
        *[Band.EXPLICIT] * 2,
        *[Band.STRONG] * 2,
        *[Band.PARTIAL] * 2,
        *[Band.WEAK] * 2,
    ]


@given(st.lists(st.sampled_from(["", " ", "study", "blog "]), max_size=4))
def test_a_source_type_is_each_kind_once_or_not_given(kinds: list[str]) -> None:
    described = rules.source_type(kinds)
    named = {kind.strip() for kind in kinds if kind.strip()}
    assert (set(described.split("; ")) == named) if named else described == NOT_GIVEN


@given(st.lists(st.integers(1, 30), min_size=1, max_size=5))
def test_cited_ids_are_found_however_they_are_listed(ids: list[int]) -> None:
    reason = f"Statements {', '.join(map(str, ids[:-1]))} and {ids[-1]}" if len(ids) > 1 else f"Statement {ids[0]} says"
    assert cited_ids([reason]) == frozenset(ids)


def test_ranges_of_ids_are_spelt_out_and_other_numbers_are_no_ids() -> None:
    assert cited_ids(["Statements 2-4 agree, and 500 people came in 2019."]) == {2, 3, 4}
    assert cited_ids(["The statement says 12."]) == frozenset()
    assert cited_ids(["Statement 1-999999999 is absurd."]) == {1, 999999999}


def test_phrases_are_read_from_any_quotation_marks() -> None:
    assert rules.quoted("Ambiguity in 'may sail' and “most of it”, not the crew's \"daily\".") == (
        "may sail",
        "most of it",
        "daily",
    )
    assert rules.quoted("The workers' pay is low.") == ()


def test_a_phrase_alone_does_not_say_why() -> None:
    assert not rules.says_why("'may sail daily from May'")
    assert rules.says_why("'may' leaves open whether it sails at all")


def clash(*texts: str) -> bool:
    return bool(clashes([Statement(id=n, text=text) for n, text in enumerate(texts, start=1)], most_pairs=50))


def test_statements_clash_if_they_differ_in_one_thing_that_has_one_value() -> None:
    assert clash("The footbridge is safe for horses.", "The footbridge is not safe for horses.")
    assert clash("The mill employs 500 people.", "Rain fell.", "The mill employs 700 people.")
    assert clash("The museum opened in 1931.", "The museum opened in 1932.")
    assert clash("All samples were clean.", "None of the samples were clean.")


def test_ordinary_texts_do_not_clash() -> None:
    assert not clash("Sales rose 5 % in 2019.", "Sales rose 7 % in 2020.")
    assert not clash("The choir won the cup in 2001.", "The choir won the cup in 2003.")
    assert not clash("The north tower is 40 metres high.", "The south tower is 45 metres high.")
    assert not clash("The train to Linz leaves at 9:00.", "The train to Linz leaves at 10:00.")
    assert not clash("The mayor said the road was closed.", "The baker said the road was open.")
    assert not clash("He played the violin.", "He did not play the violin.")
    assert not clash("1. Shake the tray twice.", "2. Shake the tray twice.")
    assert not clash("Regular price: 40 euros a month.", "Regular price: 50 euros a month.")


@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_can_be_compared(texts: list[str]) -> None:
    clash(*texts)


def test_the_work_is_bounded() -> None:
    statements = [Statement(id=n, text=f"The mill employs {n} people.") for n in range(1, 30)]
    assert len(clashes(statements, most_pairs=3)) <= 3


@pytest.mark.parametrize(
    ("reason", "stated"),
    [
        ("Statement 1 says 1931, not 1932.", True),
        ("Statement 2 contradicts the claim's 'all'.", True),
        ("Taken as a whole, the source speaks against it.", False),
        ("Statement 1 is about the bridge.", False),
    ],
)
def test_contradicted_needs_a_stated_incompatibility(reason: str, stated: bool) -> None:
    verdict = EntailmentVerdict(
        agent="ENTAILMENT_JUDGE", reasoning=(reason,), verdict=EntailmentLabel.CONTRADICTED, confidence=95
    )
    ruling = rules.ruled(verdict, statements=2)
    assert ruling.label is (EntailmentLabel.CONTRADICTED if stated else EntailmentLabel.NOT_ENOUGH_INFO)
    assert stated or rules.NO_INCOMPATIBILITY in ruling.notes


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        (
            "The minister resigned on Monday, his office said.",
            "A spokeswoman said the minister had not resigned.",
            True,
        ),
        ("The plant has 300 employees, the director said.", "The union said the plant has 450 employees.", True),
        ("The plant has 300 employees in Bergen.", "The union said the plant has 450 employees in Oslo.", False),
        ("The bridge was not opened in 1931.", "The bridge was opened in 1932.", False),
    ],
)
def test_statements_of_two_speakers_clash_as_those_of_one_do(one: str, other: str, clash: bool) -> None:
    statements = [Statement(id=1, text=one), Statement(id=2, text=other)]
    assert bool(clashes(statements, most_pairs=10)) is clash
