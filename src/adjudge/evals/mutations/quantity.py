"""Numbers: another number, another unit, percent against points, a lost denominator; and rounding that stays true.

A mutated count grows: under "at least" readings a smaller one would still follow. Numbers with a bound ("more than 5")
are left to `wording`, since moving a bound may give something that follows.
"""

import re
from collections.abc import Iterator
from math import floor, log10

from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.engines.offline.verbs import has_verb
from adjudge.evals.mutations.lexicon import CURRENCIES, LARGER_UNITS, SMALLER_UNITS
from adjudge.evals.mutations.mutation import MutationKind
from adjudge.evals.mutations.sentence import Draft, Sentence, cased, draft

_PLAIN = re.compile(r"\d{1,3}(?:([.,])\d{3})*|\d+|\d+[.,]\d{1,2}")
_ENGLISH = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_GERMAN = ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf")
_FACTORS = (1.4, 1.7, 2.0, 3.0)
_SHARES = (13.0, 29.0, 41.0, 57.0, 73.0, 88.0)
_POINTS = re.compile(r"percentage points?|Prozentpunkten?", re.IGNORECASE)
_PERCENT = re.compile(r"(?<=\d)\s?%|\bper ?cent\b|\bProzent\b", re.IGNORECASE)
_SAME = ("percent", "per cent", "%", "Prozent")
_RISE = re.compile(r"\b(?:by|um)\s(?:about |etwa |rund )?$", re.IGNORECASE)
_PER_MANY = re.compile(
    r",?\s(?:per|for every|out of every|je|pro)\s(?:10{0,2}[.,]?000|100|million)\s"
    r"(?:people|inhabitants|residents|births|patients|Einwohnern?|Menschen|Geburten|Patienten)\b"
)
_WHO = re.compile(
    r"(?:\b(?:percent|per cent|[Hh]alf|third|thirds|quarter|quarters|fifth)|%) of (?:the |all )?[a-z]+"
    r"((?: who| that| with| without| aged| over| under| living) [^,;:()]+?) "
    r"(?:had|were|was|have|has|are|is|said|reported|died|recovered|survived|voted|fell|showed|improved|lost|left)\b"
)
# "The patients examined" may be all that there are: then nothing is lost with the word.
_CHECKED = re.compile(
    r"(?:\b(?:percent|per cent|[Hh]alf|third|thirds|quarter|quarters)|%) of "
    r"(?:(?!those|them)[a-z]+( (?:tested|surveyed|polled|asked|examined|interviewed|inspected|questioned))"
    r"|(?:the )?[a-z]+( (?:vaccinated|infected|treated)))\b"
)
_OPENS_CLAUSE = re.compile(
    r"\b(?:thinks?|thought|says?|said|believed?s?|feels?|felt|knows?|knew|told|claim\w*|hopes?|hoped|fear\w*|expect\w*|"
    r"that .*that|they|he|she|it|what|how|whose)\b"
)
_MONEY = re.compile(
    r"\b(?:costs?|paid|pays?|prices?|worth|fees?|fined?|sold|bought|earn\w*|spent|spend\w*|budget|tax\w*|rents?|"
    r"profits?|salar\w+|wages?|debts?|loans?|donat\w+|million|billion)\b"
)
_WEIGHED = re.compile(r"\b(?:weigh\w*|birth|heavy|heavier|fat|kilos?)\b")
_LENGTH = re.compile(r"\s(?:tall|long|wide|high|deep|thick|below|above|away|apart|from|of (?:snow|water|ice))\b")
_RATE = re.compile(r"\s(?:an?|per|every|each|pro|je|in der|am)\s")
_WHOLE = re.compile(
    r"\b(?:weighs?|weighed|lasted|took|measures?|measured|wiegt|wog|dauerte|dauerten)\s(?:about |etwa |rund )?$"
)
_OLD = re.compile(r"\s(?:old|long|tall|high|wide|deep|alt|lang|hoch|breit|tief)\b")
_BOUNDED = re.compile(
    r"\b(?:within|inside|binnen|innerhalb|innert|maximum|limit|maximal|bis)\s"
    r"(?:of |von |zu |the |der |next |about |etwa |rund )*$"
    r"|\b(?:last|past|previous|preceding|following|next|coming|recent|first|letzte[nr]?|vergangene[nr]?|nächste[nr]?|"
    r"kommende[nr]?|vorige[nr]?|erste[nr]?)\s(?:about |etwa |rund )?$",
    re.IGNORECASE,
)
"""What is done within ten days is done within twenty, and who won in the last ten years won in the last twenty."""
_IN_A_TIME = re.compile(
    r"\b(?:in|over|during|of)\s(?:the\s|den\s|about\s|just\s|only\s|etwa\s|rund\s|nur\s)?$", re.IGNORECASE
)
_TIME = re.compile(
    r"\s(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|games|matches|seasons|innings|"
    r"sekunden|minuten|stunden|tagen?|wochen|monaten?|jahren?|jahrzehnten|spielen|saisons)\b",
    re.IGNORECASE,
)
_PER = re.compile(r"\b(?:per|every|je|pro|alle)\s$", re.IGNORECASE)
_SPAN = re.compile(r"\b(?:from|von)\s[$€£]?\d[\d.,]*\D{0,12}\s(?:to|auf)\s[$€£]?\d[\d.,]*")
_UPWARDS = re.compile(r"\b(?:rose|risen|grew|grown|increased|stieg|stiegen|gestiegen)\b")
_FIXED = re.compile(
    r"\b(?:every|each|an?|the|these|those|all|its|their|his|her|first|last|past|next|within|die|der|den|das|diese|alle|"
    r"allen|ihre|seine|je|pro|per|ersten|letzten)\s$|[’']s\s$",
    re.IGNORECASE,
)
_EXACTLY = re.compile(
    r"\b(?:exactly|precisely|only|just|total|up to|at most|less than|fewer than|no more than|genau|nur|"
    r"insgesamt|höchstens)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s?%|\s(?!(?:as|and|in|at|or|to|x|of|on|by|is|was|were|with|from|for|bit|that|which|"
    r"who|und|im|am|von|bis|als)\b)[A-ZÄÖÜ]?[a-zäöüß]{2,}"
)
_SHARE = re.compile(
    r"\b(?:rates?|shares?|proportion|percentage|unemployment|inflation|turnout|support|approval|interest|tax|taxes|margins?|"
    r"yields?|\w*quoten?|anteile?|arbeitslosigkeit|inflation|zinsen|zinssatz|zustimmung|beteiligung)\b",
    re.IGNORECASE,
)
"""What is itself told in percent: only that rises by points."""
_EMERGENCY = re.compile(r"(?:911|999|112)\s(?:calls?|operators?|dispatch\w*|emergenc\w+)")
_LIKE_A_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_NAMED = re.compile(r"(?:[A-ZÄÖÜ][\w-]{0,40}|\bx|[#(]|\d\s?[-–]|\d\s[a-z]{1,20})\s?$")


