"""The `name` axis, fourth part: somebody who has another part in the same event. The driver is not the passenger.

Pure: views in, findings out. What is said of the one may hold of the other too, so nothing is contradicted.
"""

from collections.abc import Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.words import stem, words
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.75
_PARTS = tuple(
    frozenset(stem(word) for word in word_set(block))
    for block in (
        "driver passenger pedestrian cyclist motorcyclist fahrer fahrerin beifahrer fußgänger",
        "pilot passenger stewardess",
        "buyer seller käufer verkäufer",
        "teacher pupil student lehrer schüler",
        "plaintiff defendant judge prosecutor juror kläger beklagte richter",
        "landlord tenant vermieter mieter",
        "doctor nurse patient arzt patient",
        "lender borrower",
        "employer employee",
        "host guest",
        "referee goalkeeper coach striker",
        "bride groom",
        "interviewer interviewee",
        "donor recipient",
        "sender recipient",
    )
)


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """At most one finding, from the sentence that answers the claim best."""
    if not views:
        return []
    view = views[0]
    for at in view.claim.content:
        ours = view.claim.words[at].stem
        groups = [group for group in _PARTS if ours in group] if at not in view.links else []
        if not groups or view.coverage_without(frozenset({at})) < _FRAME or _named(ours, lowered):
            continue
        spot = next((spot for spot in view.source.content if _another(view, ours, spot, groups)), None)
        if spot is not None and not any(view.denied(frozenset({at}), frozenset({spot}))):
            return [_made(view, at, spot)]
    return []


def _another(view: View, ours: str, spot: int, groups: Sequence[frozenset[str]]) -> bool:
    """Whether the source has another part there. Opposites are told by the words themselves."""
    theirs = view.source.words[spot].stem
    return spot not in view.answered and any(theirs in group for group in groups) and sense(ours, theirs) is Sense.NONE


def _named(wanted: str, lowered: str) -> bool:
    return any(sense(wanted, word.stem) in (Sense.SAME, Sense.SYNONYM) for word in words(lowered))


def _made(view: View, at: int, spot: int) -> Finding:
    ours, theirs = view.claim.words[at].text, view.source.words[spot].text
    return Finding(
        axis="name",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote_word(at),
        source_quote=view.source.quote_word(spot),
        explanation=f"The claim says this of '{ours}', the source of '{theirs}'.",
        severity=Severity.HIGH,
    )
