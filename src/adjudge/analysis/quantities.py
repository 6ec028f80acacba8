"""From a text to its quantities: an interval, a unit, and what is counted, each with its exact span.

Dates are left out: a number that is a year or a day is no quantity. What is not understood is skipped, never guessed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudge.analysis import comparators
from adjudge.analysis.comparators import Comparator
from adjudge.analysis.dates import dates
from adjudge.analysis.heads import head_after, head_before
from adjudge.analysis.intervals import Interval, band, point
from adjudge.analysis.lexicon.numbers import ORDINALS, PARTS, SCALES, SMALL
from adjudge.analysis.numerals import Numeral, digits, spelled
from adjudge.analysis.spans import Span, cut, free
from adjudge.analysis.units import Unit, currency_before, unit_after
from adjudge.analysis.words import german


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as an interval. `head` is the lemma of what is counted; `number` is where the digits themselves stand."""

    span: Span
    number: Span
    interval: Interval
    value: float
    unit: str
    head: str
    comparator: Comparator
    approximate: bool

    @property
    def low(self) -> float:
        """The lower end."""
        return self.interval.low

    @property
    def high(self) -> float:
        """The upper end."""
        return self.interval.high

    @property
    def noun(self) -> str:
        """What is counted."""
        return self.head

    @property
    def surface(self) -> str:
        """The words as they stand in the text."""
        return self.span.text


@dataclass(frozen=True, slots=True)
class _Atom:
    """A number before its surroundings are read."""

    start: int
    end: int
    numeral: Numeral
    kind: str


