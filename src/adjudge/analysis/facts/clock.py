"""From a text to the times of day that it tells, in minutes since midnight. English and German.

A time that does not tell its half of the day ("at 7:30") keeps both readings. A lapse of time or a score is no time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudge.analysis.facts.calendar import MONTHS, WEEKDAYS
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.lexicon.hours import (
    ENDS,
    EVENING,
    EVENING_BEFORE,
    MORNING,
    MORNING_BEFORE,
    NIGHT,
    SCHEDULED,
    STARTS,
    ZONES,
)
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import Span, cut

DAY, NOON, HOUR = 1440, 720, 60
NEAR = 5
_ABOUT, _FAR_ON = 30, 960
"""Minutes: what rounding to the quarter hides, what "around" leaves open, how far "after nine" may reach."""


class Side(StrEnum):
    """On which side of the time that is named the event lies."""

    AT = "at"
    ABOUT = "about"
    BEFORE = "before"
    AFTER = "after"


class Edge(StrEnum):
    """What the time is of the thing told."""

    START = "start"
    END = "end"
    NONE = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: the minutes that it can mean. `partner` holds those of the other end of a range."""

    span: Span
    readings: frozenset[int]
    side: Side = Side.AT
    edge: Edge = Edge.NONE
    zone: str = ""
    partner: frozenset[int] = frozenset()

    def minutes(self) -> tuple[tuple[int, int], ...]:
        """From when to when the event can lie, for each reading; a day is counted on past midnight."""
        reach = {Side.AT: (0, 0), Side.ABOUT: (-_ABOUT, _ABOUT), Side.BEFORE: (-_FAR_ON, 0), Side.AFTER: (0, _FAR_ON)}
        low, high = reach[self.side]
        return tuple((reading + low, reading + high) for reading in self.readings)


