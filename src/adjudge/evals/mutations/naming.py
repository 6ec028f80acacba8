"""Names: another place, another person, and who did what to whom. New names stand nowhere in the source."""

import re
from collections.abc import Iterator

from adjudge.analysis.facts.names import Name, NameKind
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.places import CITIES, COUNTRY_OF
from adjudge.analysis.text.senses import known
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import stem
from adjudge.evals.mutations.clause import two_parties
from adjudge.evals.mutations.lexicon import AGENTS, ONE_WAY, PEOPLE
from adjudge.evals.mutations.mutation import MutationKind
from adjudge.evals.mutations.sentence import Draft, Sentence, draft

_SOME_CITIES = ("Athens", "Boston", "Cairo", "Copenhagen", "Dublin", "Jakarta", "Lisbon", "Manila", "Nairobi", "Prague")
_GERMAN_CITIES = ("Athen", "Boston", "Bremen", "Dresden", "Dublin", "Kopenhagen", "Lissabon", "Oslo", "Prag", "Tokio")
_SOME_COUNTRIES = ("Portugal", "Norway", "Chile", "Kenya", "Vietnam", "Canada", "Bulgaria", "Ghana")
_GERMAN_COUNTRIES = ("Portugal", "Norwegen", "Chile", "Kenia", "Vietnam", "Kanada", "Bulgarien", "Ghana")
_GERMAN_FORMS = "Deutschland|Österreich|Frankreich|Italien|Spanien|Polen|Norwegen|Schweden|Dänemark|Belgien"
_AFTER = re.compile(
    r"(?<!shares )(?<!stake )(?<!invest )(?<!invested )(?<!trust )(?<!faith )(?<!confidence )(?<!interest )"
    r"(?<!believes )(?<!believe )(?<!believed )(?<!speaks )(?<!speak )(?<!spoke )(?<!sang )(?<!sung )(?<!wrote )"
    r"(?<!written )\b(?:in|near)\s$"
)
_LANGUAGES = word_set("latin arabic hebrew mandarin cantonese urdu hindi persian gaelic yiddish sanskrit esperanto god")
_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lady|Lord)\.?\s")
_DOES = re.compile(
    r"\s(?:said|says|told|added|wrote|won|lost|joined|became|signed|sued|scored|played|led|founded|was born|"
    r"was elected|was appointed|died|argued|who|sagte|gewann|schrieb|gründete|wurde|starb|unterzeichnete)\b"
)
_TWO_NAMES = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+\s[A-ZÄÖÜ][a-zäöüß-]+")
_JOINT = re.compile(r"\s(?:and|und)\s")
_TIED = re.compile(
    r"\b(?:between|zwischen|respectively|jeweils|from|von|first|second|third|former|latter|order|then|followed|erster?|"
    r"zweiter?|erste[nrs]?|zweite[nrs]?|dann|reihenfolge)\b",
    re.IGNORECASE,
)
_ONE_COUNTRY = (("bosnia", "herzegovina"), ("trinidad", "tobago"), ("antigua", "barbuda"))
_GERMAN_ARTICLE = re.compile(
    r"(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|diese[rsnm]?|alle)\b", re.IGNORECASE
)


def place(sentence: Sentence) -> Iterator[Draft]:
    """Another place."""
    if sentence.denied:
        return
    for name in sentence.names:
        for new in _others(sentence, name):
            if not sentence.says(new):
                yield draft(MutationKind.PLACE, (name.span.start, name.span.end, new))
    if sentence.german:
        # "Die Polen" are people.
        for match in re.finditer(rf"(?<!die )(?<!Die )(?<!der )(?<!den )\b(?:{_GERMAN_FORMS})\b", sentence.text):
            for new in _GERMAN_COUNTRIES:
                if not sentence.says(new):
                    yield draft(MutationKind.PLACE, (match.start(), match.end(), new))


def person(sentence: Sentence) -> Iterator[Draft]:
    """Another person, who is nowhere in the source."""
    if sentence.denied:
        return
    for name in sentence.names:
        if name.kind is NameKind.PERSON and not _common(name) and _acts(sentence, name):
            for new in PEOPLE:
                if not any(sentence.says(part) for part in new.split()):
                    yield draft(MutationKind.PERSON, (name.span.start, name.span.end, new))


