"""HOW a case is decided: one module per protocol, and `rules.py`, the pure functions that turn replies into labels."""
