"""Which source sentences speak about a claim sentence, which of their words answer which of its words, and what all
sources say anywhere.

Overlap is weighted by how rare a word is in the sources; the search is linear in their length.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nsmallest
from math import log

from adjudge.analysis.facts.names import words_of
from adjudge.analysis.facts.reading import Reading, words_in
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.senses import Sense, relatives, sense
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import Word, composed, stem

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W_]+")
_reading = lru_cache(maxsize=1024)(Reading)
_MATCHING = (Sense.SAME, Sense.SYNONYM, Sense.BROADER)
_LONGEST_DIFF, _AT_LEAST = 150, 4
_MOST_PLACES = 1_000
"""So many sentences of a source are looked at for one word; words in more of them do not tell them apart."""
_OPTIONS = 8
"""So many places of a word before and after the likeliest are looked at."""
_COMPANY = (-3, -2, -1, 1, 2, 3)
AROUND, _SHIFTED = 6, 2
"""How many words away another word still belongs to a value, and by how many it may have moved."""
_BEGINNING, _CLAUSE = 5, 8


@dataclass(frozen=True, slots=True)
class Indexed:
    """A source cut into sentences; for each stem, the sentences that hold it."""

    spans: tuple[Span, ...]
    sizes: tuple[int, ...]
    postings: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Edit:
    """Claim words and the source words that stand in their place, as index ranges."""

    claim: tuple[int, int]
    source: tuple[int, int]


@dataclass(frozen=True, eq=False)
class View:
    """A claim sentence beside one source sentence. `links` leads from claim words to their answers in the source."""

    claim: Reading
    source: Reading
    links: Mapping[int, int]
    weights: Mapping[int, float]

    @cached_property
    def coverage(self) -> float:
        """The weighted share of the claim's content words that the sentence answers."""
        return self.coverage_without(frozenset())

    @cached_property
    def figures(self) -> frozenset[int]:
        """The claim's words that are numbers or dates; each is compared on its own axis."""
        spans = [item.span for group in (self.claim.quantities, self.claim.dates) for item in group]
        return frozenset(index for span in spans for index in self.claim.indexes(span))

    def frame_without(self, left_out: frozenset[int]) -> float:
        """How far the words around some claim words are the same, whatever the numbers and dates say."""
        return self.coverage_without(left_out | self.figures)

    def locality(self, ours: frozenset[int], theirs: frozenset[int], reach: int = 4) -> int:
        """How many claim words near the given ones are answered near the given source words."""
        if not ours or not theirs:
            return 0
        low, high = min(theirs) - reach - 2, max(theirs) + reach + 2
        near = range(min(ours) - reach, max(ours) + reach + 1)
        return sum(1 for index in near if index not in ours and low <= self.links.get(index, -99) <= high)

    def attachment(self, ours: frozenset[int], theirs: frozenset[int], ignored: frozenset[int] = frozenset()) -> float:
        """How much the words around the given claim words stand around the given source words too, at about the same
        distance and on the same side; the nearer they stand on either side, the more they count."""
        if not ours or not theirs:
            return 0.0
        total = 0.0
        for index in range(min(ours) - AROUND, max(ours) + AROUND + 1):
            spot = self.links.get(index)
            if spot is None or index in ours or index in ignored or spot in theirs:
                continue
            here, there = away(index, ours), away(spot, theirs)
            if (here > 0) is (there > 0) and abs(here - there) <= _SHIFTED:
                total += 1 / min(abs(here), abs(there)) ** 2
        return total

    def around(self, theirs: frozenset[int], left_out: frozenset[int]) -> float:
        """The share of the claim's content, without some words, that is answered near the given source words: how far
        they stand in the claim's own clause, and not merely in a sentence that shares words with it."""
        wanted = [index for index in self.weights if index not in left_out and index not in self.figures]
        if not wanted or not theirs:
            return 1.0
        near = range(min(theirs) - _CLAUSE, max(theirs) + _CLAUSE + 1)
        return sum(1 for index in wanted if self.links.get(index, -99) in near) / len(wanted)

    def coverage_without(self, left_out: frozenset[int]) -> float:
        """The coverage of the rest, with some claim words left out: how far the frame around them is the same."""
        total = matched = 0.0
        for index, weight in self.weights.items():
            if index not in left_out:
                total += weight
                matched += weight if index in self.links else 0.0
        return matched / total if total else 0.0

    def denied(self, ours: frozenset[int], theirs: frozenset[int]) -> tuple[bool, bool]:
        """Whether the claim's words, and the source's words, stand under a negation."""
        return (
            any(negation.governs(index) for negation in self.claim.negations for index in ours),
            any(negation.governs(index) for negation in self.source.negations for index in theirs),
        )

    def in_place(self, ours: frozenset[int], theirs: frozenset[int]) -> bool:
        """Whether the source's words stand where the claim's words stand: both belong to one edit."""
        return any(
            any(block.claim[0] <= index < block.claim[1] for index in ours)
            and any(block.source[0] <= index < block.source[1] for index in theirs)
            for block in self.replacements
        )

    def neighboured(self, ours: frozenset[int], theirs: frozenset[int]) -> bool:
        """Whether the word right before or right after is the same on both sides (or both open the sentence)."""
        if not ours or not theirs:
            return False
        before, other = min(ours) - 1, min(theirs) - 1
        after, behind = max(ours) + 1, max(theirs) + 1
        if before < 0 and other < 0:
            return True
        if before >= 0 and other >= 0 and self.claim.words[before].stem == self.source.words[other].stem:
            return True
        if after >= len(self.claim.words) or behind >= len(self.source.words):
            return False
        follower = self.claim.words[after]
        return follower.stem == self.source.words[behind].stem and follower.stem.isalnum()

    def alternative(self, ours: frozenset[int], theirs: frozenset[int]) -> bool:
        """Whether either stands beside "or" or "nor": one of several, so another one does not clash with it."""
        return _beside_or(self.claim.words, ours) or _beside_or(self.source.words, theirs)

    @cached_property
    def answered(self) -> frozenset[int]:
        """The source words that answer a claim word."""
        return frozenset(self.links.values())

    @cached_property
    def replacements(self) -> tuple[Edit, ...]:
        """Where the two sentences differ with words on both sides, read in order; nothing for very long sentences."""
        return _edits(tuple(word.stem for word in self.claim.words), tuple(word.stem for word in self.source.words))


