"""Years that a sentence only lets one reckon: "two years later", "the following year", "im folgenden Jahr".

Text and the sentence before it in, periods out. Where more than one year can be meant nothing is reckoned.
"""

import re

from adjudge.analysis.facts.calendar import whole_year
from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.periods import Bearing, Period
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import cut

_COUNT = r"(?P<count>\d{1,2}|[^\W\d_]+)"
_RECKONED = re.compile(
    rf"""\b(?:
      {_COUNT}\s+(?P<unit>years?|decades?|jahre?|jahrzehnte?)\s+(?:(?P<later>later|afterwards|später|danach)|earlier|zuvor|früher)
    | (?P<next>the\s+(?:following|next)\s+year|(?:im\s+)?(?:(?:darauf)?folgenden|nächsten)\s+jahr|ein\s+jahr\s+darauf)
    )\b(?!\s+(?:than|als)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
_ONE = frozenset({"a", "an", "one", "ein", "eine", "einen"})
_DECADE = 10


@remembered
def _anchors(text: str) -> tuple[Period, ...]:
    return tuple(one for one in dates(text) if one.dated)


def reckoned(text: str, before: str = "") -> tuple[Period, ...]:
    """The years counted from the only year that stands before the words, else from that of the sentence before."""
    found = []
    for match in _RECKONED.finditer(text):
        years = _years(match)
        earlier = [one for one in _anchors(text) if one.span.end <= match.start()] or list(_anchors(before))
        if years is None or len(earlier) != 1:
            continue
        anchor = earlier[0]
        if anchor.year is None or anchor.fuzzy or anchor.bearing is not Bearing.IN:
            continue
        year = anchor.year + years
        span = cut(text, match.start(), match.end())
        # Nobody counts decades to the year.
        found.append(Period(span, *whole_year(year), year, fuzzy=abs(years) >= _DECADE))
    return tuple(found)


def distances(text: str) -> int:
    """How often a text dates something by its distance from another year."""
    return sum(1 for _ in _RECKONED.finditer(text))


def _years(match: re.Match[str]) -> int | None:
    if match["next"]:
        return 1
    word = match["count"].lower()
    count = int(word) if word.isdigit() else 1 if word in _ONE else SMALL.get(word, 0.0)
    if count < 1 or count != int(count):
        return None
    long = match["unit"].lower().startswith(("decade", "jahrzehnt"))
    return int(count) * (_DECADE if long else 1) * (1 if match["later"] else -1)
