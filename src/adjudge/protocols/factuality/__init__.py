"""Factuality: every claim of a summary is checked against its article, and the wrong words are marked."""

from adjudge.protocols.factuality.protocol import Factuality

__all__ = ["Factuality"]
