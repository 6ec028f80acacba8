"""Texts for property tests: ordinary words mixed with the characters and number forms that break readers."""

from hypothesis import strategies as st

_WORDS = """
The bridge|opened|in|2019|March|May|5th|no|not|n't|all|most|half|a|million|3,7|1.234.567|12 %|$|US$30m|two thirds|
one in five|between|and|or|to|-|–|2-1|±|U.S.|Dr.|z.B.|(WHO)|Anna Berg|Oslo|may|caused|...|😀|İ|ß|½|²|٣|
99/99/2019|30 February 2019|
2019-13-45|0 in 0|'|“|``|?|.|der|nicht|Prozent|0th century|85 BC|until|as of|q3 2020|early|dozens|twice|zero|#|@
"""
FRAGMENTS = (*_WORDS.replace("\n", "").split("|"), "\n", "\n\n- ", "\t", "\0", "\ud800", "\u202e", "9" * 320)

texts = st.one_of(
    st.text(max_size=120),
    st.lists(st.sampled_from(FRAGMENTS), max_size=25).map(" ".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join),
)
