"""Parse YAML into plain values, with limits on depth and on size after alias expansion.

In: the text of a file. Out: mappings, lists, strings and numbers. Every error in the text is a `ConfigError` with its
line; PyYAML alone raises whatever a value causes and expands aliases until memory is full.
"""

from collections.abc import Mapping
from typing import Any

import yaml

from adjudge.errors import ConfigError, shortened

MOST_DEPTH = 50
MOST_VALUES = 100_000
_SHOWN = 60


def load_yaml(text: str, *, name: str) -> Any:
    """The content of a YAML text; `name` is how messages call it."""
    loader = None
    try:
        loader = _BoundedLoader(text)  # looks for control characters at once
        node = loader.get_single_node()
        if node is None:
            return None
        if _expanded_size(node, {}) > MOST_VALUES:
            raise ConfigError(
                f"'{name}' holds more than {MOST_VALUES:,} values once its aliases are expanded.",
                hint="Write out what the aliases stand for, or use fewer.",
            )
        return loader.construct_document(node)
    except yaml.YAMLError as error:
        raise ConfigError(f"'{name}' is not YAML: {' '.join(str(error).split())}.") from error
    except _YamlProblem as error:
        raise ConfigError(f"'{name}', {error}") from error.__cause__
    finally:
        if loader:
            loader.dispose()


def yaml_of(content: Mapping[str, Any]) -> str:
    """Plain values as YAML that `load_yaml` reads back; texts of several lines as blocks."""
    return yaml.dump(dict(content), Dumper=_Readable, sort_keys=False, allow_unicode=True, width=100)


class _Readable(yaml.SafeDumper):
    """Writes a text of several lines as a block."""


_Readable.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


class _YamlProblem(Exception):
    """A place of the text, and what is wrong there."""


class _BoundedLoader(yaml.SafeLoader):
    """The safe loader with a limit on depth. A date stays text, as it was written."""

    yaml_implicit_resolvers = {  # noqa: RUF012 # PyYAML's own name for it
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise _YamlProblem(f"line {parent.start_mark.line + 1}: values are nested more than {MOST_DEPTH} deep.")
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth -= 1

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (yaml.YAMLError, _YamlProblem):
            raise
        except Exception as error:  # a value such as '!!bool x' raises whatever its conversion leads to
            shown = shortened(str(node.value), _SHOWN)
            raise _YamlProblem(
                f"line {node.start_mark.line + 1}: the value '{shown}' cannot be read as {_kind(node.tag)}."
            ) from error


def _kind(tag: str) -> str:
    names = {"int": "a whole number", "float": "a number", "timestamp": "a date", "bool": "true or false"}
    short = tag.rpartition(":")[2]
    return names.get(short, f"'{shortened(short, _SHOWN)}'")


def _expanded_size(node: yaml.Node, known: dict[int, int]) -> int:
    """How many values a node stands for, aliases expanded; each node is counted once, however often it is used."""
    if id(node) in known:
        if not known[id(node)]:
            raise _YamlProblem(f"line {node.start_mark.line + 1}: a value holds itself.")
        return known[id(node)]
    known[id(node)] = 0
    size = 1
    if isinstance(node, yaml.SequenceNode):
        size += sum(_expanded_size(item, known) for item in node.value)
    elif isinstance(node, yaml.MappingNode):
        size += sum(_expanded_size(part, known) for pair in node.value for part in pair)
    known[id(node)] = size
    return size
