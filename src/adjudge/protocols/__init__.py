"""HOW a case is decided: one package per protocol, and beside them what all protocols share.

A protocol's package holds the same files: `protocol` (the procedure), `evidence` (what counts), `rules` (the pure
functions that turn replies into labels) and, where there is more to say of a verdict, `account`.
"""
