"""The ways a date is written, and a reader for each: from the words to a period. English and German."""

import re
from collections.abc import Callable

from adjudge.analysis.calendar import MONTHS, SEASONS, WEEKDAYS, day_number, months_between, whole_month, whole_year
from adjudge.analysis.periods import Bearing, Period
from adjudge.analysis.spans import Span

_WHOLE_SHORT = frozenset({"june", "july", "juni", "juli", "may", "mai"})
_LONG_MONTHS = sorted((name for name in MONTHS if len(name) > 4 or name in _WHOLE_SHORT), key=len, reverse=True)
_SHORT_MONTHS = sorted((name for name in MONTHS if name not in _LONG_MONTHS), key=len, reverse=True)
_MONTH = rf"(?:(?:{'|'.join(_LONG_MONTHS)})|(?:{'|'.join(_SHORT_MONTHS)})\b\.?)"
_YEAR = r"(?:1\d{3}|20\d{2})"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_WEEKDAY = "|".join(WEEKDAYS)
_PART = r"(?:early|mid|late|anfang|mitte|ende)"
_END = r"(?![\w]|[.,]\d)"
_OF_A_DECADE = r"(?:the\s+|early[\s-]+|mid[\s-]+|late[\s-]+)"
PATTERN = re.compile(
    rf"""(?<![\w.,/$£€#-])(?:
      (?P<iso>\d{{4}}-\d{{2}}-\d{{2}})
    | (?P<slashed>\d{{1,2}}[/.]\d{{1,2}}[/.]{_YEAR}){_END}
    | (?P<day_month>(?:the\s+)?{_DAY}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH}(?:\s*,?\s*(?:of\s+)?{_YEAR}{_END})?)(?!\w)
    | (?P<month_day>{_MONTH}\s+(?:the\s+)?{_DAY}(?:st|nd|rd|th)?(?:\s*,?\s*{_YEAR}{_END})?)(?![\w]|[.,]\d|\s?%)
    | (?P<month_year>(?:{_PART}[\s-]+)?{_MONTH}\s*,?\s+(?:of\s+)?{_YEAR}){_END}
    | (?P<quarter>(?:q[1-4]|(?:first|second|third|fourth|last)\s+quarter(?:\s+of)?)\s+(?:of\s+)?{_YEAR}){_END}
    | (?P<season>(?:spring|summer|autumn|fall|winter|frühling|sommer|herbst)\s*,?\s+(?:of\s+)?{_YEAR}){_END}
    | (?P<century>(?:\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}\.)[\s-]+(?:century|jahrhunderts?)(?:\s+(?:bce?\b|b\.c\.))?)
    | (?P<decade>{_OF_A_DECADE}*{_YEAR}['’]?s|{_OF_A_DECADE}+{_YEAR}\s['’]s)\b
    | (?P<antique>\d{{1,4}}\s+(?:(?:bce?|ad)\b|b\.c\.(?:e\.)?|a\.d\.|v\.\s?chr\.|n\.\s?chr\.))
    | (?P<years>{_YEAR}\s*(?:-|–|/)\s*(?:{_YEAR}|\d{{2}})){_END}(?!\s+{_MONTH}(?!\w))
    | (?P<part_year>(?:early|mid|late|the\s+(?:end|beginning|start)\s+of|anfang|mitte|ende)[\s-]+{_YEAR}){_END}
    | (?P<year>{_YEAR})(?![\w]|[.,]\d|\s?[%$£€°]|-\w)
    | (?P<weekday>(?:{_WEEKDAY})s?)\b
    | (?P<month>(?:{_PART}[\s-]+)?{_MONTH})(?![\w])
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def read(span: Span, kind: str) -> Period | None:
    """The period that the words of a known form name, if they name one."""
    return _READERS[kind](span)


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
    season = last <= 99
    last = first // 100 * 100 + last if season else last
    if last <= first:
        return None
    ends = (whole_year(first), whole_year(last))
    return Period(span, ends[0][0], ends[1][1], bearing=Bearing.RANGE, ends=None if season else ends)


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
    "iso": _iso,
    "slashed": _slashed,
    "day_month": _day_and_month,
    "month_day": _day_and_month,
    "month_year": _month_and_year,
    "quarter": _quarter,
    "season": _season,
    "century": _century,
    "decade": _decade,
    "antique": _antique,
    "years": _years,
    "part_year": _part_year,
    "year": _whole_year,
    "weekday": _weekday,
    "month": _bare_month,
}


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
