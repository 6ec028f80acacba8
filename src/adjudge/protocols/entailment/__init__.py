"""Entailment: statements are extracted from a source, and the claim is judged on those alone."""

from adjudge.protocols.entailment.protocol import Entailment

__all__ = ["Entailment"]