def number(sentence: Sentence) -> Iterator[Draft]:
    """Another number in a number's place."""
    if sentence.denied:
        return
    for found in _free(sentence):
        start, end, surface = found.number.start, found.number.end, found.number.text
        for new in _others(found, surface, german=sentence.german):
            if not sentence.says(new):
                yield draft(MutationKind.NUMBER, (start, end, cased(surface, new)))


def unit(sentence: Sentence) -> Iterator[Draft]:
    """The same number of something else."""
    if sentence.denied:
        return
    for found in _free(sentence):
        if found.value == 0:
            continue
        before, after = sentence.text[: found.number.start], sentence.text[found.number.end :]
        if symbol := re.search(r"[$€£]$", before):
            table = CURRENCIES.of(german=sentence.german)
            yield draft(MutationKind.UNIT, (symbol.start(), symbol.end(), table[symbol.group()]))
        elif word := re.match(r"(?:\s(?:million|billion|thousand|Millionen|Milliarden))?\s([^\W\d_]+)\b", after):
            for new in _other_units(sentence, word[1], before, after[word.end() :]):
                if not sentence.says(f"{found.number.text} {new}"):
                    begin = found.number.end + word.start(1)
                    yield draft(MutationKind.UNIT, (begin, begin + len(word[1]), new))


