"""What the model reads at once for a sentence of a claim.

The sentence itself where a source has it word for word; all sources where they fit; else the nearest windows, as many
together as fit. Beside a long text, and for each sentence of a longer claim, the nearest short windows too.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from adjudge.analysis.model.nli import Model
from adjudge.analysis.text.sentences import sentences
from adjudge.evidence.passages import Passage, nearest, windows
from adjudge.questions.base import Source

_WINDOWS, _PARTS = 3, 12
"""How often the model reads a long text for a sentence, and how many of its windows are looked at for that."""
_NEAR, _NEAR_WORDS = 3, 45
"""How many short windows of how many words it reads besides, where the text is long or the claim has several sentences.
Balanced accuracy on eleven sets of documents: 0.608 without them, 0.633 with (training/README.md)."""
_WINDOW_WORDS, _WINDOW_SENTENCES = 200, 24
_GAP = "\n\n"
_WORDS_AND_NUMBERS = re.compile(r"\w+|(?<=\w)[.,:]\d+|[-−%$£€?]")

Together: TypeAlias = tuple[Passage, ...]
"""Passages that are read as one text."""


def extracts(sentence: str, sources: Sequence[Source], model: Model, *, is_alone: bool) -> list[tuple[Together, bool]]:
    """What is read for the sentence, and whether it is a short window. Where all sources fit, a sentence that is the
    whole claim needs no more."""
    if copied := _copied(sentence, sources):
        return [((copied,), False)]
    whole = tuple(Passage(source.id, 0, len(source.text), source.text) for source in sources)
    if fits := model.fits(joined(whole)):
        read = [whole]
    else:
        parts = _parts(sources, words=_WINDOW_WORDS, sentence_limit=_WINDOW_SENTENCES)
        order = {part: at for at, part in enumerate(parts)}
        read = _together(nearest(sentence, parts, limit=_PARTS), order, model)
    near = [] if fits and is_alone else nearest(sentence, _parts(sources, words=_NEAR_WORDS), limit=_NEAR)
    known = {joined(passages) for passages in read}
    short = [(part,) for part in near if part.text not in known]
    return [*((passages, False) for passages in read), *((passages, True) for passages in short)]


def joined(passages: Together) -> str:
    """The passages as the model reads them."""
    return _GAP.join(passage.text for passage in passages)


def _together(parts: Sequence[Passage], order: Mapping[Passage, int], model: Model) -> list[Together]:
    """The windows, nearest first, as many together in the order of the text as the model can read at once."""
    found: list[Together] = []
    for part in parts:
        together = tuple(sorted((*found[-1], part), key=order.__getitem__)) if found else (part,)
        if found and model.fits(joined(together)):
            found[-1] = together
        elif len(found) < _WINDOWS:
            found.append((part,))
    return found


def _copied(sentence: str, sources: Sequence[Source]) -> Passage | None:
    """The sentence of a source that is this one, word for word."""
    words = _WORDS_AND_NUMBERS.findall(sentence.casefold())
    alike = (
        Passage(source.id, span.start, span.end, span.text)
        for source in sources
        for span in sentences(source.text)
        if _WORDS_AND_NUMBERS.findall(span.text.casefold()) == words
    )
    return next(alike, None) if words else None


def _parts(sources: Sequence[Source], **size: int) -> list[Passage]:
    """The windows of all sources, in order; the same words count once."""
    return list({part.text: part for one in sources for part in windows(one.id, one.text, **size)}.values())
