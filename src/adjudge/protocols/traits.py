"""Traits that make a pair of texts hard to judge: lengths, numbers, shared words, register.

Numbers between 0 and about 1, computed from the texts alone, so they are the same for every engine. A calibration
weighs them, because the same confidence means less for a long scientific passage than for a caption.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.evidence.overlap import overlap

_LONGEST = 100_000
_SAMPLE = 5_000
_LONG = 9
_MOST_NUMBERS = 3
_LONGEST_SENTENCE = 60
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_ARTICLES = word_set("a an")
_PERSONS = word_set("i you we he she it they my your our his her its their me him us them")

Traits = Mapping[str, float]


def traits(claim: str, sources: Sequence[str]) -> dict[str, float]:
    """The traits of a claim and its sources, by name."""
    texts = [source[:_LONGEST] for source in sources]
    sample = " ".join(texts)[:_SAMPLE]
    ours = _WORD.findall(claim)
    wording = overlap(claim, texts)
    return {
        "claim_length": log(1 + len(ours)) / 5,
        "source_length": log(1 + sum(text.count(" ") + 1 for text in texts)) / 8,
        "shared": wording.union,
        "numbers": min(sum(word[0].isdigit() for word in ours), _MOST_NUMBERS) / _MOST_NUMBERS,
        **_register("claim", claim),
        **_register("source", sample),
    }


@lru_cache(maxsize=512)
def _register(whose: str, text: str) -> Traits:
    """The register of a text: distinguishes captions, conversation, encyclopaedia articles and papers."""
    words = _WORD.findall(text)
    count = max(1, len(words))
    sentences = max(1, len(_SENTENCE_END.findall(text)))
    low = [word.lower() for word in words]
    shares = {
        "numbers": sum(word[0].isdigit() for word in words),
        "capitals": sum(word[0].isupper() for word in words[1:]),
        "long_words": sum(len(word) > _LONG for word in words),
        "letters": sum(map(len, words)) / 10,
        "articles": sum(word in _ARTICLES for word in low),
        "persons": sum(word in _PERSONS for word in low),
        "going_on": sum(word.endswith("ing") for word in low),
        "gone_by": sum(word.endswith("ed") or word in ("was", "were", "had") for word in low),
    }
    return {
        **{f"{whose}_{name}": value / count for name, value in shares.items()},
        f"{whose}_sentence_length": min(count / sentences, _LONGEST_SENTENCE) / _LONGEST_SENTENCE,
        f"{whose}_brackets": min(text.count("("), 4) / 4,
    }
