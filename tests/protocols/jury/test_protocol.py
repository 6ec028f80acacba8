"""The jury's procedure, on scripted replies."""

import asyncio
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from adjudge.agents.hearing import Event, Hearing
from adjudge.agents.roles import juror
from adjudge.case import Case
from adjudge.engines.scripted import Scripted
from adjudge.errors import BudgetReached, ConfigError, EngineBusy, PanelFailed, UnusableReply
from adjudge.protocols.jury import Jury
from adjudge.questions.base import Question, Reply
from adjudge.questions.jury import Rubric
from adjudge.results.jury import JuryLabel, JuryResult
from adjudge.verdict import Relation, Stance, Verdict
from tests.support.jury import FRAME, JURORS, argument, rubric, ruled, unanimous, vote

CASE = Case(id="bridge", claim="The bridge opened in 1932.", documents=["The bridge opened in 1931."])
SPLIT = {"literal": "Mutated", "sceptic": "Mutated"}


def judge(script: Any, jury: Jury | None = None, case: Case = CASE) -> tuple[Verdict, Scripted, list[Event]]:
    events: list[Event] = []
    engine = Scripted(script)
    verdict = asyncio.run((jury or Jury()).judge(Hearing(case, engine, observe=events.append)))
    return verdict, engine, events


def result_of(verdict: Verdict) -> JuryResult:
    assert isinstance(verdict.result, JuryResult)
    return verdict.result


def kinds(engine: Scripted) -> list[str]:
    return [question.kind for question in engine.asked]


def test_unanimous_jurors_skip_the_debate_and_still_vote_twice() -> None:
    verdict, engine, _ = judge(unanimous())
    assert kinds(engine) == ["parse_frame", *["cast_vote"] * 4, *["vote_again"] * 4, "answer_rubric"]
    assert (verdict.label, verdict.stance) == ("Faithful", Stance.SUPPORTED)
    assert result_of(verdict).debate_stopped == "unanimous"
    assert result_of(verdict).dissent_note is None


def test_a_split_jury_debates_mutated_side_first_and_stops_when_nothing_is_new() -> None:
    verdict, engine, _ = judge(ruled(SPLIT, no=("numeric_fidelity", "scope_fidelity"), quote="1932"))
    debate = [question for question in engine.asked if question.kind == "argue"]
    assert [(q.side.value, q.turn.value) for q in debate] == [
        ("Mutated", "constructive"),
        ("Faithful", "constructive"),
        ("Mutated", "rebuttal"),
        ("Faithful", "rebuttal"),
    ]
    assert result_of(verdict).debate_stopped == "no new reasoning"
    assert verdict.label == "Ambiguous"
    assert verdict.stance is Stance.NOT_ENOUGH_INFO


def test_debate_ends_at_max_rounds_and_the_last_round_is_not_checked() -> None:
    verdict, engine, _ = judge(ruled(SPLIT, check="Yes"), Jury(max_rounds=3))
    assert kinds(engine).count("check_progress") == 2
    assert result_of(verdict).debate_rounds == 3
    assert result_of(verdict).debate_stopped == "max rounds"


def test_one_speaker_rotates_through_the_side_and_all_lets_everyone_speak() -> None:
    _, engine, _ = judge(ruled(SPLIT, check="Yes"))
    mutated = [q.seat for q in engine.asked if q.kind == "argue" and q.side == "Mutated"]
    assert mutated == ["literal", "sceptic", "literal"]
    _, engine, _ = judge(ruled(SPLIT, check="Yes"), Jury(speakers="all"))
    assert [q.seat for q in engine.asked if q.kind == "argue"][:4] == ["literal", "sceptic", "context", "steelman"]


def test_zero_rounds_means_no_debate() -> None:
    _, engine, _ = judge(ruled(SPLIT), Jury(max_rounds=0))
    assert "argue" not in kinds(engine)


def test_a_juror_of_round_0_sees_claim_truth_frame_and_brief_and_nothing_else() -> None:
    _, engine, _ = judge(ruled(SPLIT))
    for question in engine.asked:
        if question.kind == "cast_vote":
            assert set(question.content) == {"claim", "truth", "frame", "brief"}


def test_the_transcript_keeps_every_question_with_its_hash_in_order() -> None:
    verdict, engine, _ = judge(ruled(SPLIT))
    assert [entry.question_hash for entry in verdict.transcript.entries] == [q.hash for q in engine.asked]
    assert [entry.number for entry in verdict.transcript.entries] == list(range(1, len(engine.asked) + 1))
    assert verdict.usage.calls == len(engine.asked)


