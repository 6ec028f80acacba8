"""Which protocol has which record. A stored verdict read back has an open `Result`; this gives it its type again."""

from collections.abc import Mapping

from pydantic import ValidationError

from adjudge.results.entailment import EntailmentResult
from adjudge.results.factuality import FactualityResult
from adjudge.results.jury import JuryResult
from adjudge.results.news import NewsResult
from adjudge.results.trial import TrialResult
from adjudge.verdict import Result, Verdict

RESULTS: Mapping[str, type[Result]] = {
    "jury": JuryResult,
    "entailment": EntailmentResult,
    "trial": TrialResult,
    "factuality": FactualityResult,
    "news": NewsResult,
}


def typed_result(verdict: Verdict) -> Result:
    """The protocol's own record; the open one where the protocol is unknown or its fields are of another version."""
    expected = RESULTS.get(verdict.protocol, Result)
    if isinstance(verdict.result, expected):
        return verdict.result
    try:
        return expected.model_validate(verdict.result.model_dump(mode="json"))
    except ValidationError:
        return verdict.result
