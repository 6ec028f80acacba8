"""States that exclude each other, in all the words that say them: one family on two lines, one line for each side."""

_FAMILIES = r"""
opens?|re-?open(?:s|ed)?
closed|shut

uph(?:e|o)ld|upholds|(?:is|was|are|were) constitutional
str(?:uck|ikes?) down|unconstitutional|violate[sd]? (?:the )?(?:\w+ )?constitution|overturn(?:s|ed)|quash(?:es|ed)|annul(?:s|led)|invalidate[sd]?

(?:found )?alive|survive[sd]?|recover(?:s|ed)
(?:found )?dead|die[sd]|(?:was|were) killed

(?:(?:remain|stay)(?:s|ed)? )?in (?:office|his post|her post|their posts)
resign(?:s|ed)|step(?:s|ped) down|quit|left office|removed from office|was ousted|were ousted

legal|lawful|allow(?:s|ed)?|permit(?:s|ted)?|legali[sz]e[sd]?|lift(?:s|ed)
illegal|unlawful|ban(?:ned)?|outlaw(?:s|ed)|prohibit(?:s|ed)?|forbidden

(?:found )?(?<!not )guilty|convict(?:s|ed)
acquit(?:s|ted)|(?:found )?not guilty|cleared(?= (?:[\w.]+ ){0,3}of)

approve[sd]?|pass(?:es|ed)|adopt(?:s|ed)|accept(?:s|ed)|back(?:s|ed)|endorse[sd]?
reject(?:s|ed)|vote[sd]? down|vote[sd]? against|thr(?:ew|ows|own) out|turn(?:s|ed) down|vetoe[sd]

(?:went|goes|go|gone) ahead|took place|take[sn]? place|(?:r[au]n |arrived )?(?:as planned|as scheduled|on schedule|on time)|(?:was|were) held
cancell?ed|called off|postponed|scrapped|delayed|behind schedule|(?:was|were) abandoned|(?:was|were) axed

hire[sd]?|recruit(?:s|ed)?|took on|appoint(?:s|ed)?
la(?:id|ys?) off|sack(?:s|ed)?|dismisse[sd]|made redundant

in custody|behind bars|in (?:jail|prison)|still (?:jailed|detained|held)
at large|on the run|released|freed|walked free

arrested|captured|caught|detained
at large|on the run

(?:is|are|was|were|traded|trading|ended|closed) (?:\w+ )?(?:down|lower)(?! than)|fell|fallen|dropped|slid|declined|sank
recover(?:s|ed)|rebound(?:s|ed)|(?:is|are|was|were|traded|trading|ended|closed) (?:\w+ )?(?:up|higher)(?! than)|rose|risen|climbed|gained

(?:held|remain(?:s|ed)|was|were|stayed|is|are) (?:steady|stable|unchanged|flat)
rose|fell|increased|decreased|jumped|dropped|climbed|grew|declined|surged|plunged

unhurt|uninjured|unharmed|unscathed|not (?:hurt|injured)
(?<!not )(?:injured|hurt|wounded)

still stands?|(?:is|are|was|were) (?:still )?(?:intact|undamaged|standing)
demolished|destroyed|torn down|razed

bestätigten?|bestätigt|verfassungsgemäß
kippten?|gekippt|verfassungswidrig|aufgehoben

(?:(?:bleib|blieb)\w* )?im amt
zurückgetreten|trat(?:en)? (?:\w+ ){0,3}zurück

schuldig gesprochen|verurteilt
freigesprochen|unschuldig

(?:fand|fanden) (?:[\w.]+ ){0,4}statt|stattgefunden
abgesagt|ausgefallen|gestrichen|verschoben

(?:wieder )?(?:geöffnet|offen)
geschlossen

unverletzt
verletzt
"""


def _sides() -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in (one.split("\n") for one in _FAMILIES.strip().split("\n\n")))


STATES: tuple[tuple[str, str], ...] = _sides()
