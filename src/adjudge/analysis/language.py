"""Which language a text is in, by its commonest words. A guess with a price: too few such words, and it says nothing.

Only words that the other languages here do not have are counted, so that a name or a loan word weighs nothing.
"""

import re
from collections import Counter
from functools import lru_cache

_COMMON = {
    "English": "the of and is are with that for from this which by were been have has had not it they his her its "
    "their would there than who what when be as at or but did does can we you she he to on into about after over "
    "people said",
    "German": "der das und ist sind mit dass für von aus wurde wurden nicht ein eine einen einem einer eines auch auf "
    "sich wird werden dem den des als nach bei sie er wir ich haben wie oder aber zum zur über noch nur "
    "zwischen seit im die an was",
    "French": "le les et est sont avec que pour dans cette qui par une des du au aux ne pas été avait ont sur plus ce "
    "ses leur il elle ils nous vous mais où comme entre depuis la de en",
    "Spanish": "el los las y es son con para este esta que por una del al la de en fue han más se su sus lo como pero "
    "donde entre desde muy también él ella",
    "Italian": "il gli e è sono con che per questo questa una della delle dei del nel nella non fu hanno più si suo "
    "loro lo come ma dove tra anche dal al la",
    "Dutch": "de het en zijn met dat voor van deze die door een niet werd hebben heeft ook op zich wordt worden als "
    "naar bij zij hij wij maar waar tussen sinds an was",
}
_WORD = re.compile(r"[^\W\d_]+")
_GERMAN_LETTERS = re.compile("[äöüß]")
_SAMPLE = 4000
_FEWEST = 2
_MARGIN = 2


def _distinctive() -> dict[str, str]:
    counts = Counter(word for words in _COMMON.values() for word in set(words.split()))
    return {word: name for name, words in _COMMON.items() for word in words.split() if counts[word] == 1}


_LANGUAGE_OF = _distinctive()


@lru_cache(maxsize=1024)
def language(text: str) -> str:
    """The language's English name, or nothing where the text does not show it."""
    hits = Counter(map(_shown_by, _WORD.findall(text[:_SAMPLE].lower())))
    del hits[""]
    ranked = hits.most_common(2)
    if not ranked or ranked[0][1] < _FEWEST:
        return ""
    runner_up = ranked[1][1] if len(ranked) > 1 else 0
    return ranked[0][0] if ranked[0][1] >= _MARGIN * runner_up else ""


def _shown_by(word: str) -> str:
    return _LANGUAGE_OF.get(word) or ("German" if _GERMAN_LETTERS.search(word) else "")


def languages_differ(text: str, other: str) -> tuple[str, str] | None:
    """The two languages, if both show and are not the same."""
    ours, theirs = language(text), language(other)
    return (ours, theirs) if ours and theirs and ours != theirs else None
