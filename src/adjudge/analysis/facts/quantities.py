"""From a text to its quantities: an interval, a unit, and what is counted, each with its exact span.

Dates are left out: a number that is a year or a day is no quantity. What is not understood is skipped, never guessed.
"""

import re
from dataclasses import dataclass, replace

from adjudge.analysis.facts import comparators
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.heads import head_after, head_before
from adjudge.analysis.facts.intervals import Interval, band
from adjudge.analysis.facts.numberforms import Atom, atoms
from adjudge.analysis.facts.numerals import Numeral
from adjudge.analysis.facts.units import Unit, currency_before, unit_after
from adjudge.analysis.text.lexicon.blocks import pattern, word_set
from adjudge.analysis.text.lexicon.bounds import CHANGES, SPREADS
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import Span, cut, touches


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as an interval. `head` is the lemma of what is counted; `number` is where the digits stand."""

    span: Span
    number: Span
    interval: Interval
    value: float
    unit: str
    head: str
    comparator: Comparator
    approximate: bool


OCCASIONS = "occasions"
"""How often something happened: twice, three times, for the third time."""
_CLOCK = re.compile(
    r"\b(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)? ?(?:[ap]\.?m\b\.?|o['’]clock\b|uhr\b|gmt\b|utc\b)|"
    r"\b(?:[01]?\d|2[0-4]):[0-5]\d\b(?!:)",
    re.IGNORECASE,
)
"""Times of day are no quantities."""
_TIMES = re.compile(r"\stimes\b|-?mal\b", re.IGNORECASE)
_OCCASION = re.compile(r"(?:\s(?:consecutive|straight|successive))?\stime\b", re.IGNORECASE)
_MULTIPLIED = re.compile(
    r"\s(?:as|the|its|their|his|her|what|more|less|fewer|so|(?!(?:after|over|under|ever|never|earlier|later)\b)\w{2,}er)\b|"
    r"\s?[-/×]",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s?(?:-|–|—|to|and|or|oder|bis|und|±|\+/-)\s?(?=[$£€]?\s?\d|[a-z])", re.IGNORECASE)
_OPENER = re.compile(r"(?:between|zwischen)\s?[$£€]?\s?$", re.IGNORECASE)
_IN_TWO_UNITS = re.compile(r",?\s(?:(?:and|und)\s)?")
_PLAIN = ("digits", "spelled")
_LOST_SPACE = re.compile("(?<=[\\d$£€])\ufffd|\ufffd(?=\\d)")
"""A character that could not be decoded, next to a number: most often it was a no-break space."""
_BY = re.compile(r"\b(?:by|um)\s?[$£€]?\s?$", re.IGNORECASE)
_CHANGED_FROM = re.compile(
    rf"\b(?:{pattern(CHANGES)})\b(?:(?!\b(?:{pattern(SPREADS)})\b)[^.;!?]){{0,60}}\b(?:from|von)\s?[$£€]?\s?$",
    re.IGNORECASE,
)
_ROUNDED = word_set("percent metre kilogram litre celsius degree") | {"square metre", "metre per second"}
_AGED = re.compile(r"\bage[ds]?\s(?:of\s)?$", re.IGNORECASE)
_PLURAL_SCALE = re.compile(
    r"(?:(?:dozens|hundreds|thousands)\sof\s)?(?:dozens|hundreds|thousands|millions|billions|trillions)|"
    "(?:dutzend|hundert|(?:zehn|hundert)?tausend)en?|millionen|milliarden",
    re.IGNORECASE,
)


@remembered
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text, in order."""
    readable = _LOST_SPACE.sub(" ", text)
    if readable != text:
        return tuple(_placed(one, text) for one in quantities(readable))
    dated = [period.span for period in dates(text)]
    taken = sorted([*dated, *(cut(text, *time.span()) for time in _CLOCK.finditer(text))], key=lambda span: span.start)
    found: list[Quantity] = []
    numbers = [atom for atom in atoms(text) if not touches(atom.start, atom.end, taken)]
    read = 0
    for number, atom in enumerate(numbers):
        if atom.start < read:
            continue
        following = numbers[number + 1] if number + 1 < len(numbers) else None
        quantity = _range(text, atom, following) or _first_of_move(text, atom, following) or _single(text, atom)
        read = quantity.number.end
        found.append(
            _joined(text, found.pop(), quantity) if found and _goes_on(text, found[-1], quantity) else quantity
        )
    return tuple(found)


