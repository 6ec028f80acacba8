"""From a text to the names in it: persons, organisations, places, by their capitals and a small gazetteer.

A word that only opens a sentence is `tentative`. Matching ignores case, since some sources are lower-cased.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from adjudge.analysis.facts.calendar import MONTHS, WEEKDAYS
from adjudge.analysis.text.lexicon.morphology import OPENERS, STOP_WORDS
from adjudge.analysis.text.lexicon.places import CITIES, COUNTRY_NAMES, COUNTRY_OF, STATES
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.senses import known
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import composed, folded, german, stem


class NameKind(StrEnum):
    """What a name names, as far as it shows."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    NATIONALITY = "nationality"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Name:
    """A name; `parts` are its lower-cased words of weight, `canonical` the country it stands for, if any."""

    span: Span
    parts: tuple[str, ...]
    kind: NameKind
    canonical: str = ""
    acronym: str = ""
    tentative: bool = False


_CAPITAL = (
    r"(?:(?:[A-Z]\.){1,6}|(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr)\.(?=\s)|"
    r"(?<![\w’'])[A-ZÀ-ÖØ-ÞŠŽŁ][\w&\u0300-\u036f]*(?:[’'](?!s\b)\w+)*(?:-[\w\u0300-\u036f]+)*)"
)
_JOINTS = r"(?:of(?:\sthe)?|for(?:\sthe)?|de|da|del|della|di|la|le|van|von|der|den|bin|al|el|und|&|du|dos|y)"
_SEQUENCE = re.compile(rf"{_CAPITAL}(?:\s(?:{_JOINTS}\s){{0,2}}{_CAPITAL})*")
_MARKS = re.compile(r"[\W_]+")
_ACRONYM = re.compile(r"\(\s?([A-Z][A-Z&.]{1,7})\s?\)")
_ORGANISATION = re.compile(
    r"\b(?:Inc|Ltd|LLC|Corp|Corporation|Company|Group|Bank|University|College|Institute|School|Organi[sz]ation|Association|Agency|"
    r"Ministry|Department|Committee|Council|Commission|Party|Union|Church|Club|FC|United|Records|Studios?|Pictures|Foundation|Court|"
    r"Senate|Congress|Parliament|Army|Police|Times|Post|GmbH|AG|Hospital|Airlines|Team|League)\b"
)
_TITLE = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Lord|Lady|President|Minister|Senator|King|Queen|Pope|Captain|General|Judge)\.?\s?$"
)
_PLACE_CUE = re.compile(
    r"\b(?:in|from|near|to|of|across|throughout|visit(?:ed|s)?|via|toward|towards|capital)\s(?:the\s)?$"
)
_INSIDE_CUE = re.compile(r"\b(?:in|near|across|throughout|capital)\s(?:the\s)?$")
_PLACE_WORD = re.compile(
    r"\b(?:City|County|River|Lake|Mount|Island|Islands|Street|Province|State|Valley|Bay|Sea|Ocean|Coast|Park)\b"
)
_OPENING = re.compile(r"(?:^|[.!?:;•\n]|[\"“„(`'*-])[\s\"“„(`'*-]{0,6}$")
_OF_MONEY = re.compile(r"(?:US|U\.S\.|HK|NZ|AU|CA|A|C)\s?\$")
_DEGREES = re.compile(r"(?:[\d°]\s?|\b(?:degrees?|Grad)\s)((?:[CF]|Celsius|Fahrenheit)\b)")


@remembered
def names(text: str) -> tuple[Name, ...]:
    """The names in a text, in order. Months, weekdays and plain sentence openers are no names."""
    acronyms = {match.start(): match.group(1).replace(".", "") for match in _ACRONYM.finditer(text)}
    found: list[Name] = []
    if not any(character.isupper() for character in text):
        return ()
    headline = _headline(text)
    foreign = german(text)
    scales = {match.start(1) for match in _DEGREES.finditer(text)}
    for match in _SEQUENCE.finditer(text):
        if match.start() in scales or _OF_MONEY.match(text, match.start()):
            continue
        for start, end in _split(text, match.start(), match.end()):
            name = _named(text, start, end, headline=headline)
            if name is not None and not (foreign and _german_noun(name)):
                found.append(_with_acronym(name, acronyms))
    return tuple(found)


