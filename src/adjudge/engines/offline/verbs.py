"""Whether a stretch of words has a finite verb, and where: what makes it a clause. English and German."""

import re

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import Word, german, words

_AUXILIARIES = word_set(
    """is are was were am has have had does did do will would can could may might must shall should isn't aren't wasn't
    weren't hasn't haven't hadn't won't can't couldn't didn't doesn't don't cannot"""
)
_PAST = word_set(
    """said made took came saw got gave found told became left felt brought began kept held wrote stood heard met ran
    paid led grew lost fell sent built drew broke spent rose drove bought wore chose sought threw caught dealt
    won fought taught sold ate knew beat flew hit set put cut went stole struck swore withdrew quit bore sang
    sank shot slept spoke thought understood overtook underwent arose fled hid hung laid lent swept tore woke
    bid cost read let"""
)
_PRESENT = word_set(
    """says shows includes contains remains plans wants lives works plays hopes faces leads needs believes becomes
    makes takes gives uses runs holds carries covers reaches expects claims denies seeks aims offers provides
    requires allows argues warns describes explains suggests reports finds notes adds wins loses dies opens
    closes begins starts ends moves supports opposes operates employs produces costs weighs stands lies belongs
    consists measures serves tells writes speaks features discusses highlights explores states calls asks thinks
    knows sees goes comes gets keeps lets means owns sells buys pays earns spends studies teaches stars joins
    leaves returns rises falls grows focuses"""
)
_GERMAN = word_set(
    """ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können konnte konnten soll sollen sollte
    sollten muss müssen musste mussten darf dürfen will wollen wollte wollten mag möchte bleibt blieb blieben
    liegt lag lagen steht stand standen geht ging gingen kommt kam kamen gibt gab gaben fand fanden nahm nahmen
    ließ ließen hielt hielten sieht sah sahen trägt trug trugen führt fährt fuhr fuhren heißt hieß gilt galt
    verlor gewann begann schrieb schloss sprach traf starb stieg sank fiel fielen wuchs zog zogen rief lief
    liefen bat bot lebt leben arbeitet kostet zählt gehört besteht umfasst erhielt erhält sei wäre hätte würde"""
)
_NOT_PAST = word_set(
    """hundred red bed speed need seed feed indeed united limited embed shed breed weed bleed greed exceed proceed
    succeed called named based aged related so-called wicked sacred naked unprecedented unexpected unnamed"""
)
"""Words in -ed that are no verbs, or that as a rule follow a noun without making a clause."""
_GERMAN_T = re.compile(r"[a-zäöüß]{3,40}(?:te|ten|t)")
_NOT_GERMAN_VERB = word_set(
    "nicht seit erst selbst jetzt sonst statt samt weit fast dort fort heute gestern recht etwa"
)
_BEFORE_ADJECTIVE = word_set("of with by in as the a an his her its their der die das den dem ein eine einen einem")


def has_verb(text: str) -> bool:
    """Whether a finite verb shows."""
    found = words(text)
    tongue = german(text) or any(word.lower in ("der", "die", "das", "ist", "und") for word in found)
    return any(_finite(word, found[at - 1] if at else None, tongue=tongue) for at, word in enumerate(found))


def _finite(word: Word, before: Word | None, *, tongue: bool) -> bool:
    if word.lower in _AUXILIARIES or word.lower in _PAST or word.lower in _PRESENT:
        return True
    if tongue:
        shaped = word.text.islower() and _GERMAN_T.fullmatch(word.lower) and word.lower not in _NOT_GERMAN_VERB
        return word.lower in _GERMAN or bool(shaped)
    if not word.lower.endswith("ed") or len(word.lower) < 5 or word.lower in _NOT_PAST or not word.text.islower():
        return False
    # After an article or "of" a word in -ed is an adjective: "a divided city".
    return before is None or before.lower not in _BEFORE_ADJECTIVE


def verb_at(text: str) -> int:
    """Where the first finite verb begins; -1 if none shows."""
    found = words(text)
    tongue = german(text)
    for at, word in enumerate(found):
        if _finite(word, found[at - 1] if at else None, tongue=tongue):
            return word.start
    return -1
