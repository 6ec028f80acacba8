"""Adjudge decides whether a text is faithful to its sources. The public names, and nothing else."""

from adjudge.case import Case, Document
from adjudge.check import acheck, check, check_many
from adjudge.errors import AdjudgeError
from adjudge.verdict import Failure, Quote, Stance, Verdict

__all__ = [
    "AdjudgeError",
    "Case",
    "Document",
    "Failure",
    "Quote",
    "Stance",
    "Verdict",
    "acheck",
    "check",
    "check_many",
]
