"""SHOW: records in, text out; prints nothing.

A protocol builds a `Card` (`jury.py`, found through `cards.py`); `terminal`, `markdown` and `html` write any card.
"""
