"""Faithful claims: the sentence itself, a synonym, the passive, another order. What is said stays the same."""

import re
from collections.abc import Iterator

from adjudge.evals.mutations.clause import two_parties
from adjudge.evals.mutations.lexicon import PAST_FORMS, SYNONYMS
from adjudge.evals.mutations.mutation import Kind
from adjudge.evals.mutations.sentence import Draft, Sentence, draft, swapped

_PARTICIPLES = {participle: past for past, (_, participle) in PAST_FORMS.items()}
_PASSIVE = re.compile(
    rf"^(?P<what>(?:The|An?)\s+[\w-]+(?:\s+[\w-]+){{0,2}}|[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s+(?:was|were)\s+"
    rf"(?P<verb>{'|'.join(sorted(_PARTICIPLES))})\s+by\s+(?P<who>(?:the\s+)?[\w-]+(?:\s+[\w-]+){{0,2}}?)"
    r"(?P<rest>(?:\s+(?:in|on)\s+[\w, ]*\d{4})?)(?P<end>[.!])$"
)
_LAST_WHEN = re.compile(
    r"\s+((?:in|on|since|during)\s+(?:(?:\d{1,2}|[A-Z][a-z]+)\s+){0,2}(?:\d{1,2},\s+)?\d{4})([.!])$"
)
_FIRST_WHEN = re.compile(r"^((?:In|On|During)\s+(?:[A-Z][a-z]+\s+|\d{1,2}\s+){0,2}\d{4}),\s+([^,;]+)([.!])$")
_NESTED = re.compile(
    r"\b(?:and|or|that|which|who|whose|where|but|until|till|before|after|when|while|because|since|as|being|"
    r"having|then|if|by the)\b|\bto (?!the|a|an)\w+\b|\bfor \w+ing\b"
)
"""Words that tie a time to one part of the sentence: moved, it would date another."""
_TIED = re.compile(r"\b(?:back|early|late|again|only|even|\w+ing)$|\bthan\b")
_SHORT = 10


def verbatim(sentence: Sentence) -> Iterator[Draft]:
    """The sentence as it stands."""
    del sentence
    yield draft(Kind.VERBATIM)


def synonym(sentence: Sentence) -> Iterator[Draft]:
    """One word by another of the same meaning."""
    yield from swapped(sentence, Kind.SYNONYM, SYNONYMS, fresh=False)


def voice(sentence: Sentence) -> Iterator[Draft]:
    """Active to passive and back."""
    if sentence.german or sentence.denied:
        return
    found = two_parties(sentence)
    if found is not None and found.verb.text in PAST_FORMS:
        participle = PAST_FORMS[found.verb.text][1]
        what = found.object.text[:1].upper() + found.object.text[1:]
        who = _inside(sentence, found.subject.text)
        be = "were" if _plural(found.object.text) else "was"
        yield draft(Kind.VOICE, (0, found.object.end, f"{what} {be} {participle} by {who}"))
    match = _PASSIVE.match(sentence.text)
    if match and not re.search(r"\b(?:in|on|and)\b", match["who"]):
        who = match["who"][:1].upper() + match["who"][1:]
        active = f"{who} {_PARTICIPLES[match['verb']]} {_inside(sentence, match['what'])}"
        yield draft(Kind.VOICE, (0, match.end("who"), active))


def reordered(sentence: Sentence) -> Iterator[Draft]:
    """The time of it said first instead of last, or last instead of first."""
    text = sentence.text
    if sentence.german:
        return
    last = _LAST_WHEN.search(text)
    if last and "," not in text[: last.start()] and not _NESTED.search(text) and not _TIED.search(text[: last.start()]):
        when = last[1][:1].upper() + last[1][1:]
        yield draft(Kind.REORDERED, (0, len(text), f"{when}, {_inside(sentence, text[: last.start()])}{last[2]}"))
    first = _FIRST_WHEN.match(text)
    if first and not _NESTED.search(first[2]) and len(first[2].split()) <= _SHORT:
        what = first[2][:1].upper() + first[2][1:]
        yield draft(Kind.REORDERED, (0, len(text), f"{what} {first[1][:1].lower()}{first[1][1:]}{first[3]}"))


def _inside(sentence: Sentence, phrase: str) -> str:
    """A phrase that opened the sentence, as it is written further inside."""
    first = phrase.split(maxsplit=1)[0]
    return sentence.in_place_of(first) + phrase[len(first) :]


def _plural(phrase: str) -> bool:
    last = phrase.split()[-1]
    return (
        phrase.split()[0] not in ("a", "an", "A", "An") and last.endswith("s") and not last.endswith(("ss", "us", "is"))
    )
