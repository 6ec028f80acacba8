"""The scripted engine reads texts like a language model's, and replies may be written short."""

import asyncio
import json

import pytest

from adjudge.engines.around.correct import Correcting
from adjudge.engines.repair import Unreadable
from adjudge.engines.scripted import Scripted
from adjudge.engines.written import spelt_out
from adjudge.errors import DataError
from adjudge.questions.entailment import Extraction, RateReliability, Reliability
from adjudge.questions.jury import CheckProgress, Progress, Vote
from adjudge.questions.trial_replies import Judgment

PROGRESS = CheckProgress(debate=(), last_round=1)
RATING = {"agent": "RELIABILITY", "source_type": "blog", "reliability": "LOW", "confidence": 60}


def test_a_text_is_repaired_where_it_has_one_reading() -> None:
    engine = Scripted({"checker": ['Well: {"reason": "Nothing.", "new_reasoning": "no"}']})
    answer = asyncio.run(engine.ask(PROGRESS))
    assert answer.reply == Progress(reason="Nothing.", new_reasoning="No")
    assert answer.raw is not None
    assert len(answer.notes) == 2


def test_a_text_for_a_strict_question_is_not_repaired_also_when_asked_again() -> None:
    talk = f"Here: {json.dumps(RATING)}"
    engine = Correcting(Scripted({"reliability": [talk, talk]}))
    with pytest.raises(Unreadable, match="not one JSON object") as refused:
        asyncio.run(engine.ask(RateReliability(source_type="blog")))
    assert refused.value.raw == talk


def test_a_text_that_is_unusable_is_asked_for_again() -> None:
    engine = Scripted({"checker": ["No idea.", '{"reason": "New.", "new_reasoning": "Yes"}']})
    answer = asyncio.run(Correcting(engine).ask(PROGRESS))
    assert answer.reply.new_reasoning == "Yes"
    assert len(engine.asked) == 2


def test_records_may_be_lists_of_their_values() -> None:
    short = {"reasoning": "R.", "key_evidence": [["scope", "a", "b", "c"]], "verdict": "Mutated", "confidence": 0.9}
    vote = Vote.model_validate(spelt_out(short, Vote))
    assert (vote.key_evidence[0].field, vote.key_evidence[0].issue) == ("scope", "c")
    assert spelt_out({"statements": [[1, "x"]]}, Extraction) == {
        "agent": "EXTRACTOR",
        "statements": [{"id": 1, "text": "x"}],
    }


def test_what_is_written_in_full_stays_as_it_is() -> None:
    assert spelt_out(RATING, Reliability) == RATING
    full = {"rationale": None, "verdict": "FAITHFUL", "unknown": 1}
    assert spelt_out(full, Judgment) == full


def test_a_list_of_the_wrong_length_is_refused_with_the_fields() -> None:
    with pytest.raises(DataError, match=r"vote.key_evidence.2: a KeyEvidence has 4 values, not 2.") as refused:
        spelt_out({"key_evidence": [["a", "b", "c", "d"], ["a", "b"]]}, Vote, place="vote")
    assert refused.value.hint == "Write [field, claim_says, truth_says, issue]."
