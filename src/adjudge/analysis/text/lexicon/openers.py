"""Words that often open a sentence and so carry a capital without being names (English, German)."""

from adjudge.analysis.text.lexicon.blocks import word_set

OPENERS: frozenset[str] = word_set(
    """
    despite according however although while during after before since because when where there these those other many most some
    several people scientists researchers officials police experts doctors patients studies study research data results evidence
    new two three four five six seven eight nine ten first second last next early late today yesterday tomorrow now then once
    both all each every no not yes nobody everyone everybody someone somebody nothing everything something men women children
    man woman child boy girl young old big small large little good bad high low long short never always often sometimes usually
    perhaps maybe also only just even still yet about around over under above below within without against between among through
    inside outside here why what who which how can could may might will would should must do does did is are was were be been have
    has had it he she they we you i a an the this that if as at by for from in into of off on onto out to up with and but or so
    than too very more less such same certain different various following given using based thanks dear please let mit von der die
    das ein eine im am es er sie wir nach seit für bei auf aus als wenn aber und oder
    """
)
