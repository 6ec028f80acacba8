"""Who or what has a place that only one can have: "Paris is the capital of France". Two holders cannot both be right.

Reads sentences of the form NAME is THE ROLE, either way round, English and German. A role counts only with a definite
article or a possessive, in the same tense; what is one of several ("a member") is not read at all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.facts.names import Name, NameKind, matches, names
from adjudge.analysis.text.lexicon.morphology import STOP_WORDS
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import content_words
from adjudge.case import CLAIM_ID
from adjudge.verdict import Finding, Quote, Relation, Severity

_COPULA = re.compile(r"\s+(?P<verb>is|was|remains|ist|war|bleibt|heißt|lautet)\s+", re.IGNORECASE)
_PAST = frozenset(("was", "war"))
_DEFINITE = re.compile(
    r"^(?:the|der|die|das|its|their|his|her)\s+(?P<role>.+)$|^(?P<owner>[^,]+?['’]s)\s+(?P<own>.+)$", re.IGNORECASE
)
_OPEN = re.compile(r"\b(?:one|some|among|not|no longer|former|ehemalige[rn]?|nicht|eine?r? der)\b", re.IGNORECASE)
_TWO = re.compile(r"(?P<one>.+?) (?:and|und) (?P<other>.+?)(?P<of> (?:of|in|von|der|des) .+)$", re.IGNORECASE)
_APPOSITION = re.compile(
    r"^(?P<who>[A-ZÄÖÜ][\w’'-]*(?: [A-ZÄÖÜ][\w’'-]*){0,3}), (?P<what>(?:the|die|der|das) [^,]{3,60}),"
)
_BARE = re.compile(r"[A-ZÄÖÜ][\w’'-]+(?: [A-ZÄÖÜ][\w’'-]+){0,3}")
_FEWEST_ROLE_WORDS = 2
_LONGEST_ROLE = 8


@dataclass(frozen=True, slots=True)
class Holder:
    """A name and the role that it holds, by the stems of the role's words."""

    name: Name
    roles: tuple[frozenset[str], ...]
    past: bool


def holder(sentence: str) -> Holder | None:
    """Who holds which role in this sentence, if it says just that."""
    if _OPEN.search(sentence):
        return None
    if beside := _APPOSITION.search(sentence):
        whole = Span(beside.start("who"), beside.end("who"), beside["who"])
        name, roles = _only_name(sentence, whole), _roles(beside["what"])
        if name is not None and roles:
            return Holder(name, roles, past=False)
    match = _COPULA.search(sentence)
    if match is None:
        return None
    left = Span(0, match.start(), sentence[: match.start()])
    right = Span(match.end(), len(sentence), sentence[match.end() :].rstrip(" .!"))
    past = match["verb"].lower() in _PAST
    for who, what in ((left, right), (right, left)):
        name, roles = _only_name(sentence, who), _roles(what.text)
        if name is not None and roles:
            return Holder(name, roles, past)
    return None


def _only_name(sentence: str, side: Span) -> Name | None:
    """The name that the side consists of, and nothing else."""
    inside = [name for name in names(sentence) if side.start <= name.span.start and name.span.end <= side.end]
    bare = side.text.strip().rstrip(".!")
    if not inside and _BARE.fullmatch(bare) and bare.split()[0].lower() not in STOP_WORDS:
        # A German noun without an article is a name here, though its capital does not say so: "Lyon ist die ...".
        start = sentence.index(bare, side.start)
        return Name(cut(sentence, start, start + len(bare)), tuple(bare.lower().split()), NameKind.OTHER)
    return inside[0] if len(inside) == 1 and inside[0].span.text.rstrip(".") == bare.rstrip(".") else None


def _roles(text: str) -> tuple[frozenset[str], ...]:
    """The stems of a role; "the capital and largest city of France" holds two."""
    match = _DEFINITE.match(text.strip())
    if match is None:
        return ()
    phrase = (match["role"] or f"{match['owner'][:-2]} {match['own']}").split(",")[0]
    phrases = [phrase]
    if two := _TWO.match(phrase):
        phrases += [two["one"] + two["of"], two["other"] + two["of"]]
    found = [frozenset(word.stem for word in content_words(one)) for one in phrases]
    return tuple(stems for stems in found if _FEWEST_ROLE_WORDS <= len(stems) <= _LONGEST_ROLE)


def clashes(claim: str, sources: Sequence[tuple[str, str]], *, offset: int = 0) -> tuple[Finding, ...]:
    """The roles that claim and source give to different holders; sources are (document id, text). The claim's words
    count from `offset`."""
    ours = holder(claim.strip())
    if ours is None:
        return ()
    found = []
    for id, text in sources:
        for span, theirs in _holders(text):
            if theirs.past != ours.past or set(ours.roles).isdisjoint(theirs.roles):
                continue
            if matches(ours.name, theirs.name):
                return ()
            lead = offset + len(claim) - len(claim.lstrip())
            found.append(_finding(ours.name.span.shifted(lead), theirs.name.span.shifted(span.start), id))
    return tuple(found)


@lru_cache(maxsize=16)
def _holders(text: str) -> tuple[tuple[Span, Holder], ...]:
    """Who holds which role in a source. Kept for the next claims about the same source."""
    found = ((span, holder(span.text)) for span in sentences(text))
    return tuple((span, one) for span, one in found if one is not None)


def _finding(one: Span, other: Span, id: str) -> Finding:
    return Finding(
        axis="name",
        relation=Relation.CONTRADICTED,
        claim_quote=Quote(text=one.text, document_id=CLAIM_ID, start=one.start, end=one.end),
        source_quote=Quote(text=other.text, document_id=id, start=other.start, end=other.end),
        explanation=f"The claim says {one.text}; the source says {other.text}: only one can be it.",
        severity=Severity.HIGH,
    )
