"""Words that bound a number, before it and after it, as patterns. Line breaks inside a pattern mean nothing.

CHANGES come before two levels ("grew from 3 to 5"), SPREADS before the two ends of a range ("vary from 3 to 5").
"""

from adjudge.analysis.text.lexicon.blocks import patterns

BEFORE = patterns(r"""
JUST_OVER = (?:just|slightly|a little|a bit|marginally)\s(?:over|above|more than|past|beyond)|gut
NEARLY = nearly|almost|close to|(?:just|slightly|a little|a bit)\s(?:under|below|less than|short of|shy of|fewer than)|approaching|
  just about|knapp|fast|beinahe|nahezu
AT_LEAST = at least|no fewer than|no less than|not less than|not fewer than|(?:a )?minimum of|≥|>=|mindestens|wenigstens|not under|
  not below
AT_MOST = up to|at most|no more than|not more than|not over|not exceed(?:ing)?|(?:a )?maximum of|as many as|as much as|as high as|≤|<=|
  höchstens|maximal|bis zu|nicht mehr als|no higher than|no greater than
MORE_THAN =
  (?:well |far |much |slightly |significantly )?(?:more than|over|above|greater than|higher than|larger than|longer than|older than|upwards? of|in excess of|north of|beyond|exceed(?:s|ed|ing)?|topp(?:ed|ing)|surpass(?:ed|es|ing)?|better than|bigger than|later than|more expensive than)|
  >|mehr als|über
LESS_THAN =
  (?:well |far |much )?(?:less than|fewer than|under|below|lower than|smaller than|shorter than|younger than|south of|short of|cheaper than)|
  <|weniger als|unter
ABOUT =
  (?:at |of )?(?:about|around|approximately|approx\.?|roughly|circa|ca\.|c\.|~|≈|an estimated|estimated|some|somewhere around|in the region of|on the order of|or so|etwa|rund|ungefähr|zirka|schätzungsweise)
EXACT = exactly|precisely|only|just|genau|nur|a total of|equal to|=
""")
AFTER = patterns(r"""
AT_LEAST = or more\b|or above\b|or higher\b|or greater\b|or over\b|or older\b|and over\b|and above\b|and older\b|plus\b|\+|oder mehr\b
AT_MOST = or less\b|or fewer\b|or under\b|or below\b|or lower\b|or younger\b|and under\b|oder weniger\b
ABOUT = or so\b|approximately\b|-ish\b|or thereabouts\b
""")
CHANGES = r"""
    r[io]ses?|risen|rising|gr[eo]ws?|grown|growing|growth|f[ae]lls?|fallen|falling|increas(?:e|es|ed|ing)|
    decreas(?:e|es|ed|ing)|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|climb(?:s|ed|ing)?|jump(?:s|ed|ing)?|
    surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?|plunged?|plummet(?:ed)?|slump(?:ed)?|shr[aiu]nk|shrunken|expand(?:s|ed)?|
    cut|rais(?:e|es|ed|ing)|lift(?:s|ed)?|reduc(?:e|es|ed|ing)|lower(?:s|ed|ing)|improved?|slipped|tumbled|dwindled|
    swell(?:ed)?|went|gone|chang(?:e|es|ed)|
    stieg(?:en)?|steigt|steigen|gestiegen|sank(?:en)?|sinkt|gesunken|wuchs(?:en)?|wächst|gewachsen|fiel(?:en)?|fällt|
    gefallen|erhöhte?n?|senkte?n?|schrumpfte?n?|kletterte?n?|Anstieg|Rückgang
"""
SPREADS = r"""
    rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|lasts?|lasted|costs?|open|ages?|aged|among|between|reicht|reichen
"""
