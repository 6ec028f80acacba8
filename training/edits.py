"""Single edits of a sentence: numbers, dates, names, negation, words, hedges.

In: a text (and a random generator). Out: the edited text, or None where the edit does not apply. An edit knows nothing
of labels; `mutations.py` decides what an edit of which side means.
"""

from __future__ import annotations

import random
import re

from lexicon import (
    ABOVE,
    AFTER,
    ANTONYMS,
    AT_LEAST,
    AT_MOST,
    AUXILIARIES,
    BEFORE,
    BELOW,
    EXCLUSIVE,
    HYPERNYMS,
    MONTHS,
    NUMBER_WORDS,
    ROUGHLY,
    SYNONYMS,
)  # fmt: skip

_NUMBER = re.compile(r"(?<![\w.,/-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w/-])|(?<![\w.,/-])\d+(?:\.\d+)?(?![\w/-])")
_COUNT_WORD = re.compile(r"\b(" + "|".join(NUMBER_WORDS[2:]) + r")\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][a-z]+(?:\s+(?:of\s+)?[A-Z][a-z]+)*\b")
_COMPARED = re.compile(
    r"(than|over|under|about|around|nearly|almost|least|most|to|roughly|approximately|below|above|between|and|or|-)\s*$"
)
_NAMING = frozenset((
    "season", "chapter", "type", "figure", "no", "number", "act", "route", "highway", "episode", "volume",
    "part", "age", "aged", "the", "his", "her", "its",
))  # fmt: skip
_DATE = re.compile(
    rf"\b(?:in|on|during)\s+(?:(?:\d{{1,2}}\s+)?({'|'.join(MONTHS)})(?:\s+\d{{1,2}}\s*,)?\s+)?(\d{{4}})\b(?!s|\s*[-–])",
    re.IGNORECASE,
)
_CIRCUMSTANCE = re.compile(
    rf"\s(?:in|on|during|since|until|by|at|from|near)\s+(?:(?:\d{{1,2}}\s+)?(?:(?:{'|'.join(MONTHS)})\s*)?(?:\d{{1,2}}\s*,)?\s*"
    r"(?P<year>\d{4})(?![\d%,s-])|(?:the\s+)?(?P<place>[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*)(?=\s*[.,;)]|\s+(?:and|in|on|by|for|to|as)\b))"
)
_ADDITION = re.compile(
    r"(?<=[a-z0-9])(?P<added>,? (?:after|before|following|because|despite|due to|during|amid|with|without|while|"
    r"in order to|although|according to|thanks to|as part of|, who|, which|, where|, including|, making|, leading to)"
    r"(?: [\w'-]+){2,10})(?=\s?[.!?](?:\s|$))"
)
_OPPOSITE: dict[str, str] = {}
for _left, _right in ANTONYMS:
    _OPPOSITE.setdefault(_left, _right)
    _OPPOSITE.setdefault(_right, _left)
_GROUP = {word: group for group in EXCLUSIVE for word in group}
_SAME = {left: right.replace("_", " ") for left, right in SYNONYMS}


def like(pattern: str, word: str) -> str:
    """`word` with the capitals of `pattern`."""
    if pattern.isupper() and len(pattern) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if pattern[:1].isupper() else word


def numbers(text: str) -> list[re.Match[str]]:
    """Numerals and count words, without those that a comparison already qualifies."""
    found = [*_NUMBER.finditer(text), *_COUNT_WORD.finditer(text)]
    return [match for match in found if not _COMPARED.search(text[: match.start()].lower())]


def countable(text: str, match: re.Match[str]) -> bool:
    """Whether the number counts or measures something, so that a bound on it reads as one."""
    before = re.findall(r"\w+", text[: match.start()])[-1:] or [""]
    after = re.match(r"\s?(%|[a-z]{3,})", text[match.end() :])
    return (
        bool(after)
        and text[match.start() - 1 : match.start()] != "]"
        and not is_year(match.group())
        and before[0] not in MONTHS
        and before[0].lower() not in _NAMING
    )


def value_of(token: str) -> float:
    """The value of a numeral or count word."""
    plain = token.lower().replace(",", "")
    return float(NUMBER_WORDS.index(plain)) if plain in NUMBER_WORDS else float(plain)


def is_year(token: str) -> bool:
    """Whether a numeral reads as a year."""
    return token.isdigit() and len(token) == 4 and 1000 <= int(token) <= 2099


