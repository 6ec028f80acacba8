"""When verdicts are accepted: the user's calibrations and the allowed risk."""

from collections.abc import Collection

from adjudge.engines.cascade import stage_names
from adjudge.engines.models import parse
from adjudge.errors import ConfigError
from adjudge.protocols import risk as risks
from adjudge.protocols.base import Procedure
from adjudge.protocols.calibration import read, usual
from adjudge.protocols.decision import Standard
from adjudge.settings.environment import Environment


def standard_of(
    environment: Environment,
    risk: float | None,
    *,
    protocol: str,
    engines: Collection[str],
    procedure: Procedure | None = None,
) -> Standard:
    """The standard, after checking that it can apply to this protocol, its settings and these engines."""
    promises = () if risk is None else risks.read(environment.promises_path)
    standard = Standard(calibrations=read(environment.calibrations_path), promises=promises, risk=risk)
    stages = [stage_names(name) for name in set(engines)]
    cascading = any(len(names) > 1 for names in stages)
    if cascading and (risk is None or len(stages) > 1):
        raise ConfigError(
            "A cascade needs --risk to know which cases to pass on.",
            hint="Add --risk 0.05, and name one cascade for all seats.",
        )
    if risk is None:
        return standard
    if procedure is not None and not usual(procedure):
        raise ConfigError(
            f"--risk needs to know how often {protocol} is wrong, and that is measured for its default settings only.",
            hint="Omit --risk, or the changed settings (agents, rounds, thresholds).",
        )
    asked = stages[0][:-1] if cascading else tuple(name for names in stages for name in names)
    missing = [name for name in asked if (protocol, str(parse(name))) not in standard.known]
    if missing or (len(stages) > 1 and not cascading):
        raise ConfigError(
            f"--risk needs to know how often {protocol} on {', '.join(missing or asked)} is wrong.",
            hint=f"Calibrate it on labelled cases: adjudge calibrate DATA --protocol {protocol} --engine {asked[0]}",
        )
    return standard
