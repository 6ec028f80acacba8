"""What follows of one member from what a text says of all: "all six units, numbered 1 to 6" says it of "Unit 4".

In: a claim and a statement. Out: the claim said of all members, which the reader can then judge. Nothing is looked up:
the member's number must lie in a range that the statement gives for the same noun.
"""

import re
from dataclasses import dataclass

from adjudge.analysis.text.words import stem

_MEMBER = re.compile(
    r"\b(?:the\s)?(?P<noun>[^\W\d_]{3,40})\s(?:no\.\s|number\s)?(?P<number>\d{1,4})\b(?![.,]?\d|\s?%)", re.IGNORECASE
)
_RANGE = re.compile(
    r"\b(?P<noun>[^\W\d_]{3,40}s),?\s(?:(?:which|that)\s(?:are|were)\s)?(?:numbered\s|no\.\s|from\s)?"
    r"(?P<first>\d{1,4})\s?(?:to|through|-|–)\s?(?P<last>\d{1,4})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Generalised:
    """The claim said of all members, with the words for the one member and for the range that it belongs to."""

    claim: str
    member: str
    members: str


def generalised(claim: str, statement: str) -> Generalised | None:
    """The claim with "all units" in place of "Unit 4", where the statement numbers the units and 4 is among them."""
    for members in _RANGE.finditer(statement):
        for member in _MEMBER.finditer(claim):
            same = stem(members["noun"].lower()) == stem(member["noun"].lower())
            if same and int(members["first"]) <= int(member["number"]) <= int(members["last"]):
                whole = f"all the {members['noun'].lower()}"
                whole = whole.capitalize() if member.start() == 0 else whole
                text = claim[: member.start()] + whole + claim[member.end() :]
                return Generalised(text, member.group(), members.group())
    return None
