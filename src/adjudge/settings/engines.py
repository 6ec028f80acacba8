"""Choose engines and their terms from options, environment and run file; offline if there is no key."""

from collections.abc import Mapping

from adjudge.check import Terms
from adjudge.engines.cascade import stage_names
from adjudge.engines.models import Provider, key_is_set, needs_key, parse
from adjudge.errors import EngineUnavailable
from adjudge.settings.environment import Environment

_SAMPLE = {Provider.OPENAI: "openai:x", Provider.ANTHROPIC: "anthropic:x", Provider.GOOGLE: "google:x"}


def single_engine(option: str | None, environment: Environment) -> str:
    """The engine of a command without a run file."""
    name = option or environment.engine or "offline"
    _require_key(name)
    return name


def usual_terms(environment: Environment, *, timeout_s: float | None = None) -> Terms:
    """How long an answer may take and be, as an option or the environment says; what else one command knows is put in
    by `replace`."""
    return Terms(
        timeout_s=timeout_s or environment.timeout,
        max_tokens=environment.max_tokens,
        max_reply_bytes=environment.max_reply_bytes,
    )


def engines_by_seat(
    option: str | None, environment: Environment, models: Mapping[str, str]
) -> tuple[Mapping[str, str], str | None]:
    """The engine of every seat, and a notice if the run falls back to the offline engine.

    An engine named by option or ADJUDGE_ENGINE takes every seat. Otherwise the run file's models apply; if they need
    keys and no key at all is set, the offline engine takes their place.
    """
    if named := option or environment.engine:
        _require_key(named)
        return {"default": named}, None
    missing = sorted({name for name in models.values() if not key_is_set(parse(name))})
    if missing and not any(key_is_set(parse(sample)) for sample in _SAMPLE.values()):
        seats = {seat: "offline" if name in missing else name for seat, name in models.items()}
        return seats, f"No API key is set: the offline engine answers in place of {', '.join(missing)}."
    for name in missing:
        _require_key(name)
    return dict(models), None


def _require_key(name: str) -> None:
    for stage in stage_names(name):
        _require_key_of(stage)


def _require_key_of(name: str) -> None:
    model = parse(name)
    if not key_is_set(model):
        raise EngineUnavailable(
            f"The engine '{name}' needs a key and {needs_key(model)} is not set.",
            hint=f"Set {needs_key(model)} in the environment or in .env, or use --engine offline.",
        )
