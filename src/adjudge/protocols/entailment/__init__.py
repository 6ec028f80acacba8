"""Entailment: a source is taken apart into statements, and a claim is judged on those alone."""

from adjudge.protocols.entailment.protocol import Entailment

__all__ = ["Entailment"]
