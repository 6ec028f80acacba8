"""Phrases on ordered scales, as patterns: how sure, how many, why, and under which limit. Higher levels say more.

Alternatives run over several lines; the line breaks and the white space beside them mean nothing.
"""

_CERTAINTY_LEVELS = {"proof": 4, "finding": 3, "expected": 2, "report": 2, "possible": 1}
_CERTAINTY_WORDS = {
    "proof": r"""
        prov(?:es?|ed|en|ing)|conclusive(?:ly)?|definitive(?:ly)?|certain(?:ly)?|definite(?:ly)?|
        undoubted(?:ly)?|without (?:a )?doubt|beyond doubt|guarantee[sd]?|undeniabl[ey]|unquestionabl[ey]|
        bewies(?:en)?|sicher
    """,
    "finding": r"""
        show(?:s|ed|n|ing)?|demonstrat(?:es?|ed|ing)|confirm(?:s|ed)?|will|shall|wird|werden
    """,
    "expected": r"""
        suggest(?:s|ed|ing)?|indicat(?:es?|ed|ing)|(?<!more )(?<!less )(?<!as )(?<!equally )likely|probabl[ey]|expected|expects?|would|
        appear(?:s|ed)? to|seem(?:s|ed)?|believed?|believes|thought to|tend(?:s|ed)? to|estimated to|
        predict(?:s|ed)?|plan(?:s|ned)?(?= (?:to|an?|another)\b)(?: to)?|intend(?:s|ed)? to|aims? to|hopes? to|wahrscheinlich|vermutlich|
        voraussichtlich
    """,
    "report": r"""
        alleged(?:ly)?|alleg(?:es?|ing)|reportedly|(?<=\ba )reported|
        (?:is|are|was|were|been|being) (?:widely )?reported (?:to (?:have|be)|that)|
        claim(?:s|ed)? (?:that|to)|purported(?:ly)?|rumou?red|supposed(?:ly)?|accused of|suspected|angeblich|mutmaßlich|
        accus(?:es?|ed|ing) (?:[^\s,.;]+ ){1,4}?of|(?<!the )(?<!a )suspects? that|assum(?:es?|ed) that|
        vermut(?:et|en|ete|eten)|(?:geht|gehen|ging|gingen) davon aus
    """,
    "possible": r"""
        may|might|could|consider(?:s|ing)?(?= (?:whether|an?\b|the (?:idea|option|possibility|plan|proposal|case)|options?|plans?|\w+ing\b))(?: whether)?|whether|weigh(?:s|ing)(?=\s(?:up|whether|plans?|options?|an?\s(?:plan|proposal|bid|ban|run|move)))|possibl[ey]|perhaps|maybe|potential(?:ly)?|conceivabl[ey]|unclear|uncertain|
        (?:not|isn['’]t|wasn['’]t) (?:yet |entirely |fully |immediately )?(?:clear|certain|known)(?= (?:if|whether|who|what|which|why|how|when|where)\b)|
        (?:not|isn['’]t|wasn['’]t) (?:yet |entirely |fully |immediately )?(?:clear|certain)(?=\s?[.,;])|
        nicht (?:klar|sicher|bekannt)(?=,? (?:ob|wer|was|wie|wann|wo|warum)\b)|unklar|ungewiss|
        hypothesi[sz]ed?|speculat(?:es?|ed|ion)|könnte|könnten|möglich(?:erweise)?|vielleicht|
        remains? to be seen
    """,
}
_QUANTIFIERS_LEVELS = {"all": 5, "not_all": 2, "most": 4, "many": 3, "some": 2, "few": 1, "none": 0}
_QUANTIFIERS_WORDS = {
    "all": r"""
        all(?! but\b| but \w+| over\b)|every(?:one|body|thing)?|each|entire(?:ly)?|whole|always|
        universal(?:ly)?|alle[nrs]?|jede[rnsm]?|immer|both|any(?=\s\w+\s(?:can|will|is))
    """,
    "not_all": r"""
        not (?:all|every(?:one|body|thing)?)(?! but\b| over\b)|nicht (?:alle[nrs]?|jede[rnsm]?)
    """,
    "most": r"""
        most(?= of| \w+s\b| people)|(?:nearly|almost|virtually|practically) (?:all|every(?:one|body|thing)?|alle)|mostly|majority|usually|generally|typically|largely|mainly|predominantly|
        meisten|meist|mehrheit
    """,
    "many": r"""
        many|numerous|often|frequently|a lot of|lots of|plenty of|a large number of|viele[nr]?|oft|häufig|
        much of
    """,
    "some": r"""
        some|several|sometimes|occasionally|certain(?= \w+s\b)|a number of|einige[nr]?|manche|manchmal|
        at least one|a few|a couple of
    """,
    "few": r"""
        (?<!a )few|(?<!a )little|rarely|seldom|hardly any(?:one|body|thing)?|hardly ever|a handful of|a minority|minority|
        wenige[nr]?|selten|kaum
    """,
    "none": r"""
        none|no(?= [a-z]+s?\b)(?! longer| more| less| fewer| doubt| later)|nobody|no one|nothing|never|neither|
        keine?[rnms]?|niemand|nie
    """,
}
_CAUSES_LEVELS = {"cause": 3, "contribution": 2, "association": 1, "sequence": 0}
_CAUSES_WORDS = {
    "cause": r"""
        caus(?:es?|ed|ing)|led to|leads? to|leading to|because of|due to|owing to|result(?:s|ed|ing)? in|
        result(?:s|ed)? from|trigger(?:s|ed|ing)?|brought about|brings? about|gives? rise to|gave rise to|
        produc(?:es?|ed) by|prevent(?:s|ed|ing)?|cures?|cured|protect(?:s|ed)? against|induc(?:es?|ed)|
        responsible for|thanks to|as a result of|attribut(?:ed|able) to|reason for|makes? (?:people|you|them|us|it)|
        verursach(?:t|te|en)|führte[n]? zu|führt zu|wegen|aufgrund|durch
    """,
    "contribution": r"""
        contribut(?:es?|ed|ing) to|help(?:s|ed)? (?:to )?|play(?:s|ed)? a (?:\w+ )?role in|influenc(?:es?|ed)|
        affect(?:s|ed)?|trug(?:en)? .{0,30}bei
    """,
    "association": r"""
        associat(?:ed|ion|ions)|
        (?<!road )(?<!rail )(?<!train )(?<!air )(?<!phone )(?<!bus )(?<!ferry )(?<!transport )link(?:ed|s)? (?:to|with|between)|
        correlat(?:es?|ed|ion|ions)|related to|
        relationship between|tied to|connected (?:to|with)|connection between|coincid(?:es?|ed)|
        (?:lower|higher|reduced|increased|elevated|greater) (?:risks?|rates?|odds|chances?|likelihood|incidence) of|
        hängt .{0,60}zusammen|hing .{0,60}zusammen|zusammenhang|verbunden mit|assoziiert|einher
    """,
    "sequence": r"""
        followed by|followed|after|preceded|subsequent(?:ly)?|in the wake of|came after
    """,
}
_CAVEATS_LEVELS = {"exclusive": 2, "subjects": 3, "condition": 3, "attribution": 2, "limit": 2}
_CAVEATS_WORDS = {
    "exclusive": r"""
        only|solely|exclusively|nur|lediglich
    """,
    "subjects": r"""
        in (?:\w+ )?(?:mice|mouse|rats?|animals?|rodents|monkeys|pigs|vitro|cells?|the (?:lab|laboratory)|lab tests|cell cultures?|a dish)|
        among (?:[\w-]+ ){0,4}\w+s|of those (?:\w+ ){0,2}\w+|who were (?:tested|surveyed|polled|asked)|surveyed|
        polled|tested
    """,
    "condition": r"""
        unless|except(?: for)?|provided that|as long as|on condition that|depending on|only if|subject to|if|
        es sei denn|außer|sofern|falls
    """,
    "attribution": r"""
        according to [^,.;]{2,40}|(?:says|said|claims|claimed|alleges|alleged|argues|argued)|laut|nach angaben
    """,
    "limit": r"""
        preliminary|not (?:yet )?(?:been )?peer[- ]reviewed|small (?:study|sample|trial)|pilot study|so far|
        for now|in part|partly|partially|temporar(?:y|ily)|up to a point|in some cases|in certain cases|
        under certain|at the time|vorläufig|teilweise
    """,
}
# Verbs with which a claim makes one thing change another; the word behind must be able to be what is changed.
EFFECTS = r"""
    (?:reduc|increas|rais|improv|decreas|damag)(?:es?|ed|ing)|(?:lower|boost|worsen|slow|harm|weaken|strengthen|shorten)(?:s|ed|ing)|
    (?:cuts?|cutting|halv(?:es?|ed)|doubl(?:es?|ed))|
    (?:senkt|senkte|erhöht|erhöhte|verringert|verringerte|steigert|steigerte|verbessert|verbesserte|verschlechtert)(?:en|n)?
"""


def _scale(levels: dict[str, int], words: dict[str, str]) -> dict[str, tuple[int, str]]:
    return {group: (levels[group], words[group]) for group in levels}


CERTAINTY = _scale(_CERTAINTY_LEVELS, _CERTAINTY_WORDS)
QUANTIFIERS = _scale(_QUANTIFIERS_LEVELS, _QUANTIFIERS_WORDS)
CAUSES = _scale(_CAUSES_LEVELS, _CAUSES_WORDS)
CAVEATS = _scale(_CAVEATS_LEVELS, _CAVEATS_WORDS)
