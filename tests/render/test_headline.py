"""One vocabulary: for every protocol, what is said, counted, coloured and listed is the same outcome."""

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console, RenderableType

from adjudge.protocols.entailment.rules import STANCES as ENTAILMENT
from adjudge.protocols.factuality.rules import STANCES as FACTUALITY
from adjudge.protocols.news.rules import STANCES as NEWS
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from adjudge.protocols.trial.rules import TRIAL_STANCE as TRIAL
from adjudge.render import cards, html, markdown, terminal
from adjudge.render.blocks import SIGNS, Tone
from adjudge.render.headline import OUTCOME_TONES, first_sentence
from adjudge.render.tally import Tally
from adjudge.results.jury import JuryLabel
from adjudge.verdict import Abstention, Confidence, Outcome, Result, Stance, Verdict
from tests.render import samples

JURY = {
    (JuryLabel.FAITHFUL, Stance.SUPPORTED): Outcome.SUPPORTED,
    (JuryLabel.MUTATED, Stance.CONTRADICTED): Outcome.CONTRADICTED,
    (JuryLabel.MUTATED, Stance.NOT_ENOUGH_INFO): Outcome.NOT_IN_SOURCE,
    (JuryLabel.AMBIGUOUS, Stance.NOT_ENOUGH_INFO): Outcome.UNDECIDED,
}
OPEN = {
    "NOT ENOUGH INFO": Outcome.NOT_IN_SOURCE,
    "PARTIALLY_FAITHFUL": Outcome.NOT_IN_SOURCE,
    "uncertain": Outcome.UNDECIDED,
    "NEI": Outcome.UNDECIDED,
}


def every_label() -> Iterator[tuple[str, str, Stance, Outcome]]:
    for (label, stance), outcome in JURY.items():
        yield "jury", label.value, stance, outcome
    for protocol, stances in (("entailment", ENTAILMENT), ("trial", TRIAL), ("factuality", FACTUALITY), ("news", NEWS)):
        for label, stance in stances.items():
            silent = stance is Stance.NOT_ENOUGH_INFO
            yield protocol, str(label), stance, OPEN[str(label)] if silent else Outcome[stance.value]


def decided(protocol: str, label: str, stance: Stance, value: float = 0.8, *, on: str | None = "a set, n=9") -> Verdict:
    _, verdict = samples.faithful()
    changes = {
        "protocol": protocol,
        "label": label,
        "stance": stance,
        "confidence": Confidence(value=value, calibrated_on=on),
        "result": Result(),
    }
    return verdict.model_copy(update=changes)


def printed(renderable: RenderableType) -> str:
    console = Console(width=120, record=True, file=StringIO())
    console.print(renderable)
    return console.export_text()


def test_every_protocol_is_looked_at() -> None:
    assert {protocol for protocol, *_ in every_label()} == set(PROTOCOLS)


@pytest.mark.parametrize(("protocol", "label", "stance", "outcome"), list(every_label()))
def test_words_signs_colours_rows_and_totals_agree(protocol: str, label: str, stance: Stance, outcome: Outcome) -> None:
    case, _ = samples.faithful()
    verdict = decided(protocol, label, stance)
    sign, tone = SIGNS[OUTCOME_TONES[outcome]], OUTCOME_TONES[outcome]
    assert verdict.outcome is outcome
    assert printed(terminal.card(case, verdict)).startswith(f" {sign} {outcome.value} ")
    assert re.match(rf" +7 {re.escape(sign)} {outcome.value} ", printed(terminal.case_line(7, case, verdict)))
    assert markdown.card(case, verdict).startswith(f"# {sign} {outcome.value}\n")
    assert f'<header class="{tone.value}">' in html.card(case, verdict)
    assert f"<title>{outcome.value}: " in html.card(case, verdict)
    assert Tally.of([verdict]).count(outcome) == 1
    assert f"{sign} {outcome.value}" in printed(terminal.summary_table(Tally.of([verdict])))
    assert cards.brief(case, verdict).outcome is outcome
    for text in (printed(terminal.card(case, verdict)), markdown.card(case, verdict), html.card(case, verdict)):
        assert label in text.replace("\\", "")


