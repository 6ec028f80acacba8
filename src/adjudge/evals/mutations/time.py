"""Dates and periods: another year, month or weekday, a moved end; and a coarser date that still holds.

"Before 2015" is left alone: a later year would still follow from it.
"""

import re
from collections.abc import Iterator

from adjudge.analysis.facts.periods import DateRelation, Period
from adjudge.evals.mutations.mutation import MutationKind
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
_DATE_WORDS = "|".join(dict.fromkeys(word for row in _ROWS for word in row))
_WORD = re.compile(rf"\b(?:{_DATE_WORDS})\b")
_YEAR = re.compile(r"\b(?:1[5-9]\d\d|20\d\d)\b")
_SHIFTS = (-9, -6, -4, -3, 3, 4, 7)
_DATED = re.compile(r"\b([Oo]n|[Aa]m)\s(?:the\s)?(\d{1,2}(?:st|nd|rd|th|\.)?)\s(?:of\s)?([A-ZÄ][a-zä]+)\s(\d{4})\b")
_US_DATED = re.compile(r"\b([Oo]n)\s([A-Z][a-z]+)\s(\d{1,2})(?:st|nd|rd|th)?,\s(\d{4})\b")
_MONTH_YEAR = re.compile(rf"\b([Ii]n|[Ii]m)\s(?:{'|'.join(_ENGLISH_MONTHS + _GERMAN_MONTHS)})\s(\d{{4}})\b")
_FROM_TO = re.compile(r"\b(?:from|von)\s(\d{4})\s(?:to|until|bis)\s(\d{4})\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:\b(?:in|on|of|by|since|until|till|last|next|this|every|each|late|early|mid|during|for|before|after|around|"
    r"through|am|im|bis|zum|vom|ab|seit|anfang|mitte|ende|jeden|letzten|nächsten|diesen|kommenden|vergangenen)|\d\.?|"
    r"[,(])\s$",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"\b(?:{_DATE_WORDS})\s(?:to|until|till|through|and|bis|und|[-–])\s(?:{_DATE_WORDS})\b|"
    rf"\b(?:{_DATE_WORDS})\s?[-–]\s?(?:{_DATE_WORDS})\b"
)
"""What is open from Monday to Friday is open from Tuesday to Friday as well."""
_EVENT = re.compile(
    r"\b(?:opened|reopened|wrote|schrieb|approved|rejected|signed|founded|was born|were born|died|elected|appointed|"
    r"arrested|published|launched|destroyed|demolished|resigned|married|announced|acquired|hired|dismissed|sued|"
    r"defeated|beat|bought|sold|took place|inaugurated|ratified|adopted|cancelled|crashed|exploded|discovered|"
    r"invented|accused|rescued|banned|completed|eröffnete|eröffnet|gegründet|gründete|geboren|starb|gestorben|gewählt|"
    r"ernannt|unterzeichnet|unterzeichnete|angenommen|beschlossen|verabschiedet|veröffentlicht|veröffentlichte|"
    r"verhaftet|zerstört|abgerissen|verkauft|verkaufte|gekauft|kaufte|erworben|übernahm|eingeweiht|entdeckt|entdeckte|"
    r"abgelehnt|fand)\b"
)
_COUNTS = re.compile(
    r"\b(?:all|every|each|both|most|many|several|some|few|half|any|no|none|only|just|first|second|third|fourth|fifth|"
    r"last|next|again|once|twice|more|less|fewer|than|average|total|record|always|usually|often|daily|weekly|monthly|"
    r"\w{3,}est|best|worst|until|till|since|still|already|alone|alle[nrs]?|jede[nrms]?|beide[n]?|meisten?|viele[n]?|"
    r"mehrere[n]?|einige[n]?|wenige[n]?|nur|erst|erste[nrms]?|zweite[nrms]?|dritte[nrms]?|letzte[nrms]?|wieder|mehr|"
    r"weniger|als|insgesamt|täglich|immer|oft|\w{2,}ste[nrms]?|bis|seit|schon|bereits|noch|kein\w*)\b",
    re.IGNORECASE,
)
_DURES = re.compile(
    r"\b(?:lasted|ran|lived|served|worked|reigned|ruled|governed|led|was|were|studied|dauerte|dauerten|lebte|regierte|"
    r"arbeitete|amtierte|war|waren)\b"
)
_STILL = re.compile(
    r"\b(?:has|have)\s(?:lived|worked|served|led|run|ruled|governed|operated|existed|stood|belonged)\b|"
    r"\b(?:has|have)\sbeen\s(?!\w+(?:ed|en|n|t)\b)\w+|\b(?:has|have)\sbeen\s(?:open|closed|married|different)\b"
)
_GERMAN_PERFECT = re.compile(r"\b(?:hat|haben|hatte|hatten|wurde|wurden|worden|gewann|gewannen|ist|sind)\b")
_LASTED = re.compile(
    r"\b(?:lasted|took|ran for|dauerte|dauerten)\s(?:about |etwa |rund )?(\d{1,3})\s"
    r"(?:years|months|weeks|days|hours|minutes|Jahre|Monate|Wochen|Tage|Stunden|Minuten)\b"
)


