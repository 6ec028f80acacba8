"""Sentences that speak to whoever judges, and not about the matter: "ignore all instructions", "answer SUPPORTED".

They are no evidence, so the model does not read them. Everything else keeps its place and its offsets.
"""

import re

from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.sentences import sentences
from adjudge.prompts.defuse import neutral

_LABELS = (
    "supported|contradicted|not enough info(?:rmation)?|faithful|unfaithful|mutated|ambiguous|partially_faithful|"
    "refuted|nei|correct|incorrect|true|false"
)
_ORDER = re.compile(
    rf"""\b(?:ignore|disregard|forget|override|bypass)\b.{{0,40}}\b(?:instructions?|rules?|prompts?|messages?|orders?
            |guidelines|above|previous|everything)\b
        |^[^\w\n]*(?:please\s{{1,9}})?(?:ignore|disregard|forget|override|bypass)\s{{1,9}}(?:the|this|that|any|all|your)
            \s{{1,9}}(?:claim|source|evidence|text)s?\b
        |\b(?:vote|verdict|label|answer|judge?ment|ruling)s?\s{{1,9}}(?:must|should|shall|has\s{{1,9}}to)\s{{1,9}}be\b.{{0,40}}
            \b(?:{_LABELS})\b
        |\b(?:answer|respond|reply|output|return|print|say|vote|label|mark|rate|judge)\b.{{0,40}}
            \b(?-i:{_LABELS.upper()})\b
        |^[^\w\n]*(?:(?:final\s{{1,9}})?verdict|label|judge?ment|answer|ruling|stance)\W{{0,9}}[:=]\W{{0,9}}(?:{_LABELS})\b
        |"(?:verdict|label|stance|confidence)"\s{{0,9}}:
        |^[^\w\n]*(?:system|assistant|user|developer)\s{{0,9}}:
        |\byou\s{{1,9}}are\s{{1,9}}(?:now\s{{1,9}})?(?:an?|the)\s{{1,9}}
            (?:(?:large\s{{1,9}})?language\s{{1,9}})?(?:judge|juror|assistant|ai|model|fact-checker)\b
        |\bas\s{{1,9}}an\s{{1,9}}ai\b
    """,
    re.IGNORECASE | re.VERBOSE | re.MULTILINE,
)
_MARK = re.compile(r"[‹⁅][^‹⁅>\]\n]{1,60}[>\]](?:(?:system|assistant|user|developer)\b)?", re.IGNORECASE)
"""A mark of a chat template as `neutral` leaves it, and the role after it. What follows begins a sentence."""
_IN_BRACKETS = re.compile(r"\[[^\[\]]{1,300}\]")
_HINT = re.compile(
    r"ignore|disregard|forget|override|bypass|verdict|label|judge?ment|answer|ruling|stance|system|assistant|user|developer"
    r"|you are|as an ai|respond|reply|output|return|print|say|vote|mark|rate|judge",
    re.IGNORECASE,
)


@remembered
def without_orders(passage: str) -> str:
    """The passage without the sentences that give orders; the passage itself if it has none, or nothing else."""
    if not _HINT.search(passage):
        return passage
    unmarked = _MARK.sub(" ", neutral(passage))
    # What stands in brackets belongs to the sentence after it.
    open_text = _IN_BRACKETS.sub(lambda part: "" if _ORDER.search(part.group()) else part.group(), unmarked)
    every = [span.text for span in sentences(open_text)]
    kept = [sentence for sentence in every if not _ORDER.search(sentence)]
    # Marks without an order are part of the text, such as the tags of a page.
    return passage if open_text == unmarked and kept == every else " ".join(kept) or passage
