"""The `caveat` axis: how far a case has come. Those who were tested need not be ill, nor those who are ill dead.

Pure: views in, findings out. A stage is taken from the sentence that answers the claim best; only where both sides name
one, and the claim's lies beyond all that the sources name anywhere, does the claim say more.
"""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.spans import Span
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.3
_STAGES = tuple(
    re.compile(rf"\b(?:{pattern(block)})\b", re.IGNORECASE)
    for block in (
        r"""
        (?:was|were|been|being|be|got|get) (?:\w+ly |also |first )?
        (?:tested|screened|swabbed|monitored|quarantined)(?! (?:positive|negative))|
        wurden? (?:[\w,.]+ ){0,3}(?:getestet|untersucht|überwacht)
        """,
        r"""
        (?:show|have|had|has|develop|report)(?:s|ed|n|ing)? (?:\w+ )?symptoms|
        (?:was|were|is|are|fell|falls?|became) (?:ill|sick|infected)|test(?:s|ed)? positive|(?:was|were|been) diagnosed|
        (?:had|has|have|caught|contracted) the (?:disease|virus|infection)|
        zeigten? (?:\w+ )?symptome|(?:war|waren|wurden?) (?:krank|infiziert)|erkrankten?|positiv getestet
        """,
        r"""
        (?:was|were|been|be) hospitali[sz]ed|(?:admitted|taken) to (?:a |the )?hospital|kam(?:en)? ins krankenhaus
        """,
        r"""
        died|(?:was|were) (?:killed|dead)|starb(?:en)?|ums leben
        """,
    )
)


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """A claim that takes people further than the sources (`lowered`) do."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    ours, theirs = _farthest(view.claim.text), _farthest(view.source.text)
    if ours is None or theirs is None or any(stage.search(lowered) for stage in _STAGES[ours[0] :]):
        return []
    return [
        Finding(
            axis="caveat",
            relation=Relation.ABSENT,
            claim_quote=view.claim.quote(ours[1]),
            source_quote=view.source.quote(theirs[1]),
            explanation=f"The claim says '{ours[1].text}'; the source only says '{theirs[1].text}'.",
            severity=Severity.HIGH,
        )
    ]


def _farthest(text: str) -> tuple[int, Span] | None:
    """The last stage that a text names, and its words."""
    for stage in reversed(range(len(_STAGES))):
        if found := _STAGES[stage].search(text):
            return stage, Span(found.start(), found.end(), found.group())
    return None
