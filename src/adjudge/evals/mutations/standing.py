"""Whether a word has the sense in which it may be replaced: "The safe was found" is not about safety.

Looks at the neighbouring words only, and says no if they do not settle it.
"""

import re
from dataclasses import dataclass

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.morphology import STOP_WORDS
from adjudge.engines.offline.verbs import has_verb
from adjudge.evals.mutations.lexicon import Use

DETERMINERS = word_set(
    """a an the this that these those his her its their our my your some any no each every all both many several few
    most one two three four five six seven eight nine ten eleven twelve more another"""
)
PARTICLES = word_set(
    "up down out off away back over through along apart around into onto upon together aside forth ahead"
)
_PREPOSITIONS = word_set("of in on at by for with from to about as among between near per without against and or than")
_PRONOUNS = word_set("him them us me you it")
_BE = word_set("is are was were be been being")
_SEEMS = _BE | word_set("remains remained remain seems became become found pleaded")
_CHANGED = re.compile(
    r"\s?$|[.,;!]|\s(?:by|sharply|slightly|steadily|rapidly|again|further|significantly|dramatically|while|and|after|"
    r"between|during)\b|\sto\s[$€£]?\d|\sin\s(?:\d{4}|the\b|[A-Z])"
)
_SPAN = re.compile(r"\b(?:from|von)\s[$€£]?\d[\d.,]*\D{0,12}\s(?:to|auf)\s[$€£]?\d")
_GERMAN_MEASURE = re.compile(r"\b(?:um|auf)\s(?:\w+\s)?\d|\b(?:stark|leicht|deutlich|weiter|kräftig|rasch)\b")
_SEPARATED = re.compile(r"\s(?:ein|aus|auf|ab|um|an|zu|vor|nach|mit|weg|los|zurück|über|unter)\s?(?:[,.!]|und\b|$)")
_GERMAN_NUMBER = re.compile(r"\s(?:\d|(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend)\b)")
_BUILDING = re.compile(
    r"\b(?:bridge|house|church|tower|hospital|school|station|road|wall|dam|castle|museum|lighthouse|railway|tunnel|"
    r"factory|palace|stadium|theatre|library|temple|fort|harbour|canal|mill|barn|airport)s?\b|(?:[Hh]aus|[Bb]rücke|"
    r"[Kk]irche|[Tt]urm|[Ss]chule|[Gg]ebäude|[Mm]useum|[Bb]ahnhof|[Ss]traße|[Mm]auer|[Dd]amm|[Ss]chloss|[Tt]unnel|"
    r"[Tt]heater|[Ss]tadion|[Ff]abrik|[Hh]alle)\b"
)
_TO_DO = re.compile(r"(?:\s[\w’'-]+){1,4}\s(?:to|from)\b")
_DOOR = re.compile(r"\s(?:the|a|his|her|its|their)\s(?:doors?|way|eyes?|gap|books?)\b")
_PARTICLE_LAST = re.compile(r"\s(?:up|down|out|off|away|back|over)\s?(?:[.,;!]|$)")
_FOR_WHOM = re.compile(r"\s(?:the|an?)\s[\w-]+\s(?:the|an?|two|three|four|five|six|seven|eight|nine|ten|\d\S*)\s")
_DEGREE = word_set("how so as too more less most quite very wie so zu sehr mehr")
_ENDED = re.compile(r"\s?(?:[.!]|worden\b|$)")