@lru_cache(maxsize=1024)
def _edits(ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[Edit, ...]:
    if len(ours) > _LONGEST_DIFF or len(theirs) > _LONGEST_DIFF:
        return ()
    opcodes = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    return tuple(Edit((i1, i2), (j1, j2)) for tag, i1, i2, j1, j2 in opcodes if tag == "replace")


def _beside_or(words: Sequence[Word], indexes: frozenset[int]) -> bool:
    if not indexes:
        return False
    around = words[max(0, min(indexes) - 2) : max(indexes) + 3]
    return any(word.lower in ("or", "nor", "oder", "neither", "either") for word in around)


@lru_cache(maxsize=16)
def indexed(text: str) -> Indexed:
    """The source's sentences, and where each stem stands. Kept for the next claims about the same source."""
    spans = sentences(text)
    postings: dict[str, list[int]] = {}
    sizes = []
    for number, span in enumerate(spans):
        stems = {stem(token.lower()) for token in _TOKEN.findall(span.text)}
        sizes.append(len(stems))
        for found in stems:
            postings.setdefault(found, []).append(number)
    return Indexed(spans, tuple(sizes), postings)


def views(claim: Reading, sources: Sequence[tuple[str, str]], *, limit: int = 4) -> tuple[View, ...]:
    """The claim sentence beside the source sentences that speak most about it, best first."""
    indexes = [(document_id, indexed(text)) for document_id, text in sources]
    weights = _weights(claim, [index for _, index in indexes])
    scored = nsmallest(limit, _scored(claim, weights, [index for _, index in indexes]))
    chosen = []
    for _, number, position in scored:
        document_id, index = indexes[number]
        chosen.append(view(claim, _reading(document_id, index.spans[position]), weights))
    return tuple(sorted(chosen, key=lambda one: -one.coverage))


def _scored(
    claim: Reading, weights: Mapping[int, float], indexes: Sequence[Indexed]
) -> Iterator[tuple[float, int, int]]:
    """Each sentence that shares a word with the claim (or else the first ones), lowest score best."""
    by_stem: dict[str, float] = {}
    for at, weight in weights.items():
        by_stem[claim.words[at].stem] = max(weight, by_stem.get(claim.words[at].stem, 0.0))
    for number, index in enumerate(indexes):
        scores: dict[int, float] = dict.fromkeys(range(min(len(index.spans), _AT_LEAST)), 0.0)
        for word, weight in by_stem.items():
            for position in index.postings.get(word, ())[:_MOST_PLACES]:
                scores[position] = scores.get(position, 0.0) + weight
        for position, score in scores.items():
            # Of two sentences that share the same words, the shorter one says them with less around them.
            yield (-score + 0.001 * min(index.sizes[position], 400), number, position)


def view(claim: Reading, source: Reading, weights: Mapping[int, float] | None = None) -> View:
    """The claim sentence beside one given source sentence."""
    return View(claim, source, _links(claim.text, source.text), weights or dict.fromkeys(claim.content, 1.0))


def away(index: int, words: frozenset[int]) -> int:
    """How far a word stands from the nearest of some that stand together; below zero before them."""
    return index - (min(words) if index < min(words) else max(words))


def _weights(claim: Reading, indexes: Sequence[Indexed]) -> dict[int, float]:
    total = sum(len(index.spans) for index in indexes)
    weights = {}
    for at in claim.content:
        frequency = sum(len(index.postings.get(claim.words[at].stem, ())) for index in indexes)
        weights[at] = log(1.0 + (total + 1.0) / (frequency + 1.0)) if total > 3 else 1.0
    return weights


@lru_cache(maxsize=1024)
def _links(claim: str, source: str) -> Mapping[int, int]:
    """For each content word of the claim the source word that answers it: the likeliest of the best kind."""
    ours, theirs = words_in(claim), words_in(source)
    places: dict[str, list[int]] = {}
    for index, word in enumerate(theirs):
        places.setdefault(word.stem, []).append(index)
    links: dict[int, int] = {}
    used: set[int] = set()
    scale = len(theirs) / max(1, len(ours))
    for index, word in enumerate(ours):
        if word.content and word.stem in places:
            near = bisect_left(places[word.stem], index * scale)
            spots = places[word.stem][max(0, near - _OPTIONS) : near + _OPTIONS]
            options = [at for at in spots if at not in used] or spots
            links[index] = options[0] if len(options) == 1 else _likeliest(ours, index, theirs, options, scale)
            used.add(links[index])
    open_stems = [name for name, spots in places.items() if theirs[spots[0]].content]
    for index, word in enumerate(ours):
        if word.content and index not in links:
            at = _kindred(word.stem, open_stems, places, used)
            if at is not None:
                links[index] = at
                used.add(at)
    return links


def _likeliest(ours: Sequence[Word], index: int, theirs: Sequence[Word], options: Sequence[int], scale: float) -> int:
    """Of several places of the same word the one among the same words ("the second game"), else the nearest."""

    def company(at: int) -> float:
        shared = 0.0
        for step in _COMPANY:
            here, there = index + step, at + step
            if 0 <= here < len(ours) and 0 <= there < len(theirs) and ours[here].stem == theirs[there].stem:
                shared += 1 / abs(step)
        return shared

    return max(options, key=lambda at: (company(at), -abs(at - index * scale)))


def _kindred(word: str, candidates: Sequence[str], places: Mapping[str, list[int]], used: set[int]) -> int | None:
    kin = relatives(word)
    for other in candidates:
        related = sense(word, other) if other in kin else Sense.NONE
        if related in _MATCHING or (related is Sense.NONE and _alike(word, other)):
            free = [at for at in places[other] if at not in used]
            if free:
                return free[0]
    return None


def _alike(word: str, other: str) -> bool:
    """Whether two long words begin alike, and so are taken for forms of one word: infect, infection."""
    if word[:_BEGINNING] != other[:_BEGINNING] or not (word.isalpha() and other.isalpha()):
        return False
    pairs = zip(word, other, strict=False)
    common = next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(word), len(other)))
    return common >= max(_BEGINNING, min(len(word), len(other)) - 1, 0.6 * max(len(word), len(other)))


@dataclass(frozen=True, slots=True)
class SourceWords:
    """All sources of a claim as lower-cased words: what is said anywhere, outside the aligned sentences too."""

    lowered: str
    vocabulary: frozenset[str]
    counts: Mapping[str, int]

    def elsewhere(self, words: str, shown: Sequence[View]) -> bool:
        """Whether the first of these words also stands in a source sentence that none of the views shows."""
        first = _TOKEN.search(words.lower())
        if first is None or first.group() not in self.counts:
            return False
        texts = {(one.source.document_id, one.source.span.start): one.source.text for one in shown}.values()
        return self.counts[first.group()] > sum(_TOKEN.findall(text.lower()).count(first.group()) for text in texts)


@remembered
def source_words(text: str) -> SourceWords:
    """The words of all sources, joined by line breaks."""
    lowered = composed(text).lower()
    return SourceWords(lowered, words_of(lowered), Counter(_TOKEN.findall(lowered)))
