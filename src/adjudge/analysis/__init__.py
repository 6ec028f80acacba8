"""Pure text analysis: from a claim and its sources to findings with offsets on both sides.

No engine, no model, no file and no network is used here; the same texts always give the same values.
"""
