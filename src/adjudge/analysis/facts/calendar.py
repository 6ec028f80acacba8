"""Day counts for years, months and parts of them, also before the year one; names of months and weekdays (en, de)."""

from datetime import date

FIRST, LAST = -4_000_000, 4_000_000  # days before and after everything we date

_MONTH_NAMES = """
january jan januar jänner; february feb februar; march mar märz; april apr; may mai; june jun juni; july jul juli;
august aug; september sep sept; october oct oktober okt; november nov; december dec dezember dez
"""
_WEEKDAY_NAMES = """
monday montag; tuesday dienstag; wednesday mittwoch; thursday donnerstag; friday freitag;
saturday samstag; sunday sonntag
"""
_ORDINAL_NAMES = """
fifth fünften; sixth sechsten; seventh siebten; eighth achten; ninth neunten; tenth zehnten; eleventh elften;
twelfth zwölften; thirteenth dreizehnten; fourteenth vierzehnten; fifteenth fünfzehnten; sixteenth sechzehnten;
seventeenth siebzehnten; eighteenth achtzehnten; nineteenth neunzehnten; twentieth zwanzigsten; twenty-first
"""
_TENS_NAMES = """
twenties zwanziger; thirties dreißiger; forties vierziger; fifties fünfziger; sixties sechziger; seventies siebziger;
eighties achtziger; nineties neunziger
"""


def _numbered(names: str, start: int) -> dict[str, int]:
    return {name: number for number, forms in enumerate(names.split(";"), start) for name in forms.split()}


MONTHS: dict[str, int] = _numbered(_MONTH_NAMES, 1)
WEEKDAYS: dict[str, int] = _numbered(_WEEKDAY_NAMES, 0)
ORDINALS: dict[str, int] = _numbered(_ORDINAL_NAMES, 5)
TENS: dict[str, int] = _numbered(_TENS_NAMES, 2)
SEASONS: dict[str, tuple[int, int]] = {
    "spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 2),
    "frühling": (3, 5), "frühjahr": (3, 5), "sommer": (6, 8), "herbst": (9, 11),
}  # fmt: skip


def days_in(year: int, month: int) -> int:
    """How many days the month has."""
    if month == 12:
        return 31
    if not 1 <= year <= 9999:
        return (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
    return (date(year, month + 1, 1) - date(year, month, 1)).days


def day_number(year: int, month: int, day: int) -> int:
    """A count of days that grows with time; exact from the year one on, near enough before it."""
    if 1 <= year <= 9999:
        return date(year, month, min(day, days_in(year, month))).toordinal()
    return year * 365 + (month - 1) * 30 + day


def year_of(day: int) -> int | None:
    """The year in which a day lies, as far as the calendar counts."""
    return date.fromordinal(day).year if 1 <= day <= date.max.toordinal() else None


def whole_year(year: int) -> tuple[int, int]:
    """The first and the last day of a year."""
    return day_number(year, 1, 1), day_number(year, 12, 31)


def whole_month(year: int, month: int) -> tuple[int, int]:
    """The first and the last day of a month."""
    return day_number(year, month, 1), day_number(year, month, days_in(year, month))


def months_between(year: int, first: int, last: int) -> tuple[int, int]:
    """From the first day of one month to the last day of another; winter runs into the next year."""
    ending = year + 1 if last < first else year
    return day_number(year, first, 1), day_number(ending, last, days_in(ending, last))
