"""Derive what a labelled statement implies for a claim from the relation between the two.

The negation of something false is true; but of two statements that cannot both be true, both may be false.
"""

from collections.abc import Mapping

from adjudge.evidence.records import STANDINGS, RecordStanding
from adjudge.questions.news import Bearing, NewsLabel

_TRUE: Mapping[Bearing, NewsLabel] = {
    Bearing.SAME: NewsLabel.SUPPORTED,
    Bearing.OPPOSITE: NewsLabel.REFUTED,
    Bearing.CONFLICTING: NewsLabel.REFUTED,
}
_FALSE: Mapping[Bearing, NewsLabel] = {Bearing.SAME: NewsLabel.REFUTED, Bearing.OPPOSITE: NewsLabel.SUPPORTED}
_EFFECTS: Mapping[RecordStanding | None, Mapping[Bearing, NewsLabel]] = {
    RecordStanding.TRUE: _TRUE,
    RecordStanding.FALSE: _FALSE,
    RecordStanding.OPEN: {},
    None: _TRUE,
}


def effect(label: str, bearing: Bearing) -> NewsLabel:
    """What a statement with this label and this relation to the claim implies; NEI if nothing.

    A statement without a label is a source's own word. A label that is not known says nothing.
    """
    standing = STANDINGS.get(label, RecordStanding.OPEN) if label else None
    return _EFFECTS[standing].get(bearing, NewsLabel.NEI)
