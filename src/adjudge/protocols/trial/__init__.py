"""Trial: advocate and skeptic argue, a fact-checker checks, and a judge is bound by rules."""

from adjudge.protocols.trial.protocol import Trial

__all__ = ["Trial"]
