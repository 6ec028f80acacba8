"""What is given in place of a protocol's verdict: a calibrated one, an abstention, or another engine's."""

import asyncio
from typing import Any

import pytest

from adjudge import Case, Stance, Verdict
from adjudge.agents.hearing import Hearing
from adjudge.check import engine_of
from adjudge.engines.cascade import Cascade, stage_names
from adjudge.engines.replay import Replay
from adjudge.engines.scripted import Scripted
from adjudge.errors import ConfigError, EngineBusy
from adjudge.protocols.calibration import Calibration, Kind, read, write
from adjudge.protocols.decision import Standard, decide, decide_again, within
from adjudge.protocols.jury import Jury
from adjudge.record import as_json
from tests.support.answers import MemoryAnswers
from tests.support.engines import Steps
from tests.support.jury import rubric, unanimous

CASE = Case(id="bridge", claim="It opened in 1931.", documents=["It opened in 1931."])


def fitted(right: float, *, engine: str = "scripted") -> Calibration:
    points = dict.fromkeys(Kind, ((0.0, right), (1.0, right)))
    return Calibration(protocol="jury", engine=engine, name="own pairs", cases=40, ece=0.03, points=points)


def scripted(verdict: str = "Faithful") -> Scripted:
    return Scripted(unanimous(verdict))


def decided(engine: Any, standard: Standard) -> Verdict:
    return asyncio.run(decide(Jury(rejudge_edit=False), Hearing(CASE, engine), standard))


def test_a_label_with_too_high_an_expected_error_is_withheld_and_kept() -> None:
    verdict = decided(scripted(), Standard((fitted(0.8),), risk=0.1))
    assert (verdict.label, verdict.stance) == ("Ambiguous", Stance.NOT_ENOUGH_INFO)
    assert verdict.abstained is not None
    assert (verdict.abstained.label, verdict.abstained.expected_error) == ("Faithful", 0.2)
    assert verdict.reasons[0] == "The label was withheld: the expected error of Faithful is 0.2, above the allowed 0.1."
    assert verdict.result.model_dump()["verdict"] == "Faithful"


def test_a_label_within_the_risk_stands() -> None:
    verdict = decided(scripted(), Standard((fitted(0.95),), risk=0.1))
    assert (verdict.label, verdict.abstained) == ("Faithful", None)
    assert verdict.provenance.risk == 0.1


@pytest.mark.parametrize("says_otherwise", ["Yes", "No"])
def test_mutated_is_withheld_also_where_the_truth_is_only_silent(says_otherwise: str) -> None:
    no = rubric("numeric_fidelity", quote="1931") | {"says_otherwise": says_otherwise}

    def label(right: float) -> str:
        return decided(Scripted(unanimous("Mutated", **no)), Standard((fitted(right),), risk=0.1)).label

    assert (label(0.95), label(0.8)) == ("Mutated", "Ambiguous")


def test_an_expected_error_that_is_not_known_is_no_reason_to_trust() -> None:
    verdict = decided(scripted(), Standard(risk=0.5))
    assert verdict.abstained is not None
    assert verdict.abstained.expected_error is None
    assert "is not known" in verdict.reasons[0]


def test_without_a_risk_the_bytes_have_no_trace_of_it() -> None:
    text = as_json(decided(scripted(), Standard()))
    assert not any(word in text for word in ('"risk"', '"abstained"', '"cascade"', '"calibration":'))


@pytest.mark.parametrize("risk", [0.0, 0.05, 0.3, 1.0])
def test_a_higher_risk_withholds_no_more(risk: float) -> None:
    verdict = decided(scripted(), Standard((fitted(0.9),)))
    assert (within(Jury(), verdict, risk).abstained is None) == (risk >= 0.1)


def test_a_sure_first_engine_decides_and_the_next_is_not_asked() -> None:
    never = Steps(EngineBusy("must not be asked"), name="dear")
    verdict = decided(Cascade([scripted(), never]), Standard((fitted(0.97),), risk=0.05))
    assert set(verdict.provenance.engines.values()) == {"scripted"}
    assert (verdict.label, verdict.provenance.cascade, never.asked) == ("Faithful", (), [])


def test_an_unsure_first_engine_hands_the_whole_case_on_and_the_verdict_says_so() -> None:
    second = Scripted(unanimous("Faithful"), name="dear")
    verdict = decided(Cascade([scripted(), second]), Standard((fitted(0.7),), risk=0.05))
    assert set(verdict.provenance.engines.values()) == {"dear"}
    [stage] = verdict.provenance.cascade
    assert (stage.engine, stage.label, stage.expected_error) == ("scripted", "Faithful", 0.3)
    assert verdict.reasons[-1].startswith("Handed on by scripted")
    assert verdict.abstained is None


def test_an_uncalibrated_first_engine_hands_everything_on() -> None:
    verdict = decided(Cascade([scripted(), Scripted(unanimous(), name="dear")]), Standard(risk=0.5))
    assert [stage.expected_error for stage in verdict.provenance.cascade] == [None]


def test_a_first_engine_that_fails_hands_on_too() -> None:
    broken = Steps(EngineBusy("503"), name="broken")
    verdict = decided(Cascade([broken, scripted()]), Standard((fitted(0.9),), risk=0.05))
    assert verdict.provenance.cascade[0].trouble.startswith("PanelFailed") or verdict.provenance.cascade[0].trouble
    assert verdict.label == "Faithful"


@pytest.mark.parametrize("standard", [Standard((fitted(0.7),), risk=0.05), Standard((fitted(0.7),)), Standard()])
def test_it_is_decided_again_to_the_same_bytes(standard: Standard) -> None:
    for engine in (scripted(), Cascade([scripted(), Scripted(unanimous(), name="dear")])):
        first = decided(engine, standard)
        entries = [entry.model_copy(update={"ledger_key": ""}) for entry in first.transcript.entries]
        replay = Replay(entries, MemoryAnswers(), prompts=first.provenance.prompts)
        again = asyncio.run(decide_again(Jury(rejudge_edit=False), Hearing(CASE, replay), first.provenance))
        assert as_json(again) == as_json(first)


@pytest.mark.parametrize("name", ["offline>", ">offline", "offline>offline"])
def test_a_cascade_names_different_engines(name: str) -> None:
    with pytest.raises(ConfigError, match="not a cascade"):
        stage_names(name)


def test_a_cascade_is_named_with_an_arrow() -> None:
    engine = engine_of("offline>http://127.0.0.1:9/v1#fake")
    assert isinstance(engine, Cascade)
    assert engine.name == "offline>http://127.0.0.1:9/v1#fake"


def test_calibrations_are_kept_one_for_each_pair(tmp_path: Any) -> None:
    path = tmp_path / "home" / "calibrations.json"
    assert read(path) == ()
    write(path, [fitted(0.5), fitted(0.9), fitted(0.7, engine="offline")])
    assert {one.engine: one.of(Kind.SUPPORTED, 0.5) for one in read(path)} == {"offline": 0.7, "scripted": 0.9}
