"""EvidenceRetriever: find the passages of an article that are relevant to a claim. Deterministic; no model.

Passages are sliding windows of two or three sentences. `jaccard` scores a window by the Jaccard similarity of words,
with a boost for the claim's numbers and names. `bm25`, the default, weighs each word by its rarity and adds
the same boost. The best windows that share no sentence are given, best first; where no window shares a word with the
claim, `bm25` gives the beginning, as much as there is room for. An article for which there is room is given whole: what
decides a claim often shares no word with it. Each article is read once, in linear time.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudge.analysis.facts.names import names
from adjudge.analysis.text.words import content_words
from adjudge.evidence.library import Library, figures, library_of, stems
from adjudge.evidence.passages import Passage
from adjudge.evidence.ranking import saturated
from adjudge.plurals import count_of

RankingMethod: TypeAlias = Literal["bm25", "jaccard"]

_LENGTH_WEIGHT = 0.6
_NUMBER_BOOST = 0.3
_NAME_BOOST = 0.2


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A passage, its score, and the reason for its selection."""

    passage: Passage
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The query: words, numbers and names of the claim."""

    stems: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]


@dataclass(frozen=True)
class EvidenceRetriever:
    """Finds passages: the method, their number, and their length in sentences (at most 2 or 3)."""

    method: RankingMethod = "bm25"
    limit: int = 6
    window: int = 3

    def retrieve(self, claim: str, documents: Sequence[tuple[str, str]]) -> list[Retrieved]:
        """The best passages for a claim in documents given as (id, text)."""
        return _best(self, library_of(tuple(documents)), _wanted(claim), dict(documents))


def _best(retriever: EvidenceRetriever, library: Library, wanted: _Wanted, texts: dict[str, str]) -> list[Retrieved]:
    scores = _scored(retriever, library, wanted)
    if retriever.method == "bm25" and len(library.units) <= retriever.limit * retriever.window:
        tiles = _rest(library, set(), retriever.window)
        # Windows that tile the article come in place of the best ones, which leave single sentences between them.
        scores = {place: scores.get(place, 0.0) for place in tiles} if len(tiles) <= retriever.limit else scores
    used: set[int] = set()
    found: list[Retrieved] = []
    for (first, last), score in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
        if len(found) == retriever.limit:
            break
        if used.isdisjoint(range(first, last + 1)):
            used.update(range(first, last + 1))
            found.append(_retrieved(library, wanted, texts, first, last, score))
    if retriever.method == "bm25" and not any(one.score for one in found):
        # What says the same in other words shares none with the claim: then as much is shown as there is room for.
        rest = _rest(library, used, retriever.window)[: retriever.limit - len(found)]
        found += [_retrieved(library, wanted, texts, first, last, 0.0) for first, last in rest]
    return found


def _rest(library: Library, used: set[int], window: int) -> list[tuple[int, int]]:
    """Windows over the remaining sentences, in order; a single remaining sentence is its own window."""
    found: list[tuple[int, int]] = []
    for at, unit in enumerate(library.units):
        if at in used:
            continue
        first, last = found[-1] if found else (-1, -1)
        goes_on = last == at - 1 and at - first < window and library.units[first].document_id == unit.document_id
        if found and goes_on:
            found[-1] = (first, at)
        else:
            found.append((at, at))
    return found


def _scored(retriever: EvidenceRetriever, library: Library, wanted: _Wanted) -> dict[tuple[int, int], float]:
    """The score of every window with a word of the claim; of the first window if there is none."""
    hits: dict[int, set[str]] = defaultdict(set)
    for stem in sorted(wanted.stems):
        for at in library.postings.get(stem, ()):
            hits[at].add(stem)
    if not hits and library.units:
        hits[0] = set()
    places = {window for at in hits for window in _windows_around(library, at, retriever.window)}
    score = _jaccard if retriever.method == "jaccard" else _bm25
    return {place: score(library, wanted, hits, *place) for place in places}


def _windows_around(library: Library, at: int, window: int) -> list[tuple[int, int]]:
    """The windows of two to `window` units that contain this one; of one unit if the document has only one."""
    of = library.units[at].document_id
    spans = []
    for size in range(2, window + 1):
        for first in range(max(0, at - size + 1), at + 1):
            last = first + size - 1
            if last < len(library.units) and library.units[first].document_id == of == library.units[last].document_id:
                spans.append((first, last))
    return spans or [(at, at)]


def _jaccard(library: Library, wanted: _Wanted, hits: dict[int, set[str]], first: int, last: int) -> float:
    words = frozenset().union(*(library.units[at].stems for at in range(first, last + 1)))
    shared = frozenset().union(*(hits.get(at, set()) for at in range(first, last + 1)))
    union = len(words | wanted.stems)
    return (len(shared) / union if union else 0.0) + _boost(wanted, shared)


def _bm25(library: Library, wanted: _Wanted, hits: dict[int, set[str]], first: int, last: int) -> float:
    size = sum(library.units[at].size for at in range(first, last + 1))
    relative_length = size / ((last - first + 1) * library.mean_size)
    score = total = 0.0
    shared: set[str] = set()
    for stem in sorted(wanted.stems):
        rarity = library.rarity(stem)
        total += rarity
        count = sum(stem in hits.get(at, ()) for at in range(first, last + 1))
        if count:
            shared.add(stem)
            score += rarity * saturated(count, relative_length, length_weight=_LENGTH_WEIGHT)
    # As a share of what the claim asks for, so that the boost weighs the same for short and long claims.
    return (score / total if total else 0.0) + _boost(wanted, frozenset(shared))


def _boost(wanted: _Wanted, shared: frozenset[str] | set[str]) -> float:
    numbers = len(wanted.numbers & shared) / len(wanted.numbers) if wanted.numbers else 0.0
    named = len(wanted.names & shared) / len(wanted.names) if wanted.names else 0.0
    return _NUMBER_BOOST * numbers + _NAME_BOOST * named


def _retrieved(
    library: Library, wanted: _Wanted, texts: dict[str, str], first: int, last: int, score: float
) -> Retrieved:
    units = library.units[first : last + 1]
    stems_here = frozenset().union(*(unit.stems for unit in units))
    start, end, of = units[0].start, units[-1].end, units[0].document_id
    shared = len(stems_here & wanted.stems)
    reason = f"{shared} of {count_of(len(wanted.stems), 'word')} of the claim"
    if wanted.numbers:
        reason += f", {len(stems_here & wanted.numbers)} of {count_of(len(wanted.numbers), 'number')}"
    if wanted.names:
        reason += f", {len(stems_here & wanted.names)} of {count_of(len(wanted.names), 'word')} of names"
    return Retrieved(Passage(of, start, end, texts[of][start:end]), round(score, 6), reason)


def _wanted(claim: str) -> _Wanted:
    named = frozenset(word.stem for name in names(claim) for word in content_words(name.span.text))
    return _Wanted(stems(claim), frozenset(figures(claim)), named)
