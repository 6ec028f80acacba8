"""The ways a date is written, and a reader for each: from the words to a period. English and German."""

import re
from collections.abc import Callable

from adjudge.analysis.facts.calendar import (
    MONTHS,
    ORDINALS,
    SEASONS,
    TENS,
    WEEKDAYS,
    day_number,
    months_between,
    whole_month,
    whole_year,
)
from adjudge.analysis.facts.periods import WHOLE, DateRelation, Period
from adjudge.analysis.text.lexicon.blocks import openings
from adjudge.analysis.text.spans import Span

_WHOLE_SHORT = frozenset({"june", "july", "juni", "juli", "may", "mai"})
_LONG_MONTHS = sorted((name for name in MONTHS if len(name) > 4 or name in _WHOLE_SHORT), key=len, reverse=True)
_SHORT_MONTHS = sorted((name for name in MONTHS if name not in _LONG_MONTHS), key=len, reverse=True)
_MONTH = rf"(?:(?:{'|'.join(_LONG_MONTHS)})|(?:{'|'.join(_SHORT_MONTHS)})\b\.?)"
_YEAR = r"(?:1\d{3}|20\d{2})"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_WEEKDAY = "|".join(WEEKDAYS)
_PARTS = {
    "early": (0, 8), "beginning": (0, 8), "start": (0, 8), "anfang": (0, 8), "frühen": (0, 8),
    "mid": (5, 15), "middle": (5, 15), "mitte": (5, 15), "mittleren": (5, 15),
    "late": (12, 20), "end": (12, 20), "ende": (12, 20), "späten": (12, 20),
    "first half": (0, 10), "ersten hälfte": (0, 10),
    "second half": (10, 20), "latter half": (10, 20), "zweiten hälfte": (10, 20),
}  # fmt: skip
"""Twentieths of the whole; generous, since the words are."""
_NAMED_PART = re.compile(rf"\b(?:{'|'.join(_PARTS)})\b".replace(" ", r"\s"))
_WHICH = r"(?:early|mid|late|anfang|mitte|ende|frühen|mittleren|späten)"
_SOME_OF = r"(?:end|beginning|start|middle|(?:first|second|latter)\shalf)\sof"
_PART = rf"""(?:
    (?:the\s)?{_WHICH}(?:(?:[\s-]+(?:to|or|and|bis|oder|und)[\s-]+|/){_WHICH})?[\s-]+(?:de[rs]\s)?
  | (?:the\s)?{_SOME_OF}\s(?:the\s)? | (?:ersten|zweiten)\shälfte\sde[rs]\s
)"""
_END = r"(?![\w]|[.,]\d)"
_JAHRE = r"(?:n|[\s-]?jahren?)"
_ORDER = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4,
    "ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4, "letzten": 4,
}  # fmt: skip
_OPENINGS = openings((*MONTHS, *WEEKDAYS, *SEASONS, *TENS, *ORDINALS, *_PARTS, *_ORDER))
"""Hardly any word of a text begins a date; without a look at its first letters every form would be tried at each."""
PATTERN = re.compile(
    rf"""(?<![\w.,/$£€#-])(?=(?:the\s)?(?:[\d'’]|q[1-4]|{_OPENINGS}))(?:
      (?P<iso>\d{{4}}-\d{{2}}-\d{{2}})
    | (?P<slashed>\d{{1,2}}[/.]\d{{1,2}}[/.]{_YEAR}){_END}
    | (?P<day_month>(?:the\s)?{_DAY}(?:st|nd|rd|th|\.)?\s(?:of\s)?{_MONTH}(?:\s?,?\s?(?:of\s)?{_YEAR}{_END})?)(?!\w)
    | (?P<month_day>{_MONTH}\s(?:the\s)?{_DAY}(?:st|nd|rd|th)?(?:\s?,?\s?{_YEAR}{_END})?)(?![\w]|[.,]\d|\s?%)
    | (?P<month_year>{_PART}?{_MONTH}\s?,?\s(?:of\s)?{_YEAR}){_END}
    | (?P<quarter>(?:q[1-4]|(?:first|second|third|fourth|last)\squarter(?:\sof)?
        |(?:[1-4]\.|ersten|zweiten|dritten|vierten|letzten)\squartals?)\s(?:of\s)?{_YEAR}){_END}
    | (?P<season>(?:{"|".join(SEASONS)})\s?,?\s(?:of\s)?{_YEAR}){_END}
    | (?P<century>{_PART}?(?:\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}\.|{"|".join(ORDINALS)})[\s-]+
        (?:century|jahrhunderts?)(?:\s(?:bce?\b|b\.c\.))?)
    | (?P<decade>(?:the\s)?{_PART}?{_YEAR}(?:['’]?s|er{_JAHRE}?)|(?:the\s|{_PART})+{_YEAR}\s['’]s)\b
    | (?P<tens>the\s{_PART}?(?:{"|".join(TENS)}|['’]?[2-9]0['’]?s)
        |{_PART}?(?:(?:{"|".join(TENS)}){_JAHRE}|[2-9]0er[\s-]?jahren?))\b
    | (?P<antique>\d{{1,4}}\s(?:(?:bce?|ad)\b|b\.c\.(?:e\.)?|a\.d\.|v\.\s?chr\.|n\.\s?chr\.))
    | (?P<years>{_YEAR}\s?(?:-|–|/)\s?(?:{_YEAR}|\d{{2}})){_END}(?!\s{_MONTH}(?!\w))
    | (?P<part_year>{_PART}{_YEAR}){_END}
    | (?P<year>{_YEAR})(?![\w]|[.,]\d|\s?[%$£€°]|-\w)
    | (?P<weekday>(?:{_WEEKDAY})s?)\b
    | (?P<month>{_PART}?{_MONTH})(?![\w])
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
    part = _part_in(span.text)
    start, end = share(whole_month(year, month), part)
    return Period(span, start, end, year, month, fuzzy=part != WHOLE)


def _quarter(span: Span) -> Period | None:
    lower = span.text.lower()
    digit = re.match(r"q?([1-4])", lower)
    number = int(digit.group(1)) if digit else _ORDER[lower.split()[0]]
    year = _year_in(span.text[2:])
    start, end = months_between(year, 3 * number - 2, 3 * number)
    return Period(span, start, end, year)


def _season(span: Span) -> Period | None:
    year = _year_in(span.text)
    first, last = SEASONS[re.split(r"[\s,]", span.text.lower())[0]]
    start, end = months_between(year, first, last)
    return Period(span, start, end, year, fuzzy=True)


def _century(span: Span) -> Period | None:
    digits = re.search(r"\d+", span.text)
    number = int(digits.group()) if digits else next(ORDINALS[word] for word in _words(span.text) if word in ORDINALS)
    first, last = 100 * (number - 1) + 1, 100 * number
    if re.search(r"b\.?c", span.text, re.IGNORECASE):
        first, last = -100 * number, -100 * (number - 1) - 1
    start, end = share((day_number(first, 1, 1), day_number(last, 12, 31)), _part_in(span.text))
    return Period(span, start, end, fuzzy=True)


def _decade(span: Span) -> Period | None:
    year = _year_in(span.text)
    reach = 99 if year % 100 == 0 and year != 2000 else 9
    start, end = share((day_number(year, 1, 1), day_number(year + reach, 12, 31)), _part_in(span.text))
    return Period(span, start, end, fuzzy=True)


def _tens(span: Span) -> Period | None:
    """A decade whose century goes without saying: "the nineties" are those of the last century, or the one before."""
    digits = re.search(r"[2-9](?=0)", span.text)
    named = (tens for word in _words(span.text) for name, tens in TENS.items() if word.startswith(name))
    ten = int(digits.group()) if digits else next(named)
    years = [century + 10 * ten for century in ((1900, 2000) if ten == 2 else (1900, 1800))]
    part = _part_in(span.text)
    readings = tuple(share((day_number(year, 1, 1), day_number(year + 9, 12, 31)), part) for year in years)
    return Period(span, *readings[0], fuzzy=True, readings=readings)


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
    return Period(span, ends[0][0], ends[1][1], bearing=DateRelation.RANGE, ends=None if season else ends)


def _part_year(span: Span) -> Period | None:
    year = _year_in(span.text)
    start, end = share(whole_year(year), _part_in(span.text))
    return Period(span, start, end, year, fuzzy=True)


def _whole_year(span: Span) -> Period | None:
    year = int(span.text)
    start, end = whole_year(year)
    return Period(span, start, end, year)


def _weekday(span: Span) -> Period | None:
    name = span.text.lower()
    return Period(span, None, None, weekday=WEEKDAYS.get(name, WEEKDAYS.get(name[:-1], 0)))


def _bare_month(span: Span) -> Period | None:
    month, part = _month_in(span.text), _part_in(span.text)
    return None if month is None else Period(span, None, None, None, month, fuzzy=part != WHOLE, part=part)


_READERS: dict[str, Callable[[Span], Period | None]] = {
    "iso": _iso, "slashed": _slashed, "day_month": _day_and_month, "month_day": _day_and_month, "month": _bare_month,
    "month_year": _month_and_year, "quarter": _quarter, "season": _season, "century": _century, "decade": _decade,
    "tens": _tens, "antique": _antique, "years": _years, "part_year": _part_year, "year": _whole_year,
    "weekday": _weekday,
}  # fmt: skip


def _full(span: Span, year: int, month: int, day: int) -> Period | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    number = day_number(year, month, day)
    return Period(span, number, number, year, month, day)


def _month_in(text: str) -> int | None:
    return next((MONTHS[word] for word in _words(text) if word in MONTHS), None)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-zäöüß]+(?:-first)?", text.lower())


def _year_in(text: str) -> int:
    return int(re.findall(r"\d{4}", text)[-1])


def _part_in(text: str) -> tuple[int, int]:
    """The early, middle or late part that the words name, or all from the one to the other: "mid to late"."""
    named = [_PARTS[" ".join(part.split())] for part in _NAMED_PART.findall(text.lower())]
    return (min(low for low, _ in named), max(high for _, high in named)) if named else WHOLE


def share(days: tuple[int, int], part: tuple[int, int]) -> tuple[int, int]:
    """The days of that part of a period."""
    start, end = days
    length = end - start + 1
    return start + length * part[0] // WHOLE[1], min(end, start + length * part[1] // WHOLE[1])