def _headline(text: str) -> bool:
    """Whether capitals say nothing here: a line in capitals, or Every Word Capitalised Like This."""
    tokens = [token for token in re.findall(r"[^\W\d_]+", text) if len(token) > 2 and token.lower() not in STOP_WORDS]
    if sum(1 for token in tokens if token.isupper() and len(token) > 3) > 0.6 * len(tokens):
        return True
    return len(tokens) >= 5 and all(token[0].isupper() for token in tokens)


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sequence without the opener of its sentence, and without dots or possessives at its end."""
    surface = text[start:end]
    first = re.match(r"[\w’'-]+", surface)
    opens = first and _OPENING.search(text[max(0, start - 6) : start]) and not _acronym(first.group())
    if first and opens and first.group().lower() in OPENERS:
        rest = re.compile(r"\s").match(text, start + first.end())
        start = rest.end() if rest and rest.end() < end else end
        joint = re.match(rf"(?:{_JOINTS}\s)+", text[start:end])
        start += joint.end() if joint else 0
    while (
        end > start
        and text[end - 1] in ".'’"
        and not re.search(r"(?:[A-Z]\.){2}$|\b(?:Inc|Jr|Sr|Ltd)\.$", text[start:end])
    ):
        end -= 1
    if text[start:end].endswith(("'s", "’s")):
        end -= 2
    return [(start, end)] if start < end else []


def _named(text: str, start: int, end: int, *, headline: bool) -> Name | None:
    surface = text[start:end]
    lower = composed(surface).lower()
    parts = tuple(
        part
        for part in re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", lower)
        if part not in STOP_WORDS and (len(part) > 1 or len(lower) == 1)
    ) or ((lower,) if lower in COUNTRY_OF or _acronym(surface) else ())
    if not parts or all(part.rstrip(".") in MONTHS or part.rstrip("s") in WEEKDAYS for part in parts):
        return None
    if headline or lower in ("i", "ok", "o.k.", "lrb", "rrb", "lsb", "rsb", "mr", "mrs", "dr", "ms"):
        return None
    opening = bool(_OPENING.search(text[max(0, start - 6) : start]))
    single = " " not in surface
    canonical = COUNTRY_OF.get(lower, "")
    kind = _kind(text, start, surface, canonical)
    tentative = opening and single and not canonical and lower not in CITIES and not _mixed(surface)
    if tentative and (lower in OPENERS or known(stem(lower)) or lower.endswith(("ing", "ly", "ed", "s"))):
        return None
    return Name(cut(text, start, end), parts, kind, canonical, _initials(surface), tentative)


def _german_noun(name: Name) -> bool:
    """In German every noun has a capital: one capitalised word, or two joined by a small one, is no sign of a name."""
    surface = name.span.text
    if name.canonical or composed(surface).lower() in CITIES or any(_acronym(word) for word in surface.split()):
        return False
    return " " not in surface or any(word[0].islower() for word in surface.split())


def _acronym(word: str) -> bool:
    """Whether the word is written in capitals: WHO is a name, who is not."""
    return len(word) > 1 and word.isupper() and word.isalpha()


def _mixed(surface: str) -> bool:
    return sum(1 for character in surface if character.isupper()) > 1


def _kind(text: str, start: int, surface: str, canonical: str) -> NameKind:
    lower = surface.lower()
    if canonical:
        return (
            NameKind.PLACE
            if lower == canonical or surface.isupper() or lower in COUNTRY_NAMES
            else NameKind.NATIONALITY
        )
    if lower in CITIES or lower in STATES or _PLACE_WORD.search(surface):
        return NameKind.PLACE
    if _ORGANISATION.search(surface) or (surface.isupper() and len(surface) > 1):
        return NameKind.ORGANISATION
    before = text[max(0, start - 16) : start]
    if _TITLE.search(before) or _TITLE.search(surface.split(" ")[0] + " "):
        return NameKind.PERSON
    if _PLACE_CUE.search(before) and (" " not in surface or _INSIDE_CUE.search(before)):
        return NameKind.PLACE
    if re.fullmatch(r"[A-Z][\w’'-]+(?:\s(?:[A-Z]\.|[A-Z][\w’'-]+|van|von|de|bin|al)){1,3}", surface):
        return NameKind.PERSON
    return NameKind.OTHER


def _initials(surface: str) -> str:
    capitals = re.findall(r"\b([A-Z])[\w]", surface)
    return "".join(capitals) if len(capitals) > 1 else ""


def _with_acronym(name: Name, acronyms: dict[int, str]) -> Name:
    """ "World Health Organization (WHO)": the acronym in brackets belongs to the name before it."""
    for start in range(name.span.end, name.span.end + 3):
        acronym = acronyms.get(start, "")
        if name.acronym and acronym.startswith(name.acronym[0]):
            return replace(name, acronym=acronym)
    return name


def topical(sentence: str, name: Name) -> bool:
    """Whether the name is what the sentence is about: a source often calls it "he", "the film" or nothing at all.

    No pronoun stands for a known place: a claim about Michigan does not follow from a text that never names it.
    """
    place = bool(name.canonical) or any(part in CITIES or part in STATES for part in name.parts)
    return not place and name.span.start <= 0.34 * len(sentence)


def matches(claim: Name, source: Name) -> bool:
    """Whether the two can name the same: one's words among the other's, an acronym, or one country."""
    if claim.canonical and claim.canonical == source.canonical:
        return True
    if _held(claim.parts, source.parts) or _held(source.parts, claim.parts):
        return True
    flat, other = (folded(_MARKS.sub("", name.span.text).lower()) for name in (claim, source))
    return (
        flat == other
        or bool(source.acronym and source.acronym.lower() == flat)
        or bool(claim.acronym and claim.acronym.lower() == other)
    )


def _held(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return all(part in others or any(_spelled_alike(part, other) for other in others) for part in some)


def _spelled_alike(part: str, other: str) -> bool:
    """Variants of one spelling: centre and center, Islam and Islamic, Müller and Mueller's."""
    if len(part) < 5 or len(other) < 5:
        return False
    return part.startswith(other[:4]) and (
        sorted(part) == sorted(other) or part.startswith(other) or other.startswith(part)
    )


def words_of(lowered: str) -> frozenset[str]:
    """The words of a lower-cased text; of a possessive ("wendel's") also the word itself."""
    words = frozenset(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", lowered))
    return words | {word[:-2] for word in words if word.endswith(("'s", "’s"))}


def mentioned(name: Name, lowered: str, vocabulary: Iterable[str] | None = None) -> bool:
    """Whether a lower-cased text mentions the name in any of its forms; `vocabulary` is the set of its words."""
    present = frozenset(vocabulary) if vocabulary is not None else words_of(lowered)
    if name.canonical and any(
        (form in present if " " not in form and "." not in form else form in lowered)
        for form, country in COUNTRY_OF.items()
        if country == name.canonical
    ):
        return True
    if all(part in present or part.rstrip("s") in present for part in name.parts):
        return True
    if name.kind is NameKind.PERSON and len(name.parts) > 1 and name.parts[-1] in present:
        return True
    return bool(name.acronym and len(name.acronym) > 1 and name.acronym.lower() in present)
