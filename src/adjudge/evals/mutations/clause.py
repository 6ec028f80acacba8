"""Simple clauses: subject, verb in the past tense, object and rest. Anything less clear is None."""

import re
from dataclasses import dataclass

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.spans import Span, cut
from adjudge.engines.offline.verbs import has_verb
from adjudge.evals.mutations.lexicon import ONE_WAY, PAST_FORMS, TWO_OBJECTS
from adjudge.evals.mutations.sentence import Sentence
from adjudge.evals.mutations.standing import DETERMINERS, PARTICLES

_VERB = re.compile(rf"(?<=\s)(?:{'|'.join(sorted({*PAST_FORMS, *ONE_WAY}))})(?=\s)")
_NAME = r"(?:[A-ZÄÖÜ][\w’'-]+)(?:\s[A-ZÄÖÜ][\w’'-]+){0,2}"
_NOUN = r"(?:[Tt]he|[Aa]n?)\s(?:[\w-]+\s){0,2}[\w-]+"
_PARTY = re.compile(rf"(?:{_NAME}|{_NOUN})")
_STOPS = re.compile(
    r"\s(?:on|in|at|by|for|with|to|after|before|during|from|of|last|this|over|near|into|against|because|while|when|as|about|"
    r"am|im|vor|nach|bei|mit|für)\b|[,.;:!]|\s\d|\s(?:yesterday|today|again|gestern|heute)"
)
_ARTICLE_AND_NOUN = 2
_ADVERBS = word_set(
    "also then later soon never once twice already still just first again today yesterday abroad forever too there here"
)
_PERSONAL = word_set("he she it they we i you this that these those who which er sie es wir")


@dataclass(frozen=True, slots=True)
class Parties:
    """Subject, verb and object with their places."""

    subject: Span
    verb: Span
    object: Span


def two_parties(sentence: Sentence) -> Parties | None:
    """The two parties of a sentence, if it is as simple as that."""
    text = sentence.text
    verb = _VERB.search(text)
    if verb is None or (sentence.german and verb.group() in PAST_FORMS):
        return None
    subject = cut(text, 0, len(text[: verb.start()].rstrip()))
    stop = _STOPS.search(text, verb.end())
    object_ = cut(text, verb.end() + 1, stop.start() if stop else len(text))
    if not _fits(subject.text) or not _fits(object_.text) or has_verb(subject.text):
        return None
    if verb.group() in TWO_OBJECTS and object_.text[0].islower() and len(object_.text.split()) > _ARTICLE_AND_NOUN:
        return None
    rest = text[object_.end :]
    if re.search(r"\b(?:and|or|but|who|which|that|und|der|die|his|her|its|their|it|he|she|they)\b", rest):
        # What follows may lean on the order of the parties, or add a clause with the same subject.
        return None
    return Parties(subject, cut(text, verb.start(), verb.end()), object_)


def _fits(words: str) -> bool:
    """A name, or an article with its noun: nothing that belongs to the verb, and no second object."""
    first, *inner = words.lower().split() or [""]
    shaped = _PARTY.fullmatch(words) is not None and first not in _PERSONAL
    idle = not inner or not (inner[-1].endswith("ly") or inner[-1] in PARTICLES or inner[-1] in _ADVERBS)
    idiom = words.lower() in ("the way", "the day", "the gap")
    return shaped and idle and not idiom and not any(word in DETERMINERS or word == "and" for word in inner)
