"""The trial's record: exactly the six fields of the judge's verdict in its specification."""

from adjudge.questions.trial_replies import TrialLabel
from adjudge.verdict import Result, Share

__all__ = ["TrialLabel", "TrialResult"]


class TrialResult(Result):
    """The verdict. Differences name words of claim and truth with their offsets; the proceedings are the transcript."""

    verdict: TrialLabel
    confidence: Share
    rationale: tuple[str, ...]
    critical_differences: tuple[str, ...]
    what_would_make_it_faithful: tuple[str, ...]
    one_sentence_summary: str
