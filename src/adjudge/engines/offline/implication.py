"""What follows for one member of a group from what a source says of all: "all six units, numbered 1 to 6" and "Unit 4".

In: a claim and its sources. Out: the member, with which the model can be asked about all of them. Nothing is looked up:
the member's number must be in a range that a source gives for the same noun.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.model.nli import Doubt, Judgement
from adjudge.analysis.text.words import stem
from adjudge.case import CLAIM_ID
from adjudge.questions.base import Source
from adjudge.verdict import Axis, Finding, Quote, Relation, Severity

_MEMBER = re.compile(
    r"\b(?:the\s)?(?P<noun>[^\W\d_]{3,40})\s(?:no\.\s|number\s)?(?P<number>\d{1,4})\b(?![.,]?\d|\s?%)", re.IGNORECASE
)
_RANGE = re.compile(
    r"\b(?P<noun>[^\W\d_]{3,40}s),?\s(?:(?:which|that)\s(?:are|were)\s)?(?:numbered\s|no\.\s|from\s)?"
    r"(?P<first>\d{1,4})\s?(?:to|through|-|–)\s?(?P<last>\d{1,4})\b",
    re.IGNORECASE,
)
_SINGLED_OUT = re.compile(r"\b(?:only|alone|except|unlike|apart from)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Member:
    """One of a numbered group: its words in the claim, and those of the group in a source."""

    member: Quote
    group: Quote
    all_of_them: str

    def said_of_all(self, text: str) -> str:
        """The text with all of them in place of the member."""
        return text.replace(self.member.text, self.all_of_them, 1)

    def judged(self, text: str, judgement: Judgement) -> Judgement:
        """The judgement of `said_of_all(text)`, with the doubts at the places of the words in the text itself."""
        start = text.find(self.member.text)
        if start < 0:
            return judgement
        longer, end = len(self.all_of_them) - len(self.member.text), start + len(self.all_of_them)

        def own(place: int) -> int:
            return place if place <= start else place - longer if place >= end else start + len(self.member.text)

        doubts = [Doubt(own(one.start), own(one.end), one.share) for one in judgement.doubts]
        return judgement._replace(doubts=tuple(one for one in doubts if one.start < one.end))

    def accepted(self, comparison: Comparison) -> Comparison:
        """The comparison with the member's number as one of the range, not as another number than the source's."""
        found = [one for one in comparison.findings if one.axis != Axis.QUANTITY or not self._holds(one.claim_quote)]
        explanation = f"'{self.member.text}' is one of '{self.group.text}', so what is said of all is said of it."
        finding = Finding(
            axis=Axis.QUANTITY,
            relation=Relation.COARSER,
            claim_quote=self.member,
            source_quote=self.group,
            explanation=explanation,
            severity=Severity.LOW,
        )
        return replace(comparison, findings=(*found, finding))

    def _holds(self, quote: Quote | None) -> bool:
        return quote is not None and self.member.start <= quote.start and quote.end <= self.member.end


def member_of(claim: str, sources: Sequence[Source]) -> Member | None:
    """The member that the claim is about, if a source numbers its group and the claim does not single it out."""
    members = list(_MEMBER.finditer(claim))
    if not members or _SINGLED_OUT.search(claim):
        return None
    for source in sources:
        for group in _RANGE.finditer(source.text):
            for one in members:
                same = stem(group["noun"].lower()) == stem(one["noun"].lower())
                if same and int(group["first"]) <= int(one["number"]) <= int(group["last"]):
                    whole = f"all the {group['noun'].lower()}"
                    quotes = _quote(CLAIM_ID, one), _quote(source.id, group)
                    return Member(*quotes, whole.capitalize() if one.start() == 0 else whole)
    return None


def _quote(document_id: str, match: re.Match[str]) -> Quote:
    return Quote(text=match.group(), document_id=document_id, start=match.start(), end=match.end())
