"""The REST service, from its OpenAPI description: every request with its parameters, body and responses."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

from adjudge.server.app import create_app
from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from reference import markdown

METHODS = ("get", "post", "put", "patch", "delete")


def page() -> str:
    """Return the page."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["ADJUDGE_HOME"] = home
        described = create_app(Config(environment=Environment())).openapi()
    intro = "Generated from `/v1/openapi.json`. How to use it: [the REST service](../rest.md)."
    return markdown.page("# REST", intro, "## Requests", *_requests(described), "## Types", *_types(described))


def _requests(described: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in described["paths"].items():
        for method in METHODS:
            if operation := methods.get(method):
                yield f"### `{method.upper()} {path}`"
                yield markdown.prose(operation.get("description") or operation.get("summary"))
                yield from _parameters(operation)
                yield _body(operation)
                yield _responses(operation)


def _parameters(operation: Mapping[str, Any]) -> Iterator[str]:
    rows = [
        (markdown.code(one["name"]), one["in"], _type(one.get("schema", {})), one.get("description", ""))
        for one in operation.get("parameters", ())
    ]
    yield markdown.table(("parameter", "in", "type", "description"), rows)


def _body(operation: Mapping[str, Any]) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    return "\n".join(f"Body: {markdown.code(kind)}, {_type(one.get('schema', {}))}." for kind, one in content.items())


def _responses(operation: Mapping[str, Any]) -> str:
    rows = []
    for status, response in operation.get("responses", {}).items():
        kinds = ", ".join(
            filter(None, (_type(one.get("schema", {})) or kind for kind, one in response.get("content", {}).items()))
        )
        rows.append((status, kinds, response.get("description", "")))
    return markdown.table(("status", "content", "description"), rows)


def _types(described: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in sorted(described.get("components", {}).get("schemas", {}).items()):
        yield f"### {name}"
        yield markdown.prose(schema.get("description"))
        if "enum" in schema:
            yield "One of " + ", ".join(markdown.code(value) for value in schema["enum"]) + "."
        required = schema.get("required", ())
        rows = [
            (markdown.code(key), _type(one), "yes" if key in required else "", one.get("description", ""))
            for key, one in schema.get("properties", {}).items()
        ]
        yield markdown.table(("field", "type", "required", "description"), rows)


def _type(schema: Mapping[str, Any]) -> str:
    """Return a schema in a few words, with links to the named types."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(filter(None, map(_type, schema[key]))))
    if "enum" in schema or "const" in schema:
        return ", ".join(markdown.code(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {})) or 'any'}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"map to {_type(schema['additionalProperties']) or 'any'}"
    return str(schema.get("type", ""))
