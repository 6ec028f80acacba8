"""Phrases on ordered scales, as patterns: how sure, how many, why, and under which limit. Higher levels say more.

Each entry is a group and its alternatives, which run on over indented lines.
"""

from adjudge.analysis.text.lexicon.blocks import patterns

LEVELS = {
    "proof": 4, "finding": 3, "expected": 2, "report": 2, "possible": 1,
    "all": 5, "not_all": 2, "most": 4, "many": 3, "some": 2, "few": 1, "none": 0,
    "cause": 3, "contribution": 2, "association": 1,
    "exclusive": 2, "subjects": 3, "condition": 3, "attribution": 2, "limit": 2,
}  # fmt: skip
CERTAINTY = patterns(r"""
proof = prov(?:es?|ed|en|ing)|conclusive(?:ly)?|definitive(?:ly)?|certain(?:ly)?|definite(?:ly)?|without (?:a )?doubt|guarantee[sd]?|
  sicher
finding = show(?:s|ed|n|ing)?|demonstrat(?:es?|ed|ing)|confirm(?:s|ed)?|will|shall|wird|werden
expected = suggest(?:s|ed|ing)?|(?<!more )(?<!less )(?<!as )(?<!equally )likely|probabl[ey]|expected|expects?|
  appear(?:s|ed)? to|seem(?:s|ed)?|believed?|believes|thought to|tend(?:s|ed)? to|estimated to|predict(?:s|ed)?|
  plan(?:s|ned)?(?= (?:to|an?|another)\b)(?: to)?|intend(?:s|ed)? to|aims? to|hopes? to|wahrscheinlich|vermutlich|voraussichtlich
report = alleged(?:ly)?|alleg(?:es?|ing)|reportedly|(?<=\ba )reported|
  (?:is|are|was|were|been|being) (?:widely )?reported (?:to (?:have|be)|that)|claim(?:s|ed)? (?:that|to)|rumou?red|supposed(?:ly)?|
  accused of|suspected|angeblich|mutmaßlich|accus(?:es?|ed|ing) (?:[^\s,.;]+ ){1,4}?of|(?<!the )(?<!a )suspects? that|
  assum(?:es?|ed) that|vermut(?:et|en|ete|eten)
possible = may|might|could|
  consider(?:s|ing)?(?= (?:whether|an?\b|the (?:idea|option|possibility|plan|proposal|case)|options?|plans?|\w+ing\b))(?: whether)?|
  whether|weigh(?:s|ing)(?=\s(?:up|whether|plans?|options?|an?\s(?:plan|proposal|bid|ban|run|move)))|possibl[ey]|perhaps|maybe|
  potential(?:ly)?|conceivabl[ey]|unclear|uncertain|
  (?:not|isn['’]t|wasn['’]t) (?:yet |entirely |fully |immediately )?(?:clear|certain|known)(?= (?:if|whether|who|what|which|why|how|when|where)\b)|
  (?:not|isn['’]t|wasn['’]t) (?:yet |entirely |fully |immediately )?(?:clear|certain)(?=\s?[.,;])|
  nicht (?:klar|sicher|bekannt)(?=,? (?:ob|wer|was|wie|wann|wo|warum)\b)|unklar|ungewiss|hypothesi[sz]ed?|speculat(?:es?|ed|ion)|könnte|
  könnten|möglich(?:erweise)?|vielleicht|remains? to be seen
""")
QUANTIFIERS = patterns(r"""
all = all(?! but\b| but \w+| over\b)|every(?:one|body|thing)?|each|entire(?:ly)?|whole|always|universal(?:ly)?|alle[nrs]?|jede[rnsm]?|
  immer|both|any(?=\s\w+\s(?:can|will|is))
not_all = not (?:all|every(?:one|body|thing)?)(?! but\b| over\b)|nicht (?:alle[nrs]?|jede[rnsm]?)
most = most(?= of| \w+s\b| people)|(?:nearly|almost|virtually|practically) (?:all|every(?:one|body|thing)?|alle)|mostly|majority|usually|
  generally|typically|largely|mainly|predominantly|meisten|meist|mehrheit
many = many|numerous|often|frequently|a lot of|lots of|plenty of|a large number of|viele[nr]?|oft|häufig|much of
some = some|several|sometimes|occasionally|certain(?= \w+s\b)|a number of|einige[nr]?|manche|manchmal|at least one|a few|a couple of
few = (?<!a )few|rarely|seldom|hardly any(?:one|body|thing)?|hardly ever|a handful of|a minority|minority|wenige[nr]?|selten|kaum
none = none|no(?= [a-z]+s?\b)(?! longer| more| less| fewer| doubt| later)|nobody|no one|nothing|never|neither|keine?[rnms]?|niemand|nie
""")
CAUSES = patterns(r"""
cause = caus(?:es?|ed|ing)|led to|leads? to|leading to|because of|due to|result(?:s|ed|ing)? in|result(?:s|ed)? from|trigger(?:s|ed|ing)?|
  produc(?:es?|ed) by|prevent(?:s|ed|ing)?|cures?|cured|protect(?:s|ed)? against|induc(?:es?|ed)|responsible for|thanks to|as a result of|
  attribut(?:ed|able) to|reason for
contribution = contribut(?:es?|ed|ing) to|help(?:s|ed)? (?:to )?|play(?:s|ed)? a (?:\w+ )?role in|influenc(?:es?|ed)|affect(?:s|ed)?
association = associat(?:ed|ion|ions)|
  (?<!road )(?<!rail )(?<!train )(?<!air )(?<!phone )(?<!bus )(?<!ferry )(?<!transport )link(?:ed|s)? (?:to|with|between)|
  correlat(?:es?|ed|ion|ions)|related to|relationship between|tied to|connected (?:to|with)|connection between|coincid(?:es?|ed)|
  (?:lower|higher|reduced|increased|elevated|greater) (?:risks?|rates?|odds|chances?|likelihood|incidence) of
""")
CAVEATS = patterns(r"""
exclusive = only|solely|exclusively|nur|lediglich
subjects =
  in (?:\w+ )?(?:mice|mouse|rats?|animals?|rodents|monkeys|pigs|vitro|cells?|the (?:lab|laboratory)|lab tests|cell cultures?|a dish)|
  among (?:[\w-]+ ){0,4}\w+s|of those (?:\w+ ){0,2}\w+|who were (?:tested|surveyed|polled|asked)|surveyed|polled|tested
condition = (?:unless|except(?: for)?|provided that|as long as|on condition that|depending on|only if|subject to|if)(?:\s[^\s,;:.()]+){0,12}
attribution = according to [^,.;]{2,40}|(?:says|said|claims|claimed|alleges|alleged|argues|argued)
limit = preliminary|not (?:yet )?(?:been )?peer[- ]reviewed|small (?:study|sample|trial)|pilot study|so far|for now|in part|partly|
  partially|temporar(?:y|ily)
""")