@dataclass(frozen=True, slots=True)
class Place:
    """A word in its sentence."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """The word itself."""
        return self.text[self.start : self.end].lower()

    @property
    def before(self) -> str:
        """The word right before it; empty at the beginning and after a mark."""
        found = re.search(r"(?<![\w’'$€£-])([\w’'$€£-]+)\s$", self.text[: self.start])
        return found[1].lower() if found else ""

    @property
    def after(self) -> str:
        """The word right after it as it is written; empty at the end and before a mark."""
        found = re.match(r"\s([\w’'$€£-]+)", self.text[self.end :])
        return found[1] if found else ""

    @property
    def rest(self) -> str:
        """All that follows."""
        return self.text[self.end :]


def is_used_as(use: Use, text: str, start: int, end: int, *, german: bool) -> bool:
    """Whether the word at this place is used in this way."""
    place = Place(text, start, end)
    if german:
        return _german(use, place)
    match use:
        case Use.NOUN:
            return _noun(place)
        case Use.VERB:
            idiom = place.after.lower() in {"to", "fire", "source", "circuit"} or _DOOR.match(place.rest)
            return _verb(place) and not idiom
        case Use.OBJECT:
            return _verb(place) and _has_object(place)
        case Use.BUILDING:
            return _verb(place) and _has_object(place) and _BUILDING.search(text) is not None
        case Use.CHANGE:
            return _verb(place) and bool(_CHANGED.match(place.rest)) and not _SPAN.search(place.rest)
        case Use.ADVERB:
            return place.before not in _DEGREE and place.after.lower() not in {"never", "no", "nothing", "as", "than"}
        case Use.AMOUNT:
            return place.after[:1].isdigit() or place.after.lower() in DETERMINERS - {"no", "any", "that"}
        case Use.PREDICATE:
            return place.before in _SEEMS and (not place.after or place.after.lower() in _PREPOSITIONS)
        case Use.ATTRIBUTE:
            region = place.word.endswith("ern") and place.after[:1].isupper()
            state = place.after in {"asleep", "ill", "short", "apart", "behind", "star"}
            return region or (_content(place.after) and not has_verb(place.after) and not state)
        case Use.SUPERLATIVE:
            led = place.before in {"the", "a", "its", "their", "his", "her", "second", "third"}
            return led or place.before.endswith(("'s", "’s"))


def _german(use: Use, place: Place) -> bool:
    """German marks nouns by their capital; a verb may have left half of itself at the end ("stieg ... aus")."""
    capital = place.text[place.start].isupper()
    if place.word in {"mehrheit", "minderheit"}:
        return capital and place.before in {"die", "der", "eine", "einer"}
    if use is Use.NOUN:
        return capital
    if capital and place.start > 0:
        return False
    match use:
        case Use.AMOUNT:
            return _GERMAN_NUMBER.match(place.rest) is not None
        case Use.CHANGE:
            said = place.word.endswith(("gen", "ken", "men")) or bool(_GERMAN_MEASURE.search(place.rest))
            return said and not _SEPARATED.search(place.rest) and not _SPAN.search(place.text)
        case Use.BUILDING:
            return bool(_BUILDING.search(place.text) and _ENDED.match(place.rest))
        case Use.VERB if place.word.endswith(("t", "n")) and place.word not in {"gewann", "gewannen", "begannen"}:
            return _ENDED.match(place.rest) is not None
        case Use.VERB:
            return not _SEPARATED.search(place.rest) and not re.search(r"\b(?:sich|zu|an)\b", place.rest)
        case Use.ADVERB:
            return place.before not in _DEGREE
        case _:
            return True


def _noun(place: Place) -> bool:
    """No part of a compound ("shop floor", "coffee shop"), no title before a name, no "doctor of"."""
    free = not place.before or place.before in DETERMINERS or place.before in _PREPOSITIONS or place.before.isdigit()
    after = place.after.lower()
    named = place.after[:1].isupper()
    return free and not named and (not after or (after in STOP_WORDS and after != "of") or has_verb(place.after))


def _verb(place: Place) -> bool:
    """No noun or adjective of the same spelling ("a rose", "500 won", "an increased risk"), no phrasal verb."""
    nominal = place.before in DETERMINERS or place.before in _PREPOSITIONS - {"and", "or"}
    counted = re.search(r"[\d$€£]", place.before) is not None
    phrasal = place.after.lower() in PARTICLES or _PARTICLE_LAST.search(place.rest) is not None
    return bool(place.before) and not nominal and not counted and not phrasal


def _has_object(place: Place) -> bool:
    """An object that shows as one, or the passive."""
    after = place.after.lower()
    if re.search(r"\b(?:is|are|was|were|been|being)\s(?:\w+ly\s)?$", place.text[: place.start]):
        # A house that was sold was bought as well; what was lost was not gained by anyone.
        one_sided = place.word not in {"bought", "sold", "lost", "gained", "won"}
        return one_sided and (not after or after in {"by", "in", "on", "at", "after", "because", "during", "for"})
    if place.word in {"allowed", "permitted", "prohibited"} and _TO_DO.match(place.rest):
        return False
    if place.word == "sold" and re.search(r"\bto\b", place.rest):
        return False
    if place.word == "bought" and re.search(r"\bfrom\b", place.rest):
        return False
    if _FOR_WHOM.match(place.rest):
        return False
    return after in DETERMINERS or after in _PRONOUNS or re.match(r"[$€£\dA-Z]", place.after) is not None


def _content(word: str) -> bool:
    return word[:1].islower() and word not in STOP_WORDS and word not in PARTICLES
