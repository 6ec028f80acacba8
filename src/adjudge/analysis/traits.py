"""What makes a pair of texts hard to judge, whatever is said of it: lengths, numbers, long words, what both share.

Plain numbers between nought and about one, from the texts alone: the same for every engine. A calibration weighs them,
so that a sure word about a long scientific passage is not taken for a sure word about a caption.
"""

from collections.abc import Mapping, Sequence
from math import log

from adjudge.analysis.overlap import overlap
from adjudge.analysis.words import words

_LONGEST = 100_000
_SAMPLE = 5_000
_LONG = 9
_MOST_NUMBERS = 3

Traits = Mapping[str, float]


def traits(claim: str, sources: Sequence[str]) -> dict[str, float]:
    """The traits of a claim and its sources, by name."""
    texts = [source[:_LONGEST] for source in sources]
    ours = [word for word in words(claim) if word.text[0].isalnum()]
    theirs = sum(text.count(" ") + 1 for text in texts)
    sample = " ".join(texts)[:_SAMPLE].split()
    wording = overlap(claim, texts)
    capitals = sum(word.text[0].isupper() for word in ours[1:])
    return {
        "claim_length": log(1 + len(ours)) / 5,
        "source_length": log(1 + theirs) / 8,
        "shared": wording.union,
        "numbers": min(sum(word.text[0].isdigit() for word in ours), _MOST_NUMBERS) / _MOST_NUMBERS,
        "capitals": capitals / max(1, len(ours)),
        "long_words": sum(len(word.text) > _LONG for word in ours) / max(1, len(ours)),
        "source_numbers": sum(word[0].isdigit() for word in sample) / max(1, len(sample)),
        "source_capitals": sum(word[0].isupper() for word in sample[1:]) / max(1, len(sample)),
        "source_long_words": sum(len(word) > _LONG for word in sample) / max(1, len(sample)),
    }
