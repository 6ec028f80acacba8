"""How times of day are told, as patterns: English and German. Line breaks inside a pattern mean nothing."""

# The half of the day that words beside a time name.
MORNING = r"""
    am\b|a\.\s?m\b\.?|(?:in\s+the|this|early\s+in\s+the|on\s+\w+|yesterday|tomorrow|the\s+(?:next|following))\s+morning|
    morgens|vormittags|früh|am\s+(?:Morgen|Vormittag)
"""
EVENING = r"""
    pm\b|p\.\s?m\b\.?|(?:in\s+the|this|early\s+in\s+the|late\s+in\s+the|on\s+\w+|yesterday|tomorrow|the\s+(?:next|following))\s+(?:afternoon|evening)|tonight|
    abends|nachmittags|am\s+(?:Abend|Nachmittag)
"""
NIGHT = r"at\s+night|(?:on\s+\w+|last)\s+night|nachts|in\s+der\s+Nacht"
MORNING_BEFORE = r"(?:mornings?|morgens?|vormittags?|früh)"
EVENING_BEFORE = r"(?:afternoons?|evenings?|tonight|abends?|nachmittags?)"
ZONES = r"""
    GMT|UTC|BST|CES?T|MES?Z|EES?T|E[SD]?T|C[SD]T|M[SD]T|P[SD]?T|IST|JST|A?E[SD]T|MSK|local\s+time|Ortszeit|
    (?:eastern|pacific|central|mountain)(?:\s+(?:standard|daylight))?\s+time
"""
# What begins at a time, and what ends at it; what begins is never told against what ends.
STARTS = r"""
    open(?:s|ed|ing)?|start(?:s|ed|ing)?|beg[aiu]ns?|beginning|kick(?:s|ed|ing)?[\s-]off|kick-?off|depart(?:s|ed|ing|ure)?|
    le(?:aves?|ft|aving)|set(?:s|ting)?\s+off|take(?:s|n)?\s+off|took\s+off|from|since|commenc(?:e[sd]?|ing)|
    öffne(?:t|n|te|ten)|beg[ai]nn(?:t|en)?|start(?:et|en|ete|eten)|Anpfiff|Beginn|ab|von|seit|angepfiffen
"""
ENDS = r"""
    clos(?:e|es|ed|ing)|shut(?:s|ting)?|end(?:s|ed|ing)?|finish(?:es|ed|ing)?|stop(?:s|ped|ping)?|arriv(?:e|es|ed|ing|al)|
    land(?:s|ed|ing)?|until|till|to|conclud(?:e[sd]?|ing)|
    schließ(?:t|en)|schloss(?:en)?|ende(?:t|n|te|ten)|bis|Schluss|ankam(?:en)?|landete[n]?
"""
# Verbs that tell a bare "at nine" from an age or a price.
SCHEDULED = r"""
    ar(?:rive|rives|rived|riving|ose)|w(?:oke|akes?)(?:\s+up)?|g[eo]ts?\s+up|got\s+up|m(?:eets?|et|eeting)|go(?:es)?\s+to\s+bed|
    due|scheduled|planned|served?|serves|breakfast|lunch|dinner|doors|runs?|ran|begins?|rings?|rang
"""