def written(value: float, model: str) -> str:
    """`value` written the way `model` is: with words, separators or decimals."""
    if model.lower() in NUMBER_WORDS and value == int(value) and 0 <= value < len(NUMBER_WORDS):
        return like(model, NUMBER_WORDS[int(value)])
    if "." in model:
        return f"{value:,.{len(model.split('.')[1])}f}" if "," in model else f"{value:.{len(model.split('.')[1])}f}"
    return f"{int(value):,}" if "," in model else str(int(value))


def other_value(token: str, rng: random.Random, sign: int = 0) -> float:
    """A different value near enough to be believed; `sign` asks for a greater or a smaller one."""
    value = value_of(token)
    sign = sign or rng.choice((-1, 1))
    if is_year(token):
        return value + sign * rng.choice((1, 1, 2, 3, 5, 8, 10, 20))
    if "." in token:
        step = 10.0 ** -len(token.split(".")[1])
        return max(0.0, value + sign * max(step, abs(value) * rng.choice((0.02, 0.1, 0.3, 0.5))))
    # Small steps are hard, large ones the common ones: both must be seen.
    step = max(1, int(value * rng.choice((0.0, 0.0, 0.02, 0.1, 0.25, 0.5))))
    changed = value + sign * step
    return changed if changed > 0 or (sign < 0 and changed == 0) else value + step


def replaced(text: str, match: re.Match[str], word: str) -> str:
    """`text` with one match put anew."""
    return text[: match.start()] + word + text[match.end() :]


def with_phrase(text: str, match: re.Match[str], phrase: str, number: str) -> str:
    """The number put anew inside a phrase, which goes before a currency sign."""
    head = text[: match.start()]
    sign = re.search(r"[$£€]\s?$", head)
    if sign:
        return head[: sign.start()] + phrase.format(sign.group() + number) + text[match.end() :]
    return head + like(match.group(), phrase.format(number.lower())) + text[match.end() :]


def bounded(text: str, match: re.Match[str], rng: random.Random, holds: bool) -> str:
    """The number turned into a bound that its value meets or misses."""
    token, value = match.group(), value_of(match.group())
    kind = rng.randrange(4)
    greater, smaller = other_value(token, rng, 1), other_value(token, rng, -1)
    # Strict bounds may also sit on the value itself, where they fail; inclusive ones hold there.
    if kind == 0:
        phrase, bound = rng.choice(ABOVE), smaller if holds else rng.choice((greater, value))
    elif kind == 1:
        phrase, bound = rng.choice(BELOW), greater if holds else rng.choice((smaller, value))
    elif kind == 2:
        phrase, bound = rng.choice(AT_LEAST), rng.choice((smaller, value)) if holds else greater
    else:
        phrase, bound = rng.choice(AT_MOST), rng.choice((greater, value)) if holds else smaller
    return with_phrase(text, match, phrase, written(bound, token))


def dated(text: str, known: str, rng: random.Random, holds: bool) -> str | None:
    """A date turned into "before" or "after" another date, rightly or wrongly."""
    found = [m for m in _DATE.finditer(text) if m.group(2) in known]
    if not found:
        return None
    match = rng.choice(found)
    month, year = match.group(1), int(match.group(2))
    early = rng.random() < 0.5
    later = early == holds
    if month and rng.random() < 0.6:
        months = [name.lower() for name in MONTHS]
        place = year * 12 + months.index(month.lower()) + rng.choice((1, 2, 4, 9)) * (1 if later else -1)
        bound = f"{MONTHS[place % 12]} {place // 12}"
    else:
        bound = str(year + rng.choice((1, 1, 2, 3, 5, 10)) * (1 if later else -1))
    return replaced(text, match, like(match.group(), rng.choice(BEFORE if early else AFTER).format(bound)))


def rounded(text: str, match: re.Match[str], rng: random.Random, holds: bool) -> str | None:
    """The number rounded, rightly or to something far away."""
    value = value_of(match.group())
    if value < 20 or is_year(match.group()):
        return None
    unit = 10 ** (len(str(int(value))) - 1 - (value >= 100))
    near = round(value / unit) * unit
    bound = near if holds else near * rng.choice((0.5, 0.6, 1.6, 2, 3))
    return with_phrase(text, match, rng.choice(ROUGHLY), f"{int(bound):,}" if bound >= 10000 else str(int(bound)))


