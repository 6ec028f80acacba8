"""From a sentence to the ties it states between two sides, and which side is which: who beat whom, what is deeper.

In: a sentence. Out: one `Tie` for each comparison, contest, handing over, place, kinship or deed that shows by its
words. What is denied, wished or only possible is no tie, and what cannot be cut into two sides is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from adjudge.analysis.compare.deeds import deeds
from adjudge.analysis.compare.sides import BOTH, MARKS, Tie, before, behind, side, spelt_out, stems_of, verb_in
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.converses import DIRECTIONS, KIN, PLACES, SCALES
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.analysis.text.words import Word

_COPULA = word_set("is are was were ist sind war waren 's")
_THAN, _MORE, _LESS = word_set("than als"), word_set("more mehr"), word_set("less fewer weniger")
_AND = word_set("and but und aber")
_NO_DEGREE = word_set("rather other anders ever eher")
_ONLY_POSSIBLE = word_set(
    "would could might may should can if whether unless to könnte würde sollte nearly almost fast"
)
_WITH_OF = word_set("of von")
_NUMBERS = frozenset(SMALL)
_FAR = 5
_MUCH = "much"


class _Degree(NamedTuple):
    """What is compared, whether it is "less", and where the words for it begin."""

    key: str
    less: bool
    at: int


def direction(word: str, other: str) -> int:
    """1 if the two words tie the same way round, -1 if one says of the second side what the other says of the first, 0
    if they say different things."""
    return 1 if word == other else DIRECTIONS.get((word, other), 0)


def ties(reading: Reading, sought: frozenset[str] = frozenset()) -> tuple[Tie, ...]:
    """The ties of a sentence; `sought` are the stems of verbs to look for besides those known by themselves."""
    found = (*_compared(reading), *_placed(reading), *_related(reading), *deeds(reading, sought))
    return tuple(spelt_out(tie) for tie in _told_apart(found) if not _open(reading, tie))


def _told_apart(found: Sequence[Tie]) -> Iterator[Tie]:
    """The ties, with "both" told apart: "Anna is older than Ben, and Carla is older than both"."""
    for tie in found:
        if BOTH not in (tie.first, tie.second):
            yield tie
            continue
        earlier = [one for one in found if one.at[0] < tie.at[0] and BOTH not in (one.first, one.second)]
        last = spelt_out(max(earlier, key=lambda one: one.at[0])) if earlier else None
        for each in (last.first, last.second) if last else ():
            yield replace(tie, second=each) if tie.second == BOTH else replace(tie, first=each)


def _open(reading: Reading, tie: Tie) -> bool:
    """Whether the tie is denied, or only possible."""
    first = tie.at[0]
    near = [word.text for word in reading.words[max(0, first - 4) : first]]
    return bool(_ONLY_POSSIBLE.intersection(near)) or any(
        negation.governs(at) for negation in reading.negations for at in tie.at
    )


def _compared(reading: Reading) -> Iterator[Tie]:
    """ "Deeper than", "more expensive than", "fewer pupils than"; and "deeper than Lake Vann but smaller"."""
    words = reading.words
    for than in (at for at, word in enumerate(words) if at and word.lower in _THAN):
        degree = _degree(words, than)
        if degree is None:
            continue
        lead = before(words, degree.at)
        verb = verb_in(words, lead)
        subject = side(words, [at for at in lead if verb is None or at < verb])
        second = None if _counted(words, than + 1) else side(words, behind(words, than))
        if subject is None or second is None or verb is None:
            continue
        tie = Tie(
            degree.key, subject, second, tuple(range(degree.at, than + 1)), stems_of(words, range(verb, degree.at))
        )
        yield _turned(tie) if degree.less else tie
        for other in _besides(words, than, degree):
            yield replace(tie, word=words[other].stem, at=(other,))


def _counted(words: Sequence[Word], at: int) -> bool:
    """Whether a number follows, which is compared as one: "more than 20 members"."""
    return any(word.lower[0].isdigit() or word.lower in _NUMBERS for word in words[at : at + 1])


def _degree(words: Sequence[Word], than: int) -> _Degree | None:
    for at in range(than - 1, max(-1, than - 4), -1):
        if words[at].lower in _MORE or words[at].lower in _LESS:
            named = [word for word in words[at + 1 : than] if word.content]
            return _Degree(named[-1].stem if named else _MUCH, words[at].lower in _LESS, at)
    word = words[than - 1]
    comparative = word.stem in SCALES or (word.lower.endswith("er") and word.text.islower())
    return _Degree(word.stem, False, than - 1) if comparative and word.lower not in _NO_DEGREE else None


def _besides(words: Sequence[Word], than: int, degree: _Degree) -> Iterator[int]:
    """The comparatives that are joined to this one and compare the same two: "but smaller", "older and"."""
    end = than + len(behind(words, than)) + 1
    after, closed = words[end : end + 2], end + 2 >= len(words) or words[end + 2].lower in MARKS
    if len(after) == 2 and closed and after[0].lower in _AND and _alone(after[1]):
        yield end + 1
    if degree.at > 1 and words[degree.at - 1].lower in _AND and _alone(words[degree.at - 2]):
        yield degree.at - 2


def _alone(word: Word) -> bool:
    return word.stem in SCALES and word.lower.endswith("er")


def _turned(tie: Tie) -> Tie:
    return replace(tie, first=tie.second, second=tie.first, turned=not tie.turned)


def _placed(reading: Reading) -> Iterator[Tie]:
    """ "North of", "ahead of", "behind", "above"."""
    words = reading.words
    for at, word in enumerate(words):
        if word.stem not in PLACES or not word.text.islower():
            continue
        opened = at + 1 < len(words) and words[at + 1].lower in _WITH_OF
        if not opened and word.lower not in ("behind", "above", "below", "beneath", "underneath"):
            continue
        lead = before(words, at)
        verb = verb_in(words, lead)
        subject = side(words, [index for index in lead if verb is not None and index < verb])
        other = side(words, behind(words, at + opened))
        if subject is not None and other is not None and verb is not None:
            yield Tie(word.stem, subject, other, tuple(range(at, at + 1 + opened)), stems_of(words, range(verb, at)))


def _related(reading: Reading) -> Iterator[Tie]:
    """ "Ruth is the mother of Ben", "Ruth is Ben's mother"."""
    words = reading.words
    for at, word in enumerate(words):
        if word.stem not in KIN:
            continue
        copula = max((index for index in range(at) if words[index].lower in _COPULA), default=-1)
        own = at > 1 and words[at - 1].lower in ("'s", "’s") and copula == at - 1
        if own:
            copula = max((index for index in range(at - 1) if words[index].lower in _COPULA), default=-1)
        if copula < 1 or at - copula > _FAR:
            continue
        subject = side(words, before(words, copula))
        if own:
            other = side(words, range(copula + 1, at - 1))
        elif at + 1 < len(words) and words[at + 1].lower in _WITH_OF:
            other = side(words, behind(words, at + 1))
        else:
            continue
        if subject is not None and other is not None:
            yield Tie(word.stem, subject, other, (at,))
