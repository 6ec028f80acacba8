"""What --risk promises on labelled cases, and the labels that it withholds."""

import asyncio
import random
from pathlib import Path

import pytest

from adjudge.agents.hearing import Hearing
from adjudge.engines.cascade import Cascade
from adjudge.engines.replay import Replay
from adjudge.engines.scripted import Scripted
from adjudge.errors import DataError, EngineBusy
from adjudge.protocols.decision import Standard, decide_again
from adjudge.protocols.jury import Jury
from adjudge.protocols.risk import RiskPromise, most_wrong, read, steps_of, threshold, write
from adjudge.record import as_json
from tests.protocols.test_decision import CASE, decided, fitted, scripted
from tests.support.answers import MemoryAnswers
from tests.support.engines import Steps
from tests.support.jury import unanimous


def promise(right: int, wrong: int = 0, *, said: float = 0.8, engine: str = "scripted") -> RiskPromise:
    steps = steps_of((said, at < right) for at in range(right + wrong))
    return RiskPromise(protocol="jury", engine=engine, calibrated_on=str(fitted(0.8)), cases=right + wrong, steps=steps)


def test_how_many_may_be_wrong_is_the_binomial_bound() -> None:
    # 0.95 ** 44 = 0.105, 0.95 ** 45 = 0.099
    assert [most_wrong(given, 0.05) for given in (44, 45, 76)] == [-1, 0, 0]
    assert most_wrong(77, 0.05) == 1
    assert (most_wrong(10, 0.0), most_wrong(10, 1.0)) == (-1, 10)


def test_the_threshold_is_the_lowest_confidence_that_the_labels_bear_out() -> None:
    steps = steps_of([*[(0.9, True)] * 50, *[(0.7, True)] * 5, *[(0.6, False)] * 20])
    assert steps == ((0.9, 50, 0), (0.7, 55, 0), (0.6, 75, 20))
    assert threshold(steps, 0.05) == 0.7
    assert threshold(steps, 0.01) is None


def test_new_cases_like_the_labelled_ones_are_wrong_no_more_often_in_nine_of_ten_calibrations() -> None:
    chance, risk, broken, promised = random.Random(4), 0.1, 0, 0

    def right(said: float) -> bool:
        return chance.random() < 0.55 + 0.42 * said

    # Above a threshold t, this share of the answers is wrong.
    def error(least: float) -> float:
        return 1 - (0.55 + 0.42 * (1 + least) / 2)

    for _ in range(400):
        said = [chance.random() for _ in range(200)]
        least = threshold(steps_of((one, right(one)) for one in said), risk)
        promised += least is not None
        broken += least is not None and error(least) > risk
    assert promised > 100
    assert broken / 400 <= 0.12


def test_with_a_promise_its_threshold_decides_and_not_the_verdict_s_own_error() -> None:
    allowed = decided(scripted(), Standard((fitted(0.8),), (promise(60),), risk=0.05))
    assert (allowed.label, allowed.abstained) == ("Faithful", None)
    assert allowed.provenance.promise is not None
    assert (allowed.provenance.promise.least_confidence, allowed.provenance.promise.labels) == (0.8, 60)
    held = decided(scripted(), Standard((fitted(0.8),), (promise(60, said=0.85),), risk=0.05))
    assert held.abstained is not None
    assert held.reasons[0] == (
        "The label was withheld: Faithful has a confidence of 0.8, and 60 labelled cases ask for 0.85."
    )


def test_where_the_labels_allow_no_promise_no_label_is_given() -> None:
    verdict = decided(scripted(), Standard((fitted(0.97),), (own(fitted(0.97), 12),), risk=0.05))
    assert verdict.abstained is not None
    assert "12 labelled cases allow no promise of an error of at most 0.05" in verdict.reasons[0]


def own(calibration: object, count: int) -> RiskPromise:
    return promise(count, said=0.97).model_copy(update={"calibrated_on": str(calibration)})


def test_a_promise_of_another_calibration_is_not_applied() -> None:
    other = promise(60).model_copy(update={"calibrated_on": "older pairs, n=60, ECE 0.030"})
    verdict = decided(scripted(), Standard((fitted(0.8),), (other,), risk=0.05))
    assert verdict.provenance.promise is None
    assert "expected error of Faithful is 0.2" in verdict.reasons[0]


def test_a_cascade_stops_at_an_engine_whose_promise_holds() -> None:
    never = Steps(EngineBusy("must not be asked"), name="dear")
    verdict = decided(Cascade([scripted(), never]), Standard((fitted(0.8),), (promise(60),), risk=0.05))
    assert (verdict.label, never.asked) == ("Faithful", [])


@pytest.mark.parametrize("said", [0.8, 0.85])
def test_it_is_decided_again_without_the_promise_at_hand(said: float) -> None:
    standard = Standard((fitted(0.8),), (promise(60, said=said),), risk=0.05)
    for engine in (scripted(), Cascade([scripted(), Scripted(unanimous(), name="dear")])):
        first = decided(engine, standard)
        entries = [entry.model_copy(update={"ledger_key": ""}) for entry in first.transcript.entries]
        replay = Replay(entries, MemoryAnswers(), prompts=first.provenance.prompts)
        again = asyncio.run(decide_again(Jury(rejudge_edit=False), Hearing(CASE, replay), first.provenance))
        assert as_json(again) == as_json(first)


def test_promises_are_kept_one_for_each_protocol_and_engine(tmp_path: Path) -> None:
    path = tmp_path / "home" / "promises.json"
    assert read(path) == ()
    write(path, [promise(20), promise(60)])
    assert read(path) == (promise(60),)
    path.write_text("[1]")
    with pytest.raises(DataError, match="cannot be read"):
        read(path)