def negated(text: str) -> str | None:
    """A "not" put in after the first auxiliary, or taken away."""
    if match := re.search(r"\b(" + "|".join(AUXILIARIES) + r")( not\b|n't\b)", text):
        return replaced(text, match, match.group(1))
    if match := re.search(r"\b(" + "|".join(AUXILIARIES) + r")\b(?! (?:no|never|not)\b)", text):
        return replaced(text, match, match.group(1) + " not")
    return None


def denied(text: str, rng: random.Random) -> str:
    """The whole text denied from outside: exact for any label."""
    opening = rng.choice(("It is not true that", "It is not the case that", "It is false that"))
    body = (
        text if _NAME.match(text) and text.split()[0].lower() not in ("a", "the", "an") else text[:1].lower() + text[1:]
    )
    return f"{opening} {body}"


def opposed(text: str, rng: random.Random) -> str | None:
    """One word exchanged for one that excludes it."""
    found = [
        m for m in re.finditer(r"\b[A-Za-z]+\b", text) if m.group().lower() in _OPPOSITE or m.group().lower() in _GROUP
    ]
    found = [m for m in found if m.group().lower() != "may"]
    if not found:
        return None
    match = rng.choice(found)
    word = match.group().lower()
    choices = [other for other in _GROUP.get(word, ()) if other != word and other not in text.lower()]
    if word in _OPPOSITE and (not choices or rng.random() < 0.6):
        choices = [_OPPOSITE[word]]
    return replaced(text, match, like(match.group(), rng.choice(choices))) if choices else None


def renamed(text: str, rng: random.Random, table: dict[str, str] | None = None) -> str | None:
    """One word exchanged for one that means the same (or, with another table, what that table says)."""
    table = _SAME if table is None else table
    found = [m for m in re.finditer(r"\b[a-z]+\b", text) if m.group() in table]
    if not found:
        return None
    match = rng.choice(found)
    return replaced(text, match, table[match.group()].replace("_", " "))


def generalised(text: str, rng: random.Random) -> str | None:
    """One noun exchanged for a more general one."""
    return renamed(text, rng, HYPERNYMS)


def names(text: str) -> list[re.Match[str]]:
    """Capitalised names inside the text, months and the opening word left out."""
    return [m for m in _NAME.finditer(text) if m.start() > 0 and m.group() not in MONTHS]


def swapped(text: str) -> str | None:
    """Two names exchanged, unless they stand in one list."""
    found = [m for m in _NAME.finditer(text) if m.group() not in MONTHS and len(m.group()) > 3]
    if len(found) < 2 or found[0].group() == found[-1].group():
        return None
    first, last = found[0], found[-1]
    between = text[first.end() : last.start()]
    if len(between.split()) < 2 or re.fullmatch(r"[\s,]*(and|or|,)?[\s,]*", between):
        return None
    return text[: first.start()] + last.group() + between + first.group() + text[last.end() :]


def circumstances(text: str) -> list[re.Match[str]]:
    """Phrases of time and place that a sentence can lose and stay one."""
    return [m for m in _CIRCUMSTANCE.finditer(text) if m.group("place") not in MONTHS]


def key_of(match: re.Match[str]) -> str:
    """What a circumstance is about: its year or its place."""
    return str(match.group("year") or match.group("place"))


def additions(text: str) -> list[str]:
    """What sentences say at their end beside their main matter: when, why, with whom, or who someone is."""
    return [m.group("added") for m in _ADDITION.finditer(text)]


def shortened(text: str) -> str:
    """A sentence without its brackets, its last clause or an aside, or as it was where that could turn it round."""
    plain = re.sub(r"\s*(\([^)]*\)|-LRB-.*?-RRB-)", "", text)
    parts = re.split(r",\s+(?=which|who|where|and|but|including|with)", plain)
    if len(parts) > 1 and len(parts[0].split()) >= 5:
        plain = parts[0].rstrip(" ,") + "."
    return text if re.search(r"\b(no|not|never|few|if|only|unless)\b|n't", plain.lower()) else plain


def hedged(text: str, rng: random.Random) -> str | None:
    """A plain statement made a possible one."""
    if match := re.search(r"\b(is|was|are|were)\b", text):
        plain = match.group() in ("is", "are")
        form = rng.choice(("may be", "might be", "could be") if plain else ("may have been", "might have been"))
        return replaced(text, match, form)
    if match := re.search(r"\b(has|have|will)\b", text):
        return replaced(text, match, "might" if match.group() == "will" else "may have")
    return None
