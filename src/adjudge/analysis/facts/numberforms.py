"""The ways a number is written, and their values: digits, words, fractions, odds, ordinals, ratings, "doubled".

Finds the bare numbers of a text; units, bounds and what is counted are read by `quantities`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudge.analysis.facts.numerals import LARGEST, Numeral, digits, spelled
from adjudge.analysis.facts.units import currency_before, unit_after
from adjudge.analysis.text.lexicon.blocks import pattern, word_set
from adjudge.analysis.text.lexicon.numbers import ONES, ORDINALS, PARTS, SCALES, SMALL, TENS
from adjudge.analysis.text.words import german


@dataclass(frozen=True, slots=True)
class Atom:
    """A number before its surroundings are read; `kind` names the way it is written."""

    start: int
    end: int
    numeral: Numeral
    kind: str


_SMALL = "|".join(sorted(SMALL, key=len, reverse=True))
_LONG_SCALES = "|".join(sorted((word for word in SCALES if len(word) > 3), key=len, reverse=True))
_SCALES = "|".join(sorted(SCALES, key=len, reverse=True))
_UNDER = rf"(?:(?:{'|'.join(TENS)})[\s-]+(?:{'|'.join(ONES)})|{_SMALL})\b"
_PLAIN = rf"(?:{_SMALL}|{_LONG_SCALES})\b(?:[\s-]+(?:{_SMALL}|{_LONG_SCALES})\b)*"
# "And" goes on with a number only after a scale, and not to the same scale again: "two hundred and three hundred" are
# two numbers, and so are "two and three".
_SCALED = rf"(?:{_UNDER}[\s-]+)?(?:(?:{_LONG_SCALES})[\s-]+)*(?P<last>{_LONG_SCALES})\b"
_NEXT = rf"(?:[\s-]+|\sand\s){_UNDER}(?![\s-]+(?:(?:{_LONG_SCALES})[\s-]+)*(?P=last)\b)"
_WHOLE_PARTS = "half|quarters|quarter|halves|hälfte|drittel|viertel|fünftel|zehntel"
_PARTS = "|".join(sorted(PARTS, key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:['’ ]\d{3})+|\d+(?:[.,]\d+)?"
_PEOPLE = r"\s(?:people|adults|children|women|men|patients|voters|students|households|of)\b"
_AFTER_PART = r"\s(?:of|all|the|a|as|have|were|are|said|der|des|die)\b|[\s-]+(?:million|billion)\b|\s?[.,;)]|\s?$"
_ONE_SCALE = "(?:hundred|thousand|million|billion|dozen|milliarde|dutzend)"
_COUNTABLE = pattern(r"""
    deaths?|cases?|casualties|injuries|fatalities|survivors|people|infections|goals?|points?|children|victims|arrests|
    Toten|Fälle
