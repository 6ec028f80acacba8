"""A period of days, and how the words before a date use it. What `dates` finds and the date axis compares."""

from dataclasses import dataclass
from enum import StrEnum

from adjudge.analysis.text.spans import Span

WHOLE = (0, 20)


class DateRelation(StrEnum):
    """How the words before a date use it."""

    IN = "in"
    BEFORE = "before"
    UNTIL = "until"
    BY = "by"
    AFTER = "after"
    SINCE = "since"
    AS_OF = "as of"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `start` to `end`, both included; both are None where no year is known.

    `readings` holds every reading of an ambiguous date; `anchor` the days themselves that "before" or "since" refer to;
    `ends` the days with which a range begins and ends, as exactly as the text gives them; `part` which twentieths
    of a month are meant whose year is not known ("late May").
    """

    span: Span
    start: int | None
    end: int | None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    bearing: DateRelation = DateRelation.IN
    fuzzy: bool = False
    readings: tuple[tuple[int, int], ...] = ()
    anchor: tuple[int, int] | None = None
    ends: tuple[tuple[int, int], tuple[int, int]] | None = None
    part: tuple[int, int] = WHOLE

    @property
    def dated(self) -> bool:
        """Whether the days are known, not only a month, day or weekday."""
        return self.start is not None
