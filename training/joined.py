"""Claims that say two things, with sources that say them in different places, as a sentence of a summary does.

In: labelled rows, mutations among them. Out: rows whose claim joins two claims and whose source holds both sources,
among others. Such a claim is supported only if both parts are; where one part is, the label of the other is the label
of the whole, and its marked words stay marked. In use a claim's sentences are read against what is gathered from
several places of a document, and hardly any labelled pair is like that.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from mutations import sentences
from rows import Row

SUPPORTED = 0
_JOINS = (", and ", ", and ", ", while ", ", but ", "; ", " and ")
# Sets whose claims are whole statements about the world, and so can stand beside any other.
_STATED = ("fever", "feverous", "fool_me_twice", "check_covid", "scitail", "mnli")
_SHARES = (3, 2, 1.5, 1.5, 1, 2)
# Words that are small again once they no longer begin a sentence.
_SMALL = re.compile(
    r"(?:an?|the|this|that|these|those|he|she|it|they|we|you|his|her|its|their|our|there|in|on|at|by|for|from|with|of|"
    r"to|as|after|before|during|since|when|while|although|some|many|most|all|both|several|one|two|three|no|each|every)\b",
    re.IGNORECASE,
)
_FEWEST, _LONGEST_CLAIM = 4, 26
_LONGEST_SOURCE = 75


def joined(sets: dict[str, list[Row]], *, count: int, rng: random.Random) -> list[Row]:
    """`count` joined rows: a supported part beside a labelled or a mutated one, or beside another supported one."""
    stated = {name: [row for row in sets.get(name, ()) if _fits(row)] for name in _STATED}
    names = [name for name in _STATED if stated[name]]
    shares = [_SHARES[_STATED.index(name)] for name in names]
    borne_out = {name: [row for row in stated[name] if row.target == SUPPORTED] for name in names}
    edited = [row for row in sets.get("mutations", ()) if _fits(row) and (row.marks or row.target == SUPPORTED)]
    others = [text for name in names for row in rng.sample(stated[name], min(400, len(stated[name])))
              for text in sentences(row.source)]  # fmt: skip
    found: list[Row] = []
    while names and others and len(found) < count:
        known = rng.choice(borne_out[rng.choices(names, shares)[0]])
        other = rng.choice(edited) if edited and rng.random() < 0.6 else rng.choice(
            stated[rng.choices(names, shares)[0]]
        )  # fmt: skip
        inner = [one for one in sentences(other.source) if _apart(one, other.claim)]
        if inner and rng.random() < 0.6:
            # The other statement of the same passage: nothing but the order of the sentences tells the parts.
            claim = rng.choice(inner)
            known = Row(claim, claim, SUPPORTED, known.dataset)
            if not _fits(known):
                continue
            sources = [other.source]
        else:
            sources = [known.source, other.source]
        found.append(_row(known, other, sources, rng.sample(others, rng.randint(0, 2)), rng))
    return found


def _row(known: Row, other: Row, sources: Sequence[str], around: Sequence[str], rng: random.Random) -> Row:
    parts = [known, other]
    rng.shuffle(parts)
    first, join = _unended(parts[0].plain_claim), rng.choice(_JOINS)
    claim = f"{first}{join}{_lowered(parts[1].plain_claim)}"
    shift = 0 if parts[0] is other else len(first) + len(join)
    marks = None if other.marks is None else tuple((low + shift, high + shift) for low, high in other.marks)
    texts = [*sources, *around]
    rng.shuffle(texts)
    source = " ".join(text.strip() if text.strip()[-1:] in ".!?\"'" else f"{text.strip()}." for text in texts)
    return Row(source, claim, other.target, "joined", marks)


def _fits(row: Row) -> bool:
    words = row.claim.split()
    return _FEWEST <= len(words) <= _LONGEST_CLAIM and row.target <= 3 and len(row.source.split()) <= _LONGEST_SOURCE


def _apart(sentence: str, claim: str) -> bool:
    """Whether a sentence says something else than the claim does."""
    own, wanted = set(sentence.lower().split()), set(claim.lower().split())
    return len(own & wanted) <= 0.4 * min(len(own), len(wanted))


def _unended(claim: str) -> str:
    return claim.rstrip(" .!?")


def _lowered(claim: str) -> str:
    return claim[0].lower() + claim[1:] if _SMALL.match(claim) else claim
