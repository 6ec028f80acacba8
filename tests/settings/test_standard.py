"""When `--risk` can be honoured: it needs to know how often a protocol on an engine is wrong."""

from pathlib import Path

import pytest

from adjudge.errors import ConfigError
from adjudge.protocols import risk as risks
from adjudge.protocols.calibration import Calibration, write
from adjudge.protocols.jury import Jury
from adjudge.protocols.risk import RiskPromise
from adjudge.settings.environment import Environment, load_environment
from adjudge.settings.standard import standard_of

MODEL = "openai:gpt-4o-mini"


@pytest.fixture
def environment() -> Environment:
    return load_environment()


def calibrate(environment: Environment, protocol: str, engine: str) -> Calibration:
    known = Calibration(protocol=protocol, engine=engine, name="own pairs", cases=40, ece=0.03, points={})
    write(environment.calibrations_path, [known])
    return known


def test_without_a_risk_nothing_is_needed(environment: Environment) -> None:
    standard = standard_of(environment, None, protocol="jury", engines=["offline", MODEL])
    assert (standard.risk, standard.promises) == (None, ())


def test_the_calibrations_that_come_with_the_package_allow_a_risk_offline(environment: Environment) -> None:
    assert standard_of(environment, 0.1, protocol="jury", engines=["offline"]).risk == 0.1


def test_an_engine_that_was_never_measured_allows_none(environment: Environment) -> None:
    with pytest.raises(ConfigError, match=f"how often jury on {MODEL} is wrong") as raised:
        standard_of(environment, 0.1, protocol="jury", engines=[MODEL])
    assert f"adjudge calibrate DATA --protocol jury --engine {MODEL}" in raised.value.hint
    calibrate(environment, "jury", MODEL)
    assert standard_of(environment, 0.1, protocol="jury", engines=[MODEL]).risk == 0.1


def test_the_calibration_of_one_protocol_says_nothing_about_another(environment: Environment) -> None:
    calibrate(environment, "jury", MODEL)
    with pytest.raises(ConfigError, match=f"how often trial on {MODEL} is wrong"):
        standard_of(environment, 0.1, protocol="trial", engines=[MODEL])


def test_seats_on_different_engines_cannot_promise_anything(environment: Environment) -> None:
    calibrate(environment, "jury", MODEL)
    with pytest.raises(ConfigError, match=r"how often jury on .* is wrong"):
        standard_of(environment, 0.1, protocol="jury", engines=["offline", MODEL])


def test_changed_settings_that_can_change_a_label_have_no_measured_error(environment: Environment) -> None:
    with pytest.raises(ConfigError, match="measured for its default settings only"):
        standard_of(environment, 0.1, protocol="jury", engines=["offline"], procedure=Jury(max_rounds=0))
    without_edit = Jury(rejudge_edit=False)
    assert standard_of(environment, 0.1, protocol="jury", engines=["offline"], procedure=without_edit).risk == 0.1


@pytest.mark.parametrize(("risk", "engines"), [(None, [f"offline>{MODEL}"]), (0.1, [f"offline>{MODEL}", "offline"])])
def test_a_cascade_needs_a_risk_and_all_seats(environment: Environment, risk: float | None, engines: list[str]) -> None:
    with pytest.raises(ConfigError, match="A cascade needs --risk"):
        standard_of(environment, risk, protocol="jury", engines=engines)


def test_only_the_engines_that_pass_cases_on_must_be_measured(environment: Environment) -> None:
    assert standard_of(environment, 0.1, protocol="jury", engines=[f"offline>{MODEL}"]).risk == 0.1
    with pytest.raises(ConfigError, match=f"how often jury on {MODEL} is wrong"):
        standard_of(environment, 0.1, protocol="jury", engines=[f"{MODEL}>offline"])


def test_promises_are_read_only_for_a_risk(environment: Environment) -> None:
    promise = RiskPromise(protocol="jury", engine="offline", calibrated_on="own", cases=50, steps=((0.9, 50, 0),))
    risks.write(Path(environment.promises_path), [promise])
    assert standard_of(environment, None, protocol="jury", engines=["offline"]).promises == ()
    assert standard_of(environment, 0.1, protocol="jury", engines=["offline"]).promises == (promise,)