def _placed(quantity: Quantity, text: str) -> Quantity:
    """The quantity with its spans cut from this text of the same length."""
    span, number = (cut(text, one.start, one.end) for one in (quantity.span, quantity.number))
    return replace(quantity, span=span, number=number)


def _goes_on(text: str, first: Quantity, second: Quantity) -> bool:
    """Whether two measures are one, in two units: "2 hours 30 minutes", "6 feet 2 inches"."""
    unit = unit_after(text, first.number.end)
    joint = _IN_TWO_UNITS.fullmatch(text, first.span.end, second.span.start)
    if joint is None or unit is None or not first.unit or first.unit != second.unit:
        return False
    return 0 < second.value < unit.factor


def _joined(text: str, first: Quantity, second: Quantity) -> Quantity:
    return replace(
        first,
        span=cut(text, first.span.start, second.span.end),
        number=cut(text, first.number.start, second.number.end),
        interval=second.interval.shifted(first.value),
        value=first.value + second.value,
    )


def _single(text: str, atom: Atom, lent: Unit | None = None) -> Quantity:
    currency = currency_before(text, atom.start) if atom.kind in _PLAIN else None
    unit = currency or _unit(text, atom) or lent
    start = currency.end if currency else atom.start
    end = unit.end if unit and not currency else atom.end
    bound = comparators.before(text, start) if atom.kind != "ordinal" else None
    later = comparators.after(text, end) if atom.kind != "ordinal" else None
    if later is not None and (bound is None or bound.comparator is Comparator.EXACT):
        comparator, end = later.comparator, later.edge
    else:
        vague = atom.kind == "spelled" and _PLURAL_SCALE.fullmatch(text, atom.start, atom.end)
        comparator = bound.comparator if bound else Comparator.AT_LEAST if vague else Comparator.EXACT
    start = bound.edge if bound else start
    interval = comparators.interval(comparator, _stepped(atom.numeral, unit))
    return _made(text, (start, end), atom, unit, interval, comparator)


def _stepped(numeral: Numeral, unit: Unit | None) -> Numeral:
    # Percentages and measures are rounded to their last digit as a rule; counts and money are not.
    if unit is not None and (unit.name or unit.word) in _ROUNDED and numeral.step == 0:
        return Numeral(numeral.value, 1.0)
    return numeral


def _unit(text: str, atom: Atom) -> Unit | None:
    if atom.kind in ("odds", "slash", "part"):
        return Unit("percent", 1.0, atom.end)
    if atom.kind == "times":
        often = text[atom.start : atom.end].lower() in ("twice", "thrice") and not _MULTIPLIED.match(text, atom.end)
        return Unit(OCCASIONS if often else "times", 1.0, atom.end)
    if atom.kind == "rating":
        return Unit(f"out of {re.split(r'[/ ]', text[atom.start : atom.end])[-1].strip()}", 1.0, atom.end)
    if atom.kind == "ordinal":
        occasion = _OCCASION.match(text, atom.end) if atom.numeral.value > 1 else None
        return Unit(OCCASIONS, 1.0, occasion.end()) if occasion else Unit("ordinal", 1.0, atom.end)
    times = _TIMES.match(text, atom.end) if atom.kind in _PLAIN else None
    if times and not _MULTIPLIED.match(text, times.end()):
        return Unit(OCCASIONS, 1.0, times.end())
    aged = _AGED.search(text[max(0, atom.start - 10) : atom.start])
    return unit_after(text, atom.end) or (Unit("year", 1.0, atom.end) if aged else None)


