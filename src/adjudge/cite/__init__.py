"""The citation court: check whether cited works support the sentences that cite them.

In: a manuscript and the works that it cites. Out: a ruling for each citing sentence, with the words of the work, their
page and their rectangles. Nothing is printed here.
"""
