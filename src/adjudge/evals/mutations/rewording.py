"""Faithful claims: the sentence itself, a synonym, the passive, another order. What is said stays the same."""

import re
from collections.abc import Iterator

from adjudge.analysis.facts.names import NameKind
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.evals.mutations.clause import two_parties
from adjudge.evals.mutations.lexicon import AGENTS, PAST_FORMS, SYNONYMS
from adjudge.evals.mutations.mutation import MutationKind
from adjudge.evals.mutations.sentence import Draft, Sentence, draft, swapped
from adjudge.evals.mutations.standing import is_used_as

_PARTICIPLES = {participle: past for past, (_, participle) in PAST_FORMS.items()}
_PASSIVE = re.compile(
    rf"^(?P<what>(?:The|An?)\s[\w-]+(?:\s[\w-]+){{0,2}}|[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\s(?:was|were)\s"
    rf"(?P<verb>{'|'.join(sorted(_PARTICIPLES))})\sby\s(?P<who>(?:the\s)?[\w-]+(?:\s[\w-]+){{0,2}}?)"
    r"(?P<rest>(?:\s(?:in|on)\s[\w, ]*\d{4})?)(?P<end>[.!])$"
)
_LAST_WHEN = re.compile(r"\s((?:in|on|since|during)\s(?:(?:\d{1,2}|[A-Z][a-z]+)\s){0,2}(?:\d{1,2},\s)?\d{4})([.!])$")
_FIRST_WHEN = re.compile(r"^((?:In|On|During)\s(?:[A-Z][a-z]+\s|\d{1,2}\s){0,2}\d{4}),\s([^,;]+)([.!])$")
_NESTED = re.compile(
    r"\b(?:and|or|that|which|who|whose|where|but|until|till|before|after|when|while|because|since|as|being|"
    r"having|then|if|by the)\b|\bto (?!the|a|an)\w+\b|\bfor \w+ing\b"
)
"""Words that tie a time to one part of the sentence: moved, it would date another."""
_TIED = re.compile(
    r"\b(?:back|early|late|again|only|even|\w+ing)$|\bthan\b|\b(?:is|are|was|were|be|been|has|have|had|dates?|dated|"
    r"held)$|"
    r"\b(?:elections?|war|meetings?|crash|attacks?|match|game|final|agreement|report|study|census|summit|season|trial|"
    r"accident|fire|flood|earthquake|crisis|budget|deal|law|vote|speech|plan|plans)$"
)
"""Words that hold the time to themselves ("the attack in 2011"), or that need something after them ("Easter was")."""
_SHORT = 10
_MANY = word_set("people men women children police feet teeth mice geese cattle policemen firemen fishermen")
_UNSURE = word_set(
    """news series species means headquarters staff data media fish sheep deer aircraft team crew public rich poor
    elderly homeless sick dead young old"""
)
"""Nouns whose number does not show, or that some write with "was" and some with "were"."""


def verbatim(sentence: Sentence) -> Iterator[Draft]:
    """The sentence as it stands."""
    del sentence
    yield draft(MutationKind.VERBATIM)


def synonym(sentence: Sentence) -> Iterator[Draft]:
    """One word by another of the same meaning."""
    for use, table in SYNONYMS:
        for one in swapped(sentence, MutationKind.SYNONYM, table, fresh=False):
            [change] = one.changes
            if is_used_as(use, sentence.text, change.start, change.end, german=sentence.german):
                yield one


def voice(sentence: Sentence) -> Iterator[Draft]:
    """Active to passive and back."""
    if sentence.german or sentence.denied:
        return
    found = two_parties(sentence)
    if found is not None and found.verb.text in PAST_FORMS:
        participle = PAST_FORMS[found.verb.text][1]
        what = found.object.text[:1].upper() + found.object.text[1:]
        who = _inside(sentence, found.subject.text)
        if be := _was(found.object.text):
            yield draft(MutationKind.VOICE, (0, found.object.end, f"{what} {be} {participle} by {who}"))
    match = _PASSIVE.match(sentence.text)
    if match and _agent(sentence, match.start("who"), match["who"]):
        who = match["who"][:1].upper() + match["who"][1:]
        active = f"{who} {_PARTICIPLES[match['verb']]} {_inside(sentence, match['what'])}"
        yield draft(MutationKind.VOICE, (0, match.end("who"), active))


def reordered(sentence: Sentence) -> Iterator[Draft]:
    """The time of it said first instead of last, or last instead of first."""
    text = sentence.text
    if sentence.german:
        return
    if len(sentence.dates) > 1:
        return
    last = _LAST_WHEN.search(text)
    if last and "," not in text[: last.start()] and not _NESTED.search(text) and not _TIED.search(text[: last.start()]):
        when = last[1][:1].upper() + last[1][1:]
        yield draft(
            MutationKind.REORDERED, (0, len(text), f"{when}, {_inside(sentence, text[: last.start()])}{last[2]}")
        )
    first = _FIRST_WHEN.match(text)
    if first and not _NESTED.search(first[2]) and not _TIED.search(first[2]) and len(first[2].split()) <= _SHORT:
        what = first[2][:1].upper() + first[2][1:]
        yield draft(MutationKind.REORDERED, (0, len(text), f"{what} {first[1][:1].lower()}{first[1][1:]}{first[3]}"))


def _inside(sentence: Sentence, phrase: str) -> str:
    """A phrase that opened the sentence, as it is written further inside."""
    first = phrase.split(maxsplit=1)[0]
    return sentence.in_place_of(first) + phrase[len(first) :]


def _was(phrase: str) -> str:
    """The verb that agrees with a noun phrase; empty where its number does not show."""
    first, last = phrase.split()[0], phrase.split()[-1]
    lower = last.lower()
    if lower in _MANY:
        return "were"
    if lower in _UNSURE or lower.endswith(("ics", "ed")) or (last[0].isupper() and lower.endswith("s")):
        return ""
    many = first.lower() not in ("a", "an") and lower.endswith("s") and not lower.endswith(("ss", "us", "is"))
    return "were" if many else "was"


def _agent(sentence: Sentence, start: int, who: str) -> bool:
    """Whether who follows "by" did it: not a place, a time or a way of doing it."""
    named = [name for name in sentence.names if name.span.start == start]
    if named:
        return named[0].kind not in (NameKind.PLACE, NameKind.NATIONALITY) and named[0].span.text == who
    head = re.match(r"the\s(?:[\w-]+\s)?([a-z]+)(?=\sof\b|$)", who)
    return head is not None and head[1] in AGENTS
