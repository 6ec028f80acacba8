"""Forms that are finite verbs wherever they stand, English and German: what makes a stretch of words a clause."""

from adjudge.analysis.text.lexicon.blocks import word_set

AUXILIARIES: frozenset[str] = word_set(
    """is are was were am has have had does did do will would can could may might must shall should isn't aren't wasn't
    weren't hasn't haven't hadn't won't can't couldn't didn't doesn't don't cannot"""
)
PAST: frozenset[str] = word_set(
    """said made took came saw got gave found told became left felt brought began kept held wrote stood heard met ran paid
    led grew lost fell sent built drew broke spent rose drove bought wore chose sought threw caught dealt won fought taught
    sold ate knew beat flew hit set put cut went stole struck swore withdrew quit bore sang sank shot slept spoke thought
    understood overtook underwent arose fled hid hung laid lent swept tore woke bid cost read let"""
)
PRESENT: frozenset[str] = word_set(
    """says shows includes contains remains plans wants lives works plays hopes faces leads needs believes becomes makes takes
    gives uses runs holds carries covers reaches expects claims denies seeks aims offers provides requires allows argues
    warns describes explains suggests reports finds notes adds wins loses dies opens closes begins starts ends moves
    supports opposes operates employs produces costs weighs stands lies belongs consists measures serves tells writes
    speaks features discusses highlights explores states calls asks thinks knows sees goes comes gets keeps lets means
    owns sells buys pays earns spends studies teaches stars joins leaves returns rises falls grows focuses"""
)
GERMAN: frozenset[str] = word_set(
    """ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können konnte konnten soll sollen sollte
    sollten muss müssen musste mussten darf dürfen will wollen wollte wollten mag möchte bleibt blieb blieben liegt lag
    lagen steht stand standen geht ging gingen kommt kam kamen gibt gab gaben fand fanden nahm nahmen ließ ließen hielt
    hielten sieht sah sahen trägt trug trugen führt fährt fuhr fuhren heißt hieß gilt galt verlor gewann begann schrieb
    schloss sprach traf starb stieg sank fiel fielen wuchs zog zogen rief lief liefen bat bot lebt leben arbeitet kostet
    zählt gehört besteht umfasst erhielt erhält sei wäre hätte würde"""
)
NOT_PAST: frozenset[str] = word_set(
    """hundred red bed speed need seed feed indeed united limited embed shed breed weed bleed greed exceed proceed succeed
    called named based aged related so-called wicked sacred naked unprecedented unexpected unnamed"""
)
"""Words in -ed that are no verbs, or that as a rule follow a noun without making a clause."""
