"""How the service is set up, and a test call to an engine. Of a key it is only told whether it is set."""

import platform
from importlib.metadata import version

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from adjudge.engines.cascade import stage_names
from adjudge.engines.models import ModelName, Provider, key, key_variables, needs_key
from adjudge.errors import ConfigError
from adjudge.protocols.calibration import read
from adjudge.protocols.decision import Standard
from adjudge.record import Record
from adjudge.server import choices
from adjudge.server.choices import OfferedEngine, engine_named
from adjudge.server.config import RequestLimits
from adjudge.server.engine_call import EngineAnswer
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(prefix="/v1", tags=["settings"])


class KeyState(Record):
    """Whether a provider's key is set. The key itself never leaves the service."""

    provider: str
    variables: tuple[str, ...]
    """Any one of these environment variables."""
    is_set: bool
    needed: bool


class ModelLimits(Record):
    """Limits of one answer of a language model; none where the engine's own holds."""

    timeout_s: float | None = None
    max_tokens: int | None = None
    max_reply_bytes: int | None = None


class CalibrationLine(Record):
    """What is known of a protocol's confidence on an engine."""

    protocol: str
    engine: str
    name: str
    cases: int
    ece: float
    languages: tuple[str, ...] = ()


class Places(Record):
    """Where the service keeps things."""

    store: str
    index: str
    evaluations: str


class SettingsShown(Record):
    """How the service is set up."""

    version: str
    python: str
    engines: tuple[OfferedEngine, ...]
    keys: tuple[KeyState, ...]
    model_limits: ModelLimits
    limits: RequestLimits
    calibrations: tuple[CalibrationLine, ...]
    places: Places
    token_required: bool


class TrialCall(Record):
    """Which engine is to be tried."""

    engine: str = Field(min_length=1, max_length=500)


@router.get("/settings", response_model=SettingsShown)
async def get(service: ServiceOf) -> Response:
    """Engines, which keys are set, limits, calibrations and places."""
    config, environment = service.config, service.config.environment
    shown = SettingsShown(
        version=version("adjudge"),
        python=platform.python_version(),
        engines=tuple(choices.engines(config)),
        keys=tuple(_key(provider) for provider in Provider if key_variables(provider)),
        model_limits=ModelLimits(
            timeout_s=environment.timeout,
            max_tokens=environment.max_tokens,
            max_reply_bytes=environment.max_reply_bytes,
        ),
        limits=config.limits,
        calibrations=_calibrations(Standard(calibrations=read(environment.calibrations_path))),
        places=Places(
            store=service.store.database.place,
            index=str(environment.index_path),
            evaluations=str(config.evaluations_path),
        ),
        token_required=config.token_required,
    )
    return json_response(shown)


@router.post("/engines/test", response_model=EngineAnswer, responses=PROBLEMS)
async def test_call(service: ServiceOf, request: TrialCall) -> Response:
    """Ask an engine one small question, anew. It may cost what one vote of a juror costs."""
    name = engine_named(request.engine, service.config)
    if len(stage_names(name)) > 1:
        raise ConfigError(f"'{name}' is a cascade.", hint="Try its engines one at a time.")
    return json_response(await service.test_call(name))


def _key(provider: Provider) -> KeyState:
    model = ModelName(provider, "any")
    return KeyState(
        provider=provider.value,
        variables=key_variables(provider),
        is_set=key(model) is not None,
        needed=needs_key(model) is not None,
    )


def _calibrations(standard: Standard) -> tuple[CalibrationLine, ...]:
    return tuple(
        CalibrationLine(
            protocol=protocol,
            engine=engine,
            name=one.name,
            cases=one.cases,
            ece=one.ece,
            languages=one.languages,
        )
        for (protocol, engine), fitted in sorted(standard.known.items())
        for one in fitted
    )
