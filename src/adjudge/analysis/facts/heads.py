"""What a number counts: the noun after it, or else the nearest plural before it. Cheap; may be empty."""

import re

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.morphology import IRREGULAR, STOP_WORDS
from adjudge.analysis.text.words import lemma

_AFTER = re.compile(
    r"\s?-?\s?(?:(?:of|the|his|her|its|their|all|those|these|new|more|additional|other|confirmed|reported|der|von)\s){0,4}"
)
_WORD = re.compile(r"\s?-?([^\W\d_][\w'’-]*)")
_BEFORE = re.compile(r"[^\W\d_]{3,}")
_PLURAL_EXCEPTIONS = word_set("was has is as this its us his does plus versus less across perhaps always thus")
_IRREGULAR_PLURALS = word_set(
    "people men women children feet teeth mice geese lives wives police cattle data media criteria viruses species"
)
_STAND_INS = word_set("others andere anderen")  # two others: of what was spoken of before
_GENITIVE = ("'s", "’s", "s'", "s’")
_COUNT = re.compile(r"(?:\s\d[\d.,]*(?=\s))?")
_DONE = re.compile("(?<=..)(?<!e)ed$")  # "thirty injured": what was done to them, not what they are
_RUN = 5


def head_after(text: str, position: int) -> str:
    """The head of the noun phrase that begins at the position: its first plural word, else its first word."""
    opened = _AFTER.match(text, position)
    at = opened.end() if opened else position
    run: list[str] = []
    while len(run) < _RUN:
        match = _WORD.match(text, at)
        if match is None or match.group(1).lower().removesuffix("'s") in STOP_WORDS:
            break
        if match.group(1).endswith(_GENITIVE) and not run:
            # "Two thirds of the island's 900 households" are households.
            at = _COUNT.match(text, match.end()).end()  # type: ignore[union-attr] # it matches nothing, too
            continue
        run.append(match.group(1).lower())
        if run[-1] in _STAND_INS:
            return ""
        if plural(run[-1]):
            return lemma(run[-1])
        at = match.end()
    return lemma(run[0]) if run and not _DONE.search(run[0]) else ""


def head_before(text: str, position: int) -> str:
    """The nearest plural noun in front of the position, in the same clause."""
    clause = re.split(r"[.;!?]\s", text[max(0, position - 60) : position])[-1]
    found = [match.group() for match in reversed(list(_BEFORE.finditer(clause)))]
    plurals = [word for word in found if plural(word.lower()) and word.lower() not in STOP_WORDS]
    # "25 seats and the Liberals 35": who has them is named, what is counted is not.
    return lemma(next((word for word in plurals if word.islower()), plurals[0] if plurals else "").lower())


def plural(word: str) -> bool:
    """Whether the word looks like a plural noun."""
    if word in _IRREGULAR_PLURALS:
        return True
    if (
        len(word) < 4
        or not word.endswith("s")
        or word in _PLURAL_EXCEPTIONS
        or word.endswith(("ss", "us", "is", "'s", "’s"))
    ):
        return False
    return IRREGULAR.get(word, "") not in ("be", "have", "do", "say", "go")
