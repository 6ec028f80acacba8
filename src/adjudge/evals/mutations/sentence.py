"""A sentence as the makers of mutations read it: its quantities, dates and names, and whether it may be changed at all.

Only plain statements are changed: no question, no condition, nothing in quotation marks. What is denied already is not
mutated, since below a negation more says less and a change may turn into something that follows.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.morphology import STOP_WORDS
from adjudge.engines.offline.verbs import has_verb
from adjudge.evals.mutations.lexicon import PAST_FORMS, ExchangeTable
from adjudge.evals.mutations.mutation import MutationKind, Replacement

_FEWEST, _MOST = 4, 45
_UNSURE = re.compile(
    r"[?\"“”„»«]|\b(?:if|unless|whether|except|false|falsely|untrue|denied|denies|denying|myth|hoax|wenn|falls|sofern|"
    r"ob|außer|falsch|bestreitet|bestritt)\b",
    re.IGNORECASE,
)
_GLUED = re.compile(r"\w (?:The|This|He|She|It|Der|Das) [a-zäöü]")
"""Two sentences without a mark between them: a caption, a heading, the name of a photographer."""


@dataclass(frozen=True, eq=False)
class Sentence(Reading):
    """One sentence of a document, with the whole source that it stands in."""

    source: str
    german: bool

    @cached_property
    def denied(self) -> bool:
        """Whether anything in it is negated."""
        return bool(self.negations)

    @cached_property
    def lowered(self) -> str:
        """The source in lower case, for lookups."""
        return self.source.lower()

    @property
    def plain(self) -> bool:
        """Whether it is a self-contained statement."""
        text, count = self.text, len(self.text.split())
        shaped = text[:1].isupper() or text[:1].isdigit()
        ended = text.endswith((".", "!")) and not text.endswith("...")
        stated = has_verb(text) or any(word.lower in PAST_FORMS for word in self.words)
        is_complete = not _UNSURE.search(text) and not _GLUED.search(text)
        return shaped and ended and _FEWEST <= count <= _MOST and is_complete and stated

    def says(self, phrase: str) -> bool:
        """Whether the source has these words anywhere."""
        return re.search(rf"(?<!\w){re.escape(phrase.lower())}(?!\w)", self.lowered) is not None

    def in_place_of(self, first: str) -> str:
        """The sentence's first word as it is written further inside: names and German nouns keep their capital."""
        named = self.german or any(name.span.start == 0 for name in self.names)
        if first.split("'")[0].split("’")[0] in ("I", ""):
            return first
        if first.split("'")[0].split("’")[0].lower() in STOP_WORDS:
            return first[:1].lower() + first[1:]
        return first if named and first.lower() not in STOP_WORDS else first.lower()


@dataclass(frozen=True, slots=True)
class Draft:
    """A kind and the changes that make it."""

    kind: MutationKind
    changes: tuple[Replacement, ...]


Maker = Callable[[Sentence], Iterator[Draft]]


def draft(kind: MutationKind, *changes: tuple[int, int, str]) -> Draft:
    """A draft of these (start, end, new words)."""
    return Draft(kind, tuple(Replacement(start=start, end=end, text=text) for start, end, text in changes))


def swapped(sentence: Sentence, kind: MutationKind, table: ExchangeTable, *, fresh: bool = True) -> Iterator[Draft]:
    """A draft for each word or phrase of the table that stands in the sentence. With `fresh` its replacement must be
    nowhere in the source, so that the source cannot say the new thing in another place."""
    pairs = table.of(german=sentence.german)
    if not pairs:
        return
    for match in _finder(tuple(pairs)).finditer(sentence.text):
        new = pairs[match.group().lower()]
        # A capital within an English sentence makes it a name: Theresa May, Northern Ireland.
        named = not sentence.german and match.group()[0].isupper() and match.start() > 0
        if not named and _article_fits(sentence.text[: match.start()], new) and not (fresh and sentence.says(new)):
            yield draft(kind, (match.start(), match.end(), cased(match.group(), new)))


def _article_fits(before: str, new: str) -> bool:
    article = re.search(r"\b(an?)\s$", before, re.IGNORECASE)
    return article is None or (article[1].lower() == "an") == (new[0] in "aeiou")


def cased(old: str, new: str) -> str:
    """The new word with the old one's capital."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


_finders: dict[tuple[str, ...], re.Pattern[str]] = {}


def _finder(phrases: tuple[str, ...]) -> re.Pattern[str]:
    if phrases not in _finders:
        longest = sorted(phrases, key=len, reverse=True)
        _finders[phrases] = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
    return _finders[phrases]
