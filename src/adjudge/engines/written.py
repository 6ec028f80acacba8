"""Replies as people write them, spelt out as a language model would have to send them.

In: plain data and the type of the reply. Out: the same data with every field named. Inside a reply, a record may be a
list of its values in the order of its required fields; a field that can have only one value need not be written.
"""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from adjudge.errors import DataError


def spelt_out(value: Any, shape: Any, *, place: str = "reply") -> Any:
    """The value with all fields of its shape named. Raises a `DataError` where a list does not fit its record."""
    origin = get_origin(shape)
    if origin is Annotated:
        return spelt_out(value, get_args(shape)[0], place=place)
    if origin in (Union, UnionType):
        some = [option for option in get_args(shape) if option is not NoneType]
        return spelt_out(value, some[0], place=place) if len(some) == 1 and value is not None else value
    if origin is tuple and isinstance(value, list):
        return [spelt_out(item, get_args(shape)[0], place=f"{place}.{at}") for at, item in enumerate(value, 1)]
    if not (isinstance(shape, type) and issubclass(shape, BaseModel)):
        return value
    if isinstance(value, list):
        value = _named(value, shape, place)
    if not isinstance(value, Mapping):
        return value
    fields = shape.model_fields
    fixed = {name: only for name, field in fields.items() if (only := _only(field.annotation)) is not None}
    fixed |= {
        name: spelt_out(item, fields[name].annotation, place=f"{place}.{name}") if name in fields else item
        for name, item in value.items()
    }
    return fixed


def _named(values: list[Any], record: type[BaseModel], place: str) -> dict[str, Any]:
    names = [
        name for name, field in record.model_fields.items() if field.is_required() and _only(field.annotation) is None
    ]
    if len(values) != len(names):
        raise DataError(
            f"{place}: a {record.__name__} has {len(names)} values, not {len(values)}.",
            hint=f"Write [{', '.join(names)}].",
        )
    return dict(zip(names, values, strict=True))


def _only(shape: Any) -> Any:
    """The only value that a field can have, or None."""
    options = get_args(shape) if get_origin(shape) is Literal else ()
    return options[0] if len(options) == 1 else None
