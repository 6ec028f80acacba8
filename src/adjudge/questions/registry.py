"""Every kind of question by its name: an explicit table, so that a stored question can be read as what it was."""

from adjudge.errors import NotInStore
from adjudge.questions.base import Question, Reply
from adjudge.questions.entailment import AuditVerdict, ExtractStatements, JudgeEntailment, RateReliability
from adjudge.questions.factuality import ExtractClaims, VerifyClaim
from adjudge.questions.jury import AnswerRubric, Argue, CastVote, CheckProgress, ParseFrame, VoteAgain
from adjudge.questions.news import AnalyzeClaim, CriticiseVerdict, DetermineVerdict
from adjudge.questions.trial import FactCheck, JudgeTrial, OpenAdvocate, OpenSkeptic, RebutAdvocate, RebutSkeptic

QUESTIONS: dict[str, type[Question[Reply]]] = {
    "analyze_claim": AnalyzeClaim,
    "answer_rubric": AnswerRubric,
    "argue": Argue,
    "audit_entailment": AuditVerdict,
    "cast_vote": CastVote,
    "check_progress": CheckProgress,
    "criticise_verdict": CriticiseVerdict,
    "determine_verdict": DetermineVerdict,
    "extract_claims": ExtractClaims,
    "extract_statements": ExtractStatements,
    "fact_check": FactCheck,
    "judge_entailment": JudgeEntailment,
    "judge_trial": JudgeTrial,
    "open_advocate": OpenAdvocate,
    "open_skeptic": OpenSkeptic,
    "parse_frame": ParseFrame,
    "rate_reliability": RateReliability,
    "rebut_advocate": RebutAdvocate,
    "rebut_skeptic": RebutSkeptic,
    "verify_claim": VerifyClaim,
    "vote_again": VoteAgain,
}


def question_type(kind: str) -> type[Question[Reply]]:
    """The question type of that kind."""
    found = QUESTIONS.get(kind)
    if found is None:
        known = ", ".join(sorted(QUESTIONS))
        raise NotInStore(f"There is no question of kind '{kind}'.", hint=f"Known are: {known}.")
    return found
