"""REST, live events and web pages on one port. The same types as in Python: there is no second schema."""
