"""The evidence gate: its five invariants, for every reply that a verifier can give."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.protocols.factuality.evidence import CLAMP, ClaimVerifier
from adjudge.questions.factuality import ClaimLabel, ErrorType, Verification
from adjudge.verdict import Severity
from tests.support.factuality import ARTICLE, verification

DOCUMENTS = [("article", ARTICLE)]
CLAIM = "The ferry carries 120 passengers."

QUOTES = st.one_of(
    st.sampled_from(
        ["", "   ", "carries 120 passengers", "carries  120\npassengers", "12", "Tickets are sold", "not there"]
    ),
    st.text(max_size=12),
)
REPLIES = st.builds(
    Verification,
    selected_evidence_index=st.integers(-1, 6),
    evidence_quote=QUOTES,
    explanation=st.just("Because."),
    claim_quote=st.sampled_from(["", "120", "ferry"]),
    error_type=st.sampled_from(ErrorType),
    severity=st.sampled_from(Severity),
    label=st.sampled_from(ClaimLabel),
    confidence=st.floats(0, 1),
    support=st.floats(0, 1),
)


def gated(reply: Verification | dict[str, Any], claim: str = CLAIM, **settings: Any) -> Any:
    verifier = ClaimVerifier(**settings)
    return verifier.gated(verifier.prepared(claim, claim, DOCUMENTS), Verification.model_validate(reply))


@given(REPLIES)
def test_no_selected_index_means_no_quote_and_no_evidence(reply: Verification) -> None:
    passed = gated(reply)
    if passed.selected_evidence_index == -1:
        assert passed.evidence_quote is None
        assert passed.evidence_found is False


@given(REPLIES)
def test_a_selected_index_means_a_quote_that_is_in_that_passage(reply: Verification) -> None:
    verifier = ClaimVerifier()
    prepared = verifier.prepared(CLAIM, CLAIM, DOCUMENTS)
    passed = verifier.gated(prepared, reply)
    if passed.selected_evidence_index >= 0:
        passage = prepared.retrieved[passed.selected_evidence_index].passage
        quote = passed.evidence_quote
        assert quote is not None
        assert quote.text.strip()
        assert ARTICLE[quote.start : quote.end] == quote.text
        assert passage.start <= quote.start < quote.end <= passage.end
        assert passed.evidence_found is True


@given(REPLIES)
def test_correct_and_incorrect_need_evidence(reply: Verification) -> None:
    passed = gated(reply)
    assert passed.evidence_found or passed.label is ClaimLabel.UNCERTAIN


@given(REPLIES, st.sampled_from(["The ferry carries 120 passengers.", "Ann Lee sold 7,000 tickets in Graz in 2003."]))
def test_coverage_clamps_the_confidence_and_never_the_label(reply: Verification, claim: str) -> None:
    passed = gated(reply, claim)
    if not passed.trace.coverage_ok:
        # Without evidence it is the gate that changes the label; a coverage failure alone never does.
        assert passed.label is reply.label or not passed.evidence_found
        assert passed.confidence <= CLAMP


@given(REPLIES)
def test_what_has_no_evidence_is_not_covered(reply: Verification) -> None:
    passed = gated(reply)
    assert passed.evidence_found or not passed.trace.coverage_ok


@given(REPLIES, st.sampled_from(Severity))
def test_the_label_does_not_depend_on_the_severity(reply: Verification, severity: Severity) -> None:
    other = reply.model_copy(update={"severity": severity})
    assert gated(other).label is gated(reply).label
    assert gated(other).confidence == gated(reply).confidence


@given(REPLIES)
def test_the_gate_never_makes_a_label_stronger(reply: Verification) -> None:
    passed = gated(reply)
    assert passed.label in (reply.label, ClaimLabel.UNCERTAIN)
    assert passed.confidence <= reply.confidence
    assert passed.support <= reply.support


@given(REPLIES)
def test_the_trace_keeps_what_the_verifier_wrote(reply: Verification) -> None:
    passed = gated(reply)
    trace = passed.trace
    assert (trace.label_raw, trace.label_final) == (reply.label, passed.label)
    assert trace.selected_evidence_index_raw == reply.selected_evidence_index
    assert trace.evidence_quote_raw == reply.evidence_quote
    assert Verification.model_validate_json(trace.raw_verifier_output) == reply


def test_correct_without_evidence_passes_only_if_the_settings_say_so() -> None:
    bare = verification("correct", -1, "")
    assert gated(bare).label is ClaimLabel.UNCERTAIN
    assert gated(bare, require_evidence_for_correct=False).label is ClaimLabel.CORRECT
    assert gated(verification("incorrect", -1, ""), require_evidence_for_correct=False).label is ClaimLabel.UNCERTAIN


def test_a_made_up_quote_is_kept_among_the_rejected() -> None:
    passed = gated(verification("incorrect", 0, "carries 90 passengers"))
    assert passed.label is ClaimLabel.UNCERTAIN
    assert passed.rejected.text == "carries 90 passengers"
    assert passed.trace.gate_reason == "incorrect without evidence"


def test_half_a_number_is_no_quote() -> None:
    assert gated(verification("correct", 0, "12")).evidence_found is False


def test_a_quote_of_another_passage_does_not_count() -> None:
    claim = "The ferry carries 120 passengers and the harbour has a café."
    verifier = ClaimVerifier()
    first, second = verifier.prepared(claim, claim, DOCUMENTS).retrieved
    assert gated(verification("incorrect", 0, first.passage.text), claim).evidence_found
    assert not gated(verification("incorrect", 1, first.passage.text), claim).evidence_found
    assert gated(verification("incorrect", 1, second.passage.text), claim).evidence_found


@pytest.mark.parametrize(
    ("claim", "covered"),
    [
        ("The ferry carries 120 passengers.", True),
        ("The ferry carries one hundred and twenty passengers.", True),
        ("The ferry carries 400 passengers.", False),
        ("The ferry was built in Kiel in 1994.", True),
        ("The ferry was built in Gdansk in 1994.", False),
    ],
)
def test_coverage_looks_for_the_numbers_dates_and_names(claim: str, covered: bool) -> None:
    passed = gated(verification("correct", 0, "The ferry"), claim)
    assert passed.trace.coverage_ok is covered, passed.trace.coverage_note


def test_the_disputed_words_need_no_cover() -> None:
    wrong = verification("incorrect", 0, "1994", claim_quote="1996")
    assert gated(wrong, "The ferry was built in Kiel in 1996.").trace.coverage_ok
