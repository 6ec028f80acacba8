"""Jury: jurors with different methods vote, debate if they disagree, and a foreperson answers a rubric."""

from adjudge.protocols.jury.protocol import DEFAULT_RUBRIC, Jury

__all__ = ["DEFAULT_RUBRIC", "Jury"]
