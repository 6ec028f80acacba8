"""Whether the source's words can stand in the claim's place: a finding and the two texts in, yes or no out.

Pure. A finding's quotes are the words that differ, seldom words of one kind: "caused" and "after", a whole claim and
"unless". Only what is grammatical by construction passes; no edit is better than a broken one.
"""

import re

from adjudge.analysis.facts.quantities import quantities
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.verdict import Finding, Quote

_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_COORDINATED = re.compile(r"\s(\w+\s(?:and|or|und|oder)\s\w+)", re.IGNORECASE)
_VALUES = ("quantity", "date", "name")
_NEVER = ("negation", "caveat")
"""What denies or limits is built into its sentence; it cannot be lifted out of it."""
_MODALS = word_set("will would may might can could shall should must")
_BEHIND_A_CLAUSE = word_set("in on at by for after before since during from with until because as while when")
_ENDINGS = ("ing", "ed", "s")
_LONGEST = 3
"""More words than these are a retelling, not a change of words."""


def fits(finding: Finding, claim: str, source: str) -> bool:
    """Whether the words that the source has in this place read well in the claim's."""
    ours, theirs = finding.claim_quote, finding.source_quote
    if ours is None or theirs is None or finding.axis in _NEVER:
        return False
    if ours.text.lower() == theirs.text.lower() or _bare(ours.text) == _bare(claim):
        return False
    before, after = _around(claim, ours)
    their_before, their_after = _around(source, theirs)
    # "190 countries and territories countries": no word stands twice where the new words meet the old ones.
    new = {word.lower() for word in _words(theirs.text)}
    if new & {before, after}:
        return False
    # "an 8" is no "an 9".
    if before in ("a", "an") and before != their_before:
        return False
    if finding.axis in _VALUES:
        joined = _COORDINATED.match(claim[ours.end :])
        # A number of two kinds together is not the number of one of them.
        together = joined is None or joined[1].lower() in source.lower()
        return together and _value_fits(finding.axis, ours.text, theirs.text, same_before=before == their_before)
    if max(len(_words(ours.text)), len(_words(theirs.text))) > _LONGEST:
        return False
    follows = after == their_after or (not after and their_after in _BEHIND_A_CLAUSE)
    # "All patients", "most patients": two quantifiers before the same word.
    same_noun = finding.axis == "quantifier" and bool(after) and after == their_after
    return same_noun or (before == their_before and follows) or _of_one_form(ours.text, theirs.text, follows=follows)


def _value_fits(axis: str, ours: str, theirs: str, *, same_before: bool) -> bool:
    alike = _shape(ours) == _shape(theirs)
    if axis == "name":
        return alike or same_before
    if axis == "date":
        return same_before or (alike and "9" in _shape(ours))
    return alike or (same_before and _units(ours) == _units(theirs))


def _of_one_form(ours: str, theirs: str, *, follows: bool) -> bool:
    """Whether one can always stand for the other: two modals, two adverbs; two verbs of a form that govern alike."""
    one, other = ours.lower(), theirs.lower()
    if {one, other} <= _MODALS or (one.endswith("ly") and other.endswith("ly")):
        return True
    single = len(_words(ours)) == len(_words(theirs)) == 1
    return single and follows and bool(_ending(one)) and _ending(one) == _ending(other)


def _ending(word: str) -> str:
    return next((ending for ending in _ENDINGS if word.endswith(ending)), "")


def _around(text: str, quote: Quote) -> tuple[str, str]:
    """The words before and behind; nothing at a stop or an end."""
    before, after = _TOKEN.findall(text[: quote.start])[-1:], _TOKEN.findall(text[quote.end :])[:1]
    return _word("".join(before)), _word("".join(after))


def _word(token: str) -> str:
    return token.lower() if token[:1].isalnum() else ""


def _words(text: str) -> list[str]:
    return [token for token in _TOKEN.findall(text) if token[:1].isalnum()]


def _bare(text: str) -> str:
    return " ".join(_words(text)).lower()


def _shape(text: str) -> str:
    """Figures and words without their letters: "3 May 1931" is "9 a 9"; a possessive is another shape."""
    kinds = ("9" if any(letter.isdigit() for letter in token) else "a" for token in _TOKEN.findall(text))
    return " ".join(kinds) + ("'" if text.endswith(("'s", "’s")) else "")


def _units(text: str) -> tuple[str, ...]:
    return tuple(str(one.unit) for one in quantities(text))