def date(sentence: Sentence) -> Iterator[Draft]:
    """Another year, month or weekday."""
    if sentence.denied:
        return
    for period in sentence.dates:
        if period.bearing is not DateRelation.IN or period.fuzzy or period.readings:
            continue
        yield from _moved(sentence, period)


def period(sentence: Sentence) -> Iterator[Draft]:
    """A period that ends later, begins earlier, or takes longer."""
    if sentence.denied:
        return
    # What happened three times until 2001 happened three times until 2005: only what went on throughout did not.
    steady = not _counted(sentence)
    for match in _FROM_TO.finditer(sentence.text if steady and _DURES.search(sentence.text) else ""):
        for years in (2, 4, 6):
            yield from _year(sentence, MutationKind.PERIOD, match.start(2), int(match[2]) + years)
    for match in _LASTED.finditer(sentence.text):
        for factor in (2, 3):
            new = str(int(match[1]) * factor)
            if not sentence.says(new) and int(match[1]) > 1:
                yield draft(MutationKind.PERIOD, (match.start(1), match.end(1), new))
    goes_on = not _GERMAN_PERFECT.search(sentence.text) if sentence.german else _STILL.search(sentence.text)
    for since in sentence.dates if steady and goes_on else ():
        year = _YEAR.search(sentence.text, since.span.start, since.span.end)
        if since.bearing is DateRelation.SINCE and year and re.match(r"since|seit", since.span.text, re.IGNORECASE):
            for years in (3, 6, 9):
                yield from _year(sentence, MutationKind.PERIOD, year.start(), int(year.group()) - years)


def coarser(sentence: Sentence) -> Iterator[Draft]:
    """A date without its day, or without its month, where one thing happened once: what was counted, lowest or true
    of all on a day was not so in its month."""
    if sentence.denied or not _EVENT.search(sentence.text) or _counted(sentence):
        return
    for match in _DATED.finditer(sentence.text):
        month = match[3]
        if month in _ENGLISH_MONTHS or month in _GERMAN_MONTHS:
            word = {"on": "in", "On": "In", "am": "im", "Am": "Im"}[match[1]]
            yield draft(MutationKind.COARSER, (match.start(), match.end(), f"{word} {month} {match[4]}"))
    for match in _US_DATED.finditer(sentence.text):
        if match[2] in _ENGLISH_MONTHS:
            word = "In" if match[1] == "On" else "in"
            yield draft(MutationKind.COARSER, (match.start(), match.end(), f"{word} {match[2]} {match[4]}"))
    for match in _MONTH_YEAR.finditer(sentence.text):
        word = {"in": "in", "In": "In", "im": "im Jahr", "Im": "Im Jahr"}[match[1]]
        yield draft(MutationKind.COARSER, (match.start(), match.end(), f"{word} {match[2]}"))


def _counted(sentence: Sentence) -> bool:
    """Whether anything is counted, ranked or told of all, apart from its dates."""
    dated = [(one.span.start, one.span.end) for one in sentence.dates]
    counts = (one for one in sentence.quantities if not any(a <= one.number.start < b for a, b in dated))
    return any(counts) or _COUNTS.search(_without(sentence.text, dated)) is not None


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _dates(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the word is a date here: not a name (Theresa May, Black Friday), and no end of a range."""
    before, after = sentence.text[: match.start()], sentence.text[match.end() :]
    beside = _BESIDE.search(before) or (not before and not re.match(r"\s[A-Za-z]", after))
    named = not sentence.german and re.match(r"(?:[’']s)?\s[A-Z]", after)
    surname = re.search(
        rf"(?<![.!?]\s)\b(?!{_DATE_WORDS}|On|In|Last|By|Since|Until)[A-Z][a-z]+ {match.group()}\b", sentence.source
    )
    ranged = any(one.start() <= match.start() < one.end() for one in _RANGE.finditer(sentence.text))
    return bool(beside) and not named and not ranged and (sentence.german or not surname)


def _moved(sentence: Sentence, period: Period) -> Iterator[Draft]:
    for match in _YEAR.finditer(sentence.text, period.span.start, period.span.end):
        for years in _SHIFTS:
            yield from _year(sentence, MutationKind.DATE, match.start(), int(match.group()) + years)
    for match in _WORD.finditer(sentence.text, period.span.start, period.span.end):
        if not _dates(sentence, match):
            continue
        rows = [row for row in _ROWS if match.group() in row]
        row = rows[-1] if sentence.german else rows[0]
        for new in row:
            if not sentence.says(new) and new != match.group():
                yield draft(MutationKind.DATE, (match.start(), match.end(), new))


def _year(sentence: Sentence, kind: MutationKind, start: int, year: int) -> Iterator[Draft]:
    if 1500 <= year <= 2099 and not sentence.says(str(year)):
        yield draft(kind, (start, start + 4, str(year)))
