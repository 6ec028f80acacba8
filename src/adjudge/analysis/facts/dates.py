"""From a text to the periods it names: days counted from and to, with the words' exact span. English and German.

A date without a year keeps its month, day or weekday only; an ambiguous one (03/04/2019) keeps both readings.
"""

import re
from dataclasses import replace

from adjudge.analysis.facts.calendar import FIRST, LAST, day_number, whole_month
from adjudge.analysis.facts.dateforms import PATTERN, read, share
from adjudge.analysis.facts.heads import plural
from adjudge.analysis.facts.periods import DateRelation, Period
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import cut

_BEARINGS: tuple[tuple[DateRelation, str], ...] = (
    (DateRelation.AS_OF, r"as of|as at|stand"),
    (DateRelation.BEFORE, r"before|prior to|earlier than|ahead of|vor"),
    (DateRelation.BY, r"by|no later than|spätestens"),
    (DateRelation.UNTIL, r"until|till|up to|through|bis|to the end of"),
    (DateRelation.AFTER, r"after|following|later than|nach"),
    (DateRelation.SINCE, r"since|starting(?: in)?|beginning(?: in| on)?|from|seit|ab"),
)
_USES = "|".join(f"(?P<{bearing.name}>{forms})" for bearing, forms in _BEARINGS)
_BEARING = re.compile(rf"(?:^|(?<=[\s(,]))(?:{_USES})\s(?:the\s(?:year|end\sof)\s)?$", re.IGNORECASE)
_THE = re.compile(r"\b(before|after|until|since)\sthe\s$", re.IGNORECASE)  # before the 21st century
_YEAR_CUE = re.compile(
    r"\b(?:in|since|by|until|till|before|after|from|during|through|years?|early|late|mid|between|circa|seit|bis|ab|vor|nach|"
    r"jahre?|im|born|founded|established)[\s-]+$",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"\b(?:temperatur|degree|price|preis|per ?cent|prozent|score|heat|mercury)", re.IGNORECASE)
_FIRST_YEAR = re.compile(r"\b(?:between|from|zwischen|von)\s\d{4}\s(?:and|to|und|bis)\s$", re.IGNORECASE)
_COUNT_CUE = re.compile(
    r"\b(?:reache[ds]|total|totall?ed|hit|at|about|over|than|nearly|almost|least|most|only|exactly|approximately|roughly|"
    r"under|up to|rose to|grew to|fell to|number|some)\s$",
    re.IGNORECASE,
)
_DATE_CUE = re.compile(r"\b(?:in|on|by|since|until|till|from|of|before|after|im|am|seit|bis)\s$", re.IGNORECASE)
_HOMONYM = re.compile(r"may|mai|march|mar|jan|sept?|dec|nov|oct|jun|jul|apr|feb|august|aug")
_COUNTED = word_set(
    "km kg miles percent per people feet metres meters tonnes tons times hours days points of dollars mg"
)
_EVENT = re.compile(r"[A-Z]\w+|games|elections|finals|protests|riots|floods|championships")  # the 2012 Olympics
_NEXT_WORD = re.compile(r"\s([a-z]+)", re.IGNORECASE)
_JOINT = re.compile(r"\s?(?:to|and|until|till|through|bis|und|--?|–|—)\s?(?:the\s)?", re.IGNORECASE)
_AT_THE_END = re.compile(r"\bend\sof\b|\bende\b", re.IGNORECASE)  # what is before the end of May can be in May
_BETWEEN = re.compile(r"\b(?:between|zwischen)\s(?:the\s)?$", re.IGNORECASE)
_OPENER = re.compile(r"\b(?:between|from|zwischen|von|vom)\s(?:the\s)?$", re.IGNORECASE)


@remembered
def dates(text: str) -> tuple[Period, ...]:
    """The periods that a text names, in order."""
    found: list[Period] = []
    for match in PATTERN.finditer(text):
        kind = match.lastgroup or ""
        if _mistaken(text, match, kind):
            continue
        period = read(cut(text, match.start(), match.end()), kind)
        if period is not None:
            found.append(period)
    return tuple(_borne(text, period) for period in _joined(text, found))


