"""Claims made from records: said in other words, denied, or with another figure. Own rules; nothing is looked up.

Each function gives the changed claim, or None where the record has no place for the change. Whether the result is still
true can be said from the record's label: `expected` does.
"""

import random
import re

_VERBS = {
    "is": "is not", "was": "was not", "are": "are not", "were": "were not", "has": "has not", "had": "had not",
    "will": "will not", "can": "cannot", "could": "could not", "would": "would not",
}  # fmt: skip
_DID = {
    "starred": "star", "won": "win", "died": "die", "wrote": "write", "directed": "direct", "married": "marry",
    "played": "play", "attended": "attend", "worked": "work", "appeared": "appear", "became": "become",
    "received": "receive", "moved": "move", "joined": "join", "made": "make", "sold": "sell", "opened": "open",
}  # fmt: skip
_DOES = {
    "stars": "star",
    "says": "say",
    "plays": "play",
    "wins": "win",
    "has": "have",
    "backs": "back",
    "takes": "take",
}
_WORDS = {
    "film": "movie", "movie": "film", "television": "TV", "United States": "U.S.", "started": "began",
    "president": "head of state", "big": "large", "said": "stated", "child": "kid", "author": "writer",
    "actor": "performer", "album": "record", "bought": "purchased", "country": "nation", "says": "states",
    "kill": "slay", "police": "cops", "law": "legislation", "vote": "ballot", "city": "town",
}  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?![\w,.]*\w)")
_TIME = re.compile(
    r"^(?P<rest>.+?),? (?P<time>(?:in|on|since|during) (?:[A-Z][a-z]+ (?:\d{1,2}, )?)?\d{4})(?P<end>\.?)$"
)
_PASSIVE = re.compile(r"^(?P<what>.+?) (?:is|was|were|are) (?P<verb>\w+ed) by (?P<who>[^,]+?)(?P<end>\.?)$")


def paraphrases(text: str) -> list[str]:
    """The record in other words, in up to four ways that keep its sense."""
    found = []
    if match := _TIME.match(text):
        first = match["time"][0].upper() + match["time"][1:]
        found.append(f"{first}, {match['rest']}{match['end']}")
    if match := _PASSIVE.match(text):
        found.append(f"{match['who'][0].upper()}{match['who'][1:]} {match['verb']} {match['what']}{match['end']}")
    for word, other in _WORDS.items():
        if re.search(rf"\b{word}\b", text):
            found.append(re.sub(rf"\b{word}\b", other, text, count=1))
            break
    found.append(f"It is true that {text}" if text.endswith(".") else f"{text}.".replace(" & ", " and "))
    return [claim for claim in dict.fromkeys(found) if claim != text]


def negated(text: str) -> str | None:
    """The record denied."""
    if re.search(r"\b(?:not|never|no|n't|nobody|none|only)\b", text):
        return None
    for word in text.split():
        if word in _VERBS:
            return text.replace(f" {word} ", f" {_VERBS[word]} ", 1) if f" {word} " in text else None
        if word in _DID and f" {word} " in text:
            return text.replace(f" {word} ", f" did not {_DID[word]} ", 1)
        if word in _DOES and f" {word} " in text:
            return text.replace(f" {word} ", f" does not {_DOES[word]} ", 1)
    return None


def other_number(text: str, rng: random.Random) -> str | None:
    """The record with another figure."""
    places = list(_NUMBER.finditer(text))
    if not places:
        return None
    place = rng.choice(places)
    value = int(place.group().replace(",", ""))
    other = value + rng.choice([-7, -3, 2, 5, 11]) if value > 12 else value + rng.choice([1, 2, 3])
    return text[: place.start()] + str(abs(other)) + text[place.end() :]


def other_name(text: str, names: list[str], rng: random.Random) -> str | None:
    """The record with its last name replaced by another record's."""
    found = list(re.finditer(r"(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)+", text))
    if not found:
        return None
    other = rng.choice(names)
    return None if other == found[-1].group() else text[: found[-1].start()] + other + text[found[-1].end() :]
