"""What follows for a claim from a labelled statement: it depends on how the statement stands to the claim.

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
    """What follows from a statement with this label that stands to the claim in this way; NEI where nothing does.

    A statement without a label is a source's own word. A label that is not known says nothing.
    """
    standing = STANDINGS.get(label, RecordStanding.OPEN) if label else None
    return _EFFECTS[standing].get(bearing, NewsLabel.NEI)