def _mistaken(text: str, match: re.Match[str], kind: str) -> bool:
    """Whether the words only look like a date: "may" the verb, "march" the noun, "2000 people"."""
    if kind == "year":
        return _counts(text, match)
    if kind == "tens":
        return _MEASURED.search(text[max(0, match.start() - 60) : match.start()]) is not None
    if kind == "century":
        return "Century" in match.group() and not re.search(r"\d", match.group())  # Twentieth Century Fox
    words = re.findall(r"[a-zäöü]+", match.group(), re.IGNORECASE)
    if kind in ("month", "month_day") and _HOMONYM.fullmatch("".join(words).lower()):
        return _common_word(text, match, kind)
    return kind == "month" and words[-1] in ("may", "march")  # those who come early may enter


def _common_word(text: str, match: re.Match[str], kind: str) -> bool:
    """Whether a month's name that is a common word too is used as that word."""
    before = text[max(0, match.start() - 10) : match.start()]
    if not match.group().lstrip("the ")[:1].isupper():
        return not _DATE_CUE.search(before)
    return kind == "month" and (not before.strip() or before.rstrip()[-1] in ".!?")


def _counts(text: str, match: re.Match[str]) -> bool:
    """Whether four digits count something instead of naming a year."""
    before = text[max(0, match.start() - 14) : match.start()]
    if _YEAR_CUE.search(before) or _FIRST_YEAR.search(text[max(0, match.start() - 26) : match.start()]):
        return False
    if _COUNT_CUE.search(before) or int(match.group()) < 1700:
        return True
    following = _NEXT_WORD.match(text, match.end())
    if following is not None and before.endswith("the ") and _EVENT.fullmatch(following.group(1)):
        return False
    return following is not None and (plural(following.group(1).lower()) or following.group(1).lower() in _COUNTED)


def _joined(text: str, periods: list[Period]) -> list[Period]:
    """Two dates tied by "from ... to ..." or a dash become one range."""
    joined: list[Period] = []
    for period in periods:
        last = joined[-1] if joined else None
        if last is not None and last.bearing is not DateRelation.RANGE and _tied(text, last, period):
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
    opening = first if first.dated or second.year is None else in_year(first, second.year) or first
    start, span = opening.start, cut(text, first.span.start, second.span.end)
    if start is None or opening.end is None or second.start is None or second.end is None or start > second.end:
        return replace(second, span=span)
    ends = None if _between(text, first) else ((start, opening.end), (second.start, second.end))
    return Period(span, start, second.end, bearing=DateRelation.RANGE, ends=ends)


def _between(text: str, first: Period) -> bool:
    """Whether the range may only hold what happened, and not be its length: "built between 1990 and 1995"."""
    return _BETWEEN.search(text[max(0, first.span.start - 14) : first.span.start]) is not None


def _borne(text: str, period: Period) -> Period:
    """The period with the words before it taken in: "before 2019" ends where 2019 begins."""
    begin = max(0, period.span.start - 26)
    before = text[begin : period.span.start]
    if period.month is None and not period.span.text[:4].isdigit():
        before = _THE.sub(r"\1 ", before)
    match = _BEARING.search(before)
    if match is None or match.lastgroup is None or period.bearing is DateRelation.RANGE:
        return period
    span = cut(text, begin + match.start(), period.span.end)
    bearing = DateRelation[match.lastgroup]
    if bearing is DateRelation.BEFORE and _AT_THE_END.search(span.text):
        bearing = DateRelation.BY
    return _turned(replace(period, span=span, bearing=bearing))


def in_year(period: Period, year: int) -> Period | None:
    """A period with its days: its own, or those of that year where it names a month or a day of the month alone."""
    if period.dated:
        return period
    if period.month is None or period.weekday is not None:
        return None
    days = share(whole_month(year, period.month), period.part)
    if period.day is not None:
        days = (day_number(year, period.month, period.day),) * 2
    return _turned(replace(period, year=year, start=days[0], end=days[1]))


def _turned(period: Period) -> Period:
    """The days that its bearing means, instead of those it names."""
    if (
        period.start is None
        or period.end is None
        or period.bearing in (DateRelation.AS_OF, DateRelation.IN, DateRelation.RANGE)
    ):
        return period
    start, end = {
        DateRelation.BEFORE: (FIRST, period.start - 1),
        DateRelation.UNTIL: (FIRST, period.end),
        DateRelation.BY: (FIRST, period.end),
        DateRelation.AFTER: (period.end + 1, LAST),
        DateRelation.SINCE: (period.start, LAST),
    }[period.bearing]
    return replace(period, start=start, end=end, readings=(), anchor=(period.start, period.end))
