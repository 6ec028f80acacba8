"""Words of a text with their offsets, and the cheap forms under which two words count as one.

`stem` conflates inflections for matching and look-up; `lemma` stays readable. Neither knows a dictionary.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.text.lexicon.morphology import GERMAN_MARKERS, IRREGULAR, STOP_WORDS
from adjudge.analysis.text.remembered import remembered

_WORD = re.compile(
    r"""n['’]t\b | ['’](?:s|re|ve|ll|d|m)\b              # contractions stand alone, as in tokenised text
      | \d+(?:st|nd|rd|th)\b | \d+(?:[.,:/]\d+)*                               # numbers keep their inner separators
      | [^\W\d_]+?(?=n['’]t\b)                          # the verb in front of n't
      | (?:[A-Z]\.){2,}                                 # U.S.
      | [^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*            # words, also with digits, or accents that stand alone
      | [^\w\s]                                         # a mark""",
    re.VERBOSE,
)
_SHORT_ROOT = re.compile(r"[^\W\daeiouy]{1,3}[aeiou][^\W\daeiouywx]e")  # site is not sit, plane not plan
_VOWEL = re.compile(r"[aeiouyäöü]")


@dataclass(frozen=True, slots=True)
class Word:
    """One word or mark; `content` says whether it carries content rather than grammar."""

    start: int
    end: int
    text: str
    lower: str
    stem: str
    content: bool


@lru_cache(maxsize=65_536)
def _forms(text: str) -> tuple[str, str, bool]:
    lower = text.lower().replace("’", "'")
    alphanumeric = any(character.isalnum() for character in lower)
    content = alphanumeric and lower not in STOP_WORDS and not (len(lower) == 1 and lower.isalpha())
    return lower, stem(lower) if alphanumeric else lower, content


def words(text: str, offset: int = 0) -> tuple[Word, ...]:
    """The words and marks of a text, in order; offsets count from `offset`."""
    found = []
    for match in _WORD.finditer(text):
        surface = match.group()
        lower, root, content = _forms(surface)
        found.append(Word(match.start() + offset, match.end() + offset, surface, lower, root, content))
    return tuple(found)


@remembered
def content_words(text: str) -> tuple[Word, ...]:
    """The words that carry content."""
    return tuple(word for word in words(text) if word.content)


@lru_cache(maxsize=65_536)
def lemma(word: str) -> str:
    """A readable base form: irregular forms and plurals only."""
    lower = word.lower()
    known = IRREGULAR.get(lower)
    if known is not None:
        return known
    return _singular(lower)


def composed(text: str) -> str:
    """Letters and their accents as one character each, as most texts have them."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(word: str) -> str:
    """The word without accents: Pavón and Pavon are one name."""
    if word.isascii():
        return word
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", word) if not unicodedata.combining(mark))
    return plain.replace("ß", "ss")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The form under which inflections of one word meet."""
    word = folded(word)
    root = IRREGULAR.get(word)
    if root is None:
        root = _singular(word)
        root = IRREGULAR.get(root, root)
        root = _without_ending(root)
    if len(root) > 5 and root.endswith("ly"):
        root = root[:-2]
    if len(root) > 3 and root.endswith("e") and not _SHORT_ROOT.fullmatch(root):
        root = root[:-1]
    return root


@remembered
def german(text: str) -> bool:
    """Whether the beginning of the text reads like German."""
    sample = re.findall(r"[a-zäöüß]+", text[:4000].lower())
    marks = sum(1 for word in sample if word in GERMAN_MARKERS)
    return len(sample) >= 3 and marks / len(sample) > 0.12


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _without_ending(word: str) -> str:
    if len(word) > 4 and word.endswith("ied"):
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        if word.endswith(ending) and not word.endswith("eed"):
            base = word[: -len(ending)]
            if _SHORT_ROOT.fullmatch(base + "e"):
                return base + "e"  # hoping is of hope, hopping of hop
            if len(base) >= 3 and _VOWEL.search(base):
                return _undoubled(base)
            if len(base) == 2 and ending == "ed" and base[0] in "aeiou":
                return base
    return word


def _undoubled(base: str) -> str:
    doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz" and base[-1] not in "aeiou"
    return base[:-1] if doubled else base