def _range(text: str, first: Atom, second: Atom | None) -> Quantity | None:
    """ "between X and Y", "X to Y", "X-Y", "X ± Y", or a score."""
    joint = _joint(text, first, second)
    if second is None or not joint or _moved(text, first, second, joint):
        return None
    near, far = _unit_of(text, first), _unit_of(text, second)
    if near and far and near.name != far.name:
        return None
    unit = far or near
    # "500 m to 2 km": each end in its own unit.
    low = first.numeral.value * (near.factor / unit.factor if near and unit else 1.0)
    interval = _span_interval(joint, low, second.numeral.value)
    if interval is None:
        return None
    end = unit.end if unit and unit.end > second.end else second.end
    bound = re.search(
        r"(?:between|from|zwischen|von)\s?[$£€]?\s?$",
        text[max(0, first.start - 14) : first.start],
        re.IGNORECASE,
    )
    start = max(0, first.start - 14) + bound.start() if bound else first.start
    whole = Atom(first.start, second.end, Numeral(low), "digits")
    return _made(text, (start, end), whole, unit, interval, Comparator.BETWEEN)


def _joint(text: str, first: Atom, second: Atom | None) -> str:
    """What joins two numbers into a range, or nothing."""
    if second is None or first.kind not in _PLAIN or second.kind not in _PLAIN:
        return ""
    unit = unit_after(text, first.end)
    gap = text[unit.end if unit else first.end : second.start]
    match = _RANGE.match(gap + "0")
    if match is None or match.group().strip() + re.sub(r"[$£€\s]", "", gap[match.end() :]) != match.group().strip():
        return ""
    joint = match.group().strip().lower()
    opened = bool(_OPENER.search(text[max(0, first.start - 14) : first.start]))
    return "" if joint in ("and", "und") and not opened else joint


def _moved(text: str, first: Atom, second: Atom, joint: str) -> bool:
    """Whether the two are where something came from, how far, or where to: "grew from 3 to 5", "by $5 to $25"."""
    if joint not in ("to", "bis"):
        return False
    head = text[max(0, first.start - 100) : first.start]
    if _BY.search(head):
        shared = not _unit_of(text, first) and _unit_of(text, second)
        return not shared
    return bool(_CHANGED_FROM.search(head))


def _first_of_move(text: str, first: Atom, second: Atom | None) -> Quantity | None:
    """The first number of "grew from 3 to 5 million euros", whose scale and unit stand only at the second."""
    joint = _joint(text, first, second)
    if second is None or not _moved(text, first, second, joint) or _unit_of(text, first):
        return None
    far = _unit_of(text, second)
    scaled = replace(first, numeral=_scaled(first.numeral, second.numeral.value, 10 * second.numeral.value))
    quantity = _single(text, scaled, replace(far, end=first.end) if far else None)
    head = head_after(text, max(second.end, far.end if far else 0))
    return replace(quantity, head=head or quantity.head)


def _unit_of(text: str, atom: Atom) -> Unit | None:
    return currency_before(text, atom.start) or unit_after(text, atom.end)


def _span_interval(joint: str, low: float, high: float) -> Interval | None:
    if joint in ("±", "+/-"):
        return band(low, high)
    low = _scaled(Numeral(low), high, high).value
    if low < 0 and high < 0:
        return Interval(min(low, high), max(low, high))
    return Interval(low, high) if low < high else None


def _scaled(numeral: Numeral, other: float, most: float) -> Numeral:
    """ "3 to 5 million": the scale belongs to both, if the first stays under `most`."""
    if numeral.value >= min(1000, other) or other < 1e5:
        return numeral
    scale = 10.0 ** (3 * int((len(str(int(other))) - 1) // 3))
    return Numeral(numeral.value * scale, numeral.step * scale) if numeral.value * scale < most else numeral


def _made(
    text: str, edges: tuple[int, int], atom: Atom, unit: Unit | None, interval: Interval, comparator: Comparator
) -> Quantity:
    factor, offset = (unit.factor, unit.offset) if unit else (1.0, 0.0)
    after = max(edges[1], atom.end)
    name = unit.name if unit else ""
    told = unit.word if unit else ""
    head = told or head_after(text, after) or head_before(text, edges[0])
    return Quantity(
        span=cut(text, *edges),
        number=cut(text, atom.start, atom.end),
        interval=interval.scaled(factor).shifted(offset) if (factor, offset) != (1.0, 0.0) else interval,
        value=atom.numeral.value * factor + offset,
        unit=name,
        head=head,
        comparator=comparator,
        approximate=comparator in (Comparator.ABOUT, Comparator.NEARLY, Comparator.JUST_OVER),
    )
