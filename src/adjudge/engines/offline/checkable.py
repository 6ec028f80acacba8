"""What can be checked against a source: not a question, an order, an opinion, a heading, or words about the text
itself."""

import re

from adjudge.analysis.facts.quantities import quantities
from adjudge.analysis.text.lexicon.morphology import STOP_WORDS
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import content_words
from adjudge.engines.offline.verbs import has_verb

_QUESTION = re.compile(r"\?[\"'”’»)\]]*\s?$")
_OPINION = re.compile(
    r"^\W*(?:in my (?:opinion|view)|i (?:think|believe|feel|guess|hope|love|hate|recommend)|personally|hopefully|"
    r"we (?:think|feel) that|meiner (?:meinung|ansicht) nach|meines erachtens|hoffentlich|"
    r"ich (?:finde|denke|glaube|meine|hoffe|empfehle))\b",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"^\W*(?:it|this|that|das|es)(?:'s|’s| is| was| ist| war)\s(?:(?:a|an|such|so|very|really|truly|simply|"
    r"absolutely|ein|eine|sehr|wirklich|einfach)\s)*(?:must-read|must-see|great|wonderful|beautiful|awful|terrible|amazing|sad|shame|pity|"
    r"fantastic|boring|exciting|inspiring|schön|schade|toll|großartig|furchtbar|wunderbar|langweilig|spannend)"
    r"(?:\s(?:read|story|thing|article|sache|geschichte))?\W*$",
    re.IGNORECASE,
)
_ABOUT_ITSELF = re.compile(
    r"^\W*(?:(?:sure|okay|ok|of course|certainly)[,!.]?\s)?"
    r"(?:here(?:'s|’s| is| are)\b.*\b(?:summary|overview|points|version)\b.*|"
    r"(?:summary|overview|key (?:points|takeaways|findings)|tl;?dr|in summary|zusammenfassung|überblick|fazit)\s?:?|"
    r"(?:i(?:'m| am) (?:sorry|unable)|i (?:cannot|can't|can not)|as an ai)\b.*|"
    r"hier ist (?:die|eine) (?:kurze )?zusammenfassung.*|(?:hello|hi|hallo|thanks|thank you|danke)\b[^.]{0,20})\W*$",
    re.IGNORECASE,
)
# Headlines say what happened in the present tense, in verbs that elsewhere are nouns.
_HEADLINE = re.compile(
    r"\w\s(?:(?:resign|approve|reject|back|win|lose|die|open|close|cut|rise|fall|quit|sign|accept|announce|sell|buy|beat|leave|kill|"
    r"plan|want|warn|call|hit|face|vote|oppose|support|block|ban|raise|lower|launch|join|merge|sue|arrest|charge|free|fire|hire|name|pick|"
    r"elect|return|retire|reach|break|stop|start|end|begin|drop|gain|grow|shrink|admit|deny|confirm|reveal|find|lead|hold|seek|urge|vow|"
    r"agree|refuse|withdraw|visit|meet|sack)e?s|(?:approve|reject|win|lose|quit|oppose|agree|refuse|vote|back|tritt|treten|wählt|wählen|"
    r"stimmt|stimmen|gewinnt|gewinnen|verliert|verlieren|siegt|stirbt|sterben|steigt|steigen|sinkt|sinken|fällt|fallen|plant|planen|"
    r"fordert|fordern|lehnt|lehnen|kritisiert|eröffnet|schließt|kauft|verkauft|entlässt|beschließt|verbietet|erlaubt))\b"
    r"|\w\s(?:sacked|fired|arrested|killed|injured|elected|freed|banned|approved|rejected|named|sold|closed|cancelled|delayed)\b"
)
_ORDER = re.compile(
    r"^\W*(?:(?:please|bitte)\b(?!\sdon't\sdo\b)|(?:(?:do not|don['’]t|never|always|now)\s)?"
    r"(?:ignore|disregard|forget|tell|give|write|list|explain|describe|summari[sz]e|translate|answer|respond|reply|print|output|"
    r"say|show|compare|check|verify|remember|imagine|consider|let|make|find|keep|stop|read|return|rate|label|judge|follow)\s"
    r"(?:me|us|the|an?|all|any|every|each|that|this|these|those|your|my|our|it|in|with|to|only|sure|whether|if|as)\b)",
    re.IGNORECASE,
)
_VERB_FIRST = re.compile(
    r"^\W*(?P<verb>[A-Z][a-z]{1,12})\s(?:the|an?|your|all|this|these|those|it|them|him|her)\s[a-z]"
)
"""With no other verb in the sentence, an order: "Close the door." Right for all 5 such claims of 17,396."""
_NO_ORDER = ("s", "ed", "ing", "ly", "half")
_ACTION = re.compile(r"\b[^\W\d_]{2,40}(?:ing|ed|en|s)\b")
"""Words that may be a verb: a caption ("A man sleeping") says something, "The red house" does not."""
_FEWEST_WORDS, _LONGEST_WORD = 2, 30
_LETTERS = re.compile(r"[^\W\d_]+")
_HEADING_WORDS = 6


def uncheckable(sentence: str) -> str:
    """Why no source could support or deny the sentence; empty if it can be checked."""
    if _QUESTION.search(sentence):
        return "a question"
    if _ORDER.match(sentence) or _is_bare_order(sentence):
        return "an order"
    if _OPINION.match(sentence) or _VALUE.match(sentence):
        return "an opinion"
    if _ABOUT_ITSELF.match(sentence):
        return "about the text itself"
    words = content_words(sentence)
    if not words:
        return "no words to check"
    if quantities(sentence) or has_verb(sentence) or _HEADLINE.search(sentence):
        return ""
    # "Great question!" says nothing; "A first for the town." may.
    closed = sentence.rstrip().endswith(".")
    if len(words) < _FEWEST_WORDS or (len(words) <= _HEADING_WORDS and not closed):
        return "a heading"
    return ""


def _is_bare_order(sentence: str) -> bool:
    first = _VERB_FIRST.match(sentence)
    verb = first["verb"].lower() if first else ""
    return bool(verb) and verb not in STOP_WORDS and not verb.endswith(_NO_ORDER) and not has_verb(sentence)


def not_a_claim(text: str) -> str:
    """What a text is if it is not a claim: "a question", "an order" or "a fragment"; empty for a claim. More texts pass
    here than pass `uncheckable`: in doubt, a text is judged."""
    reasons = {_not_a_statement(span.text) for span in sentences(text)}
    return "" if "" in reasons else ", ".join(sorted(reasons))


def _not_a_statement(sentence: str) -> str:
    reason = uncheckable(sentence)
    if reason in ("a question", "an order"):
        return reason
    words = content_words(sentence)
    spelt = [word for word in _LETTERS.findall(sentence) if len(word) > 1]
    alone = sentence.isascii() and len(sentence) <= _LONGEST_WORD and len(spelt) < _FEWEST_WORDS
    if alone and not any(_ACTION.search(word) and len(word) > len("Yes") for word in spelt):
        return "a fragment"  # a number, "Yes.", "Wow!"
    is_fragment = reason == "a heading" and len(words) > 1 and not any(_ACTION.search(word.text) for word in words)
    return "a fragment" if is_fragment else ""
