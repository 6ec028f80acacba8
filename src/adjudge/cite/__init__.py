"""The citation court: does each cited work say what the sentence says that cites it?

In: a manuscript and the works that it cites. Out: a ruling for each citing sentence, with the words of the work, their
page and their rectangles. Nothing is printed here.
"""
