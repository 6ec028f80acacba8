"""How each kind of field of a question becomes text in a prompt.

One rule per type, none per question: sources become delimited documents, free text a delimited block, records and
lists of records readable lines inside a delimited block; labels and numbers stand as they are. What the user of Adjudge
wrote in a run file (briefs, rubric) is instruction, not material, and stands undelimited. Bump `LAYOUT` when any of
this changes.
"""

from collections.abc import Mapping, Sequence
from enum import Enum

from pydantic import BaseModel

from adjudge.prompts.defuse import delimited
from adjudge.questions.base import Brief, Instruction, Source

LAYOUT = 1
NOTHING = "(none)"


def shown(name: str, value: object) -> str:
    """One field's text."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return delimited(name, value)
    if isinstance(value, Brief):
        return _brief(value)
    if value is None or (isinstance(value, Sequence | Mapping) and not value):
        return NOTHING
    if isinstance(value, Sequence):
        return _sequence(name, value)
    return delimited(name, "\n".join(_lines(value)))


def _sequence(name: str, values: Sequence[object]) -> str:
    if all(isinstance(value, Source) for value in values):
        return "\n\n".join(delimited("source", v.text, label=v.id) for v in values if isinstance(v, Source))
    if all(isinstance(value, Instruction) for value in values):
        return "\n".join(f"- {v.line}" for v in values if isinstance(v, Instruction))
    if all(isinstance(value, str) and value.isidentifier() for value in values):
        return ", ".join(str(value) for value in values)
    return delimited(name, "\n".join(_lines(values)))


def _brief(brief: Brief) -> str:
    parts = [f"Your name: {brief.name}. Your role: {brief.role}."]
    if brief.instructions.strip():
        parts.append(brief.instructions.strip())
    elif brief.lens.axes:
        parts.append(f"Look above all at: {', '.join(brief.lens.axes)}.")
    return "\n\n".join(parts)


def _lines(value: object, indent: str = "") -> list[str]:
    """A record or list as indented `name: value` lines; text of several lines keeps a mark before each of them, so that
    no text can pass for a line of its own."""
    if isinstance(value, BaseModel):
        value = _fields(value)
    if isinstance(value, Mapping):
        return [line for name, item in value.items() for line in _entry(f"{indent}{_word(name)}:", item, indent)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [line for item in value for line in _item(item, indent)]
    return [f"{indent}{_word(value)}"]


def _fields(record: BaseModel) -> dict[str, object]:
    """The fields by name, without optional ones that were left empty."""
    values = {name: (getattr(record, name), field) for name, field in type(record).model_fields.items()}
    shown = {name: value for name, (value, field) in values.items() if field.is_required() or value}
    return shown | (record.model_extra or {})


# In what follows plain text is asked for first, by its exact type: nearly all values are that, and asking whether
# something is a mapping or a sequence was a fifth of the time that a call takes.


def _entry(head: str, value: object, indent: str) -> list[str]:
    if type(value) is str:
        lines = value.splitlines()
        if len(lines) > 1:
            return [head, *(f"{indent}  | {line}" for line in lines)]
        return [f"{head} {_word(value)}"]
    if isinstance(value, BaseModel) or (not isinstance(value, str) and isinstance(value, Mapping | Sequence) and value):
        return [head, *_lines(value, indent + "  ")]
    return [f"{head} {_word(value)}"]


def _item(value: object, indent: str) -> list[str]:
    if type(value) is str:
        return _entry(f"{indent}-", value, indent)
    inner = _lines(value, indent + "  ")
    return [f"{indent}- {inner[0].lstrip()}", *inner[1:]] if inner else [f"{indent}- {NOTHING}"]


def _word(value: object) -> str:
    if type(value) is str:
        return " ".join(value.splitlines()) if value else NOTHING
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or (isinstance(value, Mapping | Sequence) and not value):
        return NOTHING
    return " ".join(str(value).splitlines())
