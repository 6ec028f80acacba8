"""The corpus of recorded replies: every case comes out as expected, and the strong replies are what they should be."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudge.agents.gate import Gate
from adjudge.case import Case
from adjudge.evals.recorded import Conduct, Replayed, replay
from adjudge.questions.registry import QUESTIONS
from adjudge.results.factuality import FactualityResult
from adjudge.results.jury import JuryLabel, JuryResult
from adjudge.results.trial import TrialLabel, TrialResult
from adjudge.settings.replies import recorded_cases
from adjudge.transcript import Entry
from adjudge.verdict import Quote, Verdict

CASES = {one.id: one for one in recorded_cases([Path(__file__).parents[2] / "examples" / "replies"])}
STRONG = [id for id, one in CASES.items() if one.conduct is Conduct.STRONG]


@cache
def replayed(id: str) -> Replayed:
    return asyncio.run(replay(CASES[id]))


def verdict(id: str) -> Verdict:
    outcome = replayed(id).outcome
    assert isinstance(outcome, Verdict), outcome
    return outcome


def changed(id: str, **changes: Any) -> Replayed:
    return asyncio.run(replay(CASES[id].model_copy(update=changes)))


def test_the_corpus_has_twelve_cases_of_each_conduct_for_each_protocol() -> None:
    counts = Counter((one.protocol, one.conduct.value) for one in CASES.values())
    protocols = ("jury", "entailment", "trial", "factuality", "news")
    assert counts == {(name, conduct): 12 for name in protocols for conduct in ("strong", "adversarial")}


@pytest.mark.parametrize("id", CASES)
def test_a_recorded_case_comes_out_as_expected(id: str) -> None:
    assert replayed(id).deviations == ()


def test_every_prompt_is_filled_by_some_case() -> None:
    asked = frozenset[str]().union(*(replayed(id).kinds for id in CASES))
    assert asked == {*QUESTIONS, "correction"}


def test_every_label_of_every_protocol_is_given_by_a_strong_case() -> None:
    found = {(CASES[id].protocol, verdict(id).label) for id in STRONG}
    assert found == {
        *(("jury", label) for label in ("Faithful", "Mutated", "Ambiguous")),
        *(("entailment", label) for label in ("SUPPORTED", "CONTRADICTED", "NOT ENOUGH INFO")),
        *(("trial", label) for label in ("FAITHFUL", "PARTIALLY_FAITHFUL", "MUTATED")),
        *(("factuality", label) for label in ("faithful", "unfaithful", "uncertain")),
        *(("news", label) for label in ("SUPPORTED", "REFUTED", "NEI")),
    }


@pytest.mark.parametrize("id", STRONG)
def test_a_strong_reply_quotes_only_what_is_there(id: str) -> None:
    documents = replayed(id).case.documents
    for entry in verdict(id).transcript.entries:
        own = Case(claim=str(entry.question.get("claim") or CASES[id].case.claim), documents=documents)
        gate = Gate(own)
        ids = {"claim": ["claim"], "truth": list(gate.source_ids)}
        for side, words in given_quotes(entry.reply or {}):
            assert isinstance(gate.admit(words, who="", document_ids=ids[side]), Quote), (entry.kind, side, words)


def given_quotes(reply: Any) -> Iterator[tuple[str, str]]:
    if isinstance(reply, Mapping):
        for name, value in reply.items():
            side = name.removeprefix("in_").removesuffix("_says").removesuffix("_quotes")
            if name in ("claim_says", "truth_says", "in_claim", "in_truth", "claim_quotes", "truth_quotes"):
                for words in [value] if isinstance(value, str) else value if isinstance(value, list) else []:
                    if words.strip():
                        yield side, words
            else:
                yield from given_quotes(value)
    elif isinstance(reply, list | tuple):
        for item in reply:
            yield from given_quotes(item)


@pytest.mark.parametrize("id", [id for id in STRONG if CASES[id].protocol == "jury"])
def test_the_fact_frame_says_truly_which_text_has_a_quantity(id: str) -> None:
    entries = verdict(id).transcript.of("parser")
    assert {tuple(frame_of(entry)) for entry in entries} == {
        ("entities", "quantities", "scope", "modality", "relationship_type", "caveats")
    }
    for entry in entries:
        texts = {"in_claim": str(entry.question["claim"]), "in_truth": CASES[id].case.truth}
        for quantity in frame_of(entry)["quantities"]:
            for side, text in texts.items():
                assert not quantity[side] or quantity["value"].casefold() in text.casefold(), quantity
            assert quantity["in_claim"] or quantity["in_truth"], quantity


def frame_of(entry: Entry) -> Mapping[str, Any]:
    assert entry.reply is not None
    return entry.reply


@pytest.mark.parametrize("id", [id for id in STRONG if CASES[id].protocol == "jury"])
def test_a_strong_jury_fills_the_whole_card(id: str) -> None:
    found = verdict(id)
    result = found.result
    assert isinstance(result, JuryResult)
    assert result.reasoning
    assert result.confidence > 0.5
    assert len(result.round_0) == len(result.round_2) == 4
    assert len(result.rubric) == 5
    assert all(line.founded for line in result.rubric if line.answer.answer == "No")
    assert (result.minimal_edit is not None) is (result.verdict is JuryLabel.MUTATED)
    assert (result.dissent_note is not None) is bool(found.dissent)
    assert (result.debate_rounds > 0) is bool(result.debate)
    if found.minimal_edit:
        assert found.minimal_edit.rejudged_label == "Faithful"
        assert found.findings


@pytest.mark.parametrize("id", [id for id in STRONG if CASES[id].protocol == "entailment"])
def test_a_strong_pipeline_gives_the_six_fields_of_its_object(id: str) -> None:
    found = verdict(id)
    told = found.result.model_dump(mode="json")
    assert set(told) == {
        "claim", "final_verdict", "final_confidence", "entailment_confidence", "reliability_rating", "notes",
    }  # fmt: skip
    assert told["claim"] == CASES[id].case.claim
    assert "Reliability rating does NOT determine entailment." in told["notes"]
    assert found.reasons
    assert found.quotes or told["final_confidence"] <= 20


@pytest.mark.parametrize("id", [id for id in STRONG if CASES[id].protocol == "trial"])
def test_a_strong_trial_fills_the_six_fields_that_its_label_asks_for(id: str) -> None:
    result = verdict(id).result
    assert isinstance(result, TrialResult)
    assert set(result.model_dump()) == {
        "verdict", "confidence", "rationale", "critical_differences", "what_would_make_it_faithful",
        "one_sentence_summary",
    }  # fmt: skip
    assert result.rationale
    assert result.one_sentence_summary
    assert bool(result.what_would_make_it_faithful) is (result.verdict is not TrialLabel.FAITHFUL)
    assert result.critical_differences or result.verdict is not TrialLabel.MUTATED
    assert not result.critical_differences or result.verdict is not TrialLabel.FAITHFUL


@pytest.mark.parametrize("id", [id for id in STRONG if CASES[id].protocol == "factuality"])
def test_strong_factuality_traces_every_claim_and_marks_every_problem(id: str) -> None:
    result = verdict(id).result
    assert isinstance(result, FactualityResult)
    assert result.counts.asked
    assert result.counts.failed == 0
    assert all(claim.trace is not None and claim.explanation for claim in result.claims)
    assert all(claim.evidence_found for claim in result.claims if claim.label in ("correct", "incorrect"))
    assert (result.score is not None) is bool(result.claims)
    problems = {claim.sentence for claim in result.claims if claim.label != "correct"}
    assert {span.sentence for span in result.issue_spans} == problems
    assert all(CASES[id].case.claim[span.start : span.end] == span.text for span in result.issue_spans)


@pytest.mark.parametrize("id", [id for id in STRONG if CASES[id].protocol == "news"])
def test_a_strong_news_check_fills_the_six_fields_of_its_state(id: str) -> None:
    told = verdict(id).result.model_dump(mode="json")
    assert told["claim"] == CASES[id].case.claim
    assert len(told["queries"]) >= 2
    assert len(told["evidence"]) == len(CASES[id].case.documents)
    assert told["verdict"] == verdict(id).label
    assert told["reason"]
    assert told["tool_calls"] >= 2


def test_another_label_than_the_expected_one_is_a_deviation() -> None:
    case = CASES["jury-02-library-loans"]
    wrong = changed(case.id, expect=case.expect.model_copy(update={"label": "Mutated", "edit": "Another claim."}))
    assert wrong.deviations == ("label 'Faithful', expected 'Mutated'", "edit none, expected 'Another claim.'")


def test_a_quote_that_is_refused_unexpectedly_is_a_deviation() -> None:
    case = CASES["jury-a01-invented-contradiction"]
    wrong = changed(case.id, expect=case.expect.model_copy(update={"rejected": ()}))
    assert wrong.deviations == (
        "rejected quotes 'more than 90,000 books were borrowed', 'only 85,000 books were lent', expected none",
    )


def test_a_reply_that_is_not_written_is_named() -> None:
    case = CASES["jury-02-library-loans"]
    replies = {role: phases for role, phases in case.replies.items() if role != "sceptic"}
    [told] = changed(case.id, replies=replies).deviations
    assert "has no reply 1 of 'sceptic' to cast_vote" in told


def test_a_reply_that_nobody_asks_for_is_named() -> None:
    case = CASES["entailment-01-bakery-hours"]
    replies = {**case.replies, "judge": {"judge_trial": {"verdict": "FAITHFUL"}}}
    assert changed(case.id, replies=replies).deviations == ("never asked for: judge.judge_trial",)


def test_a_record_with_too_few_values_is_named_with_its_fields() -> None:
    case = CASES["entailment-01-bakery-hours"]
    replies = {**case.replies, "extractor": {"extract_statements": {"statements": [[1]]}}}
    [told] = changed(case.id, replies=replies).deviations
    assert "extract_statements.statements.1: a Statement has 2 values, not 1." in told


def test_a_case_of_an_unknown_claim_is_no_edit() -> None:
    case = CASES["jury-01-ferry-count"]
    [told] = changed(case.id, edit={}).deviations
    assert "parser" in told
    assert "reply 2" in told


def test_the_same_replies_give_the_same_bytes() -> None:
    again = asyncio.run(replay(CASES["jury-05-museum-free"])).outcome
    assert again.model_dump_json() == verdict("jury-05-museum-free").model_dump_json()


def test_a_verdict_on_recorded_replies_names_the_prompts() -> None:
    assert set(verdict("trial-01-threshold").provenance.prompts) == {
        "open_advocate", "open_skeptic", "fact_check", "rebut_advocate", "rebut_skeptic", "judge_trial",
    }  # fmt: skip