""")
_LISTED = (SMALL, SCALES, ORDINALS, PARTS)
_STARTS = {word[:4] for table in _LISTED for word in table if len(word) > 2}
_STARTS |= word_set(r"a\s an\s ein hal thrice twice doubl tripl quadr tausend no\s non keine")
_OUT_OF = r"(?:(?:in|out\sof)\s(?:every\s)?|of\severy\s|von\s(?:je\s)?)"
_NUMBER = re.compile(
    rf"""(?<![\w.])(?=\d|{"|".join(sorted(_STARTS))})(?:
      (?P<mixed>(?:(?:\d{{1,3}}|{_UNDER})\sand\s(?:an?|one|three)\s(?:half|quarters?)|\d{{1,3}}\s?[½¼¾])
        (?:[\s-]+(?:{_LONG_SCALES}))?(?!\w))
    | (?P<rating>\d+(?:\.\d+)?\s?(?:/|\sout\sof\s)\s?(?:4|5|10|20|100)(?![\w/]|[.,]\d)(?!{_PEOPLE}))
    | (?P<odds>(?:\d{{1,3}}|{_SMALL})\s(?:{_OUT_OF}(?:\d{{1,4}}|{_SMALL})(?!\w|[.,]\d)
        |[^\W\d_]{{3,20}}\s(?:in|out\sof)\s(?:every\s)?(?:{_SMALL}|100)\b(?!\s(?!(?:is|was|has)\b)\w{{2,20}}s\b)))
    | (?P<slash>\d{{1,2}}/\d{{1,3}})(?![\w/])
    | (?P<portion>(?:half|(?:a|three)\squarters?\sof)\san?\s(?:hundred|thousand|million|billion|trillion|dozen)\b
        |(?:eine[rn]?\s)?halben?\s(?:Million|Milliarde)\b|(?:ein\s)?halbes\sDutzend\b)
    | (?P<part>(?:{_SMALL})[\s-]+(?:thirds|quarters|fifths|sixths|eighths|tenths)\b
        |(?:(?:a|an|one|{_SMALL}|\d)[\s-]+(?:{_PARTS})|{_WHOLE_PARTS})(?={_AFTER_PART}))
    | (?P<ordinal>\d{{1,3}}(?:st|nd|rd|th)\b|(?:{"|".join(ORDINALS)})\b)
    | (?P<digits>{_DIGITS})(?:[\s-]?(?P<scale>{_SCALES})(?!\w)(?:(?<=mrd|mio|tsd)\.(?=\s?(?:[€$£]|\w)))?)?
    | (?P<pair>a\s(?:couple|pair)\sof\b)
    | (?P<times>(?:twice|thrice|(?:doubl|tripl|quadrupl|halv)(?:e|ed|es|ing)|(?:{_SMALL})-?fold)\b)
    | (?P<spelled>(?:dozens|hundreds|thousands)\sof\s(?:thousands|millions|billions)\b
        |(?<=between\s){_PLAIN}(?=\sand\s{_PLAIN}(?!\sand\s))
        |(?:(?:an?\s(?:few\s)?|ein(?:e[rnm]?)?\s)(?={_ONE_SCALE}\b))?
        (?:{_SCALED}(?:{_NEXT}(?:[\s-]+(?:{_LONG_SCALES})\b)+)*(?:{_NEXT})?|{_UNDER}))
    | (?P<zero>no|zero|none\sof\sthe|keine)(?=\s(?:\w+\s)?(?:{_COUNTABLE})\b)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_TIMES = {"tw": 2.0, "th": 3.0, "do": 2.0, "tr": 3.0, "qu": 4.0, "ha": 0.5}
_IDENTIFIER = re.compile(r"(?:[^\W\d_]-|[^\W\d_]|[#/:@_.]|\bNo\.\s?|\bNr\.\s?)$")
_PRONOUN = re.compile(
    r"\b(?:no|the|this|that|each|any|every|which|some|another|other|only|a|loved|not|was|is)\s$", re.IGNORECASE
)
_AFTER_PRONOUN = re.compile(
    r"\s(?:of|another|can|could|must|may|might|should|would|is|was|has|who|that|day|such|way|thing)\b|\s?[.,;!?]|\s?$|-",
    re.IGNORECASE,
)
_SIGN = re.compile(r"(?:^|(?<!\d)[\s(])([-–−]|minus )$", re.IGNORECASE)
_DEGREES = re.compile(r"\s?(?:°|degrees?\b|grad\b)", re.IGNORECASE)
_ORDERED_PART = re.compile(r"\b(?:first|second|third|fourth|last|latter|other|better|final)\s$", re.IGNORECASE)
# "Several hundred", "a couple thousand": how many of them is not told.
_BARE_SCALE = re.compile(
    r"(?:hundred|thousand|million|billion|trillion|dozen|milliarde|dutzend|lakh|crore)\b", re.IGNORECASE
)
_BEFORE_BARE = re.compile(
    r"(?:^|[^\w\s-]|\b(?:the|over|than|about|around|nearly|almost|under|below|above|least|most|to|of|by|with|and|for))\s?$",
    re.IGNORECASE,
)

# Three months, or a part of a town, and no fourth part of anything.
_NAMED_PARTS = ("quarter", "quarters", "viertel")
_DETERMINED = re.compile(
    r"\b(?:the|this|that|these|each|every|per|its|old|next|previous|current|latest|following|same|das|dem|im|dieses|diesem|alten?)\s$",
    re.IGNORECASE,
)


def atoms(text: str) -> Iterator[Atom]:
    foreign = german(text)
    for match in _NUMBER.finditer(text):
        kind = match.lastgroup or ""
        if kind == "scale":
            kind = "digits"
        atom = _read(match, kind, foreign=foreign)
        if atom is not None and not _disguised(text, atom):
            yield _signed(text, atom)


def _signed(text: str, atom: Atom) -> Atom:
    """The number below zero that "minus 5" and "-5°C" name. Elsewhere a hyphen is a dash."""
    sign = _SIGN.search(text[max(0, atom.start - 8) : atom.start]) if atom.kind in ("digits", "spelled") else None
    if sign is None or (sign[1] in "-–" and not _DEGREES.match(text, atom.end)):
        return atom
    return Atom(atom.start - len(sign[1]), atom.end, Numeral(-atom.numeral.value, atom.numeral.step), atom.kind)


def _read(match: re.Match[str], kind: str, *, foreign: bool) -> Atom | None:
    surface = match.group()
    if (
        kind == "digits"
        and match["scale"] == "m"
        and " " in surface
        and not currency_before(match.string, match.start())
    ):
        metres = digits(match["digits"], german=foreign)
        return Atom(match.start(), match.end("digits"), metres, kind) if metres else None
    numeral = _value(match, kind, surface, foreign=foreign)
    known = "spelled" if kind == "mixed" else kind
    return None if numeral is None else Atom(match.start(), match.end(), numeral, known)


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
    if kind == "mixed":
        return _mixed(surface.lower())
    if kind == "ordinal":
        return Numeral(float(ORDINALS.get(surface.lower()) or int(re.sub(r"\D", "", surface))))
    if kind == "rating":
        return Numeral(min(float(re.split(r"/|\s", surface)[0]), LARGEST))
    if kind == "portion":
        return _portion(surface.lower())
    if kind == "pair":
        return Numeral(2.0)
    if kind == "times":
        fold = re.match(r"(\w+?)-?fold", surface.lower())
        return Numeral(float(SMALL[fold.group(1)]) if fold else _TIMES[surface[:2].lower()])
    if kind == "zero":
        return Numeral(0.0)
    return _share(kind, surface.lower())


def _mixed(surface: str) -> Numeral | None:
    """ "Three and a half million": meant to about the part that is named."""
    count, rest = re.split(r"\s+and\s+|\s?(?=[½¼¾])", surface, maxsplit=1)
    whole = digits(count) if count.isdecimal() else spelled(count)
    part = 0.5 if rest.startswith(("a half", "one half", "½")) else 0.75 if rest.startswith(("three", "¾")) else 0.25
    factor = SCALES.get(re.split(r"[\s-]+", rest)[-1], 1.0)
    return Numeral((whole.value + part) * factor, min(part, 0.5) * factor) if whole else None


def _portion(surface: str) -> Numeral:
    """ "half a million", "three quarters of a million"."""
    share = 0.5 if "hal" in surface else 0.75 if surface.startswith("three") else 0.25
    value = share * SCALES[surface.split()[-1]]
    return Numeral(value, 0.1 * value)


def _share(kind: str, surface: str) -> Numeral | None:
    """A fraction as a percentage; written as a fraction it is meant to about one point."""
    if kind == "part":
        *count, part = re.split(r"[\s-]+", surface)
        top: float | None = _small(count[0]) if count and count[0] not in ("a", "an") else 1.0
        bottom: float | None = PARTS[part]
    else:
        first, last = re.split(rf"\s+{_OUT_OF}|/", surface)
        top, bottom = _small(first.split()[0]), _small(last)
    if top is None or not bottom or top > bottom:
        return None
    return Numeral(100.0 * top / bottom, 2.0)


def _small(text: str) -> float | None:
    return float(text) if text.isdecimal() else SMALL.get(text)


def _disguised(text: str, atom: Atom) -> bool:
    """Whether the number is part of an identifier (COVID-19) or a pronoun ("the one")."""
    head = text[max(0, atom.start - 12) : atom.start]
    if atom.kind == "digits":
        tail = text[atom.end : atom.end + 1]
        return bool(_IDENTIFIER.search(head)) or (tail.isalpha() and unit_after(text, atom.end) is None)
    if atom.kind == "ordinal" and atom.numeral.value == 2:
        return bool(re.match(r"\s?(?:s\b|,|\.|$)", text[atom.end : atom.end + 3]))
    if atom.kind == "part":
        named = text[atom.start : atom.end].lower() in _NAMED_PARTS and _DETERMINED.search(head)
        return bool(named or _ORDERED_PART.search(head))
    if atom.kind == "spelled" and _BARE_SCALE.match(text, atom.start):
        return not _BEFORE_BARE.search(head)
    if atom.numeral.value == 1 and atom.kind == "spelled":
        return bool(_PRONOUN.search(head)) or bool(_AFTER_PRONOUN.match(text, atom.end))
    return False