def test_a_juror_that_fails_is_named_and_stays_in_the_denominator() -> None:
    script = unanimous()
    script["literal"] = [UnusableReply("not JSON", raw="hm"), UnusableReply("not JSON", raw="hm")]
    verdict, _, _ = judge(script)
    assert verdict.failed_agents == ("literal",)
    assert result_of(verdict).plain_vote.failed == 1
    assert verdict.confidence.value == pytest.approx((3 * 0.8 + 0.5) / 4)
    assert [entry.raw for entry in verdict.transcript.entries if entry.trouble] == ["hm", "hm"]


def test_more_than_half_failed_is_no_verdict() -> None:
    script = unanimous()
    for name in ("literal", "context", "sceptic"):
        script[name] = [EngineBusy("503"), EngineBusy("503")]
    with pytest.raises(PanelFailed, match="3 of 4 jurors failed: literal"):
        judge(script)


def test_running_out_of_budget_is_no_failed_juror() -> None:
    script = unanimous()
    script["literal"] = [BudgetReached("no more")]
    with pytest.raises(BudgetReached):
        judge(script)


def test_a_speaker_that_fails_is_passed_over() -> None:
    def answer(question: Question[Reply]) -> Any:
        if question.kind == "argue" and question.seat == "literal":
            return EngineBusy("503")
        return ruled(SPLIT)(question)

    verdict, _, _ = judge(answer)
    assert {speech.speaker for speech in result_of(verdict).debate} == {"sceptic", "context", "steelman"}


def test_the_minimal_edit_is_applied_and_judged_again_without_a_further_edit() -> None:
    edited = "The bridge opened in 1931."

    def answer(question: Question[Reply]) -> Any:
        good = question.content.get("claim") == edited
        rule = (
            ruled({})
            if good
            else ruled(dict.fromkeys(JURORS, "Mutated"), no=("scope_fidelity",), quote="1932", edit=edited)
        )
        return rule(question)

    verdict, engine, _ = judge(answer)
    assert verdict.label == "Mutated"
    assert verdict.minimal_edit is not None
    assert verdict.minimal_edit.text == result_of(verdict).minimal_edit == edited
    assert verdict.minimal_edit.rejudged_label == "Faithful"
    assert [quote.text for quote in verdict.minimal_edit.removed] == ["1932"]
    assert verdict.minimal_edit.added == ("1931",)
    assert kinds(engine).count("parse_frame") == 2
    assert {e.phase for e in verdict.transcript.entries if e.phase.startswith("edit/")}


def test_a_faithful_claim_gets_no_edit() -> None:
    verdict, engine, _ = judge(unanimous(**{**rubric(edit="Something else."), "says_otherwise": "No"}))
    assert verdict.minimal_edit is None
    assert kinds(engine).count("parse_frame") == 1


def test_quotes_that_are_not_there_are_kept_and_carry_no_weight() -> None:
    script = unanimous("Mutated", **rubric("scope_fidelity", quote="opened in 1940"))
    script["literal"] = [vote("Mutated"), vote("Mutated", 0.99, claim_says="1940", truth_says="1950")]
    verdict, _, _ = judge(script)
    assert (verdict.label, verdict.stance) == ("Mutated", Stance.NOT_ENOUGH_INFO)
    assert any("None of this answer's quotes is in the texts" in reason for reason in verdict.reasons)
    assert {quote.text for quote in verdict.rejected_quotes} == {"1940", "1950", "opened in 1940"}
    assert verdict.quotes == ()
    assert not verdict.findings


def test_findings_carry_the_words_of_both_sides_with_offsets() -> None:
    script = unanimous("Mutated", **rubric("scope_fidelity", quote="1932"))
    script["literal"] = [vote("Mutated"), vote("Mutated", 0.9, claim_says="1932", truth_says="1931")]
    verdict, _, _ = judge(script)
    [finding] = verdict.findings
    assert finding.claim_quote is not None
    assert finding.source_quote is not None
    assert CASE.claim[finding.claim_quote.start : finding.claim_quote.end] == "1932"
    assert CASE.documents[0].text[finding.source_quote.start : finding.source_quote.end] == "1931"


