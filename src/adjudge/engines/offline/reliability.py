"""How rigorous a type of source is, read off the words of its description: one table, no text of the source.

Of several types in one description the least rigorous counts, with less certainty: a press release about a trial is a
press release. What no row knows is MEDIUM with low confidence; no description at all is LOW, since nothing vouches for
it, with next to no confidence.
"""

import re

from adjudge.questions.entailment import NOT_GIVEN, Rating, Reliability

_ROWS: tuple[tuple[Rating, int, str], ...] = (
    (Rating.HIGH, 90, r"meta-?\s?analys\w+|systematic reviews?|cochrane|metaanalyse\w*|systematische übersicht\w*"),
    (Rating.HIGH, 85, r"randomi[sz]ed\b.{0,30}\btrials?|controlled trials?|\brcts?\b|clinical trials?|randomisiert\w*"),
    (Rating.HIGH, 80, r"peer[- ]?reviewed|journal articles?|scientific (?:article|paper|study)|begutachtet\w*"),
    (Rating.HIGH, 75, r"official statistics?|census|statistical office|statutes?|court (?:ruling|judg\w+|record)s?|"
                      r"legislation|amtliche statistik|gesetz\w*"),
    (Rating.MEDIUM, 65, r"stud(?:y|ies)|surveys?|cohort|case[- ]control|observational|research report|"
                        r"studie\w*|umfrage\w*"),
    (Rating.MEDIUM, 60, r"newspapers?|news (?:article|report|agency|site)s?|wire|magazines?|broadcasters?|journalis\w+|"
                        r"zeitung\w*|nachrichten\w*"),
    (Rating.MEDIUM, 60, r"encyclop\w+|wikipedia|textbooks?|reference works?|government|ministry|annual reports?|"
                        r"white papers?|reports?|lexikon|lehrbuch|bericht\w*"),
    (Rating.LOW, 60, r"pre-?prints?|not (?:yet )?(?:been )?peer[- ]?reviewed|working papers?|case reports?"),
    (Rating.LOW, 70, r"press releases?|advert\w+|promotion\w*|marketing|company (?:web)?(?:site|page|statement)s?|"
                     r"product (?:page|description)s?|opinion|editorial|op-ed|pressemitteilung\w*|werbung"),
    (Rating.LOW, 85, r"blogs?|social media|tweets?|facebook|instagram|tiktok|reddit|forums?|posts?\b|anonymous|"
                     r"rumou?rs?|hearsay|chain (?:letter|mail)s?|chat|soziale medien"),
)  # fmt: skip
_TABLE = tuple(
    (rating, confidence, re.compile(rf"\b(?:{words})", re.IGNORECASE)) for rating, confidence, words in _ROWS
)
_ORDER = (Rating.LOW, Rating.MEDIUM, Rating.HIGH)
_UNKNOWN = 25
_NOT_GIVEN = 5
_WHEN_MIXED = 20


def rated(source_type: str) -> Reliability:
    """The rating of a described type of source."""
    if not source_type.strip() or source_type == NOT_GIVEN:
        return _reply(NOT_GIVEN, Rating.LOW, _NOT_GIVEN)
    found = [(rating, confidence) for rating, confidence, words in _TABLE if words.search(source_type)]
    if not found:
        return _reply(source_type, Rating.MEDIUM, _UNKNOWN)
    lowest = min((rating for rating, _ in found), key=_ORDER.index)
    confidence = max(confidence for rating, confidence in found if rating is lowest)
    mixed = len({rating for rating, _ in found}) > 1
    return _reply(source_type, lowest, confidence - _WHEN_MIXED if mixed else confidence)


def _reply(source_type: str, rating: Rating, confidence: int) -> Reliability:
    return Reliability(agent="RELIABILITY", source_type=source_type, reliability=rating, confidence=confidence)
