"""One type for the triple of shares, and what is left of it where a rule overrules the combiner."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

_DOUBT = 2 / 3
_ACQUITTED = 0.8


class Weights(NamedTuple):
    """How likely the claim is supported, contradicted, or neither: three shares that sum to one."""

    supported: float
    contradicted: float
    unclear: float

    @classmethod
    def softmax(cls, scores: Sequence[float]) -> "Weights":
        """The three scores as shares."""
        top = max(scores)
        shares = [exp(score - top) for score in scores]
        return cls(*(share / sum(shares) for share in shares))

    def doubted(self) -> "Weights":
        """The same leaning with at least two thirds of the weight on "cannot tell"."""
        unclear = max(self.unclear, _DOUBT)
        rest = (1 - unclear) / max(self.supported + self.contradicted, 1e-9)
        return Weights(self.supported * rest, self.contradicted * rest, unclear)

    def acquitted(self) -> "Weights":
        """Most of what spoke against the claim now speaks for it."""
        moved = _ACQUITTED * self.contradicted
        return Weights(self.supported + moved, self.contradicted - moved, self.unclear)

    def denied(self) -> "Weights":
        """What was likeliest now speaks against the claim."""
        if self.strongest == "supported":
            return Weights(self.contradicted, self.supported, self.unclear)
        return Weights(self.supported, max(self.contradicted, self.unclear), min(self.contradicted, self.unclear))

    def overruled(self, *, unreadable: bool, clash: bool, kept: bool) -> "Weights":
        """What is left of them where a rule overrules the combiner."""
        if unreadable:
            return self.doubted()
        if clash:
            return self.denied()
        return self.acquitted() if kept else self

    @property
    def strongest(self) -> str:
        """`supported`, `contradicted` or `unclear`; contradiction is asked first."""
        if self.contradicted >= max(self.supported, self.unclear):
            return "contradicted"
        return "supported" if self.supported > self.unclear else "unclear"