def _other_units(sentence: Sentence, word: str, before: str, after: str) -> Iterator[str]:
    """Units in the place of this one, where it is one: money of pounds, a length of feet."""
    lower, text = word.lower(), sentence.text
    paid = lower != "pounds" or (_MONEY.search(text) and not _WEIGHED.search(text))
    long_ = lower != "feet" or _LENGTH.match(after)
    if not paid or not long_ or _RATE.match(after):
        return
    tables = [CURRENCIES, LARGER_UNITS]
    if _WHOLE.search(before) or _OLD.match(after):
        tables.append(SMALLER_UNITS)
    for table in tables:
        if new := table.of(german=sentence.german).get(lower):
            yield new


def points(sentence: Sentence) -> Iterator[Draft]:
    """Percentage points changed to percent, or the other way round."""
    if sentence.denied:
        return
    for percentage in _POINTS.finditer(sentence.text):
        new, number = "Prozent" if sentence.german else "percent", sentence.text[: percentage.start()].split()[-1:]
        if number and number[0][:1].isdigit() and not any(sentence.says(f"{number[0]} {word}") for word in _SAME):
            yield draft(MutationKind.POINTS, (percentage.start(), percentage.end(), new))
    for found in _free(sentence):
        if found.unit == "percent" and _RISE.search(sentence.text[: found.number.start]):
            after = (_PERCENT.match(sentence.text, found.number.end + skipped) for skipped in (0, 1))
            rate = _SHARE.search(sentence.text) is not None and not _POINTS.search(sentence.source)
            if rate and (match := next(filter(None, after), None)):
                new = "Prozentpunkte" if sentence.german else "percentage points"
                yield draft(
                    MutationKind.POINTS, (match.start(), match.end(), f" {new}" if "%" in match.group() else new)
                )


def denominator(sentence: Sentence) -> Iterator[Draft]:
    """A share or a rate without what it is a share of."""
    if sentence.denied:
        return
    for pattern in (_PER_MANY, _WHO, _CHECKED):
        for match in pattern.finditer(sentence.text):
            group = match.lastindex or 0
            if pattern is not _WHO or _closed(match[1], sentence.text[match.end() :]):
                yield draft(MutationKind.DENOMINATOR, (match.start(group), match.end(group), ""))


def _closed(clause: str, rest: str) -> bool:
    """Whether the verb found after the clause is the sentence's own: not one of a clause within the clause."""
    predicate = re.sub(r"^\s+(?:\w+ly\s+)?\w+(?:ed|en)\b", "", rest)
    return not _OPENS_CLAUSE.search(clause) and not has_verb(predicate)


def rounded(sentence: Sentence) -> Iterator[Draft]:
    """A number rounded to two digits, with the word "about"."""
    for found, value in _roundable(sentence):
        nearest = round(value, 1 - floor(log10(value)))
        if nearest != value and abs(nearest - value) <= 0.05 * value:
            word = "etwa" if sentence.german else "about"
            yield _loosened(sentence, found, MutationKind.ROUNDED, word, nearest)


def coarser_number(sentence: Sentence) -> Iterator[Draft]:
    """A number replaced by "more than" the round number below it."""
    if sentence.denied:
        return
    for found, value in _roundable(sentence):
        step = 10.0 ** floor(log10(value))
        below = floor(value / step) * step
        if 0 < below < value:
            yield _loosened(
                sentence, found, MutationKind.COARSER, "mehr als" if sentence.german else "more than", below
            )


def _loosened(sentence: Sentence, found: Quantity, kind: MutationKind, word: str, value: float) -> Draft:
    start = found.span.start
    between = sentence.text[start : found.number.start]
    written = _written(value, found.number.text, german=sentence.german)
    return draft(kind, (start, found.number.end, f"{cased(sentence.text[start:], word)} {between}{written}"))


