"""Documents read in windows: each sentence of the claim against the passages that share most with it.

In: rows with long sources. Out: a `Reading` per row (probabilities per sentence and window) and the rules that turn one
into a score. It is a plain reference for choosing rules; the package has its own retrieval.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rows import Row
from scorer import Scorer

WINDOW_WORDS = 90
WINDOWS = 4
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")


@dataclass(frozen=True, slots=True)
class Reading:
    """Probabilities [windows, 3] for each sentence of the claim, best-matching window first."""

    sentences: list[npt.NDArray[np.float64]]


def windows(text: str) -> list[str]:
    """Overlapping runs of sentences of about `WINDOW_WORDS` words."""
    parts: list[str] = []
    for part in _END.split(text):
        words = part.split()
        parts += [" ".join(words[at : at + WINDOW_WORDS]) for at in range(0, len(words), WINDOW_WORDS)]
    found, start = [], 0
    while start < len(parts):
        end, size = start, 0
        while end < len(parts) and (size == 0 or size + len(parts[end].split()) <= WINDOW_WORDS):
            size += len(parts[end].split())
            end += 1
        found.append(" ".join(parts[start:end]))
        if end >= len(parts):
            break
        start = max(start + 1, (start + end) // 2)
    return found or [text]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def nearest(claim: str, passages: list[str]) -> list[str]:
    """The passages that share the rarest words with the claim."""
    bags = [_words(passage) for passage in passages]
    seen = Counter(word for bag in bags for word in bag)
    wanted = _words(claim)
    score = [sum(math.log(1 + len(bags) / seen[word]) for word in wanted & bag) for bag in bags]
    order = sorted(range(len(passages)), key=lambda place: (-score[place], place))
    return [passages[place] for place in order[:WINDOWS]]


def claim_sentences(claim: str) -> list[str]:
    """Sentences of a summary or answer; fragments under three words join nothing and are dropped."""
    return [part.strip() for part in _END.split(claim) if len(part.split()) >= 3] or [claim]


def read_documents(scorer: Scorer, rows: list[Row]) -> list[Reading]:
    """Score every sentence of every row against its nearest windows, in one pass."""
    pairs: list[tuple[str, str]] = []
    layout: list[list[int]] = []
    kept: dict[str, list[str]] = {}
    for row in rows:
        passages = kept.setdefault(row.source, windows(row.source))
        sizes = []
        for sentence in claim_sentences(row.claim):
            near = nearest(sentence, passages)
            pairs += [(passage, sentence) for passage in near]
            sizes.append(len(near))
        layout.append(sizes)
    chances = scorer.chances(pairs)
    readings, at = [], 0
    for sizes in layout:
        parts = []
        for size in sizes:
            parts.append(chances[at : at + size])
            at += size
        readings.append(Reading(parts))
    return readings


def _join(per_sentence: list[float]) -> float:
    # A summary is as faithful as its weakest sentence; the mean breaks ties between equally weak ones.
    return 0.8 * min(per_sentence) + 0.2 * float(np.mean(per_sentence))


def highest_support(reading: Reading) -> float:
    """Best support over the windows, weakest sentence."""
    return _join([float(part[:, 0].max()) for part in reading.sentences])


def lowest_contradiction(reading: Reading) -> float:
    """One minus the lowest contradiction over the windows, weakest sentence."""
    return _join([1 - float(part[:, 1].min()) for part in reading.sentences])


def support_unless_contradicted(reading: Reading) -> float:
    """Best support, lowered by the contradiction of the passage that matches best."""
    return _join([float(part[:, 0].max()) - 0.5 * float(part[0, 1]) for part in reading.sentences])


def support_minus_contradiction(reading: Reading) -> float:
    """Best support minus the lowest contradiction."""
    return _join([float(part[:, 0].max()) - float(part[:, 1].min()) for part in reading.sentences])


RULES: dict[str, Callable[[Reading], float]] = {
    "highest_support": highest_support,
    "lowest_contradiction": lowest_contradiction,
    "support_unless_contradicted": support_unless_contradicted,
    "support_minus_contradiction": support_minus_contradiction,
}
