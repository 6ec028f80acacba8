"""What a client can choose: protocols with their settings, and engines. What it names is checked here, before a job.

Only scalar settings are offered. Paths (the news checker's index and log) are the server's own: no client names one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pydantic import JsonValue, TypeAdapter, ValidationError

from adjudge.engines.cascade import stage_names
from adjudge.engines.models import Provider, key_is_set, needs_key, parse
from adjudge.errors import ConfigError
from adjudge.protocols.base import Procedure
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from adjudge.record import Record
from adjudge.server.config import Config
from adjudge.settings.engines import single_engine

_PROVIDERS = {Provider.OPENAI: "openai:x", Provider.ANTHROPIC: "anthropic:x", Provider.GOOGLE: "google:x"}


class Setting(Record):
    """One setting of a protocol."""

    name: str
    type: Literal["integer", "boolean", "string"]
    default: JsonValue
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] | None = None


class ProtocolChoice(Record):
    """A protocol as it can be chosen."""

    name: str
    what: str
    needs_source: bool
    fewest_calls: int
    most_calls: int
    settings: tuple[Setting, ...]


class OfferedEngine(Record):
    """An engine as it can be chosen, or why it cannot. A key is never shown."""

    name: str
    usable: bool
    why: str = ""
    default: bool = False


def protocols() -> list[ProtocolChoice]:
    """All protocols."""
    return [_choice(name) for name in PROTOCOLS]


def procedure_of(name: str, settings: Mapping[str, JsonValue], config: Config) -> Procedure:
    """The protocol with these settings, each of them checked."""
    kind = protocol_type(name)
    known = {one.name: one for one in _settings(kind)}
    for setting, value in settings.items():
        if setting not in known:
            near = get_close_matches(setting, known, n=1)
            guess = f" Did you mean '{near[0]}'?" if near else ""
            raise ConfigError(
                f"The protocol {name} has no setting '{setting[:100]}'.",
                hint=f"It has: {', '.join(known) or 'none'}.{guess}",
            )
        _require_possible(known[setting], value)
    try:
        found: Procedure = TypeAdapter(kind).validate_python({**_own(kind, config), **settings})
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:5])
        raise ConfigError(f"The settings of {name} are invalid: {problems}", hint="See /v1/protocols.") from error
    return found


def engine_named(name: str | None, config: Config) -> str:
    """The engine that a client asked for, or the usual one; raises unless it may and can be asked."""
    environment = config.environment
    offered = {"offline", environment.engine, *config.engines}
    for stage in stage_names(name) if name else ():
        # An address would let clients send texts, and a key, wherever they like: the server's owner names addresses.
        if parse(stage).provider is Provider.COMPATIBLE and stage not in offered:
            raise ConfigError(
                "This service does not ask engines at addresses that a client names.",
                hint="Start it with --engine ADDRESS to offer that engine.",
            )
    return single_engine(name or next(iter(config.engines), None), environment)


def engines(config: Config) -> list[OfferedEngine]:
    """The engines there are."""
    usual = next(iter(config.engines), None) or config.environment.engine or "offline"
    own = [OfferedEngine(name=name, usable=True) for name in dict.fromkeys(("offline", usual, *config.engines))]
    providers = [_provider(provider) for provider in _PROVIDERS]
    local = OfferedEngine(name="ollama:MODEL", usable=True, why="where an Ollama server runs")
    return [one.model_copy(update={"default": one.name == usual}) for one in (*own, *providers, local)]


def _provider(provider: Provider) -> OfferedEngine:
    from importlib.util import find_spec

    name, model = f"{provider.value}:MODEL", parse(_PROVIDERS[provider])
    if find_spec("pydantic_ai") is None:
        return OfferedEngine(name=name, usable=False, why="adjudge[llm] is not installed")
    if not key_is_set(model):
        return OfferedEngine(name=name, usable=False, why=f"{needs_key(model)} is not set")
    return OfferedEngine(name=name, usable=True)


def _choice(name: str) -> ProtocolChoice:
    kind = protocol_type(name)
    fewest, most = kind().calls()
    return ProtocolChoice(
        name=name,
        what=kind.summary,
        needs_source=not kind.finds_documents,
        fewest_calls=fewest,
        most_calls=most,
        settings=tuple(_settings(kind)),
    )


def _settings(kind: type[Procedure]) -> Sequence[Setting]:
    hints, usual = get_type_hints(kind), kind()
    found = []
    for field in fields(kind):  # type: ignore[arg-type] # every protocol is a dataclass
        shape = _shape(hints[field.name])
        if shape is None or field.name in kind.local_settings:
            continue
        word, choices = shape
        low, high = kind.bounds.get(field.name, (None, None))
        found.append(
            Setting(
                name=field.name,
                type=word,
                default=getattr(usual, field.name),
                minimum=low,
                maximum=high,
                choices=kind.choices.get(field.name, choices),
            )
        )
    return found


def _shape(hint: Any) -> tuple[Literal["integer", "boolean", "string"], tuple[str, ...] | None] | None:
    if get_origin(hint) is Literal:
        return "string", get_args(hint)
    if hint is bool:
        return "boolean", None
    if hint is int:
        return "integer", None
    return ("string", None) if hint is str else None


def _require_possible(setting: Setting, value: JsonValue) -> None:
    kinds = {"integer": int, "boolean": bool, "string": str}
    right = isinstance(value, kinds[setting.type]) and not (setting.type == "integer" and isinstance(value, bool))
    if right and setting.choices is not None:
        right = value in setting.choices
    if right and isinstance(value, int) and setting.minimum is not None and setting.maximum is not None:
        right = setting.minimum <= value <= setting.maximum
    if right:
        return
    allowed = f"{setting.minimum} to {setting.maximum}" if setting.minimum is not None else f"a {setting.type}"
    if setting.choices is not None:
        allowed = ", ".join(choice or "''" for choice in setting.choices)
    shown = str(value)[:100]
    raise ConfigError(f"{setting.name} is {shown}.", hint=f"Use {allowed}; {setting.default} as usual.")


def _own(kind: type[Procedure], config: Config) -> dict[str, str]:
    """What the server sets itself."""
    return {"index": str(config.environment.index_path)} if "index" in kind.local_settings else {}