_SMALL_WORDS = "|".join(sorted(SMALL, key=len, reverse=True))
_SCALE_WORDS = "|".join(sorted((word for word in SCALES if len(word) > 3), key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:['’ ]\d{3})+|\d+(?:[.,]\d+)?"
_PART_WORDS = "|".join(sorted(PARTS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"""(?<![\w.])(?:
      (?P<rating>\d+(?:\.\d+)?\s*(?:/|\s+out\s+of\s+)\s*(?:4|5|10|20|100)(?![\w/]|[.,]\d)(?!\s+(?:people|adults|children|women|men|patients|voters|students|households|of)))
    | (?P<odds>(?:\d{{1,3}}|{_SMALL_WORDS})\s+(?:in|out\s+of)\s+(?:every\s+)?(?:\d{{1,4}}|{_SMALL_WORDS})(?!\w|[.,]\d))
    | (?P<slash>\d{{1,2}}/\d{{1,3}})(?![\w/])
    | (?P<part>(?:\b(?:a|an|one|{_SMALL_WORDS}|\d)[\s-]+)?(?:{_PART_WORDS})(?=\s+(?:of|all|the|a|as|have|were|are|said|der|des|die)\b|[\s-]+(?:million|billion)\b|\s*[.,;)]|\s*$))
    | (?P<ordinal>\d{{1,3}}(?:st|nd|rd|th)\b|(?:{"|".join(ORDINALS)})\b)
    | (?P<digits>{_DIGITS})(?:[\s-]?(?P<scale>{"|".join(sorted(SCALES, key=len, reverse=True))})(?![\w]))?
    | (?P<pair>a\s+(?:couple|pair)\s+of\b)
    | (?P<times>twice|thrice|doubl(?:e|ed|es|ing)|tripl(?:e|ed|es|ing)|quadrupl(?:e|ed|es|ing)|halv(?:ed|es|ing)|(?:{_SMALL_WORDS})-?fold)\b
    | (?P<spelled>(?:(?:a|an)[\s]+(?:few\s+)?(?=(?:hundred|thousand|million|billion|dozen)\b))?(?:{_SMALL_WORDS}|(?:{_SCALE_WORDS})(?!s\b))(?:(?:[\s-]+|\s+and\s+)(?:{_SMALL_WORDS}|{_SCALE_WORDS}))*)\b
    | (?P<zero>no|zero|none\s+of\s+the|keine)(?=\s+(?:\w+\s+)?(?:deaths?|cases?|casualties|injuries|fatalities|survivors|people|infections|goals?|points?|children|victims|arrests|Toten|Fälle)\b)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_TIMES = {"tw": 2.0, "th": 3.0, "do": 2.0, "tr": 3.0, "qu": 4.0, "ha": 0.5}
_RANGE = re.compile(r"\s*(?:-|–|—|to|and|or|oder|bis|und|±|\+/-)\s*(?=[$£€]?\s?\d|[a-z])", re.IGNORECASE)
_OPENER = re.compile(r"(?:between|zwischen)\s*[$£€]?\s*$", re.IGNORECASE)
_IDENTIFIER = re.compile(r"(?:[^\W\d_]-|[^\W\d_]|[#/:@_.]|\bNo\.\s?|\bNr\.\s?)$")
_AGED = re.compile(r"\bage[ds]?\s+(?:of\s+)?$", re.IGNORECASE)
_PLURAL_SCALE = re.compile(r"(?:dozens|hundreds|thousands|millions|billions|trillions)$", re.IGNORECASE)
_PRONOUN_ONE = re.compile(
    r"\b(?:no|the|this|that|each|any|every|which|some|another|other|only|a|loved|not|was|is)\s+$", re.IGNORECASE
)
_AFTER_ONE = re.compile(
    r"\s+(?:of|another|can|could|must|may|might|should|would|is|was|has|who|that|day|such|way|thing)\b|\s*[.,;!?]|\s*$|-",
    re.IGNORECASE,
)


def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text, in order."""
    taken = [period.span for period in dates(text)]
    atoms = [atom for atom in _atoms(text) if free(cut(text, atom.start, atom.end), taken)]
    found: list[Quantity] = []
    skip = -1
    for number, atom in enumerate(atoms):
        if number == skip:
            continue
        following = atoms[number + 1] if number + 1 < len(atoms) else None
        quantity = _range(text, atom, following)
        if quantity is not None:
            skip = number + 1
        else:
            quantity = _single(text, atom)
        found.append(quantity)
    return tuple(found)


def _atoms(text: str) -> Iterator[_Atom]:
    foreign = german(text)
    for match in _NUMBER.finditer(text):
        kind = match.lastgroup or ""
        if kind == "scale":
            kind = "digits"
        atom = _read(match, kind, foreign=foreign)
        if atom is not None and not _disguised(text, atom):
            yield atom


def _read(match: re.Match[str], kind: str, *, foreign: bool) -> _Atom | None:
    surface = match.group()
    numeral = _value(match, kind, surface, foreign=foreign)
    return None if numeral is None else _Atom(match.start(), match.end(), numeral, kind)


def _value(match: re.Match[str], kind: str, surface: str, *, foreign: bool) -> Numeral | None:
    if kind == "digits":
        plain = digits(
            match.group("digits"), german=foreign or ("," in surface and bool(re.search(r"[a-zäöü]en\b", surface)))
        )
        scale = match.group("scale")
        if plain is None or scale is None:
            return plain
        factor = SCALES[scale.lower()]
        step = plain.step if 0 < plain.step < 1 else min(1.0, plain.value * 0.2)
        return Numeral(plain.value * factor, step * factor)
    if kind == "spelled":
        return spelled(surface)
    if kind == "ordinal":
        return Numeral(float(ORDINALS.get(surface.lower()) or int(re.sub(r"\D", "", surface))))
    if kind == "rating":
        return Numeral(float(re.split(r"/|\s", surface)[0]))
    if kind == "pair":
        return Numeral(2.0)
    if kind == "times":
        fold = re.match(r"(\w+?)-?fold", surface.lower())
        return Numeral(float(SMALL[fold.group(1)]) if fold else _TIMES[surface[:2].lower()])
    if kind == "zero":
        return Numeral(0.0)
    return _share(kind, surface.lower())


def _share(kind: str, surface: str) -> Numeral | None:
    """A fraction as a percentage; written as a fraction it is meant to about one point."""
    if kind == "part":
        *count, part = re.split(r"[\s-]+", surface)
        top: float | None = _small(count[0]) if count and count[0] not in ("a", "an") else 1.0
        bottom: float | None = PARTS[part]
    else:
        first, last = re.split(r"\s+(?:in|out\s+of)\s+(?:every\s+)?|/", surface)
        top, bottom = _small(first), _small(last)
    if top is None or not bottom or top > bottom:
        return None
    return Numeral(100.0 * top / bottom, 2.0)


def _small(text: str) -> float | None:
    return float(text) if text.isdecimal() else SMALL.get(text)


def _disguised(text: str, atom: _Atom) -> bool:
    """Whether the number is part of an identifier (COVID-19) or a pronoun ("the one")."""
    head = text[max(0, atom.start - 12) : atom.start]
    if atom.kind == "digits":
        tail = text[atom.end : atom.end + 1]
        return bool(_IDENTIFIER.search(head)) or (tail.isalpha() and unit_after(text, atom.end) is None)
    if atom.kind == "ordinal" and atom.numeral.value == 2:
        return bool(re.match(r"\s*(?:s\b|,|\.|$)", text[atom.end : atom.end + 3]))
    if atom.numeral.value == 1 and atom.kind == "spelled":
        return bool(_PRONOUN_ONE.search(head)) or bool(_AFTER_ONE.match(text, atom.end))
    return False


def _single(text: str, atom: _Atom) -> Quantity:
    currency = currency_before(text, atom.start) if atom.kind in ("digits", "spelled") else None
    unit = currency or _unit(text, atom)
    start = currency.end if currency else atom.start
    end = unit.end if unit and not currency else atom.end
    bound = comparators.before(text, start) if atom.kind != "ordinal" else None
    later = comparators.after(text, end) if atom.kind != "ordinal" else None
    if later is not None and (bound is None or bound.comparator is Comparator.EXACT):
        comparator, end = later.comparator, later.edge
    else:
        vague = atom.kind == "spelled" and _PLURAL_SCALE.search(text, atom.start, atom.end)
        comparator = bound.comparator if bound else Comparator.AT_LEAST if vague else Comparator.EXACT
    start = bound.edge if bound else start
    interval = comparators.interval(comparator, _stepped(atom.numeral, unit))
    return _made(text, (start, end), atom, unit, interval, comparator)


def _stepped(numeral: Numeral, unit: Unit | None) -> Numeral:
    # Percentages are rounded to their last digit as a rule; counts are not.
    if unit is not None and unit.name == "percent" and numeral.step == 0:
        return Numeral(numeral.value, 1.0)
    return numeral


def _unit(text: str, atom: _Atom) -> Unit | None:
    if atom.kind in ("odds", "slash", "part"):
        return Unit("percent", 1.0, atom.end)
    if atom.kind == "times":
        return Unit("times", 1.0, atom.end)
    if atom.kind == "rating":
        return Unit(f"out of {re.split(r'[/ ]', text[atom.start : atom.end])[-1].strip()}", 1.0, atom.end)
    if atom.kind == "ordinal":
        return Unit("ordinal", 1.0, atom.end)
    aged = _AGED.search(text[max(0, atom.start - 10) : atom.start])
    return unit_after(text, atom.end) or (Unit("year", 1.0, atom.end) if aged else None)


def _range(text: str, first: _Atom, second: _Atom | None) -> Quantity | None:
    """ "between X and Y", "X to Y", "X-Y", "X ± Y", or a score."""
    if second is None or first.kind not in ("digits", "spelled") or second.kind not in ("digits", "spelled"):
        return None
    unit = unit_after(text, first.end)
    gap = text[unit.end if unit else first.end : second.start]
    match = _RANGE.match(gap + "0")
    if match is None or match.group().strip() + re.sub(r"[$£€\s]", "", gap[match.end() :]) != match.group().strip():
        return None
    joint = match.group().strip().lower()
    opened = bool(_OPENER.search(text[max(0, first.start - 14) : first.start]))
    if joint in ("and", "und") and not opened:
        return None
    unit = currency_before(text, first.start) or unit_after(text, second.end) or unit
    interval = _span_interval(joint, first, second)
    if joint in ("-", "–", "—") and _is_score(first, second, unit):
        unit, interval = Unit("score", 1.0, second.end), point(first.numeral.value * 1000 + second.numeral.value)
    if interval is None:
        return None
    end = unit.end if unit and unit.end > second.end else second.end
    bound = re.search(
        r"(?:between|from|zwischen|von)\s*[$£€]?\s*$", text[max(0, first.start - 14) : first.start], re.IGNORECASE
    )
    start = max(0, first.start - 14) + bound.start() if bound else first.start
    whole = _Atom(first.start, second.end, first.numeral, "digits")
    return _made(text, (start, end), whole, unit, interval, Comparator.BETWEEN)


def _span_interval(joint: str, first: _Atom, second: _Atom) -> Interval | None:
    low, high = first.numeral.value, second.numeral.value
    if joint in ("±", "+/-"):
        return band(low, high)
    if low < high and low < 1000 and high >= 1e5:  # "3 to 5 million": the scale belongs to both
        scale = 10.0 ** (3 * int((len(str(int(high))) - 1) // 3))
        low = low * scale if low * scale < high else low
    return Interval(low, high) if low < high else None


def _is_score(first: _Atom, second: _Atom, unit: Unit | None) -> bool:
    low, high = first.numeral.value, second.numeral.value
    small = low < 200 and high < 200 and first.numeral.step == second.numeral.step == 0
    return small and unit is None and (low >= high or high < 10)


def _made(
    text: str, edges: tuple[int, int], atom: _Atom, unit: Unit | None, interval: Interval, comparator: Comparator
) -> Quantity:
    factor = unit.factor if unit else 1.0
    after = max(edges[1], atom.end)
    name = unit.name if unit else ""
    head = head_after(text, after) or head_before(text, edges[0])
    return Quantity(
        span=cut(text, *edges),
        number=cut(text, atom.start, atom.end),
        interval=interval.scaled(factor) if factor != 1.0 else interval,
        value=atom.numeral.value * factor,
        unit=name,
        head=head,
        comparator=comparator,
        approximate=comparator in (Comparator.ABOUT, Comparator.NEARLY, Comparator.JUST_OVER),
    )
