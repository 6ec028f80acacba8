"""Configuration keys, from the settings models: environment variables, the run file and the settings of protocols."""

import dataclasses
import inspect
import types
import typing
from collections.abc import Iterator

import griffe
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from adjudge.protocols.registry import PROTOCOLS, protocol_type
from adjudge.settings.environment import Environment
from adjudge.settings.runfile import RunFile
from reference import markdown

HEAD = ("key", "type", "default", "description")


def page() -> str:
    """Return the page."""
    return markdown.page(
        "# Configuration",
        "Generated from the settings models. API keys are listed in [use your language model](../models.md).",
        "## Environment variables",
        "Read from the environment and from `.env` in the working directory. The environment takes precedence.",
        markdown.table(HEAD, _rows(Environment, prefix="ADJUDGE_", upper=True)),
        "## The run file",
        "The YAML file of `adjudge run`. Only `data.source` is required. An unknown key is an error.",
        *_sections(RunFile, ""),
        "## Protocol settings",
        'From Python: `check(case, protocol=Jury(max_rounds=1))`. Over REST: `"settings": {"max_rounds": 1}`.',
        *_protocols(),
    )


def _sections(model: type[BaseModel], path: str) -> Iterator[str]:
    """Yield the table of a section's own keys, then its sections."""
    inner = {key: section for key, field in model.model_fields.items() if (section := _section(field))}
    if path:
        yield f"### `{path}`"
        yield markdown.prose(inspect.getdoc(model))
    plain = [row for row in _rows(model) if row[0].strip("`") not in inner]
    yield markdown.table(HEAD, plain)
    for key, section in inner.items():
        yield from _sections(section, f"{path}.{key}".strip("."))


def _rows(model: type[BaseModel], *, prefix: str = "", upper: bool = False) -> list[tuple[str, str, str, str]]:
    described = griffe.load(model.__module__)[model.__name__].members
    return [
        (
            markdown.code(prefix + (key.upper() if upper else key)),
            markdown.code(_name(field.annotation)),
            _default(field),
            _description(field, described.get(key)),
        )
        for key, field in model.model_fields.items()
    ]


def _section(field: FieldInfo) -> type[BaseModel] | None:
    """Return the model of a field that is a section of its own, also if it is a list of them."""
    for kind in _kinds(field.annotation):
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind.__name__.endswith(("Section", "RubricAxis")):
            return kind
    return None


def _kinds(annotation: object) -> list[object]:
    inner = typing.get_args(annotation)
    return [kind for one in inner for kind in _kinds(one)] if inner else [annotation]


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    if field.default_factory is not None:
        return "see below" if _section(field) else _made(field)
    return "" if field.default in (None, "") else markdown.code(field.default)


def _made(field: FieldInfo) -> str:
    made = field.get_default(call_default_factory=True, validated_data={})
    return ", ".join(markdown.code(one) for one in made) if isinstance(made, list) else "the platform's data folder"


def _description(field: FieldInfo, described: griffe.Object | griffe.Alias | None) -> str:
    if field.description:
        return field.description
    return described.docstring.value if described is not None and described.docstring else ""


def _name(annotation: object) -> str:
    """Return a type as a reader would write it."""
    if annotation is type(None):
        return "null"
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if origin is typing.Literal:
        return " or ".join(map(str, arguments))
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_name(one) for one in arguments if one is not type(None))
    if arguments:
        return f"{_name(origin)} of {', '.join(_name(one) for one in arguments if one is not ...)}"
    return getattr(annotation, "__name__", str(annotation))


def _protocols() -> Iterator[str]:
    for name in PROTOCOLS:
        kind = protocol_type(name)
        hints = typing.get_type_hints(kind)
        described = griffe.load(kind.__module__)[kind.__name__].members
        rows = []
        for field in dataclasses.fields(kind):  # type: ignore[arg-type]
            member = described.get(field.name)
            text = member.docstring.value if member is not None and member.docstring else ""
            simple = isinstance(field.default, str | int | float | bool)
            rows.append(
                (
                    markdown.code(field.name),
                    markdown.code(_name(hints[field.name])),
                    markdown.code(repr(field.default)) if simple else "",
                    text,
                )
            )
        yield f"### {kind.__name__}"
        yield markdown.table(("setting", "type", "default", "description"), rows)