def roles(sentence: Sentence) -> Iterator[Draft]:
    """Subject and object change places around a verb that has a direction."""
    found = None if sentence.denied else two_parties(sentence)
    if found is None or found.verb.text not in ONE_WAY:
        return
    subject, object_ = found.subject, found.object
    if not (_acts_on(sentence, subject) and _acts_on(sentence, object_)):
        return
    first = sentence.in_place_of(subject.text.split()[0]) + subject.text[len(subject.text.split()[0]) :]
    moved = object_.text[:1].upper() + object_.text[1:]
    yield draft(MutationKind.ROLES, (subject.start, subject.end, moved), (object_.start, object_.end, first))


def _acts_on(sentence: Sentence, party: Span) -> bool:
    """Whether it can do something to another: a name, or a noun for those who act.

    In German only a name whose form says nothing of its case: "Den Kanzler kritisierte Merz" means the same turned
    round, and a plural would show its role.
    """
    if sentence.german:
        known_place = party.text.lower() in CITIES
        return not _GERMAN_ARTICLE.match(party.text) and (known_place or _TWO_NAMES.fullmatch(party.text) is not None)
    named = party.text.split()[0].lower() not in ("the", "a", "an")
    return named or party.text.split()[-1].lower() in AGENTS


def reordered_names(sentence: Sentence) -> Iterator[Draft]:
    """Two names joined by "and", the other way round; not where a second list runs beside them."""
    lists = len(_JOINT.findall(sentence.text))
    if _TIED.search(sentence.text) or lists > 1 or len(sentence.quantities) > 1:
        return
    for one, other in zip(sentence.names, sentence.names[1:], strict=False):
        joint = _JOINT.fullmatch(sentence.text, one.span.end, other.span.start)
        listed = sentence.text[: one.span.start].rstrip().lower().endswith((",", " and", " und", " the", "the"))
        goes_on = re.match(r"\s(?:and|und)\b|[’']s", sentence.text[other.span.end :])
        pair = (one.span.text.lower(), other.span.text.lower())
        if joint and _known(one) and _known(other) and not listed and not goes_on and pair not in _ONE_COUNTRY:
            swap = f"{other.span.text}{joint.group()}{one.span.text}"
            yield draft(MutationKind.REORDERED, (one.span.start, other.span.end, swap))


def _others(sentence: Sentence, name: Name) -> tuple[str, ...]:
    surface, lower = name.span.text, name.span.text.lower()
    numbered = re.match(r"\s\d", sentence.text[name.span.end :])
    if surface.isupper() or numbered:
        return ()  # WASHINGTON (Reuters) only dates the line; Game 12 is no place
    if lower in CITIES or (name.kind is NameKind.PLACE and not name.canonical and _stands_alone(sentence, name)):
        return _GERMAN_CITIES if sentence.german else _SOME_CITIES
    if name.canonical == lower and COUNTRY_OF.get(lower) == lower and " " not in surface:
        return _GERMAN_COUNTRIES if sentence.german else _SOME_COUNTRIES
    return ()


def _known(name: Name) -> bool:
    """A city or a country of the gazetteer: such a name is whole, and no part of a longer one."""
    return name.span.text.lower() in CITIES or name.canonical == name.span.text.lower()


def _stands_alone(sentence: Sentence, name: Name) -> bool:
    """One capitalised word after "in" and the like: a place that no gazetteer knows."""
    word = name.span.text.lower()
    odd = " " in word or word in _LANGUAGES or known(stem(word))
    return not odd and bool(_AFTER.search(sentence.text[: name.span.start]))


def _common(name: Name) -> bool:
    """Capitalised words that hardly name a person: Northgate Mills, Golden Gate, World War II."""
    words = name.span.text.split()
    odd = len(words) != 2 or words[-1].endswith("s") or any(word.isupper() for word in words)
    odd = odd or words[-1] in ("Speaker", "President", "Chairman", "Secretary", "Minister")
    return odd or bool(name.canonical) or any(known(stem(part)) for part in name.parts)


def _acts(sentence: Sentence, name: Name) -> bool:
    """Whether a title or a verb of people stands beside the name, and no article."""
    before, after = sentence.text[: name.span.start], sentence.text[name.span.end :]
    titled = _TITLE.match(name.span.text) is not None
    return not before.lower().endswith(("the ", "a ", "and ", "of ")) and (titled or _DOES.match(after) is not None)