def _free(sentence: Sentence) -> Iterator[Quantity]:
    """Numbers in digits or small words that no comparison binds."""
    for found in sentence.quantities:
        if found.number.start == 0 and not sentence.text[found.number.end :].startswith(" "):
            continue  # "3)" only numbers a line
        if re.match(r"\)\s", sentence.text[found.number.end :]) and "(" not in sentence.text[: found.number.start]:
            continue
        if _bounds(sentence.text, found.span.start, found.number.end) or _names(sentence, found):
            continue
        loose = found.comparator in (Comparator.EXACT, Comparator.ABOUT)
        surface = found.number.text
        known = _PLAIN.fullmatch(surface) or surface.lower() in _ENGLISH or surface.lower() in _GERMAN
        if loose and known and found.unit not in ("ordinal", "score", "times"):
            yield found


def _names(sentence: Sentence, found: Quantity) -> bool:
    """Whether the number is part of a name, or repeats another one in brackets: Article 50, the 11-plus, (17 miles)."""
    before, after = sentence.text[: found.number.start], sentence.text[found.number.end :]
    called = not sentence.german and re.search(r"(?<=\s)[A-Z][a-z]+\s$", before)
    return bool(called) or re.search(r"\([^)]*$", before) is not None or after.startswith(("-plus", "-something"))


def _bounds(text: str, start: int, end: int) -> bool:
    """Whether the number limits what is said, counts what it is a rate of, or would turn a rise into a fall."""
    before = text[:start]
    if _BOUNDED.search(before) or _PER.search(before):
        return True
    if _IN_A_TIME.search(before) and _TIME.match(text, end):
        return True
    moved = [one for one in _SPAN.finditer(text) if one.start() <= start < one.end()]
    last = any(not re.search(r"\d", text[end : one.end()]) for one in moved)
    return bool(moved) and not (last and _UPWARDS.search(text))


def _roundable(sentence: Sentence) -> Iterator[tuple[Quantity, float]]:
    """Exact numbers of three digits or more, and their value as written."""
    if sentence.denied or _EXACTLY.search(sentence.text):
        return
    for found in sentence.quantities:
        surface = found.number.text
        digits = re.sub(r"\D", "", surface)
        bare = not re.search(r"[^\W\d_]", sentence.text[found.span.start : found.number.start])
        bare = bare and not _FIXED.search(sentence.text[: found.span.start])
        free = found.comparator is Comparator.EXACT and bare and _counts(sentence, found)
        if free and _PLAIN.fullmatch(surface) and len(digits.strip("0")) >= 3:
            value = _value(surface, german=sentence.german)
            if value >= 100:
                yield found, value


def _counts(sentence: Sentence, found: Quantity) -> bool:
    """Whether the number counts or measures something; a flight, a street or a model only has a number as its name."""
    before, after = sentence.text[: found.span.start], sentence.text[found.number.end :]
    if _LIKE_A_YEAR.fullmatch(found.number.text) or _EMERGENCY.match(sentence.text, found.number.start):
        return False
    if not sentence.german and re.match(r"\s[A-Z]", after):
        return False
    return _COUNTED.match(after) is not None and not _NAMED.search(before)


def _others(found: Quantity, surface: str, *, german: bool) -> list[str]:
    """Numbers that the source's number is not, however it is read, written in the same way."""
    lower = surface.lower()
    for row in (_ENGLISH, _GERMAN):
        if lower in row:
            return [word for word in row if SMALL.get(word, 0) > SMALL.get(lower, 99) + 1]
    value = _value(surface, german=german)
    if found.unit == "percent" and value <= 100:
        part = 0.3 if value % 1 else 0.0
        return [_written(share + part, surface, german=german) for share in _SHARES if share >= value + 10]
    return [_written(value * factor, surface, german=german) for factor in _FACTORS if value * factor >= value + 1]


def _value(surface: str, *, german: bool) -> float:
    groups = re.split(r"[.,]", surface)
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]):
        return float("".join(groups))
    return float(surface.replace(",", "." if german or surface.count(",") == 1 else ""))


def _written(value: float, like: str, *, german: bool) -> str:
    """The value with the separators and decimals of another number."""
    groups = re.split(r"[.,]", like)
    if len(groups) > 1 and len(groups[-1]) < 3:
        text = f"{value:.{len(groups[-1])}f}"
        return text.replace(".", ",") if "," in like else text
    if len(groups) > 1 or (value >= 10_000 > _value(like, german=german)):
        return f"{round(value):,}".replace(",", "." if german or "." in like else ",")
    return str(round(value))