def test_each_outcome_has_a_colour_and_a_sign_of_its_own() -> None:
    assert len(set(OUTCOME_TONES.values())) == len(Outcome) == len({SIGNS[tone] for tone in OUTCOME_TONES.values()})
    assert Tone.FAILED not in OUTCOME_TONES.values()


@pytest.mark.parametrize(("protocol", "label", "stance", "outcome"), list(every_label()))
def test_below_sixty_per_cent_a_verdict_only_leans(protocol: str, label: str, stance: Stance, outcome: Outcome) -> None:
    top = cards.headline(decided(protocol, label, stance, 0.59))
    if outcome is Outcome.UNDECIDED:
        assert not top.leaning
        return
    assert top.leaning
    assert top.text == f"Leaning {outcome.value.lower()}"
    assert top.doubt == "low confidence"
    assert not top.caveat, "the figure and its words stand beside the outcome already"
    assert not cards.headline(decided(protocol, label, stance, 0.6)).leaning
    # The words go with the figure that is shown.
    assert not cards.headline(decided(protocol, label, stance, 0.596)).leaning
    assert cards.headline(decided(protocol, label, stance, 0.594)).doubt == "low confidence"


@pytest.mark.parametrize(("protocol", "label", "stance", "outcome"), list(every_label()))
def test_undecided_has_no_confidence_and_an_uncalibrated_one_is_no_number(
    protocol: str, label: str, stance: Stance, outcome: Outcome
) -> None:
    sure = cards.headline(decided(protocol, label, stance, 1.0))
    assert (sure.confidence is None) == (outcome is Outcome.UNDECIDED)
    other = cards.headline(decided(protocol, label, stance, 0.97, on=None))
    assert other.confidence is None
    assert "97" not in other.sure
    assert ("not calibrated for this" in other.sure) == (outcome is not Outcome.UNDECIDED)


def test_a_withheld_label_is_undecided_whatever_the_protocol_calls_it() -> None:
    for protocol in PROTOCOLS:
        label = protocol_type(protocol).withheld_label
        held = Abstention(label="X", stance=Stance.SUPPORTED, expected_error=0.2, risk=0.1)
        verdict = decided(protocol, label, Stance.NOT_ENOUGH_INFO).model_copy(update={"abstained": held})
        assert verdict.outcome is Outcome.UNDECIDED
        assert "withheld: X" in cards.headline(verdict).doubt


def test_a_verdict_against_the_votes_says_so_and_leans() -> None:
    _, verdict = samples.mutated()
    result = verdict.result.model_dump(mode="json")
    for vote in result["round_2"]:
        vote["vote"]["verdict"] = "Faithful"
    against = verdict.model_copy(update={"result": Result.model_validate(result)})
    top = cards.headline(against)
    assert top.leaning
    assert top.doubt == "3 of 3 jurors found it supported"


def test_a_divided_jury_says_how_it_is_divided() -> None:
    assert "divided" in cards.headline(samples.ambiguous()[1]).doubt


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.23, "about 2 in 10"), (0.69, "about 7 in 10"), (0.94, "about 19 in 20"), (0.99, "nearly all")],
)
def test_the_calibration_is_a_phrase(value: float, said: str) -> None:
    top = cards.headline(decided("jury", "Faithful", Stance.SUPPORTED, value, on="four sets, n=900, ECE 0.02"))
    assert top.worth == f"{said} such verdicts were right on four sets"


def test_of_a_claim_beyond_the_source_the_confidence_is_that_it_is_not_supported() -> None:
    verdict = decided("entailment", "NOT ENOUGH INFO", Stance.NOT_ENOUGH_INFO, 0.8, on="four sets, n=900, ECE 0.02")
    assert cards.headline(verdict).worth == "about 8 in 10 such claims were not supported on four sets"


def test_a_reason_is_one_sentence() -> None:
    assert first_sentence("It says 2.5 per cent, not 3. The model doubts it.") == "It says 2.5 per cent, not 3."
