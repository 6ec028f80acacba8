"""Convert values to the shape that a reply's type requires, where there is only one reading.

In: plain JSON data and a record type. Out: the data, changed only where a value has one reading, and a note for each
change. Everything else is left for validation to reject.
"""

import json
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel

# A number of more digits is no answer to any question, and Python does not read one of more than 4,300.
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?")
_TRUE, _FALSE = ("true", "yes"), ("false", "no")


def fitted(data: Mapping[str, Any], record: type[BaseModel]) -> tuple[dict[str, Any], list[str]]:
    """The coerced data of one record, and a note for each change."""
    notes: list[str] = []
    return _record(data, record, "", notes), notes


def _record(data: Mapping[str, Any], record: type[BaseModel], path: str, notes: list[str]) -> dict[str, Any]:
    known = record.model_fields
    return {
        name: _value(value, known[name].annotation, known[name].metadata, f"{path}{name}", notes)
        if name in known
        else value
        for name, value in data.items()
    }


def _value(value: Any, shape: Any, limits: Sequence[Any], path: str, notes: list[str]) -> Any:
    origin = get_origin(shape)
    if origin is Annotated:
        inner, *more = get_args(shape)
        return _value(value, inner, [*limits, *more], path, notes)
    if origin in (Union, UnionType):
        return _of_union(value, get_args(shape), limits, path, notes)
    if origin in (tuple, list, Sequence):
        return _items(value, get_args(shape), path, notes)
    if origin is Literal:
        return _label(value, [option for option in get_args(shape) if isinstance(option, str)], path, notes)
    if not isinstance(shape, type):
        return value
    if issubclass(shape, BaseModel):
        return _record(value, shape, f"{path}.", notes) if isinstance(value, Mapping) else value
    if issubclass(shape, Enum):
        return _label(value, [member.value for member in shape if isinstance(member.value, str)], path, notes)
    if shape is bool:
        return _truth(value, path, notes)
    if shape is str:
        return _text(value, path, notes)
    if shape in (int, float):
        return _number(value, _is_share(limits), path, notes)
    return value


def _of_union(value: Any, shapes: tuple[Any, ...], limits: Sequence[Any], path: str, notes: list[str]) -> Any:
    """Only `X | None` has one reading; of a wider union, validation picks the member."""
    some = [shape for shape in shapes if shape is not NoneType]
    if len(some) != 1 or (value is None and len(some) < len(shapes)):
        return value
    return _value(value, some[0], limits, path, notes)


def _items(value: Any, shapes: tuple[Any, ...], path: str, notes: list[str]) -> Any:
    if value is None:
        notes.append(f"{path}: read null as an empty list")
        return []
    if not isinstance(value, list) or not shapes:
        return value
    return [_value(item, shapes[0], (), f"{path}.{number}", notes) for number, item in enumerate(value)]


def _label(value: Any, options: list[str], path: str, notes: list[str]) -> Any:
    if value in options:
        return value
    if isinstance(value, bool) and {option.casefold() for option in options} == {"yes", "no"}:
        wanted = "yes" if value else "no"
    elif isinstance(value, str):
        wanted = value.strip().strip("\"'*.").strip().casefold()
    else:
        return value
    matches = [option for option in options if option.casefold() == wanted]
    if len(matches) != 1:
        return value
    notes.append(f"{path}: read {json.dumps(value)} as {matches[0]}")
    return matches[0]


def _truth(value: Any, path: str, notes: list[str]) -> Any:
    word = value.strip().casefold() if isinstance(value, str) else ""
    if word not in (*_TRUE, *_FALSE):
        return value
    notes.append(f"{path}: read {json.dumps(value)} as {str(word in _TRUE).lower()}")
    return word in _TRUE


def _text(value: Any, path: str, notes: list[str]) -> Any:
    if value is None:
        notes.append(f"{path}: read null as an empty text")
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        notes.append(f"{path}: read the number {json.dumps(value)} as text")
        return json.dumps(value)
    return value


def _number(value: Any, share: bool, path: str, notes: list[str]) -> Any:
    text = value.strip() if isinstance(value, str) else ""
    percent = share and text.endswith("%")
    digits = text.removesuffix("%").strip() if percent else text
    if _NUMBER.fullmatch(digits):
        number: Any = json.loads(digits.lstrip("+").lstrip("0") or "0") if digits.isdigit() else float(digits)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number = value
    else:
        return value
    if share and (scaled := _scaled(number, percent)) is not None:
        notes.append(f"{path}: read {json.dumps(value)} as {scaled}")
        return scaled
    if percent or number is value:
        return value
    notes.append(f"{path}: read {json.dumps(value)} as a number")
    return number


def _scaled(number: float, percent: bool) -> float | None:
    """A share given in percent. A bare 8 may be a mark out of ten and 0.9 % may mean 90 %: left alone."""
    lowest = 1.0 if percent else 10.0
    if not 0 <= number <= 100 or (number < lowest if percent else number <= lowest):
        return None
    return round(number / 100, 10)


def _is_share(limits: Sequence[Any]) -> bool:
    return any(isinstance(limit, Ge) and limit.ge == 0 for limit in limits) and any(
        isinstance(limit, Le) and limit.le == 1 for limit in limits
    )
