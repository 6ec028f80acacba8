"""Words that say how sure, how many and why: marks on ordered scales, each with its exact span.

Certainty: proves > (plain) > suggests > may. Quantifiers: all > most > many > some > few > none. Causes: caused >
contributed > associated > followed. Negation and its scope stand in `negation`, and are offered here too.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from adjudge.analysis.negation import Negation, negations, polarity
from adjudge.analysis.spans import Span
from adjudge.analysis.words import stem

__all__ = ["PLAIN", "Mark", "Negation", "Scale", "caveats", "causes", "hedges", "negations", "polarity", "quantifiers"]


class Scale(StrEnum):
    """What a mark speaks about."""

    CERTAINTY = "certainty"
    QUANTIFIER = "quantifier"
    CAUSALITY = "causality"
    CAVEAT = "caveat"


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or phrase, its level on its scale (higher says more), and the stem of the noun it binds, if any."""

    span: Span
    scale: Scale
    level: int
    group: str
    head: str = ""


PLAIN = 3  # the certainty of a sentence that carries no mark

_CERTAINTY: dict[str, tuple[int, str]] = {
    "proof": (4, r"prov(?:es?|ed|en|ing)|conclusive(?:ly)?|definitive(?:ly)?|certain(?:ly)?|definite(?:ly)?|undoubted(?:ly)?|without (?:a )?doubt|"
                 r"beyond doubt|guarantee[sd]?|undeniabl[ey]|unquestionabl[ey]|bewies(?:en)?|sicher"),
    "finding": (3, r"show(?:s|ed|n|ing)?|demonstrat(?:es?|ed|ing)|confirm(?:s|ed)?|will|shall|wird|werden"),
    "expected": (2, r"suggest(?:s|ed|ing)?|indicat(?:es?|ed|ing)|likely|probabl[ey]|expected|expects?|would|appear(?:s|ed)? to|seem(?:s|ed)?|"
                    r"believed?|believes|thought to|tend(?:s|ed)? to|estimated to|predict(?:s|ed)?|plan(?:s|ned)? to|intend(?:s|ed)? to|aims? to|"
                    r"hopes? to|wahrscheinlich|vermutlich|voraussichtlich"),
    "report": (2, r"alleged(?:ly)?|alleg(?:es?|ing)|reported(?:ly)?|claim(?:s|ed)? (?:that|to)|purported(?:ly)?|rumou?red|supposed(?:ly)?|"
                  r"accused of|suspected|angeblich|mutmaßlich"),
    "possible": (1, r"may|might|could|possibl[ey]|perhaps|maybe|potential(?:ly)?|conceivabl[ey]|unclear|uncertain|hypothesi[sz]ed?|"
                    r"speculat(?:es?|ed|ion)|könnte|könnten|möglich(?:erweise)?|vielleicht|remains? to be seen"),
}  # fmt: skip
_QUANTIFIERS: dict[str, tuple[int, str]] = {
    "all": (5, r"all(?! but\b| but \w+| over\b)|every(?:one|body|thing)?|each|entire(?:ly)?|whole|always|universal(?:ly)?|alle[nrs]?|jede[rnsm]?|immer|both|any(?=\s+\w+\s+(?:can|will|is))"),
    "most": (4, r"most(?= of| \w+s\b| people)|mostly|majority|usually|generally|typically|largely|mainly|predominantly|meisten|meist|mehrheit"),
    "many": (3, r"many|numerous|often|frequently|a lot of|lots of|plenty of|a large number of|viele[nr]?|oft|häufig|much of"),
    "some": (2, r"some|several|sometimes|occasionally|certain(?= \w+s\b)|a number of|einige[nr]?|manche|manchmal|at least one|a few|a couple of"),
    "few": (1, r"(?<!a )few|(?<!a )little|rarely|seldom|hardly any|hardly ever|a handful of|a minority|minority|wenige[nr]?|selten|kaum"),
    "none": (0, r"none|no(?= [a-z]+s?\b)(?! longer| more| less| fewer| doubt| later)|nobody|no one|nothing|never|neither|keine?[rnms]?|niemand|nie"),
}  # fmt: skip
_CAUSES: dict[str, tuple[int, str]] = {
    "cause": (3, r"caus(?:es?|ed|ing)|led to|leads? to|leading to|because of|due to|owing to|result(?:s|ed|ing)? in|result(?:s|ed)? from|trigger(?:s|ed|ing)?|"
                 r"brought about|brings? about|gives? rise to|gave rise to|produc(?:es?|ed) by|prevent(?:s|ed|ing)?|cures?|cured|protect(?:s|ed)? against|"
                 r"induc(?:es?|ed)|responsible for|thanks to|as a result of|reason for|makes? (?:people|you|them|us|it)|verursach(?:t|te|en)|führte[n]? zu|führt zu|wegen|durch"),
    "contribution": (2, r"contribut(?:es?|ed|ing) to|help(?:s|ed)? (?:to )?|play(?:s|ed)? a (?:\w+ )?role in|influenc(?:es?|ed)|affect(?:s|ed)?|trug(?:en)? .{0,30}bei"),
    "association": (1, r"associat(?:ed|ion|ions)|link(?:ed|s)? (?:to|with|between)|correlat(?:es?|ed|ion|ions)|related to|relationship between|tied to|"
                       r"connected (?:to|with)|connection between|coincid(?:es?|ed)|hängt .{0,30}zusammen|zusammenhang|verbunden mit|assoziiert"),
    "sequence": (0, r"followed by|followed|preceded|subsequent(?:ly)?|in the wake of|came after"),
}  # fmt: skip
_CAVEATS: dict[str, tuple[int, str]] = {
    "exclusive": (2, r"only|solely|exclusively|nur|lediglich"),
    "subjects": (3, r"in (?:\w+ )?(?:mice|mouse|rats?|animals?|rodents|monkeys|pigs|vitro|cells?|the (?:lab|laboratory)|lab tests|cell cultures?|a dish)|"
                    r"among (?:[\w-]+ ){0,4}\w+s|of those (?:\w+ ){0,2}\w+|who were (?:tested|surveyed|polled|asked)|surveyed|polled|tested"),
    "condition": (3, r"unless|except(?: for)?|provided that|as long as|on condition that|depending on|only if|subject to|if|es sei denn|außer|sofern|falls"),
    "attribution": (2, r"according to [^,.;]{2,40}|(?:says|said|claims|claimed|alleges|alleged|argues|argued)|laut|nach angaben"),
    "limit": (2, r"preliminary|not (?:yet )?(?:been )?peer[- ]reviewed|small (?:study|sample|trial)|pilot study|so far|for now|in part|partly|partially|"
                 r"temporar(?:y|ily)|up to a point|in some cases|in certain cases|under certain|at the time|vorläufig|teilweise"),
}  # fmt: skip