_HOURS = {word: int(value) for word, value in SMALL.items() if 1 <= value <= 24 and float(value).is_integer()}
_TOLD_MINUTES = (
    r"(?<!from\s)(?<!between\s)(?<!von\s)(?<!zwischen\s)(?:five|ten|twenty-five|twenty|twenty\s+five|fünf|zehn|zwanzig|"
    r"(?<=at\s)\d{1,2}|(?<=um\s)\d{1,2}|\d{1,2}(?=\s+(?:minutes|past|Minuten)\b))"
)
_HOUR_WORDS = "|".join(sorted(_HOURS, key=len, reverse=True))
_SMALL_HOURS = (
    "|".join(sorted((word for word, hour in _HOURS.items() if hour <= 12), key=len, reverse=True)) + "|ein|eins"
)
_HALF = rf"(?:{pattern(MORNING)}|{pattern(EVENING)}|{pattern(NIGHT)})"
_HALF_BEHIND = rf"(?:\s*(?P<half>{_HALF}))?"
_CLOCK = re.compile(
    rf"""(?<![\w.,:$£€/+])(?:
      (?P<digital>(?P<h1>[01]?\d|2[0-4])(?P<mark>[:.h])(?P<m1>[0-5]\d)(?![\w:%]|[.,]\d)(?P<uhr1>\s*Uhr\b)?)
    | (?P<hour>(?P<h2>[01]?\d|2[0-4]|{_HOUR_WORDS}|eins?)(?:
        (?P<sure>\s*Uhr(?:\s+(?P<m2>[0-5]?\d))?\b|\s+o['’]\s?clock)|(?=\s*{_HALF})))
    | (?P<fraction>(?:(?:a\s+)?(?P<part>half|quarter)|(?P<told>{_TOLD_MINUTES})(?:\s+(?:minutes|Minuten))?
        |(?P<viertel>Viertel))\s+
        (?P<way>past|after|to|before|of|nach|vor)\s+(?P<h3>\d{{1,2}}(?![\w%]|[.,:]\d)|(?:{_SMALL_HOURS}|noon|midnight|Mitternacht)\b)(?:\s+(?:Uhr|o['’]\s?clock))?)
    | (?P<halb>halb\s+(?P<h4>{_SMALL_HOURS}|\d{{1,2}})\b(?:\s+Uhr)?)
    | (?P<named>(?:12\s+|twelve\s+)?(?:noon|midday|midnight|mitternacht)\b)
    ){_HALF_BEHIND}""",
    re.VERBOSE | re.IGNORECASE,
)
_BARE_HOUR = rf"(?P<hour>1[0-2]|[1-9]|{_SMALL_HOURS})"
_BARE_END = (
    r"(?=\s*(?:[.,;!?)](?!\d)|$)|\s+(?:on|in\s+the|and|every|each|when|sharp|daily|today|tomorrow|yesterday|but|for|with|"
    r"at)\b)"
)
_VERBS = rf"(?:{pattern(STARTS)}|{pattern(ENDS)}|{pattern(SCHEDULED)})"
_BARE = re.compile(
    rf"\b{_VERBS}\s+(?:\w+\s+){{0,4}}?(?:at|by|until|till|around|about)\s+{_BARE_HOUR}{_BARE_END}", re.IGNORECASE
)
_AGED = re.compile(r"\b(?:age|aged|old|school|career|playing|he|she|they|who)\b", re.IGNORECASE)
_DASH = r"\s*(?:-|–|—|to|until|till|and|bis|und)\s*"
_RANGE_BEFORE = re.compile(
    rf"(?:(?:from|between|zwischen|von)\s+|(?<=open\s))?(?<![\w.,:$£€/+]){_BARE_HOUR}{_DASH}$", re.IGNORECASE
)
_BARE_RANGE = re.compile(
    rf"\b(?:open|opens|opened|closed|hours|shift|works?|worked|runs?|ran|geöffnet)\b[^.;]{{0,40}}?\b(?:from|between|von|zwischen)\s+"
    rf"(?P<one>1[0-2]|[1-9]|{_SMALL_HOURS})\s+(?:to|until|till|and|bis|und)\s+(?P<two>1[0-2]|[1-9]|{_SMALL_HOURS})\b(?:\s+Uhr\b)?{_BARE_END}",
    re.IGNORECASE,
)
_JOINT = re.compile(_DASH, re.IGNORECASE)
_OPENED = re.compile(r"\b(?:from|between|von|zwischen)\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
_HALF_BEFORE = re.compile(
    rf"\b(?:(?P<am>{MORNING_BEFORE})|(?P<pm>{EVENING_BEFORE}))\s+(?:at|from|um|gegen|ab|around|about|by|until)\s+$",
    re.IGNORECASE,
)
_SIDES = re.compile(
    r"\b(?:(?P<ABOUT>about|around|approximately|roughly|circa|ca\.|gegen|etwa|shortly\s+(?:before|after)|just\s+(?:before|after)|"
    r"kurz\s+(?:vor|nach)|at\s+about|at\s+around)|(?P<BEFORE>before|by|no\s+later\s+than|vor)|(?P<AFTER>after|past|nach))\s+$",
    re.IGNORECASE,
)
_ZONE = re.compile(rf"\s*\(?({pattern(ZONES)})\b", re.IGNORECASE)
_EDGE = re.compile(
    rf"\b(?:(?P<START>{pattern(STARTS)})|(?P<END>{pattern(ENDS)}))\s+(?:(?!(?:and|but|und|aber)\b)[\w-]+\s+){{0,5}}$",
    re.IGNORECASE,
)
_EDGE_BEHIND = re.compile(
    r"\s*(?P<START>beginn|start|opening|kick-?off|departure)|\s*(?P<END>clos(?:ing|e)|finish|arrival)", re.IGNORECASE
)
_NO_CLOCK = re.compile(
    r"(?:\b(?:in|of|ratio|score|scored|won|lost|by|beat|drew|timed|clocked|verse|chapter|ran|under|over|lasted|lasting|took|"
    r"siegte\w*|gewann\w*|verlor\w*|mit|zum)|[^\s\w]\w*)\s+$",
    re.IGNORECASE,
)
_CUED = re.compile(
    r"\b(?:at|by|from|to|until|till|since|before|after|around|about|between|and|um|ab|bis|gegen|von|seit|zwischen|und|vor|nach)\s+$",
    re.IGNORECASE,
)
_AT = re.compile(r"\b(?:at|by|until|till|around|about|before|after|um|gegen|bis|ab|kurz)\s+$", re.IGNORECASE)
_AM_PM = re.compile(r"[ap]\.?\s?m\.?", re.IGNORECASE)
_LAPSE = re.compile(
    r"\s*(?:minutes?|mins?|hours?|hrs?|seconds?|secs?|Minuten|Stunden|Sekunden|lead|win|victory|ratio)\b", re.IGNORECASE
)
_HARMLESS = frozenset(("the", "a", "an", "kickoff", "der", "die", "das", *WEEKDAYS, *MONTHS))
_CAPITAL = re.compile(r"([A-Z][^\W\d_]+)\s+$")


@remembered
def clocks(text: str) -> tuple[Clock, ...]:
    """The times of day that a text tells, in order."""
    if not _LOOKS.search(text):
        return ()
    found = [_read(text, match) for match in _CLOCK.finditer(text)]
    known = [one for one in found if one is not None]
    known += [one for one in _bare(text) if not any(one.span.overlaps(other.span) for other in known)]
    ordered = sorted(_with_openers(text, known), key=lambda one: one.span.start)
    return tuple(_ranged(text, [_placed(text, one) for one in ordered]))


_LOOKS = re.compile(
    r"\d[:.h]\d\d|\d\s?[ap]\.?m|[ap]\.?\s?m\b|noon|midday|midnight|mitternacht|o['’]\s?clock|\buhr\b|\bhalb\b|quarter|viertel|half|past|"
    r"morning|evening|night|afternoon|\b(?:at|by|until|till|from|between|von|zwischen|to|around)\s+(?:\d|[a-z]{2,6}\b)",
    re.IGNORECASE,
)


def _read(text: str, match: re.Match[str]) -> Clock | None:
    kind = next(name for name in ("digital", "hour", "fraction", "halb", "named") if match[name])
    minutes = _minutes(match, kind)
    if minutes is None or _mistaken(text, match, kind):
        return None
    half = match["half"] or ""
    before = _HALF_BEFORE.search(text[max(0, match.start() - 40) : match.start()])
    day = _half(half, minutes // HOUR) or ("am" if before and before["am"] else "pm" if before else "")
    whole = kind == "named" or bool(match["uhr1"]) or bool(match["sure"] and "u" in match["sure"].lower())
    padded = kind == "digital" and len(match["h1"]) == 2 and match["h1"].startswith("0")
    span = cut(text, match.start(), match.end())
    return Clock(span, _readings(minutes, day, known=padded or kind == "named", german=whole))


def _minutes(match: re.Match[str], kind: str) -> int | None:
    if kind == "named":
        return NOON if match["named"].lower().split()[-1] in ("noon", "midday") else 0
    if kind == "digital":
        return int(match["h1"]) * HOUR + int(match["m1"])
    if kind == "hour":
        return _hour(match["h2"]) * HOUR + int(match["m2"] or 0)
    if kind == "halb":
        return _hour(match["h4"]) * HOUR - 30
    hour, told = _hour(match["h3"]), match["told"]
    if told is None:
        away = 30 if (match["part"] or "").lower() == "half" else 15
    else:
        away = int(told) if told.isdecimal() else int(sum(SMALL[word] for word in re.split(r"[\s-]+", told.lower())))
    behind = match["way"].lower() in ("past", "after", "nach")
    if away >= HOUR or hour > 12 or (away == 30 and not behind):
        return None
    return hour * HOUR + (away if behind else -away)


def _hour(word: str) -> int:
    named = {"noon": 12, "midnight": 24, "mitternacht": 24, "ein": 1, "eins": 1}
    return int(word) if word.isdecimal() else named.get(word.lower()) or _HOURS[word.lower()]


def _half(words: str, hour: int) -> str:
    """The half of the day that the words name: nine at night is in the evening, two at night in the morning."""
    if not words:
        return ""
    if re.fullmatch(pattern(NIGHT), words, re.IGNORECASE):
        return "pm" if 5 < hour < 12 else "am"
    return "am" if re.fullmatch(pattern(MORNING), words, re.IGNORECASE) else "pm"


def _readings(minutes: int, half: str, *, known: bool = False, german: bool = False) -> frozenset[int]:
    """All that a time can mean: "7:30" is in the morning or in the evening."""
    if half and minutes < 13 * HOUR:
        return frozenset({minutes % NOON + (NOON if half == "pm" else 0)})
    if known or minutes >= 13 * HOUR or (minutes < HOUR and not german):
        return frozenset({minutes % DAY})
    return frozenset({minutes % DAY, (minutes + NOON) % DAY})


def _mistaken(text: str, match: re.Match[str], kind: str) -> bool:
    """Whether the figures are a lapse of time, a score, a price or a verse."""
    if kind == "named":
        cued = _CUED.search(text[max(0, match.start() - 12) : match.start()])
        return match.group()[0].isupper() and match.start() > 0 and not cued and match.group() != "Mitternacht"
    if kind == "fraction":
        return _mistaken_fraction(text, match)
    if kind == "hour" and match["sure"] is None:
        return _hour(match["h2"]) > 12 or _counts(text, match)
    if kind != "digital" or match["half"] or match["uhr1"]:
        return False
    before = text[max(0, match.start() - 24) : match.start()]
    zone = _ZONE.match(text, match.end())
    if match["mark"] != ":":
        return not zone and not (re.search(r"\bat\s+$", before) and _dated_behind(text, match.end()))
    if _LAPSE.match(text, match.end()) or re.search(r"\btime\s+of\s+$", before, re.IGNORECASE):
        return True
    if zone or _CUED.search(before):
        return bool(re.search(r"\b(?:won|beat|lost|victory|score\w*)\b[^.]{0,20}\bby\s+$", before, re.IGNORECASE))
    capital = _CAPITAL.search(before)
    if capital and before.strip() and capital[1].lower() not in _HARMLESS:
        return True
    return bool(_NO_CLOCK.search(before))


def _counts(text: str, match: re.Match[str]) -> bool:
    """Whether a number counts something: "four in the morning" is only a time after "at" and its like."""
    if match["h2"].isdecimal() and _AM_PM.fullmatch(match["half"] or ""):
        return False
    return not _CUED.search(text[max(0, match.start() - 12) : match.start()])


def _mistaken_fraction(text: str, match: re.Match[str]) -> bool:
    """Whether the words are a part or a range: "a quarter to the north", "from five to ten"."""
    if (match["half"] and match["part"]) or match["viertel"] or (match["way"].lower() == "past" and match["part"]):
        return False
    return not _AT.search(text[max(0, match.start() - 12) : match.start()])


def _dated_behind(text: str, position: int) -> bool:
    days = "|".join((*WEEKDAYS, "this", "tonight", "tomorrow", "yesterday"))
    return re.match(rf"\s+(?:on\s+)?(?:{days})\b", text[position : position + 24], re.IGNORECASE) is not None


def _bare(text: str) -> Iterator[Clock]:
    """ "Opens at nine", "open from 9 to 5": an hour alone, where the words say that it is one."""
    for match in _BARE_RANGE.finditer(text):
        for name in ("one", "two"):
            yield Clock(cut(text, *match.span(name)), _readings(_hour(match[name]) * HOUR, "", german=True))
    for match in _BARE.finditer(text):
        if not _AGED.search(match.group()):
            half = _HALF_BEFORE.search(text[: match.start("hour")])
            day = "" if half is None else "am" if half["am"] else "pm"
            yield Clock(cut(text, *match.span("hour")), _readings(_hour(match["hour"]) * HOUR, day, german=True))


def _with_openers(text: str, known: list[Clock]) -> list[Clock]:
    """ "From 9 to 5 pm": the first hour of a range whose end tells that it is a time."""
    openers = []
    for one in known:
        match = _RANGE_BEFORE.search(text[: one.span.start])
        if match and not any(
            other.span.end > match.start("hour") and other.span.start < one.span.start for other in known
        ):
            openers.append(
                Clock(cut(text, *match.span("hour")), _readings(_hour(match["hour"]) * HOUR, "", german=True))
            )
    return [*known, *openers]


def _placed(text: str, one: Clock) -> Clock:
    """The time with the words around it taken in: around, before, after; what starts or ends; where on earth."""
    head = text[max(0, one.span.start - 60) : one.span.start]
    head = re.split(r"[.;!?]\s|,\s", head)[-1]
    side, zone = _SIDES.search(head), _ZONE.match(text, one.span.end)
    edge = _EDGE.search(head) or _EDGE_BEHIND.match(text, one.span.end)
    return replace(
        one,
        side=Side[side.lastgroup] if side and side.lastgroup else Side.AT,
        edge=Edge[edge.lastgroup] if edge and edge.lastgroup else Edge.NONE,
        zone=_zone(zone[1]) if zone else "",
    )


def _zone(words: str) -> str:
    same = {"utc": "gmt", "mez": "cet", "mesz": "cest", "ortszeit": "local time"}
    lower = " ".join(words.lower().split())
    return same.get(lower, lower)


def _ranged(text: str, found: list[Clock]) -> list[Clock]:
    """Two times tied by "from ... to ..." or a dash become the ends of a range."""
    joined = list(found)
    for at in range(len(joined) - 1):
        first, second = joined[at], joined[at + 1]
        gap = text[first.span.end : second.span.start]
        opened = _OPENED.search(text[max(0, first.span.start - 24) : first.span.start])
        if not _JOINT.fullmatch(gap) or not (opened or gap.strip() in ("-", "–", "—")):
            continue
        joined[at] = replace(first, side=Side.AT, edge=Edge.START, partner=second.readings)
        joined[at + 1] = replace(second, side=Side.AT, edge=Edge.END, partner=first.readings)
    return joined
