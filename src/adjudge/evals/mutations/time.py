"""Dates and periods: another year, month or weekday, a moved end; and a coarser date that still holds.

"Before 2015" is left alone: a later year would still follow from it.
"""

import re
from collections.abc import Iterator

from adjudge.analysis.dates import Bearing, Period
from adjudge.evals.mutations.mutation import Kind
from adjudge.evals.mutations.sentence import Draft, Sentence, draft

_ENGLISH_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_GERMAN_MONTHS = (
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
)
_ENGLISH_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_GERMAN_DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
_ROWS = (_ENGLISH_MONTHS, _GERMAN_MONTHS, _ENGLISH_DAYS, _GERMAN_DAYS)
_WORD = re.compile(rf"\b(?:{'|'.join(dict.fromkeys(word for row in _ROWS for word in row))})\b")
_YEAR = re.compile(r"\b(?:1[5-9]\d\d|20\d\d)\b")
_SHIFTS = (-9, -6, -4, -3, 3, 4, 7)
_DATED = re.compile(
    r"\b([Oo]n|[Aa]m)\s+(?:the\s+)?(\d{1,2}(?:st|nd|rd|th|\.)?)\s+(?:of\s+)?([A-ZÄ][a-zä]+)\s+(\d{4})\b"
)
_US_DATED = re.compile(r"\b([Oo]n)\s+([A-Z][a-z]+)\s+(\d{1,2})(?:st|nd|rd|th)?,\s+(\d{4})\b")
_MONTH_YEAR = re.compile(rf"\b([Ii]n|[Ii]m)\s+(?:{'|'.join(_ENGLISH_MONTHS + _GERMAN_MONTHS)})\s+(\d{{4}})\b")
_FROM_TO = re.compile(r"\b(?:from|von)\s+(\d{4})\s+(?:to|until|bis)\s+(\d{4})\b", re.IGNORECASE)
_LASTED = re.compile(
    r"\b(?:lasted|took|ran for|dauerte|dauerten)\s+(?:about |etwa |rund )?(\d{1,3})\s+"
    r"(?:years|months|weeks|days|hours|minutes|Jahre|Monate|Wochen|Tage|Stunden|Minuten)\b"
)


def date(sentence: Sentence) -> Iterator[Draft]:
    """Another year, month or weekday."""
    if sentence.denied:
        return
    for period in sentence.dates:
        if period.bearing is not Bearing.IN or period.fuzzy or period.readings:
            continue
        yield from _moved(sentence, period)


def period(sentence: Sentence) -> Iterator[Draft]:
    """A period that ends later, begins earlier, or takes longer."""
    if sentence.denied:
        return
    for match in _FROM_TO.finditer(sentence.text):
        for years in (2, 4, 6):
            yield from _year(sentence, Kind.PERIOD, match.start(2), int(match[2]) + years)
    for match in _LASTED.finditer(sentence.text):
        for factor in (2, 3):
            new = str(int(match[1]) * factor)
            if not sentence.says(new) and int(match[1]) > 1:
                yield draft(Kind.PERIOD, (match.start(1), match.end(1), new))
    for since in sentence.dates:
        year = _YEAR.search(sentence.text, since.span.start, since.span.end)
        if since.bearing is Bearing.SINCE and year and re.match(r"since|seit", since.span.text, re.IGNORECASE):
            for years in (3, 6, 9):
                yield from _year(sentence, Kind.PERIOD, year.start(), int(year.group()) - years)


def coarser(sentence: Sentence) -> Iterator[Draft]:
    """A date without its day, or without its month."""
    if sentence.denied:
        return
    for match in _DATED.finditer(sentence.text):
        month = match[3]
        if month in _ENGLISH_MONTHS or month in _GERMAN_MONTHS:
            word = {"on": "in", "On": "In", "am": "im", "Am": "Im"}[match[1]]
            yield draft(Kind.COARSER, (match.start(), match.end(), f"{word} {month} {match[4]}"))
    for match in _US_DATED.finditer(sentence.text):
        if match[2] in _ENGLISH_MONTHS:
            word = "In" if match[1] == "On" else "in"
            yield draft(Kind.COARSER, (match.start(), match.end(), f"{word} {match[2]} {match[4]}"))
    for match in _MONTH_YEAR.finditer(sentence.text):
        word = {"in": "in", "In": "In", "im": "im Jahr", "Im": "Im Jahr"}[match[1]]
        yield draft(Kind.COARSER, (match.start(), match.end(), f"{word} {match[2]}"))


def _moved(sentence: Sentence, period: Period) -> Iterator[Draft]:
    for match in _YEAR.finditer(sentence.text, period.span.start, period.span.end):
        for years in _SHIFTS:
            yield from _year(sentence, Kind.DATE, match.start(), int(match.group()) + years)
    for match in _WORD.finditer(sentence.text, period.span.start, period.span.end):
        rows = [row for row in _ROWS if match.group() in row]
        row = rows[-1] if sentence.german else rows[0]
        for new in row:
            if not sentence.says(new) and new != match.group():
                yield draft(Kind.DATE, (match.start(), match.end(), new))


def _year(sentence: Sentence, kind: Kind, start: int, year: int) -> Iterator[Draft]:
    if 1500 <= year <= 2099 and not sentence.says(str(year)):
        yield draft(kind, (start, start + 4, str(year)))