def _compiled(table: dict[str, tuple[int, str]]) -> re.Pattern[str]:
    body = "|".join(f"(?P<{group}>{pattern})" for group, (_, pattern) in table.items())
    return re.compile(rf"(?<![\w'’-])(?:{body})(?![\w])", re.IGNORECASE)


_TABLES: dict[Scale, tuple[re.Pattern[str], dict[str, tuple[int, str]]]] = {
    Scale.CERTAINTY: (_compiled(_CERTAINTY), _CERTAINTY),
    Scale.QUANTIFIER: (_compiled(_QUANTIFIERS), _QUANTIFIERS),
    Scale.CAUSALITY: (_compiled(_CAUSES), _CAUSES),
    Scale.CAVEAT: (_compiled(_CAVEATS), _CAVEATS),
}
_HEAD = re.compile(r"\s+(?:(?:of|the|these|those|their|his|her|its|our|other|der|den|die)\s+){0,3}([^\W\d_]+)(?:\s+([^\W\d_]+))?")
_MONTH_MAY = re.compile(r"(?:\b(?:in|of|by|since|until|early|mid|late|\d{1,2}(?:st|nd|rd|th)?)[\s-]+$)", re.IGNORECASE)


def hedges(text: str, offset: int = 0) -> tuple[Mark, ...]:
    """The marks of certainty."""
    return tuple(
        mark
        for mark in _marks(text, Scale.CERTAINTY, offset)
        if not (mark.span.text == "May" and _is_month(text, mark.span.start - offset, mark.span.end - offset))
    )


def _is_month(text: str, start: int, end: int) -> bool:
    return bool(_MONTH_MAY.search(text[:start])) or bool(re.match(r"\s*,?\s*\d", text[end : end + 5]))


def quantifiers(text: str, offset: int = 0) -> tuple[Mark, ...]:
    """The words that say how many of a kind, with the noun they bind."""
    return _marks(text, Scale.QUANTIFIER, offset)


def causes(text: str, offset: int = 0) -> tuple[Mark, ...]:
    """The words that tie an effect to a cause, however loosely."""
    return _marks(text, Scale.CAUSALITY, offset)


def caveats(text: str, offset: int = 0) -> tuple[Mark, ...]:
    """The words that limit a statement: to whom, when, on whose word, under which condition."""
    return _marks(text, Scale.CAVEAT, offset)


def _marks(text: str, scale: Scale, offset: int) -> tuple[Mark, ...]:
    pattern, table = _TABLES[scale]
    found = []
    for match in pattern.finditer(text):
        group = match.lastgroup or ""
        head = _head(text, match.end()) if scale is Scale.QUANTIFIER else ""
        span = Span(match.start() + offset, match.end() + offset, match.group())
        found.append(Mark(span, scale, table[group][0], group, head))
    return tuple(found)


def _head(text: str, position: int) -> str:
    match = _HEAD.match(text, position)
    if match is None:
        return ""
    first, second = match.group(1).lower(), (match.group(2) or "").lower()
    plural = second.endswith("s") and not first.endswith("s") and not second.endswith(("ss", "us", "is"))
    return stem(second if plural else first)
