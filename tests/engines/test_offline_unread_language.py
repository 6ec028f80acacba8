"""German: the model does not read it, so shared words never support a claim; typed facts still contradict one."""

import pytest

from adjudge import Case, Stance, Verdict
from adjudge import check as checked

SOURCE = (
    "Die Brücke über den Aubach wurde im Mai 1987 eröffnet. Der Gemeinderat lehnte den Antrag der Feuerwehr ab, "
    "weil die Kosten zu hoch waren. Frau Lindner leitete die Sitzung."
)


def check(claim: str, protocol: str) -> Verdict:
    return checked(Case(claim=claim, documents=[SOURCE]), protocol=protocol)


PROTOCOLS = ("jury", "entailment", "trial", "factuality")


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "claim",
    [
        "Die Feuerwehr lehnte den Antrag des Gemeinderats ab.",
        "Frau Lindner lehnte den Antrag ab, weil die Kosten hoch waren.",
    ],
)
def test_shared_german_words_in_another_order_are_no_support(claim: str, protocol: str) -> None:
    assert check(claim, protocol).stance is not Stance.SUPPORTED


def test_the_reason_says_what_was_not_read() -> None:
    verdict = check("Frau Lindner lehnte den Antrag der Feuerwehr ab.", "entailment")
    assert verdict.stance is Stance.NOT_ENOUGH_INFO
    assert "does not read German" in verdict.reasons[0]
    assert verdict.confidence.calibrated_on is None


@pytest.mark.parametrize("protocol", ["jury", "entailment"])
def test_a_german_sentence_that_stands_in_the_source_is_supported(protocol: str) -> None:
    assert check("Frau Lindner leitete die Sitzung.", protocol).stance is Stance.SUPPORTED


@pytest.mark.parametrize("protocol", ["jury", "entailment"])
def test_another_year_contradicts_in_german_too(protocol: str) -> None:
    claim = "Die Brücke über den Aubach wurde im Mai 1988 eröffnet."
    assert check(claim, protocol).stance is Stance.CONTRADICTED
