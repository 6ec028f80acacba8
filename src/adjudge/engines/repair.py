"""From a language model's text to a typed reply, without ever guessing a label.

In: the raw text and the reply's type. Out: the reply and a note for each repair, or `Unreadable` with what is wrong,
in words that the model can act on. Repaired is only what has one reading: fences, prose around one object, trailing
commas, a label's case, a number in quotes, 95 for 0.95, null for nothing. Two different objects, an unknown label or a
missing field are refused.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from adjudge.engines import coerce
from adjudge.errors import EngineBusy, UnusableReply
from adjudge.questions.base import Reply
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)
_FENCE = re.compile(r"^\s*```[\w-]*[ \t]*\n(.*?)\n?\s*```\s*$", re.DOTALL)
_THOUGHTS = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(\s*[}\]])', re.DOTALL)
_BRACE_OR_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.DOTALL)
_OPENING = re.compile(r'\{\s*"')
_MAX_CANDIDATES = 100
_MAX_DEPTH = 50


@dataclass(frozen=True, slots=True)
class Parsed(Generic[R]):
    """A reply, and the repairs it took, in words."""

    reply: R
    notes: tuple[str, ...] = ()


class Unreadable(UnusableReply):
    """No reply can be read from the text. `problems` says why, where the model could mend it; `usage` what it cost."""

    def __init__(
        self, message: str, *, hint: str = "", raw: str = "", problems: Sequence[str] = (), usage: Usage | None = None
    ) -> None:
        super().__init__(message, hint=hint, raw=raw)
        self.problems = tuple(problems)
        self.usage = usage or Usage()

    @classmethod
    def because(cls, problems: Sequence[str]) -> "Unreadable":
        """With the problems as the message."""
        return cls(f"The reply is not usable: {'; '.join(problems)}.", problems=problems)


class Malformed(EngineBusy):
    """The server broke off, or answered, but not in the form of its API. It may charge for the answer."""


def parse(raw: str, reply_type: type[R], *, strict: bool = False) -> Parsed[R]:
    """Read a reply; with `strict`, only from text that is exactly one JSON object of the schema."""
    if strict:
        return Parsed(_validated(_strict_object(raw), reply_type))
    data, notes = _object(raw)
    repaired, more = coerce.fitted(data, reply_type)
    return Parsed(_validated(repaired, reply_type), (*notes, *more))


def _strict_object(raw: str) -> dict[str, Any]:
    try:
        data = _loads(raw)
    except ValueError as error:
        raise Unreadable.because([f"the reply is not one JSON object: {error}"]) from error
    if not isinstance(data, dict):
        raise Unreadable.because(["the reply must be one JSON object"])
    return data


def _object(raw: str) -> tuple[dict[str, Any], list[str]]:
    """The one JSON object in the text."""
    notes: list[str] = []
    text = raw.lstrip("\ufeff")
    if thoughts := _THOUGHTS.match(text):
        text = text[thoughts.end() :]
        notes.append("left out the model's thoughts before the reply")
    if fenced := _FENCE.match(text):
        text = fenced.group(1)
        notes.append("took the code fence off")
    for candidate, note in ((text, None), (_without_trailing_commas(text), "removed trailing commas")):
        try:
            data = _loads(candidate)
        except ValueError:
            continue
        if not isinstance(data, dict):
            raise Unreadable.because([f"the reply must be one JSON object, not {_kind(data)}"])
        return data, [*notes, *([note] if note and candidate != text else [])]
    found = list(_objects_in(text))
    if not found:
        raise Unreadable.because(["the reply holds no complete JSON object"])
    if any(other != found[0] for other in found[1:]):
        raise Unreadable.because([f"the reply holds {len(found)} different JSON objects; give exactly one"])
    return found[0], [*notes, "took the JSON object out of the text around it"]


def _objects_in(text: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects of a text; objects inside a broken or cut-off one are ignored."""
    position, tries = text.find("{"), 0
    while position >= 0 and tries < _MAX_CANDIDATES:
        tries += 1
        end = _closed(text, position)
        if end is None and _OPENING.match(text, position):
            return
        if end is not None and (data := _decoded(text[position:end])) is not None:
            yield data
        position = text.find("{", end or position + 1)


def _closed(text: str, start: int) -> int | None:
    """Where the brace at `start` is closed again."""
    depth = 0
    for token in _BRACE_OR_TEXT.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if depth == 0:
            return token.end()
        if depth > _MAX_DEPTH:
            return None
    return None


def _decoded(text: str) -> dict[str, Any] | None:
    for candidate in (text, _without_trailing_commas(text)):
        try:
            data: dict[str, Any] = _loads(candidate)
        except ValueError:
            continue
        return data
    return None


def _loads(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object. Raises a `ValueError` if a name has two different values: JSON would silently keep the last."""
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data and data[name] != value:
            raise ValueError(f"'{name}' is given twice with different values")
        data[name] = value
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _without_trailing_commas(text: str) -> str:
    return _TRAILING_COMMA.sub(lambda match: match.group(1) or match.group(2), text)


def _validated(data: dict[str, Any], reply_type: type[R]) -> R:
    try:
        # As JSON, where a label stands for an enum and a list for a tuple; strict, so that nothing else is converted.
        return reply_type.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        problems = [_problem(item, reply_type) for item in error.errors(include_url=False)[:12]]
        raise Unreadable.because(problems) from error


def _problem(item: Any, reply_type: type[BaseModel]) -> str:
    where = ".".join(str(step) for step in item["loc"]) or reply_type.__name__
    given = "" if item["type"] == "missing" else f" (given: {json.dumps(item['input'], default=str)[:80]})"
    return f"{where}: {item['msg'][0].lower()}{item['msg'][1:]}{given}"


def _kind(data: Any) -> str:
    return {list: "a list", str: "a text", type(None): "null"}.get(type(data), f"a {type(data).__name__}")
