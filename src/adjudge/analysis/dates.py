"""From a text to the periods it names: days counted from and to, with the words' exact span. English and German.

A date without a year keeps its month, day or weekday only; an ambiguous one (03/04/2019) keeps both readings.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudge.analysis.calendar import (
    FIRST,
    LAST,
    MONTHS,
    SEASONS,
    WEEKDAYS,
    day_number,
    months_between,
    whole_month,
    whole_year,
)
from adjudge.analysis.heads import plural
from adjudge.analysis.spans import Span, cut
from adjudge.analysis.lexicon.blocks import word_set


class Bearing(StrEnum):
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

    `readings` holds every reading of an ambiguous date, `anchor` the named days that "before", "since" and the like refer to.
    """

    span: Span
    start: int | None
    end: int | None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    bearing: Bearing = Bearing.IN
    fuzzy: bool = False
    readings: tuple[tuple[int, int], ...] = ()
    anchor: tuple[int, int] | None = None

    @property
    def dated(self) -> bool:
        """Whether the days are known, not only a month, day or weekday."""
        return self.start is not None


_MONTH = (
    r"(?:(?:" + "|".join(sorted((name for name in MONTHS if len(name) > 4 or name in ("june", "july", "juni", "juli", "may", "mai")), key=len, reverse=True))
    + r")|(?:" + "|".join(name for name in sorted(MONTHS, key=len, reverse=True) if len(name) <= 4 and name not in ("june", "july", "juni", "juli", "may", "mai"))
    + r")\b\.?)"
)
_YEAR = r"(?:1\d{3}|20\d{2})"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_WEEKDAY = "|".join(WEEKDAYS)
_END = r"(?![\w]|[.,]\d)"
_PATTERN = re.compile(
    rf"""(?<![\w.,/$£€#-])(?:
      (?P<iso>\d{{4}}-\d{{2}}-\d{{2}})
    | (?P<slashed>\d{{1,2}}[/.]\d{{1,2}}[/.](?:19|20)\d{{2}})
    | (?P<day_month>(?:the\s+)?{_DAY}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH}(?:\s*,?\s*(?:of\s+)?{_YEAR}{_END})?)(?![\w])
    | (?P<month_day>{_MONTH}\s+(?:the\s+)?{_DAY}(?:st|nd|rd|th)?(?:\s*,?\s*{_YEAR}{_END})?)(?![\w]|[.,]\d|\s?%)
    | (?P<month_year>(?:(?:early|mid|late|anfang|mitte|ende)[\s-]+)?{_MONTH}\s*,?\s+(?:of\s+)?{_YEAR}){_END}
    | (?P<quarter>(?:q[1-4]|(?:first|second|third|fourth|last)\s+quarter(?:\s+of)?)\s+(?:of\s+)?{_YEAR}){_END}
    | (?P<season>(?:spring|summer|autumn|fall|winter|frühling|sommer|herbst)\s*,?\s+(?:of\s+)?{_YEAR}){_END}
    | (?P<century>(?:\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}\.)[\s-]+(?:century|jahrhunderts?)(?:\s+(?:bce?|b\.c\.))?)
    | (?P<decade>(?:the\s+|early[\s-]+|mid[\s-]+|late[\s-]+)*{_YEAR}['’]?s)\b
    | (?P<antique>\d{{1,4}}\s+(?:bce?|b\.c\.(?:e\.)?|ad|a\.d\.|v\.\s?chr\.|n\.\s?chr\.))
    | (?P<years>{_YEAR}\s*(?:-|–|/)\s*(?:{_YEAR}|\d{{2}})){_END}(?!\s+{_MONTH}(?!\w))
    | (?P<part_year>(?:early|mid|late|the\s+(?:end|beginning|start)\s+of|anfang|mitte|ende)[\s-]+{_YEAR}){_END}
    | (?P<year>{_YEAR})(?![\w]|[.,]\d|\s?[%$£€°]|-\w)
    | (?P<weekday>(?:{_WEEKDAY})s?)\b
    | (?P<month>(?:(?:early|mid|late|anfang|mitte|ende)[\s-]+)?{_MONTH})(?![\w])
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_BEARINGS: tuple[tuple[Bearing, str], ...] = (
    (Bearing.AS_OF, r"as of|as at|stand"),
    (Bearing.BEFORE, r"before|prior to|earlier than|ahead of|vor"),
    (Bearing.BY, r"by|no later than|spätestens"),
    (Bearing.UNTIL, r"until|till|up to|through|bis|to the end of"),
    (Bearing.AFTER, r"after|following|later than|nach"),
    (Bearing.SINCE, r"since|starting(?: in)?|beginning(?: in| on)?|from|seit|ab"),
)
_BEARING = re.compile(
    r"(?:^|(?<=[\s(,]))(?:" + "|".join(f"(?P<{bearing.name}>{forms})" for bearing, forms in _BEARINGS) + r")\s+(?:the\s+(?:year|end\s+of)\s+)?$",
    re.IGNORECASE,
)
_YEAR_CUE = re.compile(
    r"\b(?:in|since|by|until|till|before|after|from|during|through|year|years|early|late|mid|between|circa|seit|bis|ab|vor|nach|jahr|"
    r"jahre|im|born|founded|established)[\s-]+$",
    re.IGNORECASE,
)
_COUNT_CUE = re.compile(
    r"\b(?:reached|reaches|total|totall?ed|hit|at|about|over|than|nearly|almost|least|most|only|exactly|approximately|roughly|under|up to|"
    r"rose to|grew to|fell to|number|some)\s+$",
    re.IGNORECASE,
)
_NEXT_WORD = re.compile(r"\s+([a-z]+)", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:to|and|until|till|through|bis|und|-|–|—)\s*(?:the\s+)?", re.IGNORECASE)
_OPENER = re.compile(r"\b(?:between|from|zwischen|von|vom)\s+(?:the\s+)?$", re.IGNORECASE)
_NOISE = re.compile(r"[.,]|(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE)


def dates(text: str) -> tuple[Period, ...]:
    """The periods that a text names, in order."""
    found: list[Period] = []
    for match in _PATTERN.finditer(text):
        kind = match.lastgroup or ""
        if _mistaken(text, match, kind):
            continue
        period = _READERS[kind](cut(text, match.start(), match.end()))
        if period is not None:
            found.append(period)
    return tuple(_borne(text, period) for period in _joined(text, found))


def _mistaken(text: str, match: re.Match[str], kind: str) -> bool:
    """Whether the words only look like a date: "may" the verb, "march" the noun, "2000 people"."""
    surface = match.group()
    if kind in ("month", "month_day", "weekday"):
        name = re.sub(r"[^a-zä]", "", surface.lower())
        if name in ("may", "march", "mar", "jan", "mai", "sept", "sep", "dec", "nov", "oct", "jun", "jul", "apr", "feb", "aug", "august"):
            capital = next((c for c in surface if c.isalpha()), "a").isupper()
            opening = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1:] in ".!?"
            if not capital or (kind == "month" and (opening or name in ("jan", "mar", "dec", "sep") and "." not in surface)):
                return True
    if kind != "year":
        return False
    if _YEAR_CUE.search(text[max(0, match.start() - 14) : match.start()]):
        return False
    if _COUNT_CUE.search(text[max(0, match.start() - 14) : match.start()]) or int(surface) < 1700:
        return True
    following = _NEXT_WORD.match(text, match.end())
    counted = following and (plural(following.group(1).lower()) or following.group(1).lower() in _COUNTED)
    return bool(counted)


_COUNTED = word_set("km kg miles percent per people feet metres meters tonnes tons times hours days years points of dollars euros mg million")


def _iso(span: Span) -> Period | None:
    year, month, day = (int(part) for part in span.text.split("-"))
    return _full(span, year, month, day)


def _slashed(span: Span) -> Period | None:
    first, second, year = (int(part) for part in re.split(r"[/.]", span.text))
    readings = [
        (day_number(year, month, day),) * 2
        for day, month in ((first, second), (second, first))
        if 1 <= month <= 12 and 1 <= day <= 31
    ]
    if not readings:
        return None
    if "." in span.text:
        readings = readings[:1]
    unique = tuple(dict.fromkeys(readings))
    certain = len(unique) == 1
    day, month = (first, second) if second <= 12 else (second, first)
    return Period(
        span, unique[0][0], unique[0][1], year, month if certain else None, day if certain else None, readings=unique
    )


def _day_and_month(span: Span) -> Period | None:
    numbers = [int(number) for number in re.findall(r"\d+", span.text)]
    month = _month_in(span.text)
    if month is None or not 1 <= numbers[0] <= 31:
        return None
    if len(numbers) == 1:
        return Period(span, None, None, None, month, numbers[0])
    return _full(span, numbers[1], month, numbers[0])


def _month_and_year(span: Span) -> Period | None:
    month, year = _month_in(span.text), _year_in(span.text)
    if month is None:
        return None
    start, end = whole_month(year, month)
    start, end, fuzzy = _part_of(span.text, start, end)
    return Period(span, start, end, year, month, fuzzy=fuzzy)


def _quarter(span: Span) -> Period | None:
    lower = span.text.lower()
    order = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
    number = int(lower[1]) if lower[0] == "q" else order[lower.split()[0]]
    year = _year_in(span.text[2:])
    start, end = months_between(year, 3 * number - 2, 3 * number)
    return Period(span, start, end, year)


def _season(span: Span) -> Period | None:
    year = _year_in(span.text)
    first, last = SEASONS[re.split(r"[\s,]", span.text.lower())[0]]
    start, end = months_between(year, first, last)
    return Period(span, start, end, year, fuzzy=True)


def _century(span: Span) -> Period | None:
    number = int(re.match(r"\d+", span.text).group())  # type: ignore[union-attr]
    first, last = 100 * (number - 1) + 1, 100 * number
    if re.search(r"b\.?c", span.text, re.IGNORECASE):
        first, last = -100 * number, -100 * (number - 1) - 1
    return Period(span, day_number(first, 1, 1), day_number(last, 12, 31), fuzzy=True)


def _decade(span: Span) -> Period | None:
    year = _year_in(span.text)
    reach = 99 if year % 100 == 0 and year != 2000 else 9
    start, end, _ = _part_of(span.text, day_number(year, 1, 1), day_number(year + reach, 12, 31))
    return Period(span, start, end, fuzzy=True)


def _antique(span: Span) -> Period | None:
    year = int(re.match(r"\d+", span.text).group())  # type: ignore[union-attr]
    signed = -year if re.search(r"b\.?c|v\.", span.text, re.IGNORECASE) else year
    start, end = whole_year(signed)
    return Period(span, start, end, signed)


def _years(span: Span) -> Period | None:
    first, last = (int(number) for number in re.findall(r"\d+", span.text))
    last = last if last > 99 else first // 100 * 100 + last
    if last <= first:
        return None
    return Period(span, whole_year(first)[0], whole_year(last)[1], bearing=Bearing.RANGE)


def _part_year(span: Span) -> Period | None:
    year = _year_in(span.text)
    start, end, _ = _part_of(span.text, *whole_year(year))
    return Period(span, start, end, year, fuzzy=True)


def _whole_year(span: Span) -> Period | None:
    year = int(span.text)
    start, end = whole_year(year)
    return Period(span, start, end, year)


def _weekday(span: Span) -> Period | None:
    name = span.text.lower()
    return Period(span, None, None, weekday=WEEKDAYS.get(name, WEEKDAYS.get(name[:-1], 0)))


def _bare_month(span: Span) -> Period | None:
    month = _month_in(span.text)
    return None if month is None else Period(span, None, None, None, month, fuzzy=" " in span.text or "-" in span.text)


_READERS: dict[str, Callable[[Span], Period | None]] = {
    "iso": _iso, "slashed": _slashed, "day_month": _day_and_month, "month_day": _day_and_month, "month_year": _month_and_year,
    "quarter": _quarter, "season": _season, "century": _century, "decade": _decade, "antique": _antique, "years": _years,
    "part_year": _part_year, "year": _whole_year, "weekday": _weekday, "month": _bare_month,
}  # fmt: skip


def _full(span: Span, year: int, month: int, day: int) -> Period | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    number = day_number(year, month, day)
    return Period(span, number, number, year, month, day)


def _month_in(text: str) -> int | None:
    for word in re.findall(r"[a-zä]+", text.lower()):
        if word in MONTHS:
            return MONTHS[word]
    return None


def _year_in(text: str) -> int:
    return int(re.findall(r"\d{4}", text)[-1])


def _part_of(text: str, start: int, end: int) -> tuple[int, int, bool]:
    """The early, middle or late part; generous, since the words are."""
    lower = text.lower()
    length = end - start + 1
    if re.match(r"(?:the\s+)*(?:early|anfang|the\s+(?:beginning|start))", lower):
        return start, start + length * 2 // 5, True
    if re.match(r"(?:the\s+)*(?:mid|mitte)", lower):
        return start + length // 4, start + length * 3 // 4, True
    if re.match(r"(?:the\s+)*(?:late|ende|the\s+end)", lower):
        return start + length * 3 // 5, end, True
    return start, end, False


def _joined(text: str, periods: list[Period]) -> list[Period]:
    """Two dates tied by "from ... to ..." or a dash become one range."""
    joined: list[Period] = []
    for period in periods:
        last = joined[-1] if joined else None
        if last is not None and last.bearing is not Bearing.RANGE and _tied(text, last, period):
            joined[-1] = _range(text, last, period)
        else:
            joined.append(period)
    return joined


def _tied(text: str, first: Period, second: Period) -> bool:
    gap = text[first.span.end : second.span.start]
    joint = _JOINT.fullmatch(gap)
    if joint is None or not second.dated:
        return False
    opened = _OPENER.search(text[max(0, first.span.start - 14) : first.span.start])
    return bool(opened) or gap.strip().lower() not in ("and", "und", "to")


def _range(text: str, first: Period, second: Period) -> Period:
    start = first.start
    if start is None and first.month is not None and second.year is not None:
        start = day_number(second.year, first.month, first.day or 1)
    span = cut(text, first.span.start, second.span.end)
    if start is None or second.end is None or start > second.end:
        return replace(second, span=span)
    return Period(span, start, second.end, bearing=Bearing.RANGE)


def _borne(text: str, period: Period) -> Period:
    """The period with the words before it taken in: "before 2019" ends where 2019 begins."""
    begin = max(0, period.span.start - 26)
    match = _BEARING.search(text[begin : period.span.start])
    if match is None or match.lastgroup is None or period.bearing is Bearing.RANGE:
        return period
    bearing = Bearing[match.lastgroup]
    span = cut(text, begin + match.start(), period.span.end)
    if period.start is None or period.end is None or bearing is Bearing.AS_OF:
        return replace(period, span=span, bearing=bearing)
    start, end = {
        Bearing.BEFORE: (FIRST, period.start - 1),
        Bearing.UNTIL: (FIRST, period.end),
        Bearing.BY: (FIRST, period.end),
        Bearing.AFTER: (period.end + 1, LAST),
        Bearing.SINCE: (period.start, LAST),
    }[bearing]
    return replace(period, span=span, bearing=bearing, start=start, end=end, readings=(), anchor=(period.start, period.end))
