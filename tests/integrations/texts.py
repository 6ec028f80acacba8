"""Texts that the tests of the adapters share."""

SOURCE = "Lima is the capital of Peru. The old bridge was built in 1608 and carries 3,000 people a day."
ANSWER = "The old bridge was built in 1618. Lima is the capital of Peru."
"""The first sentence is contradicted by the source, the second is in it."""

_COLOURS = ("red", "green", "blue", "white", "black")
HAY = " ".join(f"The {_COLOURS[n % 5]} boat lies in the harbour and waits for the summer." for n in range(4_000))
"""About 50,000 tokens that say nothing about bridges."""