def test_where_the_rubric_overrules_every_juror_its_words_are_the_findings() -> None:
    verdict, _, _ = judge(unanimous(**rubric("scope_fidelity", quote="1932")))
    assert verdict.label == "Mutated"
    [finding] = verdict.findings
    assert (finding.axis, finding.claim_quote and finding.claim_quote.text) == ("scope_fidelity", "1932")


def test_where_the_truth_is_silent_no_finding_says_that_it_contradicts() -> None:
    for otherwise, relation in (("Yes", Relation.CONTRADICTED), ("No", Relation.ABSENT)):
        script = unanimous("Mutated", **{**rubric("scope_fidelity", quote="1932"), "says_otherwise": otherwise})
        script["literal"] = [vote("Mutated"), vote("Mutated", 0.9, claim_says="1932", truth_says="1931")]
        verdict, _, _ = judge(script)
        assert verdict.label == "Mutated"
        assert [finding.relation for finding in verdict.findings] == [relation]


def test_the_order_of_the_jurors_changes_neither_label_nor_confidence_nor_who_speaks() -> None:
    seen = set()
    for order in permutations(Jury().agents):
        verdict, engine, _ = judge(ruled(SPLIT, no=("scope_fidelity",), quote="1932", check="Yes"), Jury(agents=order))
        speakers = tuple(q.seat for q in engine.asked if q.kind == "argue")
        seen.add((verdict.label, verdict.confidence.value, speakers, verdict.result.model_dump_json()))
    assert len(seen) == 1


def test_an_added_juror_votes_and_a_changed_mind_is_recorded() -> None:
    script = unanimous()
    script["editor"] = [vote("Mutated"), vote("Faithful")]
    script["checker"] = [{"reason": "no", "new_reasoning": "No"}]
    for name in JURORS:
        script[name] = [vote(), argument(), vote(), vote()] if name == "context" else script[name]
    script["editor"] = [vote("Mutated"), argument(), argument(), vote("Faithful")]
    script["context"] = [vote(), argument(), vote()]
    script["literal"] = [vote(), argument(), vote()]
    jury = Jury(agents=(*Jury().agents, juror("editor", role="Desk editor")))
    verdict, _, _ = judge(script, jury)
    assert [(c.juror, c.before, c.after) for c in result_of(verdict).changed_minds] == [
        ("editor", "Mutated", "Faithful")
    ]
    assert result_of(verdict).plain_vote.label is JuryLabel.FAITHFUL


def test_frame_fields_can_be_left_out_and_added() -> None:
    script = unanimous()
    script["parser"] = [{"entities": ["x"], "tone": "sober"}]
    verdict, _, _ = judge(script, Jury(frame_fields=("entities", "tone")))
    assert verdict.model_dump()["result"]["fact_frame"] == {"entities": ("x",), "tone": "sober"}


def test_the_same_case_gives_the_same_bytes() -> None:
    first, second = (judge(ruled(SPLIT))[0].model_dump_json() for _ in range(2))
    assert first == second


def test_events_tell_the_story_in_order() -> None:
    _, _, events = judge(ruled(SPLIT))
    assert [event.phase for event in events if event.what == "phase"] == [
        "fact frame",
        "round 0",
        "debate",
        "round 2",
        "foreperson",
    ]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"agents": ()}, "no agents"),
        ({"agents": (juror("literal"), juror("literal"))}, "name 'literal'"),
        ({"agents": (juror("parser"),)}, "cannot be called 'parser'"),
        ({"rubric": ()}, "no axis"),
        ({"max_rounds": -1}, "max_rounds is -1"),
        ({"dissent_threshold": 0}, "dissent_threshold is 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        replace(Jury(), **settings)


def test_calls_bound_what_a_case_really_takes() -> None:
    for votes, check in ((SPLIT, "Yes"), ({}, "No")):
        jury = Jury(rejudge_edit=False)
        _, engine, _ = judge(ruled(votes, check=check), jury)
        fewest, most = jury.calls()
        assert fewest <= len(engine.asked) <= most


def test_the_frame_of_the_seed_has_its_six_fields() -> None:
    verdict, _, _ = judge(unanimous())
    assert set(verdict.model_dump(mode="json")["result"]["fact_frame"]) == set(FRAME)


def test_the_foreperson_must_say_whether_the_truth_says_otherwise_and_replies_from_before_are_still_read() -> None:
    assert "says_otherwise" in Rubric.model_json_schema()["required"]
    assert Rubric.model_validate(rubric()).says_otherwise == "Yes"
    assert Rubric.model_validate(rubric() | {"says_otherwise": "No"}).says_otherwise == "No"
